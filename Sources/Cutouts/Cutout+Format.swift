import CardFormats

extension Cutout {
  /// A form in which cutouts travel.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// One JSON object, RFC 8259; the form that others are told by.
    case json
    /// A property list in XML, as Apple's systems read and write.
    case propertyList = "plist"
    /// A vCard with nothing in it but what a cutout holds.
    case vcard

    /// What people call it.
    var title: String {
      switch self {
      case .json: "JSON"
      case .propertyList: "property list"
      case .vcard: "vCard"
      }
    }

    /// Tells the form of an input by how it starts, or `nil` when it is that of no cutout.
    ///
    /// A vCard is not told from other cards: any card may be taken for a cutout. The schema of JSON comes
    /// after the picture in sorted keys, so the keys before it count as well.
    ///
    /// - Parameter prefix: The first octets of the input; some hundred are enough, and all of it may
    ///   be given.
    /// - Returns: JSON or a property list, or `nil`.
    public static func sniffed(_ prefix: some Collection<UInt8>) -> Format? {
      let bytes = Array(prefix.prefix(sniffedBytes))
      if CutoutSniffer.looksLikeJSON(bytes) { return .json }
      return CutoutSniffer.looksLikePropertyList(bytes) ? .propertyList : nil
    }

    /// Bytes.
    ///
    /// What comes before the first key of a property list fits ten times.
    private static let sniffedBytes = 4096
  }
}

/// Tells cutouts from other things that are JSON or property lists too.
private enum CutoutSniffer {
  private static let keys: Set<String> = [
    "addresses", "birthday", "compositeName", "department", "emails", "firstName", "image",
    "jobTitle", "lastName", "note", "organization", "phones", "schema", "thumbnail", "urls",
  ]
  private static let schemaPrefix = "vcard.cutout/"

  static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
    var scanner = JSONScanner(cutout: bytes)
    guard scanner.entersObject() else { return false }
    var found = false
    while true {
      switch scanner.nextMember() {
      case .member("schema", let text, _): return text?.hasPrefix(schemaPrefix) ?? false
      case .member(let key, _, let first):
        if key.hasPrefix("@") { return false }
        // Keys that this version does not know may stand before those it knows.
        if isOwn(key, first) { found = true }
      case .cut(let key?, let first): return found || isOwn(key, first)
      case .cut(nil, _), .end: return found
      }
    }
  }

  private static func isOwn(_ key: String, _ first: UInt8?) -> Bool {
    // JSContact, RFC 9553, has emails, phones and addresses too: an object of them.
    let isList = ["addresses", "emails", "phones", "urls"].contains(key)
    return isList ? first == UInt8(ascii: "[") : keys.contains(key)
  }

  static func looksLikePropertyList(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let list = position(of: "<plist", in: text, from: text.utf8.startIndex) else {
      return false
    }
    if position(of: "<string>\(schemaPrefix)", in: text, from: list) != nil { return true }
    var start = list
    while let place = position(of: "<key>", in: text, from: start) {
      start = text.utf8.index(place, offsetBy: 5)
      let key = text.utf8[start...].prefix { $0 != UInt8(ascii: "<") }
      if keys.contains(String(decoding: key, as: UTF8.self)) { return true }
    }
    return false
  }

  private static func position(
    of word: String, in text: String, from start: String.UTF8View.Index
  ) -> String.UTF8View.Index? {
    let word = Array(word.utf8)
    var index = start
    while index < text.utf8.endIndex {
      if text.utf8[index] == word[0], text.utf8[index...].starts(with: word) { return index }
      index = text.utf8.index(after: index)
    }
    return nil
  }
}
