extension DiagnosticCatalogue {
  /// Codes about address books that are folders of cards.
  ///
  /// Their examples are files of a folder: the reader of cards finds nothing wrong with the first
  /// and the last two.
  static let bookEntries: [Entry] = [
    Entry(
      .severalCardsInFile, .warning, "several cards in a file of a folder",
      rule: """
        A folder that is an address book has one card in each file, so that programs can tell what \
        changed. A file with several is read as several people, each with a number behind the \
        file's name.
        """,
      sections: ["RFC 6352 §5.1"],
      bad: .lines(
        "BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "END:VCARD", "BEGIN:VCARD",
        "VERSION:4.0", "FN:Hank Zakroff", "END:VCARD"),
      good: .card40()),
    Entry(
      .notACard, .error, "a file of a folder that holds no card",
      rule: """
        A file whose name ends in .vcf, in a folder that is an address book, must hold a card. What \
        holds none is left alone, and the rest of the book is read.
        """,
      sections: ["RFC 6352 §5.1"],
      bad: .lines("<html>", "</html>"), good: .card40()),
    Entry(
      .changedDuringSave, .warning, "another program changed a file while it was saved",
      rule: """
        Two programs that write the same file must not undo each other's work unseen. What the other \
        one wrote is kept, and the message names the file that has the rest.
        """,
      sections: ["RFC 9110 §13.1.1"],
      bad: .card40(), good: .card40()),
    Entry(
      .folderPassedOver, .warning, "a folder in a folder of cards is not part of the book",
      rule: """
        A folder of folders with cards is one book, and each of them a collection of it. What lies \
        further down, as Radicale keeps the collections of several users, or may not be read, is not \
        part of it: name the folder in which the collections are.
        """,
      sections: ["RFC 6352 §5.2"],
      bad: .card40(), good: .card40()),
  ]

  /// Codes about preferences, whose examples are lines of their file.
  package static let preferenceEntries: [Entry] = [
    Entry(
      .unknownPreference, .warning, "a preference that there is not",
      rule: """
        The file of preferences has the keys that 'vcard config' shows. Another one, misspelt or of \
        a newer version, says nothing, and the rest of the file counts.
        """,
      sections: ["TOML 1.0.0 §Keys"],
      bad: .lines("regoin = \"DE\""), good: .lines("region = \"DE\"")),
    Entry(
      .badPreference, .error, "a preference that cannot have its value",
      rule: """
        Each preference is a text that its option takes, too. What was meant by another one is not \
        known, so the command ends.
        """,
      sections: ["TOML 1.0.0 §String"],
      bad: .lines("color = \"blue\""), good: .lines("color = \"never\"")),
    Entry(
      .unreadablePreferences, .error, "a file of preferences that cannot be read",
      rule: """
        The file of preferences is TOML in UTF-8: a key, an equals sign and a text in quotation \
        marks on each line. Where it is something else, or may not be read, the command ends.
        """,
      sections: ["TOML 1.0.0 §Spec"],
      bad: .lines("region: DE"), good: .lines("region = \"DE\"")),
    Entry(
      .unknownLocale, .warning, "a language that nobody knows",
      rule: """
        A language that --locale, the environment or the preferences name, and that ICU does not \
        know, has no order and no words: names are in the order that all languages begin with, and \
        words are English.
        """,
      sections: ["RFC 5646 §2.1", "UTS #35 §3.2"],
      bad: .lines("locale = \"nonsense\""), good: .lines("locale = \"sv\"")),
  ]
}
