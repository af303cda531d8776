import VCard

/// The attributes that say what a property says, as far as they can.
///
/// The writer writes them; the reader passes over those beside the property that was carried with
/// them.
struct LDIFPairs {
  /// An attribute and its value.
  struct Pair {
    /// Its row; `nil` for one of which nothing is known.
    var row: Int?
    /// Its name, where there is no row.
    var name = ""
    var options: [String] = []
    var form = LDIFEntry.Form.plain
    var value: [UInt8]
  }

  /// What the attributes do not say.
  enum Loss: Equatable {
    case nothing
    case property
    case parameters([String])
    case value
    /// Nothing of what it says, but how many empty components stand at its end.
    case form
  }

  private(set) var pairs: [Pair] = []
  /// What of the property is not read back from the attributes.
  private(set) var loss = Loss.nothing

  private let property: Property
  /// Whether all that the attributes do not say is how many components there are.
  private var hasOtherWidth = false

  /// Finds the attributes of a property of vCard 4.0.
  init(_ property: Property) {
    self.property = property
    guard !property.isMalformed else {
      loss = .property
      return
    }
    // How the line is written is no matter of what it says.
    let parameters = property.parameters.filter { !["ENCODING", "CHARSET"].contains($0.name) }
    let name = property.canonicalName
    var expected: [Parameter] = []
    var saysValue = true
    func type(_ words: String...) -> String {
      let types = property.types
      let type = words.first { types.contains($0) } ?? "work"
      expected = [Parameter("TYPE", type)]
      return type
    }
    switch name {
    case "N": saysValue = addComponents(of: "N", type: nil, property.components, width: 5)
    case "ADR":
      let type = type("work", "home")
      saysValue = addComponents(of: "ADR", type: type, property.components, width: 7)
    case "ORG": saysValue = addOrganisation(property.components)
    case "BDAY": saysValue = addBirthday(property.text)
    case "TEL":
      let uri = TelURI(property.text)
      saysValue = uri == nil
      let type = type("cell", "fax", "pager", "home", "work")
      add(.text("TEL", type: type), uri?.text ?? property.text)
    case "URL": add(.text("URL", type: type("work", "home")), property.text)
    case "NICKNAME":
      let names = property.list
      saysValue = names.count == 1
      for name in names { add(.text("NICKNAME", type: nil), name) }
    case "CATEGORIES":
      let words = property.list
      saysValue = !words.contains { $0.contains(",") || $0.trimmedBlanks != $0[...] || $0.isEmpty }
      if saysValue { add(.list("CATEGORIES"), words.joined(separator: ",")) }
    case "ANNIVERSARY":
      saysValue = PartialDate(property.text).flatMap(LDIFDate.text) == property.text
      if saysValue { add(.date("ANNIVERSARY"), property.text) }
    case "REV":
      let stamp = LDIFDate.modification(property.text)
      saysValue = stamp != nil
      if let stamp { add(.revision, stamp) }
    case "UID":
      let text = property.text
      if !text.contains(":") { expected = [Parameter("VALUE", "text")] }
      add(.identifier, text)
    case "MEMBER":
      let member = DistinguishedName.name(ofMember: property.text)
      saysValue = DistinguishedName.member(member) == property.text
      add(.member, member)
    case "IMPP": saysValue = addAccount(property.text)
    case "LANG":
      // What looks like several comes back as several.
      saysValue = LDIFLanguages.read(property.text) == nil
      if saysValue { add(.languages, property.text) }
    case "PHOTO", "SOUND", "KEY": saysValue = addOctets(name)
    default:
      if name.hasPrefix(LDIFAttribute.unknownPrefix) {
        saysValue = addUnknown(parameters, &expected)
      } else if LDIFAttribute.row(.text(name, type: nil)) != nil {
        add(.text(name, type: nil), property.text)
      } else {
        saysValue = false
      }
    }
    judge(parameters, expected, saysValue)
  }

  private mutating func judge(_ parameters: [Parameter], _ expected: [Parameter], _ saysValue: Bool)
  {
    if pairs.isEmpty {
      loss = .property
    } else if property.group != nil || !LDIFPairs.areSame(parameters, expected) {
      let names = parameters.filter { parameter in !expected.contains { $0 == parameter } }
        .map(\.name)
      loss = .parameters(names + (property.group == nil ? [] : ["group"]))
    } else if !saysValue {
      loss = hasOtherWidth ? .form : .value
    }
  }

