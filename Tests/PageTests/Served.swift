import CardFormats
import ContactDedupe
import ContactPages
import ContactStore
import Page
import SystemPackage
import TestSupport
import Testing
import VCard

/// A page that is served for a test.
final class Served: Sendable {
  let server: PageServer
  let folder: TemporaryDirectory
  let host: String
  let port: UInt16
  let key: String
  private let waiting: Task<Void, Never>

  var authority: String { "\(host):\(port)" }

  /// Serves a book with these cards; the machine may be busy for longer than a key is valid otherwise.
  init(
    _ cards: [String] = [CardSamples.card("Kate Bell", "TEL:+1 408 555 0100")],
    readOnly: Bool = false, validity: Duration = .seconds(3600), language: String = "en",
    review: Review? = nil, rereader: CardRereader? = nil, converter: PageConverter? = nil,
    arrivals: ArrivalReader? = nil, idle: Duration = .seconds(1800),
    in folder: TemporaryDirectory? = nil
  ) async throws {
    let folder = try folder ?? TemporaryDirectory()
    self.folder = folder
    let path = folder.path("book.sqlite")
    if (try? Stat(path)) == nil {
      let book = try DatabaseBook(path, for: .writing)
      var request = SaveRequest()
      for card in cards { request.add(try CardSamples.parsed(card)) }
      _ = try book.save(request)
    }
    var style = ContactPage.Style.served
    style.language = language
    let page = ContactPage(style, dates: try DateWords(language))
    let book = PageBookOptions(
      path, for: readOnly ? .reading : .writing, decoding: .builtin, locale: nil, threads: 1)
    var served = PageSite.Options(page, book: book, review: review, isReadOnly: readOnly)
    served.rereader = rereader
    served.converter = converter
    served.arrivals = arrivals
    let site = try PageSite(served)
    var options = PageServerOptions()
    options.isReadOnly = readOnly
    options.keyValidity = validity
    options.idleTime = idle
    let server = try await PageServer.start(site, options)
    self.server = server
    let parts = server.url.dropFirst("http://".count).split(separator: "/")
    let place = parts[0].split(separator: ":")
    host = String(place[0])
    port = UInt16(place[1]) ?? 0
    key = String(parts[1].dropFirst())
    waiting = Task { await server.wait() }
  }

  /// Ends the server, and waits for that.
  func stop() async {
    server.stop()
    await end()
  }

  /// Waits until the server ends by itself.
  func end() async { await waiting.value }

  /// Sends a request with these lines of its head.
  func send(
    _ line: String, _ lines: [String] = [], body: String = "", host: String? = nil
  ) async throws -> Answer {
    try await send(line, lines, octets: Array(body.utf8), host: host)
  }

  /// Sends a request with a body of any octets.
  func send(
    _ line: String, _ lines: [String], octets: [UInt8], host: String? = nil
  ) async throws -> Answer {
    let connection = try RawConnection(self.host, port)
    let length = octets.isEmpty ? [] : ["Content-Length: \(octets.count)"]
    let head = ["\(line) HTTP/1.1", "Host: \(host ?? authority)"] + lines + length + ["", ""]
    try connection.send(Array(head.joined(separator: "\r\n").utf8) + octets)
    return await connection.answer()
  }

  /// Sends a request again until what is asked for is made, which answers say with these words.
  func settled(
    _ line: String, _ lines: [String], while words: String = "data-again"
  ) async throws -> Answer {
    for _ in 0..<1200 {
      let answer = try await send(line, lines)
      if !answer.body.contains(words) { return answer }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("\(line) says \(words) for a minute")
    return Answer()
  }

  /// Sends a form with files, of which each field is what follows `form-data; ` and a value.
  func send(
    form fields: [(name: String, value: String)], to path: String, _ lines: [String]
  ) async throws -> Answer {
    let body =
      fields.map { "--X1\r\nContent-Disposition: form-data; \($0.name)\r\n\r\n\($0.value)\r\n" }
      .joined() + "--X1--\r\n"
    let type = "Content-Type: multipart/form-data; boundary=X1"
    return try await send("POST \(path)", lines + [Self.ours, type], body: body)
  }

  /// Opens the session.
  ///
  /// - Returns: The line of the cookie.
  func open() async throws -> String {
    let answer = try await send("POST /session", [Self.ours], body: key)
    return "Cookie: " + (answer["set-cookie"].map { String($0.prefix { $0 != ";" }) } ?? "")
  }

  /// The value of a field of a form that nobody fills in, such as the word of the session.
  static func field(_ name: String, of page: String) throws -> String {
    let start = try #require(page.firstRange(of: "name=\"\(name)\" value=\"")?.upperBound)
    return String(page[start...].prefix { $0 != "\"" })
  }

  /// Reads vCards, and says of what holds none what is hostile.
  static let reader = ArrivalReader { octets, _, take in
    var reader = CardReader()
    try? reader.append(octets.span)
    reader.finish()
    var cards = 0
    while case .card(let card, let found) = reader.next(), take(.card(card, found)) { cards += 1 }
    return cards == 0 ? ["no card </ul><script>"] : []
  }

  /// What browsers say of what a page asks of its own server.
  static let ours = "Sec-Fetch-Site: same-origin"
}
