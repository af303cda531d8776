internal import ICU

/// The mailbox that an email address reaches, by the rules of its provider.
///
/// Case does not count, nor does a tag after `+` (RFC 5233, "subaddress extension"), which reaches
/// the same mailbox wherever it reaches one. Gmail passes over dots and has two domains
/// (support.google.com/mail/answer/7436150).
struct MailboxKey: Hashable, Sendable {
  /// The hash of the mailbox.
  var mailbox: UInt64
  /// The hash of what stands before the @ without a tag; 0 where it is short or a role.
  var local: UInt64
  /// Whose it is.
  var kind: Kind

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
  init?(_ address: Span<UInt8>, _ scratch: inout [UInt8]) throws(ICUError) {
    scratch.removeAll(keepingCapacity: true)
    try EmailKey.append(address, to: &scratch)
    guard let at = scratch.lastIndex(of: UInt8(ascii: "@")) else { return nil }
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
    if local[0] == UInt8(ascii: "f"), local[1] == UInt8(ascii: "a"), local[2] == UInt8(ascii: "m"),
      !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= local[3])
    {
      return true
    }
    for start in 0...local.count - 6
    where local[start] == UInt8(ascii: "f") && local[start + 1] == UInt8(ascii: "a")
      && local[start + 2] == UInt8(ascii: "m") && local[start + 3] == UInt8(ascii: "i")
      && (local[start + 4] == UInt8(ascii: "l") || local[start + 4] == UInt8(ascii: "g"))
    {
      return true
    }
    return false
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
