import VCard

/// What an element of HTML says by the names in its attribute `class`.
///
/// microformats2 (h-card, h-adr, h-geo), whose names have a prefix that tells how the value is found,
/// and hCard 1.0, whose names stand by themselves.
struct Microformat {
  /// How a value is found.
  enum Source {
    case text
    case reference
    case date
  }

  /// What an element is by itself.
  enum Root {
    case card
    case address
    case place
    /// Something else of which a page tells, such as an event.
    case other
  }

  private static let others: Set<String> = [
    "h-app", "h-cite", "h-entry", "h-event", "h-feed", "h-item", "h-listing", "h-measure",
    "h-product", "h-recipe", "h-resume", "h-review", "h-review-aggregate", "hentry", "hproduct",
    "hrecipe", "hresume", "hreview", "vevent",
  ]

  /// The most properties that an element is.
  private static let mostProperties = 16

  /// The names that hCard 1.0 has for what stands in a card, by what they say.
  private static let classic: [String: Source] = [
    "fn": .text, "n": .text, "given-name": .text, "family-name": .text, "additional-name": .text,
    "honorific-prefix": .text, "honorific-suffix": .text, "nickname": .text, "sort-string": .text,
    "tel": .text, "email": .reference, "url": .reference, "photo": .reference, "logo": .reference,
    "sound": .reference, "key": .reference, "uid": .reference, "agent": .text, "bday": .date,
    "rev": .date, "tz": .text, "geo": .text, "adr": .text, "label": .text, "title": .text,
    "role": .text, "org": .text, "category": .text, "note": .text, "class": .text,
    "mailer": .text, "latitude": .text, "longitude": .text, "post-office-box": .text,
    "extended-address": .text, "street-address": .text, "locality": .text, "region": .text,
    "postal-code": .text, "country-name": .text, "organization-name": .text,
    "organization-unit": .text,
  ]

  /// Octets of an attribute that are looked at for words.
  private static let mostOctets = 4096

  /// The words of an attribute.
  static func words(_ attribute: String?) -> [String] {
    guard let attribute else { return [] }
    return attribute.utf8.prefix(mostOctets).split { $0 <= 0x20 }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The root that words make, if they make one.
  static func root(of words: [String]) -> Root? {
    if words.contains(where: { $0 == "h-card" || $0 == "vcard" }) { return .card }
    if words.contains(where: { $0 == "h-adr" || $0 == "adr" }) { return .address }
    if words.contains(where: { $0 == "h-geo" || $0 == "geo" }) { return .place }
    return words.contains { others.contains($0) } ? .other : nil
  }

  /// The properties that words name.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - isSecond: Whether names have prefixes, as in microformats2.
  /// - Returns: The names without prefixes, each once.
  static func properties(
    of words: [String], isSecond: Bool
  ) -> [(name: String, source: Source)] {
    var found: [(name: String, source: Source)] = []
    for word in words where found.count < mostProperties {
      var name = word
      var source = Source.text
      if isSecond {
        let prefix = word.prefix { $0 != "-" }
        name = String(word.dropFirst(prefix.count + 1))
        switch prefix {
        case "p", "e": source = .text
        case "u": source = .reference
        case "dt": source = .date
        default: continue
        }
        guard let first = name.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else {
          continue
        }
      } else {
        guard let known = classic[word] else { continue }
        source = known
      }
      if name == "name" { name = "fn" }
      if !found.contains(where: { $0.name == name && $0.source == source }) {
        found.append((name, source))
      }
    }
    return found
  }
}

extension XMLElement {
  /// The words of the attribute `class`.
  var classes: [String] { Microformat.words(self["class"]) }

  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  // MARK: Values

  /// What the element says as text.
  ///
  /// microformats2 §parsing a p- property, and the value class pattern.
  func textValue(keepsLines: Bool = false, without left: String? = nil) -> String {
    if let parts = valueParts { return parts.joined() }
    if let value = attributeValue { return HTMLTree.squeezed(value) }
    return shownText(keepsLines: keepsLines, without: left)
  }

