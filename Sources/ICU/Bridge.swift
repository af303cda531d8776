// Every call into C, and so every `unsafe`, of this module.

private import CICU

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// The normalization forms, by CICU's numbers.
enum NormalizationForm: Int32 {
  case nfc = 0
  case nfd = 1
  case nfkc = 2
  case nfkd = 3
  case nfkcCasefold = 4
}

/// The functions of CICU that need no handle.
enum Bridge {
  // MARK: Errors

  fileprivate static func check(
    _ status: Int32, kind: ICUError.Kind? = nil, _ attempted: @autoclosure () -> String
  ) throws(ICUError) {
    guard status > 0 else { return }
    throw error(status, kind: kind, attempted())
  }

  /// Calls functions of CICU, and throws what their status says.
  @inline(__always)
  fileprivate static func checked<Result>(
    _ attempted: @autoclosure () -> String, _ body: (inout Int32) -> Result
  ) throws(ICUError) -> Result {
    var status: Int32 = 0
    let result = body(&status)
    try check(status, attempted())
    return result
  }

  private static func error(_ status: Int32, kind: ICUError.Kind?, _ attempted: String) -> ICUError
  {
    let general: ICUError.Kind? =
      switch status {
      case CICU_OUT_OF_MEMORY: .outOfMemory
      case CICU_OUT_OF_BOUNDS: .tooLong
      default: nil
      }
    return ICUError(
      kind: general ?? kind ?? .other, code: status,
      name: unsafe String(cString: cicu_status_name(status)), attempted: attempted)
  }

  /// Opens what a handle holds; a failure is of `kind`, unless its status is another than `code`.
  fileprivate static func open(
    _ attempted: String, _ kind: ICUError.Kind, at code: Int32? = nil,
    _ open: (UnsafeMutablePointer<Int32>) -> OpaquePointer?
  ) throws(ICUError) -> OpaquePointer {
    var status: Int32 = 0
    let opened = unsafe open(&status)
    try check(status, kind: code == nil || code == status ? kind : nil, attempted)
    guard let opened = unsafe opened else {
      throw error(CICU_OUT_OF_MEMORY, kind: nil, attempted)
    }
    return unsafe opened
  }

  /// Opens something of a locale.
  fileprivate static func open(
    _ what: String, of locale: String,
    _ open: (String, UnsafeMutablePointer<Int32>) -> OpaquePointer?
  ) throws(ICUError) -> OpaquePointer {
    // C would stop reading at a NUL.
    let name = locale.utf8.contains(0) ? "-" : locale
    return try unsafe Bridge.open(
      #"open the \#(what) of the locale "\#(locale)""#, .unknownLocale, at: CICU_ILLEGAL_ARGUMENT
    ) { unsafe open(name, $0) }
  }

