internal import CVCard

/// How octets that are not UTF-8 become text.
///
/// This module knows UTF-8, US-ASCII, ISO 8859-1 and windows-1252 by itself; any other charset comes
/// in through a closure, so that a program that needs none links no ICU. So does what finds out the
/// charset of text that declares none; it is asked about many cards at once, by ``CardReader``.
public struct TextDecoding: Sendable {
  /// Turns octets of a named charset into UTF-8; `nil` when the name means nothing to it.
  public typealias Convert = @Sendable (_ octets: [UInt8], _ charset: String) -> [UInt8]?
  /// Finds out the charsets of text that declares none, run by run; the first one starts at 0.
  public typealias FindOut = @Sendable (_ text: UndeclaredText) -> [UndeclaredText.Run]

  private final class Box: Sendable {
    let convert: Convert
    let findOut: FindOut?
    let undeclared: UndeclaredCharset
    /// The decoding of which this one was made once a charset was found out, and which converts as it does.
    let origin: Box?

    init(
      _ convert: @escaping Convert, _ findOut: FindOut?, _ undeclared: UndeclaredCharset,
      foundOf origin: Box? = nil
    ) {
      self.convert = convert
      self.findOut = findOut
      self.undeclared = undeclared
      self.origin = origin?.origin ?? origin
    }
  }

  /// What text is in of which nothing is known.
  private static let fallback = "windows-1252"

  private let box: Box

  /// Creates a decoding to which the charset of undeclared text is told.
  ///
  /// - Parameters:
  ///   - undeclared: The charset of text that is not UTF-8 and declares none.
  ///   - convert: Asked for every charset that this module does not know by itself.
  public init(undeclared: String = "windows-1252", convert: @escaping Convert) {
    box = Box(convert, nil, UndeclaredCharset(undeclared))
  }

  /// Creates a decoding that has the charset of undeclared text found out.
  ///
  /// - Parameters:
  ///   - convert: Asked for every charset that this module does not know by itself.
  ///   - findOut: Asked about the undeclared text of many cards, in the order of the input.
  public init(convert: @escaping Convert, findingOut findOut: @escaping FindOut) {
    box = Box(convert, findOut, UndeclaredCharset(TextDecoding.fallback))
  }

  private init(_ box: Box) { self.box = box }

  /// UTF-8, US-ASCII, ISO 8859-1 and windows-1252; undeclared text that is not UTF-8 is
  /// windows-1252.
  public static let builtin = TextDecoding { _, _ in nil }

  /// The charset of undeclared text: as it was told or found out; windows-1252 where nothing was.
  package var undeclared: UndeclaredCharset { box.undeclared }

  /// Whether both are known to read all octets alike.
  func isSame(as other: TextDecoding) -> Bool {
    box === other.box
      || (box.origin ?? box) === (other.box.origin ?? other.box) && undeclared == other.undeclared
  }

  /// Whether the charset of undeclared text is still to be found out.
  package var findsOut: Bool { box.findOut != nil }

  /// The charset that was found out; `nil` where it was told, or nothing had to be found out.
  package var foundCharset: UndeclaredCharset? { box.origin == nil ? nil : box.undeclared }

  /// The same with what was found out about undeclared text.
  package func deciding(_ charset: UndeclaredCharset) -> TextDecoding {
    TextDecoding(Box(box.convert, nil, charset, foundOf: box))
  }

  /// The same for text that is known to be UTF-8 where it looks like it.
  var readingUTF8: TextDecoding {
    box.undeclared.readsUTF8 ? self : deciding(UndeclaredCharset(box.undeclared.name))
  }

  /// Finds out the charsets of undeclared text.
  package func runs(of text: UndeclaredText) -> [UndeclaredText.Run] {
    let runs = box.findOut?(text) ?? []
    return runs.first?.start == 0
      ? runs : [.init(start: 0, UndeclaredCharset(TextDecoding.fallback))] + runs
  }

  /// Turns octets of a named charset into UTF-8, or `nil` when the charset is unknown.
  ///
  /// ISO 8859-1 is read as windows-1252, as every browser and mail program does: its octets 80 to
  /// 9F mean nothing in text otherwise. What cannot be read becomes U+FFFD.
  public func convert(_ octets: [UInt8], charset: String) -> [UInt8]? {
    let name = charset.utf8.compactMap { octet in
      ValueSyntax.isLetter(octet) || ValueSyntax.isDigit(octet) ? Octets.lowercased(octet) : nil
    }
    if name == TextDecoding.utf8 { return Octets.repairedUTF8(octets) }
    if TextDecoding.western.contains(name) { return TextDecoding.windows1252(octets) }
    return box.convert(octets, charset)
  }

