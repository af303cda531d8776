/// The parts of a form with files, as browsers send it.
///
/// ```
/// --boundary CRLF
/// Content-Disposition: form-data; name="file"; filename="a.vcf" CRLF
/// CRLF
/// octets CRLF
/// --boundary--
/// ```
/// RFC 7578, and RFC 2046 §5.1.1 for what separates the parts. Contents are slices of the body.
package struct MultipartForm: Sendable {
  /// A field, or a file.
  package struct Part: Sendable {
    /// The name of the field.
    package let name: String
    /// What a file is called where it came from; `nil` for other fields.
    ///
    /// It is text to show, never a path.
    package let fileName: String?
    /// What the browser takes a file for, such as `text/vcard`; empty where it does not say.
    package let mediaType: String
    package let content: ArraySlice<UInt8>
  }

  /// Why a body is not taken.
  package enum Fault: Error, Hashable {
    /// The Content-Type is another, or names no boundary.
    case notMultipart
    /// The last boundary does not come.
    case cutOff
    /// A part does not say which field it is, or what stands around it is no form.
    case malformed
    /// There are more parts, or larger heads of parts, than are read.
    case tooMuch
  }

  /// Parts of a form: a file is one.
  package static let mostParts = 1024
  /// Octets of the head of a part.
  package static let mostHead = 8 << 10

  package let parts: [Part]

  /// Reads a body.
  ///
  /// - Parameters:
  ///   - body: The body of a request.
  ///   - contentType: Its Content-Type.
  /// - Throws: ``Fault``.
  /// - Complexity: O(*n*) in the octets; copies names alone.
  package init(_ body: [UInt8], contentType: String) throws(Fault) {
    guard let boundary = Self.boundary(of: contentType) else { throw .notMultipart }
    let dashes = Array("--\(boundary)".utf8)
    let delimiter = Array("\r\n".utf8) + dashes
    var parts: [Part] = []
    // Before the first boundary there may be lines that mean nothing; browsers send none.
    var rest = body[...]
    if rest.starts(with: dashes) {
      rest = rest.dropFirst(dashes.count)
    } else {
      guard let first = rest.firstRange(of: delimiter) else { throw .cutOff }
      rest = rest[first.upperBound...]
    }
    while true {
      if rest.starts(with: Array("--".utf8)) { break }
      // RFC 2046 §5.1.1: white space may have been added on the way.
      rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard rest.count >= 2 else { throw .cutOff }
      guard rest.starts(with: Array("\r\n".utf8)) else { throw .malformed }
      guard parts.count < Self.mostParts else { throw .tooMuch }
      // A head without fields ends at once: the line end of the boundary is its first.
      let head = rest.prefix(Self.mostHead)
      guard let headEnd = head.firstRange(of: Array("\r\n\r\n".utf8)) else {
        throw head.count < rest.count ? .tooMuch : .cutOff
      }
      guard let end = rest[headEnd.upperBound...].firstRange(of: delimiter) else { throw .cutOff }
      let fields = rest[..<headEnd.lowerBound].dropFirst(2)
      let content = rest[headEnd.upperBound..<end.lowerBound]
      guard let part = Part(head: fields, content: content) else { throw .malformed }
      parts.append(part)
      rest = rest[end.upperBound...]
    }
    self.parts = parts
  }

  /// The text of the first field of a name that is no file.
  package subscript(_ name: String) -> String? {
    parts.first { $0.name == name && $0.fileName == nil }
      .map { String(decoding: $0.content, as: UTF8.self) }
  }

  /// The files of a field; a field of which none was chosen has none.
  package func files(_ name: String) -> [Part] {
    parts.filter { part in
      part.name == name && part.fileName.map { !$0.isEmpty || !part.content.isEmpty } ?? false
    }
  }

  /// What stands between the parts; RFC 2046 §5.1.1 allows 70 characters.
  private static func boundary(of contentType: String) -> String? {
    guard let (value, parameters) = FieldValue.read(contentType),
      value == "multipart/form-data", let boundary = parameters["boundary"],
      1...70 ~= boundary.utf8.count,
      boundary.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), !boundary.hasSuffix(" ")
    else { return nil }
    return boundary
  }
}

extension MultipartForm.Part {
  /// A part with the lines of its head; `nil` where they do not name a field.
  fileprivate init?(head: ArraySlice<UInt8>, content: ArraySlice<UInt8>) {
    var disposition: [String: String]?
    var mediaType = ""
    for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let (value, parameters) = FieldValue.read(String(parts[1])) else {
        return nil
      }
      switch parts[0].lowercased() {
      case "content-disposition":
        guard value == "form-data", disposition == nil else { return nil }
        disposition = parameters
      case "content-type": mediaType = value
      // RFC 7578 §4.7: it is deprecated, and no browser sends it.
      case "content-transfer-encoding" where !["7bit", "8bit", "binary"].contains(value):
        return nil
      default: break
      }
    }
    guard let disposition, let name = disposition["name"] else { return nil }
    self.init(
      name: Self.unescaped(name), fileName: disposition["filename"].map(Self.unescaped),
      mediaType: mediaType, content: content)
  }

  /// HTML Standard §4.10.21.8: three characters are escaped in names, and `%` is not.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("%") else { return text }
    var unescaped = ""
    var rest = text[...]
    while let character = rest.first {
      let escape = rest.prefix(3).uppercased()
      switch escape {
      case "%22": unescaped += "\""
      case "%0D": unescaped += "\r"
      case "%0A": unescaped += "\n"
      default:
        unescaped.append(character)
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(3)
    }
    return unescaped
  }
}

/// The value of a header field with parameters, such as `form-data; name="a"`.
///
/// RFC 9110 §5.6.6.
private enum FieldValue {
  /// Reads a value.
  ///
  /// - Returns: The value and the first parameter of each name, in small letters; `nil` where a quoted
  ///   text does not end.
  static func read(_ text: String) -> (value: String, parameters: [String: String])? {
    var rest = text.unicodeScalars[...]
    func token() -> String {
      var token = String.UnicodeScalarView()
      while let scalar = rest.first, scalar != ";", scalar != "=" {
        token.append(scalar)
        rest.removeFirst()
      }
      let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
      while token.last.map(isSpace) == true { token.removeLast() }
      return String(String.UnicodeScalarView(token.drop(while: isSpace)))
    }
    let value = token().lowercased()
    var parameters: [String: String] = [:]
    while rest.popFirst() != nil {
      let name = token().lowercased()
      guard rest.first == "=" else { continue }
      rest.removeFirst()
      rest = rest.drop { $0 == " " || $0 == "\t" }
      var content: String
      if rest.first == "\"" {
        rest.removeFirst()
        content = ""
        var isClosed = false
        while let scalar = rest.popFirst() {
          if scalar == "\"" {
            isClosed = true
            break
          }
          // What older browsers escape is the quotation mark; others leave `\` alone in file names.
          if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
            rest.removeFirst()
            content.unicodeScalars.append(next)
          } else {
            content.unicodeScalars.append(scalar)
          }
        }
        guard isClosed else { return nil }
        _ = token()
      } else {
        content = token()
      }
      if parameters[name] == nil { parameters[name] = content }
    }
    return (value, parameters)
  }
}

extension ArraySlice<UInt8> {
  /// Where some octets stand first.
  fileprivate func firstRange(of octets: [UInt8]) -> Range<Int>? {
    var start = startIndex
    while let place = self[start...].firstIndex(of: octets[0]), place + octets.count <= endIndex {
      if self[place...].starts(with: octets) { return place..<place + octets.count }
      start = place + 1
    }
    return nil
  }
}