  static func unknownCharset(_ label: String) -> ICUError {
    error(CICU_FILE_ACCESS, kind: .unknownCharset, #"open the charset "\#(label)""#)
  }

  // MARK: Library

  static func libraryVersion() -> String {
    var status: Int32 = 0
    return unsafe shortString { unsafe cicu_library_version($0, $1, &status) }
  }

  /// Reads a NUL-terminated string that `write` puts into a buffer of 256 bytes.
  fileprivate static func shortString(
    _ write: (UnsafeMutablePointer<CChar>, Int32) -> Void
  ) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      unsafe buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "" }
      unsafe write(start, 256)
      return unsafe String(cString: start)
    }
  }

  // MARK: Bytes

  static func compareBytes(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let common = min(left.count, right.count)
    let order = unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right -> Int32 in
        guard common > 0, let left = left.baseAddress, let right = right.baseAddress else {
          return 0
        }
        return unsafe memcmp(left, right, common)
      }
    }
    return order != 0 ? Int(order) : left.count - right.count
  }

  static func word(of bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    let count = bytes.count - offset
    guard count < 8 else {
      return unsafe bytes.withUnsafeBytes { bytes in
        unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
    }
    var word: UInt64 = 0
    var index = offset
    while index < bytes.count {
      word = word << 8 | UInt64(bytes[index])
      index += 1
    }
    return count > 0 ? word << UInt64(64 - 8 * count) : 0
  }

  /// Appends what `fill` writes into a buffer; it returns how many bytes it has to write, and is
  /// called again when `capacity` was too little.
  @inline(__always)
  fileprivate static func append(
    to result: inout [UInt8], capacity: Int,
    _ fill: (UnsafeMutablePointer<UInt8>, Int64) -> Int64
  ) {
    var capacity = max(capacity, 1)
    var isDone = false
    while !isDone {
      result.append(addingCapacity: capacity) { output in
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          guard let start = buffer.baseAddress else { return }
          let needed = Int(unsafe fill(start, Int64(buffer.count)))
          isDone = needed <= buffer.count
          count = isDone ? needed : 0
          capacity = needed
        }
      }
    }
  }

  /// Makes a string of the UTF-8 that `fill` writes, as ``append(to:capacity:_:)``.
  fileprivate static func string(
    capacity: Int, _ fill: (UnsafeMutablePointer<UInt8>, Int64) -> Int64
  ) -> String {
    var capacity = max(capacity, 1)
    while true {
      var needed = 0
      let result = unsafe String(unsafeUninitializedCapacity: capacity) { buffer in
        guard let start = buffer.baseAddress else { return 0 }
        needed = Int(unsafe fill(start, Int64(buffer.count)))
        return needed <= buffer.count ? needed : 0
      }
      if needed <= capacity || !result.isEmpty { return result }
      capacity = needed
    }
  }

  // MARK: Normalization

  /// What a function of CICU makes of a text: the octets that it has to write.
  private typealias TextFunction = (
    UnsafePointer<UInt8>?, Int64, UnsafeMutablePointer<UInt8>, Int64, UnsafeMutablePointer<Int32>
  ) -> Int64

  private static func string(
    _ text: Span<UInt8>, _ attempted: String, _ function: TextFunction
  ) throws(ICUError) -> String {
    try checked(attempted) { status in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe string(capacity: text.count + 16) { buffer, capacity in
          unsafe function(text.baseAddress, Int64(text.count), buffer, capacity, &status)
        }
      }
    }
  }

  static func normalize(_ text: Span<UInt8>, to form: NormalizationForm) throws(ICUError) -> String
  {
    try unsafe string(text, "normalize text") {
      unsafe cicu_normalize(form.rawValue, $0, $1, $2, $3, $4)
    }
  }

  static func appendCaseFolded(_ text: Span<UInt8>, to result: inout [UInt8]) throws(ICUError) {
    var status: Int32 = 0
    unsafe text.withUnsafeBufferPointer { text in
      unsafe append(to: &result, capacity: text.count + 16) { buffer, capacity in
        unsafe cicu_fold_case(text.baseAddress, Int64(text.count), buffer, capacity, &status)
      }
    }
    try check(status, "fold case")
  }

  static func strippingMarks(_ text: Span<UInt8>) throws(ICUError) -> String {
    try unsafe string(text, "strip marks", cicu_strip_marks)
  }

  // MARK: Charset names

  static func canonicalCharsetName(_ label: String) throws(ICUError) -> String? {
    try checked(#"look up the charset "\#(label)""#) { status in
      unsafe cicu_charset_canonical_name(label, &status).map { unsafe String(cString: $0) }
    }
  }

  static func mimeCharsetName(_ canonical: String) throws(ICUError) -> String {
    try checked(#"look up the charset "\#(canonical)""#) { status in
      unsafe cicu_charset_mime_name(canonical, &status).map { unsafe String(cString: $0) }
    } ?? canonical
  }

  // MARK: Characters

  static func script(of scalar: Unicode.Scalar) -> Int32 {
    var status: Int32 = 0
    // Fails for no scalar value.
    return unsafe cicu_script(scalar.value, &status)
  }

  static func scriptCode(_ number: Int32) -> String {
    var status: Int32 = 0
    guard let code = unsafe cicu_script_code(number, &status) else { return "Zzzz" }
    return unsafe String(cString: code)
  }

  static func width(of scalar: Unicode.Scalar) -> Int {
    Int(cicu_scalar_width(scalar.value))
  }

  static func width(of text: Span<UInt8>) -> Int {
    Int(
      unsafe text.withUnsafeBufferPointer { text in
        unsafe cicu_text_width(text.baseAddress, Int64(text.count))
      })
  }
}

/// An open collator; closed when it goes.
///
/// Unchecked: only const functions are called after the initializer, and ICU makes those safe.
@safe struct CollatorHandle: ~Copyable, @unchecked Sendable {
  private let pointer: OpaquePointer

  init(
    locale: String, strength: Collator.Strength?, shifted: Bool, numeric: Bool
  ) throws(ICUError) {
    unsafe pointer = try Bridge.open("collator", of: locale) {
      unsafe cicu_collator_open(
        $0, strength?.number ?? CICU_STRENGTH_OF_LOCALE, shifted, numeric, $1)
    }
  }

  deinit {
    unsafe cicu_collator_close(pointer)
  }

