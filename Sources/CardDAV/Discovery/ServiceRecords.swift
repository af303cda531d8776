// The one file of this module that touches C pointers of the resolver.

private import CCurl

/// What DNS says of the servers of a domain (RFC 6764 §3, §4).
package struct ServiceRecords: Sendable {
  /// Who is asked instead of the system's resolvers: an address of IPv4 and a port.
  package var server: (address: String, port: UInt16)?

  /// Octets of an answer: all that TCP can bring.
  private static let largestMessage = 1 << 16

  package init() {}

  /// Where a domain says that its cards are, best first; none where it says nothing.
  ///
  /// Services without TLS are not asked for.
  ///
  /// - Parameter domain: What follows the `@` of a mailbox.
  /// - Returns: URLs whose path is `/` where the domain names none.
  /// - Throws: That nobody answers.
  package func servers(of domain: String) throws(RemoteError) -> [WebURL] {
    let name = "_carddavs._tcp.\(domain)"
    guard let services = try ask(name, .service) else { return [] }
    // RFC 6763 §6.4: the first of several counts.
    let path = try ask(name, .text)?.texts.lazy
      .compactMap { text in
        text.lowercased().hasPrefix("path=") ? String(text.dropFirst(5)) : nil
      }.first { $0.hasPrefix("/") }
    var generator = SystemRandomNumberGenerator()
    return services.servicesInOrder(&generator).compactMap { service in
      service.target.isEmpty
        ? nil : try? WebURL("https://\(service.target):\(service.port)" + (path ?? "/"))
    }
  }

  private func ask(
    _ name: String, _ type: DNSMessage.RecordType
  ) throws(RemoteError) -> DNSMessage? {
    var message = [UInt8](repeating: 0, count: ServiceRecords.largestMessage)
    let count = unsafe cdns_query(
      name, Int32(type.rawValue), server?.address, server?.port ?? 0, &message,
      Int32(message.count))
    guard count >= 0 else {
      throw RemoteError(.unreachable, "no name server answers for \(name)")
    }
    return count == 0 ? nil : DNSMessage(Array(message[..<Int(count)]))
  }
}
