/// What a phone number, an email or another value is for: home, work, or a word of the owner's own.
///
/// Programs write the same label in many ways; ``init(_:)`` reads `_$!<Home>!$_`, `HOME` and `Home`
/// as ``home``. What is none of the labels known here stays as it was written.
public struct ContactLabel: RawRepresentable, Hashable, Sendable {
  /// The label: a lower-case English word for the known ones, else the text as it was written.
  public let rawValue: String

  /// Takes a label as it is; to read one that a program wrote, use ``init(_:)``.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Private life.
  public static let home = ContactLabel(rawValue: "home")
  /// Business.
  public static let work = ContactLabel(rawValue: "work")
  /// School or university.
  public static let school = ContactLabel(rawValue: "school")
  /// None of the others.
  public static let other = ContactLabel(rawValue: "other")
  /// A phone that one carries.
  public static let mobile = ContactLabel(rawValue: "mobile")
  /// A phone of Apple's.
  public static let iPhone = ContactLabel(rawValue: "iPhone")
  /// A watch of Apple's.
  public static let appleWatch = ContactLabel(rawValue: "Apple Watch")
  /// The phone that is answered first.
  public static let main = ContactLabel(rawValue: "main")
  /// A fax machine at home.
  public static let homeFax = ContactLabel(rawValue: "home fax")
  /// A fax machine at work.
  public static let workFax = ContactLabel(rawValue: "work fax")
  /// A fax machine elsewhere.
  public static let otherFax = ContactLabel(rawValue: "other fax")
  /// A pager.
  public static let pager = ContactLabel(rawValue: "pager")
  /// An email of Apple's iCloud.
  public static let iCloud = ContactLabel(rawValue: "iCloud")
  /// A person's or an organisation's page.
  public static let homePage = ContactLabel(rawValue: "homepage")
  /// A day that returns every year.
  public static let anniversary = ContactLabel(rawValue: "anniversary")
  /// The day somebody died.
  public static let death = ContactLabel(rawValue: "death")

  /// Reads a label that a program wrote, or returns `nil` for an empty one.
  ///
  /// Apple's neutral form `_$!<…>!$_` (also with its angle brackets escaped), and any case of a
  /// known label, give the known label; of an unknown neutral form the inner word is kept.
  public init?(_ text: String) {
    let text = text.trimmingBlanks
    let word = ContactLabel.neutralWord(text) ?? text
    guard !word.isEmpty else { return nil }
    self = ContactLabel.byWord[word.asciiLowercased] ?? ContactLabel(rawValue: word)
  }

  /// The word inside `_$!<` and `>!$_`.
  private static func neutralWord(_ text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "_") else { return nil }
    var octets: [UInt8] = []
    for octet in text.utf8 {
      let isBracket = octet == UInt8(ascii: "<") || octet == UInt8(ascii: ">")
      if isBracket, octets.last == UInt8(ascii: "\\") { octets.removeLast() }
      octets.append(octet)
    }
    guard octets.starts(with: "_$!<".utf8), octets.count >= 8,
      octets[(octets.count - 4)...].elementsEqual(">!$_".utf8)
    else { return nil }
    return String(decoding: octets[4..<octets.count - 4], as: UTF8.self).trimmingBlanks
  }

  /// The label that the types of a property say, or `nil` when they say none.
  ///
  /// - Parameter types: TYPE values as they were written.
  init?(types: [String]) {
    var place: ContactLabel?
    var device: ContactLabel?
    var isFax = false
    var custom: ContactLabel?
    for type in types {
      let word = type.asciiLowercased
      switch word {
      case _ where AccountText.isPlace(word): place = place ?? ContactLabel(rawValue: word)
      case "fax": isFax = true
      case "cell", "mobile": device = device ?? .mobile
      case "iphone": device = .iPhone
      case "applewatch": device = .appleWatch
      case "main": device = device ?? .main
      case "pager": device = device ?? .pager
      case "homefax": (place, isFax) = (.home, true)
      case "workfax": (place, isFax) = (.work, true)
      case "otherfax": isFax = true
      // These say what a value is made of, how good it is or how letters get there (RFC 2426
      // §3.2.1), not what it is for.
      case "pref", "voice", "internet", "text", "textphone", "video", "msg", "x400", "dom", "intl",
        "postal", "parcel", "isdn", "modem", "bbs", "car", "pcs", "":
        break
      default: custom = custom ?? ContactLabel(type)
      }
    }
    if isFax {
      self = place == .home ? .homeFax : place == .work ? .workFax : .otherFax
    } else if let label = device ?? place ?? custom {
      self = label
    } else {
      return nil
    }
  }
}

extension ContactLabel: CustomStringConvertible {
  /// The label.
  public var description: String { rawValue }
}