  func resolvedLocale() throws(ICUError) -> String {
    try Bridge.checked("name the locale of a collator") { status in
      unsafe Bridge.shortString { unsafe cicu_collator_resolved_locale(pointer, $0, $1, &status) }
    }
  }

  func version() throws(ICUError) -> String {
    try Bridge.checked("read the version of a collator") { status in
      unsafe Bridge.shortString { unsafe cicu_collator_version(pointer, $0, $1, &status) }
    }
  }

  func compare(_ left: Span<UInt8>, _ right: Span<UInt8>) throws(ICUError) -> Collator.Order {
    let order = try Bridge.checked("compare text") { status in
      unsafe left.withUnsafeBufferPointer { left in
        unsafe right.withUnsafeBufferPointer { right in
          unsafe cicu_collator_compare(
            pointer, left.baseAddress, Int64(left.count), right.baseAddress, Int64(right.count),
            &status)
        }
      }
    }
    return order == 0 ? .same : order < 0 ? .ascending : .descending
  }

  /// The room for a key on the stack, in bytes; most names need a quarter.
  private static let keyRoom = 512

  func sortKey(_ text: Span<UInt8>) throws(ICUError) -> [UInt8] {
    var status: Int32 = 0
    let key = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.keyRoom) {
      room -> [UInt8]? in
      guard let start = room.baseAddress else { return nil }
      let count = unsafe write(text, to: start, capacity: Int64(room.count), &status)
      guard count < room.count else { return nil }
      return unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(count)))
    }
    try Bridge.check(status, "make a sort key")
    if let key { return key }
    var result: [UInt8] = []
    try appendSortKey(text, to: &result)
    return result
  }

  func appendSortKey(_ text: Span<UInt8>, to keys: inout [UInt8]) throws(ICUError) {
    var status: Int32 = 0
    var capacity = text.count * 2 + 32
    var isDone = false
    while !isDone {
      keys.append(addingCapacity: capacity) { output in
        unsafe output.withUnsafeMutableBufferPointer { buffer, count in
          guard let start = buffer.baseAddress else { return }
          let needed = Int(unsafe write(text, to: start, capacity: Int64(buffer.count), &status))
          isDone = status > 0 || needed < buffer.count
          count = status <= 0 && isDone ? needed : 0
          capacity = needed + 1
        }
      }
    }
    try Bridge.check(status, "make a sort key")
  }

  private func write(
    _ text: Span<UInt8>, to start: UnsafeMutablePointer<UInt8>, capacity: Int64,
    _ status: inout Int32
  ) -> Int64 {
    unsafe text.withUnsafeBufferPointer { text in
      unsafe cicu_collator_sort_key(
        pointer, text.baseAddress, Int64(text.count), start, capacity, &status)
    }
  }
}

extension Collator.Strength {
  fileprivate var number: Int32 {
    switch self {
    case .primary: CICU_STRENGTH_PRIMARY
    case .secondary: CICU_STRENGTH_SECONDARY
    case .tertiary: CICU_STRENGTH_TERTIARY
    case .quaternary: CICU_STRENGTH_QUATERNARY
    case .identical: CICU_STRENGTH_IDENTICAL
    }
  }
}

/// An open section index; closed when it goes.
///
/// Unchecked: only const functions of ICU's immutable index are called.
@safe struct AlphabeticIndexHandle: ~Copyable, @unchecked Sendable {
  private let pointer: OpaquePointer

  init(locale: String) throws(ICUError) {
    unsafe pointer = try Bridge.open("section index", of: locale) {
      unsafe cicu_index_open($0, $1)
    }
  }

  deinit {
    unsafe cicu_index_close(pointer)
  }

  var count: Int { Int(unsafe cicu_index_count(pointer)) }

  func kind(_ section: Int) -> AlphabeticIndex.Kind {
    switch unsafe cicu_index_kind(pointer, Int32(truncatingIfNeeded: section)) {
    case CICU_SECTION_LETTER: .letter
    case CICU_SECTION_UNDERFLOW: .underflow
    case CICU_SECTION_INFLOW: .inflow
    default: .overflow
    }
  }

  func label(_ section: Int) throws(ICUError) -> String {
    try Bridge.checked("read the label of a section") { status in
      unsafe Bridge.string(capacity: 32) {
        unsafe cicu_index_label(pointer, Int32(truncatingIfNeeded: section), $0, $1, &status)
      }
    }
  }

  func section(_ name: Span<UInt8>) throws(ICUError) -> Int {
    let section = try Bridge.checked("find the section of a name") { status in
      unsafe name.withUnsafeBufferPointer { name in
        unsafe cicu_index_section(pointer, name.baseAddress, Int64(name.count), &status)
      }
    }
    return Int(section)
  }
}

