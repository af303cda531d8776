extension DiagnosticCatalogue {
  /// Codes about octets, lines and the envelope of cards.
  static let inputEntries: [Entry] = [
    Entry(
      .byteOrderMark, .note, "a byte order mark inside the input",
      rule: """
        U+FEFF may start a file in UTF-8 and means nothing anywhere else. Programs that put files \
        one after the other leave it before a card; it is left out.
        """,
      sections: ["RFC 6350 §3.1", "RFC 3629 §6"],
      bad: .lines(
        "BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "END:VCARD", "{EF}{BB}{BF}BEGIN:VCARD",
        "VERSION:4.0", "FN:Hank Zakroff", "END:VCARD"),
      good: .lines(
        "BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "END:VCARD", "BEGIN:VCARD",
        "VERSION:4.0", "FN:Hank Zakroff", "END:VCARD")),
    Entry(
      .foundCharset, .note, "a charset that was found out",
      rule: """
        Text that is not UTF-8 has to declare its charset. Where it does not, all such text of the \
        file tells it together: letters and how they follow each other, what a charset leaves \
        unassigned, languages, country codes and domains beside. It is told once, at the first such \
        value of the cards that are read so; --charset names another.
        """,
      sections: ["RFC 6350 §3.1", "vCard 2.1 §2.1.6"],
      bad: Example(
        octets: Example.card30("NOTE:Zo{EB}").octets, foundCharset: "windows-1252"),
      good: .card30("NOTE:Zoë")),
    Entry(
      .utf16, .note, "the input is UTF-16",
      rule: """
        A vCard is UTF-8, but some programs for Windows write UTF-16. The input is read as that, \
        places are those of its own octets, and output is UTF-8.
        """,
      sections: ["RFC 6350 §3.1"],
      bad: .card40().inUTF16(), good: .card40()),
    Entry(
      .brokenUTF16, .warning, "half a pair in UTF-16",
      rule: """
        In UTF-16 a character beyond U+FFFF takes two units, which mean nothing alone. Each lone \
        half becomes U+FFFD.
        """,
      sections: ["RFC 2781 §2.2"],
      bad: Example(octets: Example.card40("NOTE:x").inUTF16().octets.replacingLast(0x78, 0xD83D)),
      good: .card40("NOTE:x").inUTF16()),
    Entry(
      .lineTooLong, .error, "a line longer than the limit",
      rule: """
        A line may hold 128 MiB, more than any photo written on one line. The card is skipped, \
        and reading goes on at the next BEGIN:VCARD; the example is read with a limit of 80 octets.
        """,
      sections: ["RFC 6350 §3.2"],
      bad: Example.card40("NOTE:" + String(repeating: "long ", count: 20))
        .limited { $0.bytesPerLine = 80 },
      good: Example.card40("NOTE:long").limited { $0.bytesPerLine = 80 }),
    Entry(
      .cardTooLarge, .error, "a card larger than the limit",
      rule: """
        A card may hold 256 MiB and a million lines. What is larger is skipped, and reading goes \
        on at the next BEGIN:VCARD; the example is read with a limit of five lines.
        """,
      sections: ["RFC 6350 §3.3"],
      bad: Example.card40("TEL:1", "TEL:2", "TEL:3").limited { $0.propertiesPerCard = 5 },
      good: Example.card40("TEL:1").limited { $0.propertiesPerCard = 5 }),
    Entry(
      .moreDiagnostics, .warning, "more to say about the card than fits",
      rule: """
        No more than 100,000 diagnostics are given for one card, so that a card made of faults \
        takes no unbounded memory. The rest are counted, with the worst of their severities; the \
        example is checked with a limit of none.
        """,
      sections: ["RFC 6350 §3.3"],
      bad: Example.card40("BDAY:12th May").limited(diagnostics: 0),
      good: Example.card40("BDAY:--0512").limited(diagnostics: 0)),
    Entry(
      .textBetweenCards, .warning, "something between two cards",
      rule: """
        Outside of BEGIN:VCARD and END:VCARD there is nothing but blank lines. Other lines, such \
        as the head of a mail, belong to no card and are left out.
        """,
      sections: ["RFC 6350 §3.3"],
      bad: .lines(
        "Here is my card", "BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "END:VCARD"),
      good: .card40()),
    Entry(
      .missingBegin, .warning, "a card without its BEGIN",
      rule: """
        A card starts with BEGIN:VCARD. Where a property stands that only a card can have, one is \
        taken to start, and the line is added.
        """,
      sections: ["RFC 6350 §6.1.1", "RFC 2425 §5.8.1"],
      bad: .lines("VERSION:4.0", "FN:Kate Bell", "END:VCARD"), good: .card40()),
    Entry(
      .missingEnd, .warning, "a card without its END",
      rule: """
        A card ends with END:VCARD. Where another card starts, or the input ends after a whole \
        line, the card is taken to end, and the line is added.
        """,
      sections: ["RFC 6350 §6.1.2", "RFC 2425 §5.8.1"],
      bad: .lines("BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell"), good: .card40()),
    Entry(
      .truncatedCard, .error, "the input breaks off in a card",
      rule: """
        The input ends in the middle of a line, so something is lost. What is there is kept, and \
        END:VCARD is added.
        """,
      sections: ["RFC 6350 §6.1.2"],
      bad: Example.lines("BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell").withoutLast(6),
      good: .card40()),
    Entry(
      .extraEnd, .warning, "an END without a card",
      rule: """
        END:VCARD ends the card that a BEGIN:VCARD started. Where none is open it means nothing \
        and is left out.
        """,
      sections: ["RFC 6350 §6.1.2"],
      bad: .lines("BEGIN:VCARD", "VERSION:4.0", "FN:Kate Bell", "END:VCARD", "END:VCARD"),
      good: .card40()),
    Entry(
      .missingVersion, .warning, "a card without VERSION",
      rule: """
        A card says which version of the format it follows. Where it does not, its style tells: \
        parameters without a name are of 2.1, KIND or PREF= are of 4.0, the rest is 3.0.
        """,
      sections: ["RFC 6350 §6.7.9", "RFC 2426 §3.6.9", "vCard 2.1 §2.6.6"],
      bad: .lines("BEGIN:VCARD", "N:Bell;Kate;;;", "FN:Kate Bell", "END:VCARD"), good: .card30()),
    Entry(
      .unknownVersion, .warning, "a version that does not exist",
      rule: """
        There are the versions 2.1, 3.0 and 4.0. For any other the style of the card tells by \
        which rules it is read.
        """,
      sections: ["RFC 6350 §6.7.9", "RFC 2426 §3.6.9", "vCard 2.1 §2.6.6"],
      bad: .lines("BEGIN:VCARD", "VERSION:seven", "N:Bell;Kate;;;", "FN:Kate Bell", "END:VCARD"),
      good: .card30()),
    Entry(
      .lateVersion, .warning, "VERSION is not the first property",
      rule: """
        VERSION comes right after BEGIN:VCARD, so that a reader knows the rules before it needs \
        them. It is heeded wherever it stands.
        """,
      sections: ["RFC 6350 §6.7.9"],
      bad: .lines("BEGIN:VCARD", "FN:Kate Bell", "VERSION:4.0", "END:VCARD"), good: .card40()),
    Entry(
      .malformedLine, .error, "a line that is no property",
      rule: """
        A line of a card is a name, perhaps parameters, a colon and a value. A line that cannot \
        be read so, and does not look like more of the value before it, is kept as it stands.
        """,
      sections: ["RFC 6350 §3.3", "RFC 2425 §5.8.2"],
      bad: .card40("TEL;TYPE=home", ".EMAIL:kate@example.com"),
      good: .card40("TEL;TYPE=home:+1-408-555-0000", "EMAIL:kate@example.com")),
    Entry(
      .unindentedContinuation, .warning, "a value goes on without a blank",
      rule: """
        A long value goes on in the next line only after a blank. A line of text without it is \
        no property, so it is taken as a further line of the text before it.
        """,
      sections: ["RFC 6350 §3.2", "RFC 2425 §5.8.1"],
      bad: .card40("NOTE:Likes tea", "and long walks"),
      good: .card40("NOTE:Likes tea\\nand long walks")),
    Entry(
      .commentLine, .note, "a comment",
      rule: """
        The format has no comments, but some programs write lines that start with a number sign. \
        They are kept and mean nothing.
        """,
      sections: ["RFC 6350 §3.3"],
      bad: .card40("# from the old phone"), good: .card40("NOTE:from the old phone")),
    Entry(
      .unclosedQuote, .warning, "a quotation mark that is never closed",
      rule: """
        A parameter value that holds a colon, semicolon or comma stands between two quotation \
        marks. Where the second is missing, the parameters end at the first colon.
        """,
      sections: ["RFC 6350 §3.3", "RFC 2425 §5.8.2"],
      bad: .card40("TEL;TYPE=\"home:+1-408-555-0000"),
      good: .card40("TEL;TYPE=\"home\":+1-408-555-0000")),
    Entry(
      .quotedPrintableUnterminated, .warning, "a quoted-printable value ends in a soft line break",
      rule: """
        An equals sign at the end of a line says that the value goes on in the next. Where the \
        card ends instead, or a blank line comes, the value ends there.
        """,
      sections: ["vCard 2.1 §2.1.3", "RFC 2045 §6.7"],
      bad: .card21("NOTE;ENCODING=QUOTED-PRINTABLE:Likes tea="),
      good: .card21("NOTE;ENCODING=QUOTED-PRINTABLE:Likes tea")),
    Entry(
      .nestedCard, .note, "a card inside a card",
      rule: """
        The value of AGENT in vCard 2.1 is a whole card, from its BEGIN to its END. It is kept as \
        the value, does not count as a card of the input, and is checked like one.
        """,
      sections: ["vCard 2.1 §2.5.4"],
      bad: .card21(
        "AGENT:", "BEGIN:VCARD", "VERSION:2.1", "N:Friday;Fred", "END:VCARD"),
      good: .card40("RELATED;TYPE=agent;VALUE=text:Fred Friday")),
    Entry(
      .nestedTooDeep, .error, "cards nested too deeply",
      rule: """
        Cards may stand inside each other sixteen deep. A card with more is skipped, and reading \
        goes on at the next BEGIN:VCARD; the example is read with a limit of one.
        """,
      sections: ["vCard 2.1 §2.5.4"],
      bad: Example.card21(
        "AGENT:", "BEGIN:VCARD", "VERSION:2.1", "N:Friday;Fred", "AGENT:", "BEGIN:VCARD",
        "VERSION:2.1", "N:Crusoe;Robinson", "END:VCARD", "END:VCARD"
      ).limited { $0.nesting = 1 },
      good: Example.card21(
        "AGENT:", "BEGIN:VCARD", "VERSION:2.1", "N:Friday;Fred", "END:VCARD"
      ).limited { $0.nesting = 1 }),
    Entry(
      .lineEnd, .note, "a line does not end in CR LF",
      rule: """
        Lines end in CR LF. LF and CR alone are read as well, in any mixture; only the first \
        place in each card is told.
        """,
      sections: ["RFC 6350 §3.2", "RFC 2425 §5.8.1", "vCard 2.1 §2.1.3"],
      bad: Example.card40().withLineFeeds(), good: .card40()),
    Entry(
      .longLine, .note, "a line of more than 75 octets",
      rule: """
        Lines should be folded so that none has more than 75 octets without its end. Longer ones \
        are read all the same; the first of each property is told.
        """,
      sections: ["RFC 6350 §3.2", "RFC 2425 §5.8.1"],
      bad: .card40("NOTE:" + String(repeating: "tea ", count: 20)),
      good: .card40(
        "NOTE:" + String(repeating: "tea ", count: 15), " " + String(repeating: "tea ", count: 5))),
    Entry(
      .blankLine, .note, "a blank line inside a card",
      rule: """
        Blank lines stand between cards, and after base64 in vCard 2.1. Elsewhere they are left \
        out.
        """,
      sections: ["RFC 6350 §3.3", "vCard 2.1 §2.9"],
      bad: .card40("", "TEL:+1-408-555-0000"), good: .card40("TEL:+1-408-555-0000")),
    Entry(
      .splitCharacter, .warning, "a fold in the middle of a character",
      rule: """
        A line is folded between two characters. Old programs count octets and split characters \
        beyond ASCII; lines are joined before they are decoded, so nothing is lost.
        """,
      sections: ["RFC 6350 §3.2"],
      bad: .card40("NOTE:Zo{C3}", " {AB}"), good: .card40("NOTE:Zo", " ë")),
    Entry(
      .controlCharacter, .warning, "a control character",
      rule: """
        Values and parameters hold no control characters but the tab. Other ones are kept; the \
        first of each line is told.
        """,
      sections: ["RFC 6350 §3.3", "RFC 2425 §5.8.2"],
      bad: .card40("NOTE:Likes{08} tea"), good: .card40("NOTE:Likes tea")),
  ]
}

extension [UInt8] {
  /// The same UTF-16 (least octet first) with another unit for the last one of a value.
  fileprivate func replacingLast(_ unit: UInt16, _ other: UInt16) -> [UInt8] {
    var octets = self
    var index = count - 2
    while index >= 0 {
      if UInt16(octets[index]) | UInt16(octets[index + 1]) << 8 == unit {
        octets[index] = UInt8(truncatingIfNeeded: other)
        octets[index + 1] = UInt8(truncatingIfNeeded: other >> 8)
        return octets
      }
      index -= 2
    }
    preconditionFailure("the example holds the unit")
  }
}
