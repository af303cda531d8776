public import ICU

/// The mailbox that an email address reaches, by the rules of its provider.
///
/// Case does not count: RFC 5321 §2.3.11 lets a host tell cases of the local part apart, and none
/// does. Nor does a tag after `+` (RFC 5233, "subaddress extension"), which reaches the same mailbox
/// wherever it reaches one. Gmail passes over dots and has two domains
/// (support.google.com/mail/answer/7436150).
public struct EmailKey: Sendable {
  /// The hash of the mailbox, the same on every machine.
  public let mailbox: UInt64
  /// The hash of what stands before the @ without a tag; 0 where it is short or a role.
  let local: UInt64
  /// Whose it is.
  let kind: Kind

  /// Whose a mailbox is, as far as its name tells.
  enum Kind: UInt8, Sendable {
    case person
    /// A household's: `smith.family@`.
    case household
    /// An office's: `info@`, `sales@`.
    case role
  }

  /// Letters of a local part, fewer of which many people have.
  private static let fewestLetters = 5

  /// Reads an address, or returns `nil` for what is none.
  ///
  /// - Parameter address: An address without `mailto:` and blanks, as a contact has it.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: O(*n*) in the octets; ICU is asked beyond ASCII only.
  public init?(_ address: String) throws(ICUError) {
    var scratch: [UInt8] = []
    try self.init(address.utf8.span, &scratch)
  }

  /// The address as it is compared letter by letter.
  ///
  /// - Parameter address: An address without `mailto:` and blanks.
  /// - Returns: The address with its case folded; `nil` for what is none.
  /// - Throws: `ICUError` when memory runs out.
  public static func folded(_ address: String) throws(ICUError) -> String? {
    var octets: [UInt8] = []
    return try append(address.utf8.span, to: &octets) == nil
      ? nil : String(decoding: octets, as: UTF8.self)
  }

  /// Reads an address in UTF-8, or returns `nil` for what is none.
  package init?(_ address: Span<UInt8>, _ scratch: inout [UInt8]) throws(ICUError) {
    scratch.removeAll(keepingCapacity: true)
    guard let at = try Self.append(address, to: &scratch) else { return nil }
    let domain = StableHash.of(scratch.span.extracting((at + 1)..<scratch.count))
    let isGoogle = domain == Self.gmail || domain == Self.googlemail
    // In place: first the tag goes, then Gmail's dots, then for comparing names all dots.
    var end = at
    for index in 1..<max(1, at) where scratch[index] == UInt8(ascii: "+") {
      end = index
      break
    }
    scratch.removeSubrange(end...)
    if isGoogle { Self.removePoints(&scratch) }
    let hash = StableHash.of(scratch.span)
    mailbox = StableHash.combine(hash, isGoogle ? Self.gmail : domain)
    kind =
      Self.roles.contains(hash) ? .role : Self.isHousehold(scratch) ? .household : .person
    if kind == .role || scratch.count < Self.fewestLetters {
      local = 0
    } else {
      if !isGoogle { Self.removePoints(&scratch) }
      local = StableHash.of(scratch.span)
    }
  }

  /// Appends the address with its case folded, and tells where its last @ is; `nil` for what has no
  /// letter before or behind it.
  private static func append(
    _ address: Span<UInt8>, to key: inout [UInt8]
  ) throws(ICUError) -> Int? {
    var isASCII = true
    for index in address.indices {
      let octet = address[index]
      if octet >= 0x80 { isASCII = false }
      key.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= octet ? octet | 0x20 : octet)
    }
    if !isASCII {
      key.removeAll(keepingCapacity: true)
      try CaseFolder.appendCaseFolded(address, to: &key)
    }
    guard let at = key.lastIndex(of: UInt8(ascii: "@")), at > 0, at + 1 < key.count else {
      return nil
    }
    return at
  }

  private static func removePoints(_ octets: inout [UInt8]) {
    guard var kept = octets.firstIndex(of: UInt8(ascii: ".")) else { return }
    for index in kept..<octets.count where octets[index] != UInt8(ascii: ".") {
      octets[kept] = octets[index]
      kept += 1
    }
    octets.removeLast(octets.count - kept)
  }

  /// Whether a local part has a word for a family: family, familie, famille, familia, famiglia, or
  /// begins with its short form: `fam.smith`.
  private static func isHousehold(_ local: [UInt8]) -> Bool {
    guard local.count > 5 else { return false }
    if local.starts(with: "fam".utf8), !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= local[3]) {
      return true
    }
    return (0...local.count - 6).contains { start in
      local[start] == UInt8(ascii: "f") && local[start...].starts(with: "fami".utf8)
        && (local[start + 4] == UInt8(ascii: "l") || local[start + 4] == UInt8(ascii: "g"))
    }
  }

  private static let gmail = StableHash.of("gmail.com")
  private static let googlemail = StableHash.of("googlemail.com")

  /// Source: RFC 2142 (mailbox names for common services) and words for an office in general use.
  private static let roles: Set<UInt64> = Set(
    """
    abuse accounting accounts accueil admin administration administrator ask assistance atencion
    billing biuro booking bookings buchhaltung bureau business careers commercial compras compta
    comptabilite contact contacto contacts contactus contato customercare customerservice dispatch
    donotreply editor einkauf empfang enquiries enquiry events everyone facturacion finance
    front-desk frontdesk ftp general hello help helpdesk hola hostmaster hr info information infos
    inquiries inquiry invoices it jobs kontakt kundenservice legal list mail mailbox mailer-daemon
    management marketing media news newsletter no-reply noreply notifications office office1
    oficina orders owner partners personal poczta postmaster pr press presse privacy procurement
    purchasing recepcion reception rechnung recruiting recruitment registrar rh root sales
    secretariat secretary security segreteria sekretariat server service services shop soporte
    spam staff studio subscribe support team tech ufficio vendas ventas verkauf vertrieb
    verwaltung web webmaster welcome www zentrale
    """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { StableHash.of(String($0)) })
}

extension EmailKey: Hashable {
  /// Whether two addresses reach one mailbox.
  public static func == (left: EmailKey, right: EmailKey) -> Bool { left.mailbox == right.mailbox }

  /// Feeds the mailbox.
  public func hash(into hasher: inout Hasher) { hasher.combine(mailbox) }
}