/// An open transliterator; closed when it goes.
///
/// Unchecked: only const functions are called after the initializer, and ICU makes those safe.
@safe struct TransliteratorHandle: ~Copyable, @unchecked Sendable {
  private let pointer: OpaquePointer

  init(identifier: String, direction: Transliterator.Direction) throws(ICUError) {
    let name = identifier.utf8.span
    unsafe pointer = try Bridge.open(
      #"open the transliterator "\#(identifier)""#, .unknownTransliterator
    ) { status in
      unsafe name.withUnsafeBufferPointer { name in
        unsafe cicu_transliterator_open(
          name.baseAddress, Int64(name.count), direction == .reverse, status)
      }
    }
  }

  deinit {
    unsafe cicu_transliterator_close(pointer)
  }

  func transliterate(_ text: Span<UInt8>) throws(ICUError) -> String {
    try Bridge.checked("transliterate text") { status in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe Bridge.string(capacity: text.count * 3 + 64) {
          unsafe cicu_transliterate(
            pointer, text.baseAddress, Int64(text.count), $0, $1, &status)
        }
      }
    }
  }
}

/// An open format of dates; closed when it goes.
///
/// Unchecked: has state, so its owner sees to it that one thread at a time uses it.
@safe struct DateFormatHandle: ~Copyable, @unchecked Sendable {
  private let pointer: OpaquePointer

  init(locale: String, skeleton: String) throws(ICUError) {
    unsafe pointer = try Bridge.open(#"date format "\#(skeleton)""#, of: locale) {
      unsafe cicu_date_format_open($0, skeleton, $1)
    }
  }

  deinit {
    unsafe cicu_date_format_close(pointer)
  }

  func format(year: Int32, month: Int32, day: Int32) throws(ICUError) -> String {
    try Bridge.checked("format a date") { status in
      unsafe Bridge.string(capacity: 64) {
        unsafe cicu_date_format_write(pointer, year, month, day, $0, $1, &status)
      }
    }
  }
}

/// An open converter; closed when it goes.
///
/// Unchecked: has state, so its owner sees to it that one thread at a time uses it.
@safe final class CharsetHandle: @unchecked Sendable {
  private let pointer: OpaquePointer

  init(_ name: String, readsEuroAt80: Bool) throws(ICUError) {
    // ICU has names of charsets whose tables it lacks.
    unsafe pointer = try Bridge.open(
      #"open the charset "\#(name)""#, .unknownCharset, at: CICU_FILE_ACCESS
    ) { unsafe cicu_charset_open(name, readsEuroAt80, $0) }
  }

  deinit {
    unsafe cicu_charset_close(pointer)
  }

  /// Whether each character is one octet, whatever stands before it.
  var isOfOneOctet: Bool { unsafe cicu_charset_is_of_one_octet(pointer) }

  func decode(_ bytes: Span<UInt8>) throws(ICUError) -> (utf8: [UInt8], substitutions: Int) {
    try unsafe converted(
      bytes, room: bytes.count + bytes.count / 2, "decode text", cicu_charset_decode)
  }

  func encode(_ text: Span<UInt8>) throws(ICUError) -> (bytes: [UInt8], substitutions: Int) {
    try unsafe converted(text, room: text.count, "encode text", cicu_charset_encode)
  }

  /// One of the functions of CICU that convert a piece.
  private typealias Step = (
    OpaquePointer, UnsafePointer<UInt8>?, Int64, UnsafeMutablePointer<Int64>,
    UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Bool>,
    UnsafeMutablePointer<Int32>
  ) -> Int32

  private func converted(
    _ octets: Span<UInt8>, room: Int, _ attempted: String, _ step: Step
  ) throws(ICUError) -> ([UInt8], Int) {
    var result: [UInt8] = []
    result.reserveCapacity(room)
    var substitutions: Int64 = 0
    var status: Int32 = 0
    unsafe cicu_charset_reset(pointer)
    unsafe octets.withUnsafeBufferPointer { octets in
      unsafe withUnsafeTemporaryAllocation(
        of: UInt8.self, capacity: Int(CICU_CHARSET_STEP)
      ) { buffer in
        guard let start = buffer.baseAddress else { return }
        var consumed: Int64 = 0
        var finished = false
        while !finished, status <= 0 {
          let count = unsafe step(
            pointer, octets.baseAddress, Int64(octets.count), &consumed, start, &substitutions,
            &finished, &status)
          unsafe result.append(contentsOf: UnsafeBufferPointer(start: start, count: Int(count)))
        }
      }
    }
    try Bridge.check(status, attempted)
    return (result, Int(substitutions))
  }
}
