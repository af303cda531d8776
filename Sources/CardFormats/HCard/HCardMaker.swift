import VCard

/// Makes a card of an element of class `h-card` or `vcard`.
///
/// Names that vCard has, too, are looked up in the registry, which says of what kind their values are;
/// a name that nobody knows becomes a property whose name begins with `X-`.
struct HCardMaker {
  /// The components of N, of ADR and of a place by their names.
  private static let nameParts = [
    "family-name", "given-name", "additional-name", "honorific-prefix", "honorific-suffix",
  ]
  private static let addressParts = [
    "post-office-box", "extended-address", "street-address", "locality", "region", "postal-code",
    "country-name",
  ]
  private static let placeParts = ["latitude", "longitude", "altitude"]
  /// Names that vCard has another name for.
  private static let renamed = ["job-title": "TITLE", "gender-identity": "GENDER", "sex": "GENDER"]

  /// How deep values may stand within values, each of which says the text of those in it again.
  private static let deepest = 8

  private var base: String?
  private var start: SourcePosition
  private var isSecond: Bool
  private(set) var diagnostics: [Diagnostic] = []
  /// Cards in it that are no values of its properties.
  private(set) var nested: [XMLElement] = []

  private var formattedName = ""
  private var name = [[String]](repeating: [], count: 5)
  private var sortAs = ""
  private var lines: [ContentLine] = []
  private var nicknames: [String] = []
  private var categories: [String] = []
  private var organizations: [[String]] = []
  /// Parts that stand in the card and in no address or place.
  private var address = [[String]](repeating: [], count: 7)
  private var place = [[String]](repeating: [], count: 3)
  private var labels: [String] = []
  private var gender = ["", ""]
  /// How the values were found, of which some tell that others are not to be implied.
  private var sources: Set<Microformat.Source> = []
  private var names: Set<String> = []
  private var holdsRoots = false
  private var isTooDeep = false

  /// Reads an element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - base: What references of the page are relative to.
  ///   - start: Where it stands.
  ///   - isSecond: Whether its names have prefixes; `nil` to find out.
  init(_ element: XMLElement, base: String?, at start: SourcePosition, isSecond: Bool? = nil) {
    self.base = base
    self.start = start
    let words = element.classes
    self.isSecond = isSecond ?? words.contains("h-card")
    collect(element)
    // Many pages name the card both ways, and its properties the old way only.
    if isSecond == nil, names.isEmpty, words.contains("h-card"), words.contains("vcard") {
      let old = HCardMaker(element, base: base, at: start, isSecond: false)
      if !old.names.isEmpty {
        self = old
        return
      }
    }
    addPlace(place)
    imply(from: element)
  }

  private mutating func tell(_ message: String) {
    diagnostics.append(
      Diagnostic(severity: .warning, code: .hcardValue, position: start, message: message))
  }

  // MARK: Properties

  private mutating func collect(_ element: XMLElement, within depth: Int = 0) {
    guard depth <= HCardMaker.deepest else {
      defer { isTooDeep = true }
      return isTooDeep
        ? () : tell("values stand within values too deep; the inner ones are left out")
    }
    for child in element.elements {
      let words = child.classes
      let properties = Microformat.properties(of: words, isSecond: isSecond)
      let root = Microformat.root(of: words)
      holdsRoots = holdsRoots || root != nil
      // What a card in it is called is looked for once, however many properties it is.
      let inner = root == .card && !properties.isEmpty ? innerName(child) : nil
      for (name, source) in properties {
        names.insert(name)
        sources.insert(source)
        add(name, source, child, inner, properties.map(\.name), within: depth + 1)
      }
      switch root {
      case .card: if properties.isEmpty { nested.append(child) }
      case .address: if !properties.contains(where: { $0.name == "adr" }) { addAddress(child) }
      case .place: if !properties.contains(where: { $0.name == "geo" }) { addPlace(child) }
      case .other: break
      case nil:
        let isWhole = properties.contains { ["adr", "geo", "org"].contains($0.name) }
        if !isWhole { collect(child, within: properties.isEmpty ? depth : depth + 1) }
      }
    }
  }

