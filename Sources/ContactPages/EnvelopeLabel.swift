package import ContactModel
import VCard

/// What is written on an envelope: who gets the letter, and where.
package struct EnvelopeLabel {
  /// Which labels are written, and on what.
  package struct Choice: Sendable {
    /// What the address is for; `nil` for the one that the card prefers, else its first.
    package var use: ContactLabel?
    /// The paper of a page for a browser.
    package var paper = Paper.a4

    /// Creates a choice.
    package init(use: ContactLabel?, paper: Paper) { (self.use, self.paper) = (use, paper) }
  }

  /// Sheets of labels.
  package enum Paper: String, CaseIterable, Sendable {
    /// 210 mm × 297 mm: three by eight labels of 70 mm × 37 mm.
    case a4
    /// 8.5 in × 11 in: three by ten labels of 2.625 in × 1 in.
    case letter

    /// What is usual in a country.
    ///
    /// Unicode CLDR, `paperSize`.
    package static func usual(in country: String?) -> Paper {
      let american: Set = [
        "BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE",
      ]
      return american.contains(country ?? "") ? .letter : .a4
    }

    /// Labels of a sheet.
    package var count: Int { self == .a4 ? 24 : 30 }
  }

  private let use: ContactLabel?
  private let name: ContactFormatter
  private let addresses: PostalAddressFormatter

  /// Prepares labels.
  ///
  /// - Parameters:
  ///   - choice: Which labels are written.
  ///   - name: Writes the names.
  ///   - country: Where the letters are sent from, and the country of addresses that name none.
  init(_ choice: Choice, _ name: ContactFormatter, country: String?) {
    use = choice.use
    self.name = name
    addresses = PostalAddressFormatter(defaultCountry: country, senderCountry: country)
  }

  /// The lines of the label of a card, safe to print; none where there is no address.
  func lines(_ card: borrowing Card, _ contact: Contact) -> [String] {
    guard let address = address(card, contact) else { return [] }
    let person = name.string(from: contact)
    var recipient = [person]
    if address.label == .work, contact.organizationName != person {
      recipient.append(contact.organizationName)
    }
    // An address in one piece may say who lives there.
    let street = (address.value.street ?? "").split(whereSeparator: \.isNewline).map(String.init)
    let text = addresses.string(
      from: address.value, for: recipient.compactMap(\.self).filter { !street.contains($0) })
    return ContactPage.lines(of: text).filter { !$0.isEmpty }
  }

  private func address(
    _ card: borrowing Card, _ contact: Contact
  ) -> LabeledValue<PostalAddress>? {
    let fitting = contact.postalAddresses.enumerated().filter { use == nil || $1.label == use }
    guard fitting.count > 1 else { return fitting.first?.element }
    let places = ContactLines(copy card, keys: .postalAddresses)[.postalAddresses]
    let properties = Array(card.properties)
    /// The rank among the addresses: 1 to 100, and beyond that for one without (RFC 6350 §5.3).
    func preference(_ number: Int) -> Int {
      let lines = places.indices.contains(number) ? places[number].map { properties[$0] } : []
      return lines.map { line in
        line.types.contains("pref") ? 1 : line.parameter("PREF").first.flatMap { Int($0) } ?? 101
      }.min() ?? 101
    }
    // Of several with the same rank the first.
    return fitting.min { preference($0.offset) < preference($1.offset) }?.element
  }
}
