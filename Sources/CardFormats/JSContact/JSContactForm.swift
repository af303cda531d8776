internal import VCard

/// What properties with the same head become in JSContact, whatever their values are.
///
/// ```
/// TEL;TYPE=work,fax:   {"number":  …  ,"features":{"fax":true},"contexts":{"work":true}  [label]  }
///                      └ row      value└ between                                                └ after
/// ```
/// It is what ``JSContactMaker`` makes of the first one of them.
struct JSContactForm: Sendable {
  /// Where a property goes.
  enum Place {
    /// A member of vCardProps.
    case carried
    case formattedName, structuredName, keywords
    /// A member of the card, or an anniversary.
    case member
    /// An entry whose value stands between what the row and this say.
    case entry
    /// An entry which the value changes otherwise, too.
    case irregularEntry
  }

  /// What the value is to tell of itself, that the rest is so.
  enum Implied {
    case nothing, uri, text
  }

  let place: Place
  let name: KnownName
  private(set) var implied = Implied.nothing
  /// Whether vCardProps tell the property, too.
  private(set) var isShadowed = false
  /// JSON that follows the value, up to a label; that follows the label, with the end of the object;
  /// and the same where the label is all that the group is for.
  private(set) var octets: [UInt8] = []
  private(set) var between = 0..<0
  private(set) var after = 0..<0
  private(set) var afterLabelled = 0..<0

  /// Names that others in the card concern.
  static let concerned: NameSet = [
    .gramGender, .member, .related, .geo, .tz, .birthplace, .deathplace, .jsprop, .language,
    .pronouns,
  ]
  /// Parameters by which properties concern each other.
  private static let concerning: Set<String> = ["ALTID", "PROP-ID", "PHONETIC"]

  private init(_ place: Place, _ line: JSContactLine) {
    self.place = place
    name = line.known
  }

  /// The form of a property; `nil` where others in the card concern it.
  static func of(_ line: JSContactLine) -> JSContactForm? {
    if concerned.contains(line.known)
      || line.parameters.contains(where: { concerning.contains($0.name) })
    {
      return nil
    }
    if let member = JSContactMember.named(line.known) { return form(of: line, member) }
    switch line.known {
    case .fn where line.isBare: return JSContactForm(.formattedName, line)
    case .n where line.isBare: return JSContactForm(.structuredName, line)
    case .categories where line.isBare: return JSContactForm(.keywords, line)
    case .fn, .n, .categories: return nil
    // In a group it may have an organization.
    case .title where line.group != nil, .role where line.group != nil: return nil
    default: return entry(line)
    }
  }

  private static func form(
    of line: JSContactLine, _ member: JSContactMember
  ) -> JSContactForm? {
    guard let implied = implied(line) else { return nil }
    var form = JSContactForm(.member, line)
    form.implied = implied
    form.isShadowed = !line.isBare && member.form != .date
    if member.form == .date, let rest = line.rest(keepsGroup: true) {
      if line.parameters.contains(where: { $0.name == "VALUE" || $0.name == "CALSCALE" }) {
        return nil
      }
      form.after = form.append([("vCardParams", rest)])
    }
    return form
  }

  private static func entry(_ line: JSContactLine) -> JSContactForm {
    guard let row = JSContactRow.named(line.known) else { return JSContactForm(.carried, line) }
    guard let implied = implied(line), let object = JSContactMaker.objects(of: line, row).first,
      var rest = rest(of: object, line, row)
    else { return JSContactForm(.irregularEntry, line) }
    var form = JSContactForm(.entry, line)
    form.implied = implied
    let end = rest.firstIndex { $0.key == "vCardName" || $0.key == "vCardParams" } ?? rest.count
    let ends = Array(rest[end...])
    rest.removeSubrange(end...)
    form.between = form.append(rest)
    form.after = form.append(ends, isEnd: true)
    if line.group != nil, row.hasLabel,
      let labelled = JSContactMaker.objects(of: line, row, label: "", peers: 2).first,
      let label = labelled.members.firstIndex(where: { $0.key == "label" })
    {
      form.afterLabelled = form.append(Array(labelled.members[(label + 1)...]), isEnd: true)
    }
    return form
  }

  /// The members after the value; `nil` where the value is not as the row alone has it.
  private static func rest(
    of object: NodeObject, _ line: JSContactLine, _ row: JSContactRow
  ) -> [(key: String, value: DocumentNode)]? {
    var members = object.members
    func has(_ parameter: String) -> Bool { line.parameters.contains { $0.name == parameter } }
    switch row.name {
    case .adr:
      if has("JSCOMPS") { return nil }
      members.removeAll { $0.key == "components" || $0.key == "full" }
    case .org:
      if has("SORT-AS") { return nil }
      members.removeAll { $0.key == "name" || $0.key == "units" }
    default:
      let first = row.kind == nil ? 0 : 1
      guard members.count > first, members[first].key == row.key else { return nil }
      members.removeSubrange(...first)
    }
    return members
  }

  /// What the value says that VALUE need not say; `nil` where VALUE says something else.
  private static func implied(_ line: JSContactLine) -> Implied? {
    guard PropertyRegistry.shared[line.known]?.impliesType == true,
      line.known == .socialProfile
        || line.property.parameters.contains(where: { $0.name == "VALUE" })
    else { return .nothing }
    guard line.parameters.allSatisfy({ $0.name != "VALUE" }) else { return nil }
    return PropertyDefinition.isURI(Array(line.text.utf8).span) ? .uri : .text
  }

  /// Appends members as JSON, a comma before each, and the end of the object.
  private mutating func append(
    _ members: [(key: String, value: DocumentNode)], isEnd: Bool = false
  ) -> Range<Int> {
    let start = octets.count
    for (key, value) in members {
      octets.append(UInt8(ascii: ","))
      JSONText.append(key, to: &octets)
      octets.append(UInt8(ascii: ":"))
      value.append(to: &octets)
    }
    if isEnd { octets.append(UInt8(ascii: "}")) }
    return start..<octets.count
  }
}
