import Foundation
import SystemPackage
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection over which a test sends whatever octets it likes.
///
/// It waits on threads of its own: the server answers on those that tests share.
final class RawConnection: Sendable {
  private let descriptor: Int32

  /// Connects to a port of an address of this machine.
  init(_ host: String, _ port: UInt16) throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    unsafe _ = inet_pton(AF_INET, host, &address.sin_addr)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, size)
      }
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
    // No test waits for long.
    var time = timeval(tv_sec: 100, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends a text.
  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends octets.
  func send(_ octets: [UInt8]) throws {
    var rest = octets[...]
    while !rest.isEmpty {
      // Whoever was turned away may be cut off before all is said.
      let count = unsafe rest.withUnsafeBytes { octets in
        #if canImport(Darwin)
          unsafe Darwin.send(descriptor, octets.baseAddress, octets.count, 0)
        #else
          unsafe Glibc.send(descriptor, octets.baseAddress, octets.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads up to the end of an answer: as long as its head says, or until the other side closes.
  func answer() async -> Answer {
    let descriptor = descriptor
    let answer = await BackgroundResult { RawConnection.answer(descriptor) }.value
    // Not closed before it is read.
    withExtendedLifetime(self) {}
    return answer ?? Answer()
  }

  private static func answer(_ descriptor: Int32) -> Answer {
    var octets: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let answer = Answer(octets), answer.isWhole { return answer }
      let count = unsafe recv(descriptor, &piece, piece.count, 0)
      if count <= 0 { return Answer(octets) ?? Answer() }
      octets += piece[..<count]
    }
  }

  /// Whether the other side has closed, once what it sent was read.
  func isClosed() async -> Bool {
    let descriptor = descriptor
    let isClosed = await BackgroundResult {
      var octet: UInt8 = 0
      return unsafe recv(descriptor, &octet, 1, 0) == 0
    }.value
    withExtendedLifetime(self) {}
    return isClosed ?? false
  }
}

/// What came back.
struct Answer {
  /// 0 where nothing came.
  var status = 0
  var headers: [(name: String, value: String)] = []
  var body = ""
  private var octets = 0

  init() {}

  init?(_ answer: [UInt8]) {
    let text = String(decoding: answer, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
    }
    body = String(text[end.upperBound...])
    octets = body.utf8.count
  }

  subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

  var isWhole: Bool {
    self["content-length"].flatMap { Int($0) }.map { octets >= $0 } ?? false
  }
}