  private mutating func add(
    _ name: String, _ source: Microformat.Source, _ element: XMLElement, _ inner: String?,
    _ all: [String], within depth: Int
  ) {
    if let part = HCardMaker.nameParts.firstIndex(of: name) {
      self.name[part].appendFilled(element.textValue())
      return
    }
    if let part = HCardMaker.addressParts.firstIndex(of: name) {
      address[part].appendFilled(element.textValue())
      return
    }
    if let part = HCardMaker.placeParts.firstIndex(of: name) {
      place[part].appendFilled(element.textValue())
      return
    }
    switch name {
    case "fn": if formattedName.isEmpty { formattedName = inner ?? element.textValue() }
    case "n": break
    case "sort-string": sortAs = element.textValue()
    case "nickname": nicknames.appendFilled(inner ?? element.textValue())
    case "category": categories.appendFilled(inner ?? category(element))
    case "org": addOrganization(element, inner, within: depth)
    // They say something in an organisation only.
    case "organization-name", "organization-unit": break
    case "tel": add("TEL", telephone(element), typesOf: element)
    case "email": add("EMAIL", mailbox(element), typesOf: element)
    case "url" where !all.contains { ["tel", "email", "impp"].contains($0) }: addPage(element)
    case "adr": addAddress(element)
    case "geo": addPlace(element)
    case "label": labels.appendFilled(element.textValue(keepsLines: true))
    case "sex": gender[0] = element.textValue()
    case "gender-identity": gender[1] = element.textValue()
    case "agent":
      lines.append(
        ContentLine(
          "RELATED", parameters: [Parameter("VALUE", "text"), Parameter("TYPE", "agent")],
          .text(inner ?? element.textValue())))
    default: addNamed(name, source, element, inner)
    }
  }

  /// A value of a name that the registry knows, or nobody.
  private mutating func addNamed(
    _ name: String, _ source: Microformat.Source, _ element: XMLElement, _ inner: String?
  ) {
    let upper = HCardMaker.renamed[name] ?? name.uppercased()
    guard let definition = PropertyRegistry.named(upper),
      let type = definition.defaultType(in: .version40)
    else {
      let text = source == .reference ? reference(element) : inner ?? element.textValue()
      guard !text.isEmpty else { return }
      guard let unknown = Property.Name("X-\(upper)") else {
        return tell("\"\(name)\" can be no name of a property; left out")
      }
      lines.append(ContentLine(unknown.canonical, .text(text)))
      return
    }
    var property = TypedProperty(upper, type)
    var text: String
    if definition.isDate || type == "timestamp" {
      text = element.dateValue()
      if let date = DateText.basic(text) {
        text = date
      } else if !text.isEmpty {
        property.type = "text"
        tell("\(upper) is no date; kept as text")
      }
    } else if definition.holdsOctets || type == "uri" {
      text = source == .text ? inner ?? reference(element) : reference(element)
      property.type = definition.impliedType(of: text)
    } else {
      text = inner ?? element.textValue(keepsLines: upper == "NOTE")
    }
    if text.isEmpty { return }
    property.values = [.text(text)]
    lines += property.lines(in: .version40)
  }

  private mutating func add(_ name: String, _ text: String, typesOf element: XMLElement) {
    guard !text.isEmpty else { return }
    lines.append(
      ContentLine(name, parameters: HCardMaker.types(of: element), .text(text)))
  }

  /// The words of the elements of class `type`, as vCard 4.0 has them.
  private static func types(of element: XMLElement) -> [Parameter] {
    var types: [String] = []
    var isPreferred = false
    func find(in element: XMLElement) {
      for child in element.elements {
        if child.classes.contains("type") {
          for word in child.textValue().lowercased().split(whereSeparator: { !$0.isLetter }) {
            switch word {
            case "pref": isPreferred = true
            // What every address of mail is.
            case "internet": break
            default: types.append(word == "mobile" ? "cell" : String(word))
            }
          }
        } else if Microformat.root(of: child.classes) == nil {
          find(in: child)
        }
      }
    }
    find(in: element)
    return (types.isEmpty ? [] : [Parameter("TYPE", types)])
      + (isPreferred ? [Parameter("PREF", "1")] : [])
  }

  // MARK: Values

  /// What a card is called that is a value of this one.
  private mutating func innerName(_ element: XMLElement) -> String {
    let inner = HCardMaker(element, base: base, at: start)
    if !inner.names.subtracting(["fn", "org"]).isEmpty {
      tell("a card within the card says more than a name; left out")
    }
    let name = inner.shownName
    return name.isEmpty ? element.textValue() : name
  }

  /// What an element refers to, completed; text that refers to nothing stays as it is.
  private func reference(_ element: XMLElement) -> String {
    element.reference().map(resolved) ?? element.textValue()
  }