  /// A name without signs and capitals.
  private static let utf8 = Array("utf8".utf8)
  /// The same of windows-1252, and of what is read as that.
  private static let western = Set(
    ["usascii", "ascii", "iso88591", "latin1", "l1", "windows1252", "cp1252", "ansi"].map {
      Array($0.utf8)
    })

  /// Octets that declare no charset in UTF-8; `nil` when they are that.
  func decoded(undeclared octets: [UInt8]) -> [UInt8]? {
    if undeclared.readsUTF8 {
      if Octets.areUTF8(octets.span) { return nil }
      if Octets.areMostlyUTF8(octets.span) { return Octets.repairedUTF8(octets) }
    } else if Octets.areASCII(octets.span) {
      return nil
    }
    return convert(octets, charset: undeclared.name) ?? TextDecoding.windows1252(octets)
  }

  static func windows1252(_ octets: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(octets.count + octets.count / 4)
    for octet in octets {
      switch octet {
      case 0..<0x80: text.append(octet)
      case 0x80..<0xA0:
        let scalar = Unicode.Scalar(high1252[Int(octet) - 0x80]) ?? "\u{FFFD}"
        text.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      default:
        text.append(0xC0 | octet >> 6)
        text.append(0x80 | octet & 0x3F)
      }
    }
    return text
  }

  /// What windows-1252 puts where ISO 8859-1 has control characters; the five octets it leaves free
  /// stay the control characters they are.
  ///
  /// Source: the WHATWG Encoding Standard's index.
  private static let high1252: [UInt32] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]
}

/// The charset of text that declares none.
public struct UndeclaredCharset: Hashable, Sendable {
  /// The name of the charset.
  public let name: String
  /// Whether text that may be UTF-8 is.
  ///
  /// Among names in GBK or EUC-KR some look like UTF-8 by chance, and are not.
  public let readsUTF8: Bool

  /// Creates a charset.
  public init(_ name: String, readsUTF8: Bool = true) {
    self.name = name
    self.readsUTF8 = readsUTF8
  }

  /// Creates a charset from the text that stands for it in a database.
  package init(rawValue: String) {
    let isThroughout = rawValue.hasSuffix(UndeclaredCharset.suffix)
    self.init(
      isThroughout ? String(rawValue.dropLast(UndeclaredCharset.suffix.count)) : rawValue,
      readsUTF8: !isThroughout)
  }

  /// The text that stands for it in a database.
  package var rawValue: String { readsUTF8 ? name : name + UndeclaredCharset.suffix }

  private static let suffix = " throughout"
}

