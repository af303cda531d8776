public import ICU

/// Sorts contacts by name as a language does.
///
/// Opening one opens an ICU collator, which costs more than sorting a thousand names: keep it. It
/// may be used by any number of threads.
public final class NameSorter: Sendable {
  /// What names are sorted by first.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// Family name, then given and middle name and suffix.
    case family
    /// Given name, then family and middle name and suffix.
    case given
    /// The name as it is shown.
    case display
  }

  /// What names are sorted by first.
  public let order: Order

  /// The language whose order it is, as it was asked for.
  public let locale: String

  let collator: Collator

  /// Opens a sorter.
  ///
  /// - Parameters:
  ///   - order: What names are sorted by first.
  ///   - locale: The language whose order it is: a BCP 47 tag, or `root`.
  /// - Throws: `ICUError` when the tag is none.
  public init(_ order: Order = .family, locale: String = "root") throws(ICUError) {
    self.order = order
    self.locale = locale
    collator = try Collator(locale: locale)
  }

  /// Makes the key by which a contact stands in its place; compared as bytes.
  ///
  /// An organisation sorts by its name. A name in one piece, without N, is never taken apart and
  /// sorts as it is written. How a name sounds or sorts by the card itself (SORT-AS, SORT-STRING,
  /// X-PHONETIC-…) goes before how it is written. Contacts without any name come last.
  ///
  /// - Parameter contact: A contact with the keys ``Contact/Keys/sorting``.
  /// - Returns: A key to compare with keys of the same sorter only.
  /// - Throws: `ICUError` when memory runs out.
  public func sortKey(for contact: Contact) throws(ICUError) -> SortKey {
    guard let text = sortText(of: contact) else { return NameSorter.afterAllNames }
    return try collator.sortKey(for: text)
  }

  /// Tells how two contacts stand to each other, as their keys do.
  ///
  /// To compare a contact many times, take its key.
  ///
  /// - Parameters:
  ///   - first: A contact with the keys ``Contact/Keys/sorting``.
  ///   - second: Another.
  /// - Returns: `same` also for two without a name.
  /// - Throws: `ICUError` when memory runs out.
  public func compare(_ first: Contact, _ second: Contact) throws(ICUError) -> Collator.Order {
    switch (sortText(of: first), sortText(of: second)) {
    case (let first?, let second?): try collator.compare(first, second)
    case (nil, nil): .same
    case (_?, nil): .ascending
    case (nil, _?): .descending
    }
  }

  /// Appends the octets of ``sortKey(for:)``.
  package func appendSortKey(for contact: Contact, to keys: inout [UInt8]) throws(ICUError) {
    if let text = sortText(of: contact) {
      try collator.appendSortKey(ofUTF8: text.utf8.span, to: &keys)
    } else {
      keys.append(contentsOf: NameSorter.afterAllNames.bytes)
    }
  }

  /// Sorts contacts; equal ones stay in their order.
  ///
  /// - Complexity: O(*n* log *n*) comparisons of bytes; one ICU key a contact.
  public func sorted(_ contacts: [Contact]) throws(ICUError) -> [Contact] {
    var keyed: [(key: SortKey, place: Int)] = []
    keyed.reserveCapacity(contacts.count)
    for (place, contact) in contacts.enumerated() {
      keyed.append((try sortKey(for: contact), place))
    }
    keyed.sort { $0.key != $1.key ? $0.key < $1.key : $0.place < $1.place }
    return keyed.map { contacts[$0.place] }
  }

  /// Only U+FFFD and U+FFFF have primary weights that start with FF, and they end sooner.
  private static let afterAllNames = SortKey(bytes: [0xFF, 0xFF, 0xFF, 0xFF])

  /// U+FFFE sorts before everything else on every level, so that the first field decides before the
  /// second is looked at (UTS #35, Collation §4.4, "U+FFFE as a merge separator").
  private static let separator = "\u{FFFE}"

  /// What a contact is sorted by, in one text; `nil` when it has no name.
  func sortText(of contact: Contact) -> String? {
    NameSorter.sortText(of: contact, by: order)
  }

  /// The same without a sorter: no language matters to it.
  package static func sortText(of contact: Contact, by order: Order) -> String? {
    let fields = sortFields(of: contact, by: order)
    return fields.isEmpty ? nil : fields.joined(separator: separator)
  }

  private static func sortFields(of contact: Contact, by order: Order) -> [String] {
    if contact.contactType == .organization, let organization = contact.organizationName {
      return [contact.phoneticOrganizationName ?? organization]
    }
    let family = contact.sortAsFamilyName ?? contact.phoneticFamilyName ?? contact.familyName
    let given = contact.sortAsGivenName ?? contact.phoneticGivenName ?? contact.givenName
    let middle = contact.phoneticMiddleName ?? contact.middleName
    let hasName = contact.nameParts.hasName
    let name: [String?]
    switch order {
    case .family where hasName: name = [family, given, middle, contact.nameSuffix]
    case .given where hasName: name = [given, family, middle, contact.nameSuffix]
    case .family: name = [contact.sortAsFamilyName ?? contact.compositeName]
    case .given, .display: name = [contact.compositeName]
    }
    return name.compactMap(\.self)
  }
}