  private func resolved(_ reference: String) -> String {
    // Browsers take line ends and tabs out of them.
    let plain = reference.utf8.filter { $0 >= 0x20 }.drop { $0 == 0x20 }
    let end = plain.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? plain.startIndex
    return PageReference.resolved(
      String(decoding: plain[..<end], as: UTF8.self), base: base)
  }

  /// A category; a link that is a tag is the last part of the page that it leads to.
  ///
  /// microformats rel-tag.
  private func category(_ element: XMLElement) -> String {
    guard Microformat.words(element["rel"]).contains("tag"), let page = element.reference() else {
      return element.textValue()
    }
    let path = page.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard let last = path.last, path.count > 1 else { return element.textValue() }
    return PageReference.percentDecoded(Array(last.utf8))
  }

  private func telephone(_ element: XMLElement) -> String {
    if let uri = element.reference(), let number = PageReference.rest(of: uri, scheme: "tel") {
      return number
    }
    return element.textValue(without: "type")
  }

  private func mailbox(_ element: XMLElement) -> String {
    if let uri = element.reference(), let address = PageReference.rest(of: uri, scheme: "mailto") {
      return address
    }
    let text = element.textValue(without: "type")
    return PageReference.rest(of: text, scheme: "mailto") ?? text
  }

  private mutating func addPage(_ element: XMLElement) {
    let page = reference(element)
    let scheme = UniformText.scheme(page)
    if let number = PageReference.rest(of: page, scheme: "tel") {
      add("TEL", number, typesOf: element)
    } else if let address = PageReference.rest(of: page, scheme: "mailto") {
      add("EMAIL", address, typesOf: element)
    } else if let scheme, MessagingService.hasScheme(scheme) {
      let account = PageReference.account(of: page)
      if !account.isEmpty {
        lines.append(ContentLine("IMPP", .init(verbatim: "\(scheme):\(account)", of: .impp)))
      }
    } else if !page.isEmpty {
      lines.append(ContentLine("URL", .init(verbatim: page, of: .url)))
    }
  }

  private mutating func addOrganization(
    _ element: XMLElement, _ inner: String?, within depth: Int
  ) {
    var parts: (name: String, units: [String]) = ("", [])
    func find(in element: XMLElement) {
      for child in element.elements {
        let names = Microformat.properties(of: child.classes, isSecond: isSecond).map(\.name)
        if names.contains("organization-name") {
          parts.name = child.textValue()
        } else if names.contains("organization-unit") {
          parts.units.appendFilled(child.textValue())
        } else {
          find(in: child)
        }
      }
    }
    if inner == nil { find(in: element) }
    let isWhole = parts.name.isEmpty && parts.units.isEmpty
    let organization = isWhole ? [inner ?? element.textValue()] : [parts.name] + parts.units
    if organization.contains(where: { !$0.isEmpty }) { organizations.append(organization) }
    // Other things of the card may stand in it.
    if inner == nil, isWhole { collect(element, within: depth) }
  }

  // MARK: Places

  /// The values of parts within an element, whether their names have prefixes or not.
  private func parts(_ wanted: [String], in element: XMLElement) -> [[String]] {
    var parts = [[String]](repeating: [], count: wanted.count)
    func find(in element: XMLElement) {
      for child in element.elements {
        var isPart = false
        for word in child.classes {
          let name = word.hasPrefix("p-") ? String(word.dropFirst(2)) : word
          guard let part = wanted.firstIndex(of: name) else { continue }
          parts[part].appendFilled(child.textValue())
          isPart = true
        }
        if !isPart { find(in: child) }
      }
    }
    find(in: element)
    return parts
  }

  private mutating func addAddress(_ element: XMLElement) {
    var components = parts(HCardMaker.addressParts, in: element)
    if components.allSatisfy(\.isEmpty) {
      components[2].appendFilled(element.textValue(keepsLines: true, without: "type"))
    }
    guard !components.allSatisfy(\.isEmpty) else { return }
    lines.append(
      ContentLine("ADR", parameters: HCardMaker.types(of: element), .structure(components)))
    addPlace(parts(HCardMaker.placeParts, in: element))
  }