/// Questions about raw octets.
package enum Octets {
  /// What the C side says of octets, which wants some; another answer stands for those of none.
  @inline(__always)
  private static func ask<Answer>(
    _ octets: Span<UInt8>, ofNone none: Answer, _ body: (UnsafePointer<UInt8>, Int) -> Answer
  ) -> Answer {
    unsafe octets.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe body($0, buffer.count) } ?? none
    }
  }

  /// What is found from an index on, or the end.
  @inline(__always)
  private static func find(
    in octets: Span<UInt8>, from index: Int, _ body: (UnsafePointer<UInt8>, Int) -> Int
  ) -> Int {
    unsafe ask(octets, ofNone: 0) { base, count in
      index < count ? unsafe index + body(base + index, count - index) : count
    }
  }

  /// Whether all of them are ASCII.
  package static func areASCII(_ octets: Span<UInt8>) -> Bool {
    unsafe ask(octets, ofNone: true) { unsafe cvc_find_non_ascii($0, $1) == $1 }
  }

  /// Whether there is a backslash, and whether there is something beyond ASCII.
  package static func marks(_ octets: Span<UInt8>) -> (hasBackslash: Bool, isBeyondASCII: Bool) {
    let marks = unsafe ask(octets, ofNone: 0) { unsafe cvc_text_marks($0, $1) }
    return (marks & 1 != 0, marks & 2 != 0)
  }

  /// What stands in a value that has a meaning of its own.
  static func valueMarks(_ octets: Span<UInt8>) -> cvc_marks {
    valueMarks(octets, octets.indices)
  }

  /// The same of a value that stands among octets; those after it may be read, so that the last octets of
  /// a short one need no putting together.
  @inline(__always)
  static func valueMarks(_ octets: Span<UInt8>, _ value: Range<Int>) -> cvc_marks {
    precondition(
      value.lowerBound >= 0 && value.upperBound <= octets.count, "the value stands among the octets"
    )
    return unsafe ask(octets, ofNone: cvc_marks()) { base, count in
      unsafe cvc_value_marks(base + value.lowerBound, value.count, count - value.lowerBound)
    }
  }

  /// Whether they are well-formed UTF-8.
  package static func areUTF8(_ octets: Span<UInt8>) -> Bool {
    areASCII(octets) || areWellFormed(octets)
  }

  /// The same, for octets that are known not to be ASCII.
  static func areWellFormed(_ octets: Span<UInt8>) -> Bool {
    unsafe ask(octets, ofNone: true) { unsafe cvc_is_utf8($0, $1) != 0 }
  }

  /// Whether octets that are not UTF-8 were UTF-8 before something damaged them: no fewer
  /// sequences of two octets and more are whole than broken.
  ///
  /// Text in another charset hardly ever holds a whole one. The answer for pure ASCII is `false`.
  static func areMostlyUTF8(_ octets: Span<UInt8>) -> Bool {
    var whole = 0
    var broken = 0
    var index = 0
    while index < octets.count {
      let octet = octets[index]
      index += 1
      guard octet >= 0x80 else { continue }
      let length = octet >= 0xF0 ? 3 : octet >= 0xE0 ? 2 : 1
      var found = 0
      while found < length, index < octets.count, octets[index] & 0xC0 == 0x80 {
        index += 1
        found += 1
      }
      if 0xC2...0xF4 ~= octet, found == length { whole += 1 } else { broken += 1 }
    }
    return whole > 0 && whole >= broken
  }

  /// UTF-8 in which what is broken became U+FFFD.
  static func repairedUTF8(_ octets: [UInt8]) -> [UInt8] {
    Array(String(decoding: octets, as: UTF8.self).utf8)
  }

  /// Whether both hold the same octets.
  package static func areSame(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in
        guard let a = left.baseAddress, let b = right.baseAddress else { return true }
        return unsafe cvc_are_same(a, b, left.count) != 0
      }
    }
  }

  /// Whether they are those of a text.
  package static func areSame(_ octets: Span<UInt8>, _ text: StaticString) -> Bool {
    text.withUTF8Buffer { unsafe areSame(octets, $0.span) }
  }

  /// The index of the first octet of a kind from `index` on, or the end.
  package static func first(_ octet: UInt8, in octets: Span<UInt8>, from index: Int) -> Int {
    unsafe find(in: octets, from: index) { unsafe cvc_find(octet, $0, $1) }
  }

  /// The first octet from a place on that is not printable ASCII, or the end.
  ///
  /// - Complexity: O(*n*), sixteen octets at a time.
  package static func firstUnprintable(in octets: Span<UInt8>, from start: Int) -> Int {
    unsafe find(in: octets, from: start) { unsafe cvc_find_unprintable($0, $1) }
  }

  /// The index of the first CR or LF from `index` on, or the end.
  package static func lineEnd(in octets: Span<UInt8>, from index: Int) -> Int {
    unsafe find(in: octets, from: index) { unsafe cvc_find_line_end($0, $1) }
  }

  /// Whether both are the same without regard to the case of ASCII letters.
  package static func equal(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where lowercased(left[index]) != lowercased(right[index]) {
      return false
    }
    return true
  }

  /// Whether they are a word, without regard to the case of ASCII letters.
  package static func equal(_ octets: Span<UInt8>, _ word: StaticString) -> Bool {
    word.withUTF8Buffer { unsafe equal(octets, $0.span) }
  }

  /// An octet, of a letter of ASCII that of its lower case.
  package static func lowercased(_ octet: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= octet ? octet | 0x20 : octet
  }

  /// Whether an octet is a blank or a tab.
  package static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }
  /// Whether an octet is CR or LF.
  package static func isLineEnd(_ octet: UInt8) -> Bool { octet == 0x0A || octet == 0x0D }
  /// Whether an octet is a blank, a tab, CR or LF.
  package static func isSpace(_ octet: UInt8) -> Bool { isBlank(octet) || isLineEnd(octet) }
}
