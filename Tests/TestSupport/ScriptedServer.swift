import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server of HTTP/1.1 on this machine that answers as a test tells it.
package final class ScriptedServer: Sendable {
  /// A request as it came.
  package struct Received: Sendable {
    package let method: String
    package let target: String
    package let fields: [(name: String, value: String)]
    package let body: String

    package subscript(name: String) -> String? {
      fields.first { $0.name == name.lowercased() }?.value
    }
  }

  /// What the server does with a request.
  package enum Reply: Sendable {
    case answer(Int, [String: String] = [:], [UInt8] = [])
    /// Octets as they are; then it closes.
    case octets([UInt8])
    /// Nothing, for so many milliseconds.
    case stall(Int)

    package static func text(_ status: Int, _ body: String, _ fields: [String: String] = [:])
      -> Reply
    {
      .answer(status, fields, Array(body.utf8))
    }

    /// A multistatus.
    package static func dav(_ body: String) -> Reply {
      .text(207, body, ["Content-Type": "application/xml; charset=utf-8"])
    }
  }

  package let port: UInt16
  private let listener: Int32
  private let isStopped = Mutex(false)
  private let requests = Mutex<[Received]>([])
  private let connections = Mutex<(open: [Int32], made: Int)>(([], 0))
  private let handle: @Sendable (Received) -> Reply

  package init(_ handle: @escaping @Sendable (Received) -> Reply) throws {
    self.handle = handle
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    unsafe _ = inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, size) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard result else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      // Closed here only: its number may be that of another server then.
      defer { close(descriptor) }
      while case let connection = accept(descriptor, nil, nil), connection >= 0 {
        guard let self else {
          _ = close(connection)
          return
        }
        connections.withLock { connections in
          connections.open.append(connection)
          connections.made += 1
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  /// Ends the server and all its connections.
  package func stop() {
    endListening()
    connections.withLock { for connection in $0.open { shutdown(connection, Int32(SHUT_RDWR)) } }
  }

  deinit { endListening() }

  /// Once: the number is another server's soon.
  private func endListening() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  package var url: String { "http://127.0.0.1:\(port)" }
  /// What came so far.
  package var received: [Received] { requests.withLock { $0 } }
  /// Forgets what came so far.
  package func forget() { requests.withLock { $0 = [] } }

  /// How often somebody connected.
  package var connectionCount: Int { connections.withLock { $0.made } }

  private func serve(_ connection: Int32) {
    defer {
      connections.withLock { $0.open.removeAll { $0 == connection } }
      close(connection)
    }
    var octets: [UInt8] = []
    while let request = read(connection, &octets) {
      requests.withLock { $0.append(request) }
      switch handle(request) {
      case .answer(let status, let fields, let body):
        var head = "HTTP/1.1 \(status) Said\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        head += "Content-Length: \(body.count)\r\n\r\n"
        send(connection, Array(head.utf8) + body)
      case .octets(let octets):
        send(connection, octets)
        return
      case .stall(let milliseconds):
        usleep(UInt32(milliseconds) * 1000)
        return
      }
    }
  }

  private func read(_ connection: Int32, _ octets: inout [UInt8]) -> Received? {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let (request, count) = ScriptedServer.request(octets) {
        octets.removeFirst(count)
        return request
      }
      let count = unsafe recv(connection, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      octets += piece[..<count]
    }
  }

  private static func request(_ octets: [UInt8]) -> (Received, Int)? {
    let data = Data(octets)
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (
        name: parts[0].lowercased(),
        value: parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      )
    }
    let length = fields.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    guard octets.count >= end.upperBound + length else { return nil }
    let words = lines[0].split(separator: " ")
    let body = String(decoding: octets[end.upperBound..<end.upperBound + length], as: UTF8.self)
    return (
      Received(
        method: String(words[0]), target: String(words[1]), fields: fields, body: body),
      end.upperBound + length
    )
  }

  private func send(_ connection: Int32, _ octets: [UInt8]) {
    var rest = octets[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { octets in
        #if canImport(Darwin)
          unsafe Darwin.send(connection, octets.baseAddress, octets.count, 0)
        #else
          unsafe Glibc.send(connection, octets.baseAddress, octets.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}