  private mutating func addPlace(_ element: XMLElement) {
    var numbers = parts(HCardMaker.placeParts, in: element)
    if numbers[0].isEmpty {
      let uri = element.reference().flatMap { PageReference.rest(of: $0, scheme: "geo") }
      let text = (uri.map { String($0.prefix { $0 != ";" }) } ?? element.textValue()).split {
        $0 == ";" || $0 == ","
      }
      numbers = text.map { HTMLTree.squeezed(String($0)) }.filter { !$0.isEmpty }.map { [$0] }
    }
    addPlace(numbers)
  }

  /// Adds a place of the first of its parts each.
  private mutating func addPlace(_ parts: [[String]]) {
    guard parts.contains(where: { !$0.isEmpty }) else { return }
    let numbers = parts.prefix { !$0.isEmpty }.map { $0[0] }
    // RFC 5870 §3.3 has neither exponents nor hexadecimal digits.
    let isPlace = numbers.allSatisfy { number in
      number.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2B || $0 == 0x2E }
        && Double(number)?.isFinite == true
    }
    guard 2...3 ~= numbers.count, isPlace else {
      return tell("a place has no latitude and longitude in numbers; left out")
    }
    lines.append(ContentLine("GEO", .verbatim("geo:\(numbers.joined(separator: ","))")))
  }

  // MARK: What is implied

  /// Takes name, photo and page from the element itself where nothing says them.
  ///
  /// microformats2 §parsing for implied properties.
  private mutating func imply(from element: XMLElement) {
    if formattedName.isEmpty, !holdsRoots, !sources.contains(.text) {
      let only = HCardMaker.chain(element).lazy.compactMap { element -> String? in
        switch element.name {
        case "img", "area": element["alt"]
        case "abbr": element["title"]
        default: nil
        }
      }
      formattedName = HTMLTree.squeezed(only.first { !$0.isEmpty } ?? "")
      if formattedName.isEmpty { formattedName = element.shownText(keepsLines: false) }
    }
    guard !holdsRoots, isSecond else { return }
    func first(_ tags: [(tag: String, attribute: String)]) -> String? {
      for (tag, attribute) in tags where element.name == tag {
        if let value = element[attribute] { return value }
      }
      for parent in [element] + [HCardMaker.onlyChild(of: element)].compactMap(\.self) {
        for (tag, attribute) in tags {
          let fitting = parent.elements.filter { $0.name == tag && $0[attribute] != nil }
          if fitting.count == 1, let value = fitting[0][attribute] { return value }
        }
      }
      return nil
    }
    if !names.contains("photo"), !sources.contains(.reference),
      let photo = first([("img", "src"), ("object", "data")])
    {
      lines.append(ContentLine("PHOTO", .init(verbatim: resolved(photo), of: .photo)))
    }
    if !names.contains("url"), !sources.contains(.reference),
      let page = first([("a", "href"), ("area", "href")])
    {
      lines.append(ContentLine("URL", .init(verbatim: resolved(page), of: .url)))
    }
  }

  /// An element, its only child, and the only child of that.
  private static func chain(_ element: XMLElement) -> [XMLElement] {
    let child = onlyChild(of: element)
    return [element, child, child.flatMap { onlyChild(of: $0) }].compactMap(\.self)
  }

  private static func onlyChild(of element: XMLElement) -> XMLElement? {
    let elements = element.elements
    return elements.count == 1 ? elements[0] : nil
  }

  // MARK: The card

  /// What the card is called: its name, else what it has in place of one.
  private var shownName: String {
    let whole = FormattedName.text(ofComponents: name)
    let others = (organizations.first ?? []) + nicknames
    return ([formattedName, whole] + others).first { !$0.isEmpty } ?? ""
  }

  /// The card.
  ///
  /// - Parameter fallback: What it is called where nothing says that.
  /// - Returns: The card, which stands nowhere yet.
  func card(called fallback: () -> String) -> Card {
    var card = Card(version: .version40)
    let shown = shownName
    card.append(ContentLine("FN", .text(shown.isEmpty ? fallback() : shown)))
    // hCard 1.0: a name that is that of the organisation says that it is one.
    let isOrganization =
      !formattedName.isEmpty && organizations.contains { $0 == [formattedName] }
      && name.allSatisfy(\.isEmpty)
    if isOrganization { card.append(ContentLine("KIND", .text("org"))) }
    if !name.allSatisfy(\.isEmpty) {
      let parameters = sortAs.isEmpty ? [] : [Parameter("SORT-AS", sortAs)]
      card.append(ContentLine("N", parameters: parameters, .structure(name)))
    } else if !sortAs.isEmpty {
      card.append(ContentLine("X-SORT-STRING", .text(sortAs)))
    }
    if !nicknames.isEmpty { card.append(ContentLine("NICKNAME", .list(nicknames))) }
    for organization in organizations {
      card.append(ContentLine("ORG", .structure(organization.map { $0.isEmpty ? [] : [$0] })))
    }
    for line in lines { card.append(line) }
    if !address.allSatisfy(\.isEmpty) { card.append(ContentLine("ADR", .structure(address))) }
    for label in labels {
      card.append(
        ContentLine(
          "ADR", parameters: [Parameter("LABEL", label)], .structure(Array(repeating: [], count: 7))
        ))
    }
    if gender != ["", ""] {
      let letter = ["m", "f", "o", "n", "u"].first { gender[0].lowercased().hasPrefix($0) }
      let identity = gender[1].isEmpty && letter == nil ? gender[0] : gender[1]
      card.append(
        ContentLine(
          "GENDER",
          .structure([letter.map { [$0.uppercased()] } ?? []] + [[identity]].filter { $0 != [""] })
        ))
    }
    if !categories.isEmpty { card.append(ContentLine("CATEGORIES", .list(categories))) }
    return card
  }
}

