extension DiagnosticCatalogue {
  /// Codes about tables of comma-separated values.
  static let tableEntries: [Entry] = [
    Entry(
      .lossCharacters, .note, "characters that the charset of a table lacks",
      rule: """
        Tables are written in UTF-8, which has all characters, unless --charset asks for something \
        else. What the charset has not is written as ?, and one note a card says what that is. \
        --charset UTF-16 has all characters, and Excel of any year reads it.
        """,
      sections: ["RFC 4180 §3"],
      bad: .card40("FN:\u{51F1}\u{7279}"), good: .card40("FN:Kate")),
    Entry(
      .ambiguousDate, .note, "a date of which day and month may change places",
      rule: """
        4/12/1999 is in April or in December. A date with a number above 12 settles it for the table; \
        else the language of its header does, and one note a column says so. --dates dmy or --dates \
        mdy tells it.
        """,
      sections: ["RFC 4180 §2"],
      bad: .text("Name,Birthday\r\nKate Bell,4/12/1999\r\n"), good: .card40("BDAY:19990412")),
    Entry(
      .csvColumns, .note, "columns of a table that nobody knows",
      rule: """
        The columns of Google, Outlook, Thunderbird and others are known by their names in several \
        languages. Others are kept under names that begin with X-CSV-, and the first card says \
        which. A table of which no column tells of people is an error; --map FILE names its columns.
        """,
      sections: ["RFC 4180 §2"],
      bad: .text("Name,Shoe size\r\nKate Bell,38\r\n"), good: .card40("X-CSV-SHOE-SIZE:38")),
    Entry(
      .csvRow, .warning, "a row of a table that does not fit",
      rule: """
        Every row of a table has as many cells as its header. Further ones are kept under the number \
        of their column; where a quotation mark is never closed, the rest of the input is its cell, \
        and text behind a closing one, "Kate" Bell, belongs to the cell, too. \
        A row larger than a card may be is passed over, which is an error.
        """,
      sections: ["RFC 4180 §2"],
      bad: .text("Name,Email\r\nKate Bell,kate@example.com,38\r\n"),
      good: .card40("EMAIL:kate@example.com")),
    Entry(
      .csvDamagedNumber, .warning, "a telephone number that became another number",
      rule: """
        Programs for tables take a telephone number for a quantity and write 4.15E+09 for it. Its \
        other digits are lost; it is kept as it stands, for somebody to mend.
        """,
      sections: ["RFC 4180 §2"],
      bad: .text("Name,Phone\r\nKate Bell,4.15E+09\r\n"), good: .card40("TEL:+41555012345")),
  ]
}
