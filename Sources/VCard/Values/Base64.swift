internal import CVCard

/// Base64 in values, with folds in it.
///
/// RFC 4648 §4.
public enum Base64 {
  /// Encodes octets, with padding and without line ends.
  ///
  /// - Complexity: O(*n*).
  public static func encode(_ octets: [UInt8]) -> [UInt8] {
    encode(octets.span, by: .best)
  }

  /// Encodes octets in one of the ways that the processor knows.
  package static func encode(_ octets: Span<UInt8>, by kernel: ByteKernel) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: encodedCount(octets)) { buffer, count in
      unsafe octets.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = buffer.baseAddress else { return }
        count = unsafe cvc_base64_encode(kernel.cKernel, from, source.count, to)
      }
    }
  }

  private static func encodedCount(_ octets: Span<UInt8>) -> Int { (octets.count + 2) / 3 * 4 }

  /// Appends octets in base64, with a fold wherever a physical line is full.
  ///
  /// - Parameters:
  ///   - octets: What is encoded.
  ///   - room: Digits that the current physical line still takes.
  ///   - width: Digits of every further one, 1 at least.
  ///   - kernel: The way it is done.
  ///   - text: Where the digits go.
  package static func append(
    _ octets: Span<UInt8>, room: Int, width: Int, by kernel: ByteKernel = .best,
    to text: inout [UInt8]
  ) {
    let digits = encodedCount(octets)
    // A fold is CR LF and a blank.
    text.append(addingCapacity: digits + (digits / width + 1) * 3) { text in
      unsafe octets.withUnsafeBufferPointer { source in
        unsafe text.withUnsafeMutableBufferPointer { target, count in
          guard let from = source.baseAddress, let to = target.baseAddress else { return }
          count += unsafe cvc_base64_encode_folded(
            kernel.cKernel, from, source.count, room, width, to + count)
        }
      }
    }
  }

  /// Decodes base64 in which blanks and line ends may stand; `nil` when anything else does.
  ///
  /// Missing padding is made up for.
  public static func decode(_ text: [UInt8]) -> [UInt8]? {
    decode(text.span, by: .best)
  }

  /// Decodes base64 in one of the ways that the processor knows.
  package static func decode(_ text: Span<UInt8>, by kernel: ByteKernel) -> [UInt8]? {
    guard let (octets, isClean) = decodeLoosely(text, 0..<text.count, by: kernel), isClean
    else { return nil }
    return octets
  }

  /// Decodes a range; `nil` when something foreign stands in it.
  ///
  /// What is foreign at the very end, such as the `...` of an example, is left out, and so is a
  /// last digit that makes no octet; the answer is not clean then.
  static func decodeLoosely(
    _ bytes: Span<UInt8>, _ range: Range<Int>, by kernel: ByteKernel = .best
  ) -> (octets: [UInt8], isClean: Bool)? {
    var foreign = 0
    var left: UInt32 = 0
    let octets = decode(bytes, range: range, kernel: kernel, foreign: &foreign, left: &left)
    if foreign == 0 { return left == 6 && octets.isEmpty ? nil : (octets, left != 6) }
    var end = range.upperBound
    while end > range.lowerBound, !isDigit(bytes[end - 1]) { end -= 1 }
    guard end < range.upperBound, end > range.lowerBound else { return nil }
    let head = decode(
      bytes, range: range.lowerBound..<end, kernel: kernel, foreign: &foreign, left: &left)
    return foreign == 0 && !head.isEmpty ? (head, false) : nil
  }

  private static func decode(
    _ bytes: Span<UInt8>, range: Range<Int>, kernel: ByteKernel, foreign: inout Int,
    left: inout UInt32
  ) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: range.count / 4 * 3 + 3) { buffer, count in
      unsafe bytes.extracting(range).withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = buffer.baseAddress else { return }
        count = unsafe cvc_base64_decode(
          kernel.cKernel, from, source.count, to, &foreign, &left)
      }
    }
  }

  static func isDigit(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }
}

/// `data:` URIs.
///
/// RFC 2397.
public enum DataURI {
  /// The media type and octets of a `data:` URI, or `nil` when the text is none.
  public static func decode(_ uri: String) -> (mediaType: String, octets: [UInt8])? {
    decode(uri, isLoose: false)
  }

