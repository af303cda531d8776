public import ICU

/// The sections of a list of contacts, each under a letter, as an address book shows them.
///
/// The letters are those of the sorter's locale, with the Latin ones besides where it has none of
/// its own: А to Я and then A to Z in Russian, A to Z and then あ to わ in Japanese, as the locale
/// sorts. What begins with a digit or a symbol, what is of no letter here, and who has no name
/// stands under `#`, the last section, as Apple's Contacts framework has it.
///
/// A contact's section follows from what it is sorted by: how the name sounds before how it is
/// written, family or given name by the sorter's order, organisations by name. In the order of the
/// sorter sections never go down, but for two things: `#` comes last although digits sort first, and
/// in Chinese by Pinyin Han characters share the sections of Latin letters, which sort after them.
///
/// An index never changes and may be used by any number of threads.
public final class SectionIndex: Sendable {
  /// The labels of the sections in their order; the last is `#`.
  public let labels: [String]

  /// What names are sorted by.
  public let sorter: NameSorter

  /// The section here of each of ICU's.
  private let sections: [Int]
  private let index: AlphabeticIndex

  /// Opens the index of a sorter's locale.
  ///
  /// - Parameter sorter: What the contacts are sorted by.
  /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
  public init(_ sorter: NameSorter) throws(ICUError) {
    let index = try AlphabeticIndex(locale: sorter.locale)
    var labels: [String] = []
    var sections: [Int] = []
    for section in 0..<index.count {
      guard index.kind(of: section) == .letter else {
        sections.append(-1)
        continue
      }
      sections.append(labels.count)
      labels.append(try index.label(of: section))
    }
    let last = labels.count
    labels.append(SectionIndex.labelOfOthers)
    self.labels = labels
    self.sections = sections.map { $0 < 0 ? last : $0 }
    self.sorter = sorter
    self.index = index
  }

  /// The label of what stands under no letter.
  public static let labelOfOthers = "#"

  /// Finds the section of a contact.
  ///
  /// - Parameter contact: A contact with the keys ``Contact/Keys/sorting``.
  /// - Returns: An index of ``labels``.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: As many comparisons by ICU as ``labels`` has binary digits.
  public func section(for contact: Contact) throws(ICUError) -> Int {
    guard let text = sorter.sortText(of: contact) else { return labels.count - 1 }
    return sections[try index.section(of: text)]
  }

  /// Finds the section of the text in UTF-8 that a contact is sorted by; it is empty of who has no name.
  package func section(ofSortText text: Span<UInt8>) throws(ICUError) -> Int {
    text.isEmpty ? labels.count - 1 : sections[try index.section(ofUTF8: text)]
  }
}
