package import Files
import VCard

/// A request that the gate let through.
struct PageRequest: Sendable {
  /// `GET` for `HEAD`, too.
  let method: String
  /// The path, of which nothing is decoded.
  let path: String
  /// What follows the question mark.
  let query: FormFields
  let body: [UInt8]
  /// The form with files that the body is, if it is a whole one.
  let multipart: MultipartForm?
  /// Whether the body is a form without files.
  let isForm: Bool

  /// Creates a request, and goes through its body once.
  init(method: String, path: String, query: FormFields, body: [UInt8], contentType: String) {
    (self.method, self.path, self.query, self.body) = (method, path, query, body)
    isForm = contentType.hasPrefix("application/x-www-form-urlencoded")
    multipart = isForm ? nil : try? MultipartForm(body, contentType: contentType)
  }

  /// The word of its session that a form brings.
  var formToken: String? { multipart.map { $0["session"] } ?? form["session"] }

  /// The fields of a form that was sent, with files or without.
  var form: FormFields {
    isForm ? FormFields(String(decoding: body, as: UTF8.self)) : FormFields(multipart)
  }

  /// The parts of the path between its slashes.
  var parts: [String] { path.split(separator: "/").map(String.init) }
}

/// Names and values as forms send them.
///
/// URL Standard, §5.1.
struct FormFields: Sendable {
  private var fields: [(name: String, value: String)] = []

  /// Reads `a=b&c=d`.
  init(_ text: String) {
    for field in text.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = field.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      fields.append((Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : ""))
    }
  }

  /// What is no file of a form; nothing of none.
  init(_ form: MultipartForm?) {
    fields = (form?.parts ?? []).filter { $0.fileName == nil }
      .map { ($0.name, String(decoding: $0.content, as: UTF8.self)) }
  }

  /// The first value of a name.
  subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The names, in the order in which they were sent.
  var names: [String] { fields.map(\.name) }

  /// All values of a name.
  func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  private static func decoded(_ octets: Substring.UTF8View) -> String {
    let text = octets.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: PercentCoding.decoded(text.span), as: UTF8.self)
  }
}

/// A temporary file that is sent, and is gone when nobody reads it any more.
package struct SentFile: Sendable {
  package let reader: TemporaryFile.Reader
  /// Octets.
  package let count: Int

  /// What was written to a file.
  ///
  /// - Throws: `FileError` when there is no room for it.
  init(_ write: (TemporaryFile) throws -> Void) throws {
    let file = try TemporaryFile()
    try write(file)
    try file.finishAppending()
    (reader, count) = (file.readable, file.count)
  }
}

/// What goes back.
struct PageResponse: Sendable {
  /// How a request ended.
  ///
  /// RFC 9110 §15, RFC 6585 §5.
  enum Status: Int, Sendable {
    case ok = 200
    case accepted = 202
    case seeOther = 303
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case conflict = 409
    case payloadTooLarge = 413
    case misdirectedRequest = 421
    case requestHeaderFieldsTooLarge = 431
    case internalServerError = 500
    case httpVersionNotSupported = 505
  }

  var status = Status.ok
  var contentType = "text/html; charset=utf-8"
  var body: [UInt8] = []
  var headers: [(String, String)] = []
  /// What follows the head instead of ``body``, of any size: a file that is read as it is sent.
  var file: SentFile?
  /// Whether what follows are events, for as long as somebody listens.
  var isEventStream = false

  /// A file or a document.
  init(_ body: [UInt8], contentType: String, status: Status = .ok) {
    (self.body, self.contentType, self.status) = (body, contentType, status)
  }

  /// What a browser keeps as a file, and never shows as a page of ours.
  ///
  /// - Parameters:
  ///   - octets: What is in it.
  ///   - name: Its name, of which nothing was sent (RFC 6266).
  ///   - contentType: What it is.
  init(saving octets: [UInt8], as name: String, _ contentType: String) {
    self.init(octets, contentType: contentType)
    headers = [
      ("Content-Disposition", "attachment; filename=\"\(name)\""),
      ("Content-Security-Policy", "sandbox"),
    ]
  }

  /// One line of plain text of ours: what was asked for is not repeated.
  init(_ status: Status, _ words: StaticString) {
    self.init(Array("\(words)\n".utf8), contentType: "text/plain; charset=utf-8", status: status)
  }

  /// Leads a browser to another page of ours after a form.
  static func redirect(to path: String) -> PageResponse {
    var response = PageResponse([], contentType: "text/plain; charset=utf-8", status: .seeOther)
    response.headers.append(("Location", path))
    return response
  }

  /// What a browser may do with any answer.
  static let security: [(String, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
  ]
}
