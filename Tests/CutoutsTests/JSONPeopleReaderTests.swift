import CardFormats
import Cutouts
import TestSupport
import Testing
import VCard

@Suite("JSONPeopleReader, people in a stream of JSON")
struct JSONPeopleReaderTests {
  /// The name of each card, and what was told, as on a terminal.
  private static func read(_ json: String, size: Int = 1000) -> (names: [String], told: [String]) {
    var reader = JSONPeopleReader()
    var names: [String] = []
    var told: [Diagnostic] = []
    var octets = Array(json.utf8)[...]
    repeat {
      reader.append(octets.prefix(size))
      octets = octets.dropFirst(size)
      if octets.isEmpty { reader.finish() }
      while let entry = reader.next() {
        switch entry {
        case .card(let card, let found):
          names += card.properties.filter { $0.canonicalName == "FN" }.map(\.text)
          told += found
        case .noCard(let problem): told.append(problem)
        }
      }
    } while !octets.isEmpty
    return (
      names,
      told.map { "\($0.position.line):\($0.position.column) \($0.code.rawValue) \($0.message)" }
    )
  }

  @Test(
    "a card with half a surrogate pair stays, whatever it is, and the place of the half is told",
    arguments: [
      ##"["vcard",[["fn",{},"text","Kate \ud83d"]]]"##,
      ##"{"@type":"Card","version":"2.0","name":{"full":"Kate \udc00"}}"##,
      ##"{"schema":"vcard.card/2","version":"4.0","properties":"##
        + ##"[{"name":"FN","value":"Kate \ud83d"}]}"##,
      ##"{"name":"Kate \ud83d"}"##,
    ])
  func halves(json: String) {
    let column = json.utf8.count - json.drop { $0 != "\\" }.utf8.count + 1
    for size in [1, 1000] {
      let (names, told) = Self.read("\n" + json, size: size)
      #expect(names == ["Kate \u{FFFD}"])
      #expect(
        told == [
          "2:\(column) lone-surrogate half a surrogate pair is no character; read as U+FFFD"
        ])
    }
  }

  @Test(
    "what is cut is told as what it is, where it ends",
    arguments: [
      (
        ##"[["vcard",[["fn",{},"text","Kate"]]],⏎["vcard",[["fn",{},"te"##, ["Kate"],
        "2:23 jcard-value the jCard is cut"
      ),
      (
        ##"[["vcard",[["fn",{},"text","Kate"]]]⏎"##, ["Kate"],
        "2:1 json-value the array is cut: nothing closes it"
      ),
      (##"["VCARD",[["fn",{},"text","Kate"]"##, [], "1:34 jcard-value the jCard is cut"),
      (
        ##"["vcard",[["fn",{},"text","Kate"]}"##, [],
        "1:34 jcard-value the jCard is no JSON: a comma or a closing bracket is missing"
      ),
      (##"{"@type":"Card","name"##, [], "1:22 jscontact-value the JSContact card is cut"),
      (##"{"name":"##, [], "1:9 json-value the value is cut"),
    ])
  func cut(json: String, names: [String], told: String) {
    for size in [1, 1000] {
      let read = Self.read(json.replacing("⏎", with: "\n"), size: size)
      #expect(read.names == names)
      #expect(read.told == [told])
    }
  }
}