  /// What it refers to.
  func reference() -> String? {
    switch name {
    case "a", "area", "link": self["href"]
    case "img", "audio", "source", "iframe": self["src"]
    case "video": self["src"] ?? self["poster"]
    case "object": self["data"]
    default: nil
    }
  }

  /// What it says as a date.
  func dateValue() -> String {
    if let parts = valueParts {
      // A date, a time and an offset may stand apart.
      func isOffset(_ part: String) -> Bool {
        part == "Z" || part.hasPrefix("+") || part.hasPrefix("-") && !part.hasPrefix("--")
      }
      let date = parts.first { !$0.contains(":") && !isOffset($0) }
      let time = parts.first { $0.contains(":") && !isOffset($0) }
      let day = [date, time].compactMap(\.self).joined(separator: "T")
      return time == nil ? day : day + (parts.first(where: isOffset) ?? "")
    }
    if ["time", "ins", "del"].contains(name), let date = self["datetime"] {
      return HTMLTree.squeezed(date)
    }
    return textValue()
  }

  /// What an attribute says in place of the text.
  private var attributeValue: String? {
    switch name {
    case "abbr", "link": self["title"]
    case "data", "input", "meter": self["value"]
    case "img", "area": self["alt"]
    default: nil
    }
  }

  /// The values of the elements of class `value` in it; `nil` where there is none.
  private var valueParts: [String]? {
    var parts: [String] = []
    func find(in element: XMLElement) {
      for child in element.elements {
        let classes = child.classes
        if classes.contains("value-title"), let title = child["title"] {
          parts.append(HTMLTree.squeezed(title))
        } else if classes.contains("value") || classes.contains("p-value") {
          let date = ["time", "ins", "del"].contains(child.name) ? child["datetime"] : nil
          parts.append(
            HTMLTree.squeezed(date ?? child.attributeValue ?? child.shownText(keepsLines: false)))
        } else if Microformat.root(of: classes) == nil {
          find(in: child)
        }
      }
    }
    find(in: self)
    return parts.isEmpty ? nil : parts
  }

  /// The text that a browser shows, pictures as their words.
  ///
  /// - Parameters:
  ///   - keepsLines: Whether what begins a line on the page begins one in the text.
  ///   - left: A class of elements that are left out.
  /// - Returns: The text, blanks in it single, and none around it.
  func shownText(keepsLines: Bool, without left: String? = nil) -> String {
    var text = ""
    func append(_ element: XMLElement) {
      for content in element.content {
        switch content {
        case .text(let part): text += keepsLines ? HTMLTree.squeezed(part, keepsEnds: true) : part
        case .element(let child):
          // What was taken back is said no more.
          if child.name == "del" { continue }
          if let left, child.classes.contains(left) { continue }
          let isBlock = child.name == "br" || HTMLTree.blocks.contains(child.name)
          if isBlock { text += "\n" }
          if child.name == "img", let words = child["alt"] { text += " \(words) " }
          append(child)
          if isBlock, child.name != "br" { text += "\n" }
        }
      }
    }
    append(self)
    guard keepsLines else { return HTMLTree.squeezed(text) }
    return text.split(separator: "\n").map { HTMLTree.squeezed(String($0)) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension HTMLTree {
  /// A text with single blanks, and none around it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - keepsEnds: Whether a blank at its ends stays.
  /// - Returns: The text.
  static func squeezed(_ text: String, keepsEnds: Bool = false) -> String {
    let octets = text.utf8.span
    var squeezed: [UInt8] = []
    squeezed.reserveCapacity(octets.count)
    var isBlank = !keepsEnds
    var index = 0
    while index < octets.count {
      let space = Octets.whiteSpaceLength(in: octets, at: index)
      if space == 0 {
        squeezed.append(octets[index])
      } else if !isBlank {
        squeezed.append(0x20)
      }
      isBlank = space > 0
      index += max(1, space)
    }
    if isBlank, !keepsEnds, !squeezed.isEmpty { squeezed.removeLast() }
    return String(decoding: squeezed, as: UTF8.self)
  }
}