  /// Whether parameters say the same; types are words in any case.
  private static func areSame(_ left: [Parameter], _ right: [Parameter]) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { one, other in
        one.name == other.name
          && (one.values == other.values
            || one.values.map { $0.lowercased() } == other.values)
      }
  }

  private mutating func add(_ meaning: LDIFAttribute.Meaning, _ text: String) {
    guard !text.isEmpty, let row = LDIFAttribute.row(meaning) else { return }
    pairs.append(Pair(row: row, value: Array(text.utf8)))
  }

  private mutating func addComponents(
    of name: String, type: String?, _ components: [[String]], width: Int
  ) -> Bool {
    for (index, texts) in components.prefix(width).enumerated() {
      for text in texts { add(.component(name, type: type, index), text) }
    }
    let others = components.dropFirst(width)
    let isSaid =
      !components.contains { $0.contains("") } && others.allSatisfy(\.isEmpty)
      // The name of a country is told from its code by its length.
      && !(name == "ADR" && components.count > 6 && components[6].count > 1)
    hasOtherWidth = isSaid && components.count != width
    return isSaid && !hasOtherWidth
  }

  private mutating func addOrganisation(_ components: [[String]]) -> Bool {
    for (index, texts) in components.enumerated() {
      for text in texts { add(.component("ORG", type: nil, min(index, 1)), text) }
    }
    return components.dropFirst().allSatisfy { $0.count == 1 && $0 != [""] }
      && components.first?.count ?? 0 < 2
  }

  private mutating func addBirthday(_ text: String) -> Bool {
    guard let date = PartialDate(text), let own = LDIFDate.text(date) else { return false }
    for (index, part) in [date.year, date.month, date.day].enumerated() {
      if let part { add(.birth(index), String(part)) }
    }
    return own == text && date.year != 0
  }

  private mutating func addAccount(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return false }
    let scheme = String(text[..<colon])
    let account = text[colon...].dropFirst()
    add(.account(scheme), String(account))
    return true
  }

  private mutating func addOctets(_ name: String) -> Bool {
    guard let (type, octets) = property.binary, !octets.isEmpty,
      let row = LDIFAttribute.row(.octets(name, mediaType: type))
    else { return false }
    // RFC 4523 §2.1.
    pairs.append(
      Pair(row: row, options: name == "KEY" ? ["binary"] : [], form: .base64, value: octets))
    // Base64 may also be broken, or spelled otherwise.
    return MediaType.sniffed(octets) ?? type == type
      && property.text == DataURI.encode(mediaType: type, octets: octets)
  }

  /// An attribute that nobody knew when it was read.
  private mutating func addUnknown(
    _ parameters: [Parameter], _ expected: inout [Parameter]
  ) -> Bool {
    var name = String(property.name.spelling.dropFirst(LDIFAttribute.unknownPrefix.utf8.count))
    var pair = Pair(value: Array(property.text.utf8))
    for parameter in parameters {
      switch parameter.name {
      case "LANGUAGE" where parameter.values.count == 1:
        pair.options.insert("lang-" + parameter.values[0], at: 0)
      case "X-OPTIONS": pair.options += parameter.values
      case "X-NAME" where property.canonicalName == LDIFAttribute.nameless:
        name = parameter.values.first ?? ""
      case "VALUE" where parameter.values == ["uri"]:
        if let (_, octets) = property.binary {
          pair.value = octets
          pair.form = .base64
        } else {
          pair.form = .reference
        }
      default: continue
      }
      expected.append(parameter)
    }
    pair.name = name
    // What begins an entry, or is read as something else, is no attribute of one.
    let lowercased = name.lowercased()
    let isName = name.utf8.allSatisfy { Octets.isNameOctet($0) || "._".utf8.contains($0) }
    let areOptions = pair.options.allSatisfy { option in
      !option.isEmpty && option == option.lowercased()
        && option.utf8.allSatisfy(Octets.isNameOctet)
    }
    let known = LDIFAttribute.named(lowercased)
    let isOtherClass = lowercased == "objectclass"
    guard isName, areOptions, !name.isEmpty, !pair.value.isEmpty, known == nil || isOtherClass,
      !["dn", "version", "changetype", "control"].contains(lowercased)
    else { return false }
    pairs.append(pair)
    return true
  }
}
