import ContactModel
import TestSupport
import Testing

@Suite("ContactLabel.predefined")
struct PredefinedLabelTests {
  @Test("has every label once, and reads what X-ABLabel says for it as the label")
  func roundTrip() {
    let labels = ContactLabel.predefined
    #expect(Set(labels).count == labels.count)
    #expect(labels.count > 240)
    for label in labels { #expect(ContactLabel(label.appleForm) == label) }
  }

  @Test(
    "writes Apple's words",
    arguments: [
      ("home", "_$!<Home>!$_"), ("home fax", "_$!<HomeFAX>!$_"), ("iPhone", "iPhone"),
      ("Apple Watch", "Apple Watch"), ("iCloud", "iCloud"), ("homepage", "_$!<HomePage>!$_"),
      ("mother-in-law", "_$!<MotherInLaw>!$_"), ("younger sister", "_$!<YoungerSister>!$_"),
      (
        "niece (brother's daughter or husband's sibling's daughter)",
        "_$!<NieceBrothersDaughterOrHusbandsSiblingsDaughter>!$_"
      ),
      ("neighbor", "neighbor"), ("Дача", "Дача"),
    ])
  func appleForm(label: String, form: String) {
    #expect(ContactLabel(rawValue: label).appleForm == form)
  }

  @Test(
    "reads the types of RELATED as the labels of the same meaning, RFC 6350 §6.6.6",
    arguments: [
      ("co-worker", ContactLabel.colleague), ("SPOUSE", .spouse), ("Neighbor", .neighbor),
      ("pref,emergency", .emergency), ("aunt", .aunt),
      ("x-mentor", ContactLabel(rawValue: "x-mentor")),
    ])
  func related(types: String, label: ContactLabel) throws {
    let line = "RELATED;VALUE=text;TYPE=\(types):Al"
    #expect(try contact(line, version: "4.0").contactRelations.first?.label == label)
  }

  @Test("keeps an own label that is the word of a type only", arguments: ["Contact", "Me", "Date"])
  func ownLabel(word: String) {
    #expect(ContactLabel(word)?.rawValue == word)
  }
}