/// References of a page.
enum PageReference {
  /// What follows a scheme, without a question and undone of percents; `nil` for another scheme.
  static func rest(of reference: String, scheme: String) -> String? {
    guard UniformText.scheme(reference) == scheme else { return nil }
    let rest = reference.utf8.dropFirst(scheme.utf8.count + 1).prefix { $0 != UInt8(ascii: "?") }
    return HTMLTree.squeezed(percentDecoded(Array(rest)))
  }

  /// The account that a link of a messaging service is about.
  ///
  /// `aim:goim?screenname=kate`, `xmpp:kate@chat.example?message`.
  static func account(of reference: String) -> String {
    let rest = reference.drop { $0 != ":" }.dropFirst()
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let isVerb = ["goim", "chat", "sendim", "addfriend", "call"].contains(parts.first ?? "")
    guard isVerb, parts.count == 2 else { return String(parts.first ?? "") }
    let argument = parts[1].prefix { $0 != "&" }
    return String(argument.split(separator: "=", maxSplits: 1).last ?? "")
  }

  /// A reference as it is beside a base; as it stands where there is none.
  ///
  /// RFC 3986 §5.2.
  static func resolved(_ reference: String, base: String?) -> String {
    guard let base, !reference.isEmpty, UniformText.scheme(reference) == nil,
      let baseScheme = UniformText.scheme(base)
    else { return reference }
    if reference.hasPrefix("//") { return "\(baseScheme):\(reference)" }
    let end = base.firstIndex { $0 == "?" || $0 == "#" } ?? base.endIndex
    let page = base[..<end]
    let authority = page.range(ofHierarchy: baseScheme)
    if reference.hasPrefix("/") { return page[..<authority] + reference }
    if reference.hasPrefix("?") || reference.hasPrefix("#") { return page + reference }
    var folders = page[authority...].split(separator: "/", omittingEmptySubsequences: false)
    folders.removeFirst(min(1, folders.count))
    if !folders.isEmpty { folders.removeLast() }
    let own = reference.split(separator: "/", omittingEmptySubsequences: false)
    for (number, part) in own.enumerated() {
      let isLast = number == own.count - 1
      if part == ".." {
        if !folders.isEmpty { folders.removeLast() }
        if isLast { folders.append("") }
      } else if part == "." {
        if isLast { folders.append("") }
      } else {
        folders.append(part)
      }
    }
    return page[..<authority] + "/" + folders.joined(separator: "/")
  }

  /// Text with the octets that it writes as percents.
  static func percentDecoded(_ octets: [UInt8]) -> String {
    String(validating: PercentCoding.decoded(octets.span), as: UTF8.self)
      ?? String(decoding: octets, as: UTF8.self)
  }
}

extension Substring {
  /// Where the path begins: behind the authority, if there is one.
  fileprivate func range(ofHierarchy scheme: String) -> Index {
    let rest = self[utf8.index(startIndex, offsetBy: scheme.utf8.count + 1)...]
    guard rest.hasPrefix("//") else { return rest.startIndex }
    return rest.dropFirst(2).firstIndex(of: "/") ?? endIndex
  }
}

extension [String] {
  /// Appends a text that says something.
  fileprivate mutating func appendFilled(_ text: String) { if !text.isEmpty { append(text) } }
}