  /// The same; what is foreign to base64 may be left out, if anything is left.
  static func decode(_ uri: String, isLoose: Bool) -> (mediaType: String, octets: [UInt8])? {
    let octets = Array(uri.utf8)
    guard octets.count > 5, Octets.equal(octets.span.extracting(first: 5), "data:"),
      let comma = octets.firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    var head = octets[5..<comma]
    let data = Array(octets[(comma + 1)...])
    let isBase64 = Octets.equal(octets.span.extracting(max(5, comma - 7)..<comma), ";base64")
    // vCard 4.0 files of some programs have `data:base64,`.
    if isBase64 || Octets.equal(octets.span.extracting(5..<comma), "base64") {
      head.removeLast(isBase64 ? 7 : 6)
      // RFC 2397 §3: the data is URL characters, so `=` may stand as `%3D`.
      if let decoded = Base64.decode(data) ?? Base64.decode(PercentCoding.decoded(data.span)) {
        return (mediaType(head), decoded)
      }
      let digits = isLoose && isBase64 ? data.filter(Base64.isDigit) : []
      guard digits.count > 1,
        let (decoded, _) = Base64.decodeLoosely(digits.span, digits.indices), !decoded.isEmpty
      else { return nil }
      return (mediaType(head), decoded)
    }
    return (mediaType(head), PercentCoding.decoded(data.span))
  }

  /// A `data:` URI in base64.
  ///
  /// What is no media type becomes `application/octet-stream`: a comma in it would end it.
  public static func encode(mediaType: String, octets: [UInt8]) -> String {
    head(mediaType) + String(decoding: Base64.encode(octets), as: UTF8.self)
  }

  /// The URI up to its base64.
  static func head(_ mediaType: String) -> String {
    "data:\(MediaType.isWellFormed(mediaType) ? mediaType : MediaType.unknown);base64,"
  }

  private static func mediaType(_ head: ArraySlice<UInt8>) -> String {
    let type = head.prefix { $0 != UInt8(ascii: ";") }
    return type.isEmpty ? "text/plain" : String(decoding: type, as: UTF8.self)
  }
}

/// Media types of what cards hold.
public enum MediaType {
  /// What octets are of which nothing is known.
  ///
  /// RFC 2046 §4.5.1.
  package static let unknown = "application/octet-stream"

  /// Whether a text is a type and a subtype, each of the letters that RFC 6838 §4.2 allows.
  package static func isWellFormed(_ type: String) -> Bool {
    let octets = type.utf8Span.span
    return ValueSyntax.isMediaType(octets) && ValueSyntax.first(octets, UInt8(ascii: ";")) == nil
  }

  /// The media type that a TYPE value names, such as `JPEG`; a type with a slash is one already.
  ///
  /// RFC 2426 §3.1.4 and §3.7.2, vCard 2.1 §2.2.4.2 and §2.5.
  ///
  /// - Parameters:
  ///   - type: The value.
  ///   - property: Whose value it is: a photo is no sound, whatever its TYPE says.
  /// - Returns: `nil` when the value names none, such as `HOME`.
  public static func named(_ type: String, _ property: KnownName) -> String? {
    if isWellFormed(type) { return type.lowercased() }
    guard let mediaType = words[type.lowercased()] else { return nil }
    let kind = PropertyRegistry.shared[property]?.form.media ?? ""
    return mediaType.hasPrefix(kind) ? mediaType : nil
  }

  /// The media type that the first octets show, or `nil`.
  public static func sniffed(_ octets: some Collection<UInt8>) -> String? {
    let head = Array(octets.prefix(12))
    if head.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if head.starts(with: Array("GIF8".utf8)) { return "image/gif" }
    if head.starts(with: Array("BM".utf8)), head.count >= 6 { return "image/bmp" }
    if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      return "image/tiff"
    }
    if head.starts(with: Array("RIFF".utf8)), head.count == 12 {
      if head[8...].elementsEqual(Array("WEBP".utf8)) { return "image/webp" }
      if head[8...].elementsEqual(Array("WAVE".utf8)) { return "audio/wav" }
    }
    if head.starts(with: Array("OggS".utf8)) { return "audio/ogg" }
    if head.starts(with: Array("ID3".utf8)) { return "audio/mpeg" }
    return nil
  }
}
