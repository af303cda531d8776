/// A message of DNS with answers (RFC 1035 §4.1).
package struct DNSMessage {
  package enum RecordType: UInt16, Sendable {
    case text = 16
    case service = 33
  }

  /// Where a service is (RFC 2782).
  package struct Service: Hashable, Sendable {
    package let priority: UInt16
    package let weight: UInt16
    package let port: UInt16
    /// Empty where there is decidedly no such service.
    package let target: String
  }

  package private(set) var services: [Service] = []
  /// The strings of text records, each a key and its value perhaps (RFC 6763 §6.3).
  package private(set) var texts: [String] = []

  private let octets: [UInt8]
  private var place = 0

  /// Reads a message; `nil` for octets that are none.
  package init?(_ octets: [UInt8]) {
    self.octets = octets
    place = 4
    guard let questions = number(), let answers = number() else { return nil }
    place = 12
    for _ in 0..<questions {
      guard name() != nil, number() != nil, number() != nil else { return nil }
    }
    for _ in 0..<answers {
      guard name() != nil, let type = number(), number() != nil, number() != nil, number() != nil,
        let count = number(), place + Int(count) <= octets.count
      else { return nil }
      let end = place + Int(count)
      switch RecordType(rawValue: type) {
      case .service:
        guard let priority = number(), let weight = number(), let port = number(),
          let target = name(), place <= end
        else { return nil }
        services.append(
          Service(priority: priority, weight: weight, port: port, target: target))
      case .text:
        while place < end {
          let start = place + 1
          let stop = start + Int(octets[place])
          guard stop <= end else { return nil }
          texts.append(String(decoding: octets[start..<stop], as: UTF8.self))
          place = stop
        }
      case nil: break
      }
      place = end
    }
  }

  private mutating func number() -> UInt16? {
    guard place + 2 <= octets.count else { return nil }
    defer { place += 2 }
    return UInt16(octets[place]) << 8 | UInt16(octets[place + 1])
  }

  /// A name with dots between its labels, which may go on elsewhere (RFC 1035 §4.1.4).
  private mutating func name() -> String? {
    var labels: [String] = []
    var at = place
    var end: Int?
    var count = 0
    while at < octets.count {
      let octet = Int(octets[at])
      switch octet >> 6 {
      case 0 where octet == 0:
        place = end ?? at + 1
        return labels.joined(separator: ".")
      case 0:
        count += octet + 1
        // RFC 1035 §2.3.4.
        guard at + octet < octets.count, count <= 255 else { return nil }
        labels.append(String(decoding: octets[at + 1...at + octet], as: UTF8.self))
        at += octet + 1
      case 3:
        guard at + 1 < octets.count else { return nil }
        end = end ?? at + 2
        let target = (octet & 0x3F) << 8 | Int(octets[at + 1])
        // Only to what was before, so that it comes to an end.
        guard target < at else { return nil }
        at = target
      default: return nil
      }
    }
    return nil
  }
}

extension DNSMessage {
  /// Services in the order in which they are to be tried: by priority, and by weight and chance among
  /// those of one priority (RFC 2782).
  package func servicesInOrder(
    _ generator: inout some RandomNumberGenerator
  ) -> [Service] {
    var order: [Service] = []
    for priority in Set(services.map(\.priority)).sorted() {
      var left = services.filter { $0.priority == priority }.sorted { $0.weight < $1.weight }
      while !left.isEmpty {
        let sum = left.reduce(0) { $0 + Int($1.weight) }
        var chance = Int.random(in: 0...sum, using: &generator)
        let chosen = left.firstIndex { service in
          chance -= Int(service.weight)
          return chance <= 0
        }
        order.append(left.remove(at: chosen ?? 0))
      }
    }
    return order
  }
}
