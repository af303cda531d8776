extension DiagnosticCatalogue {
  /// Codes about which properties stand in a card, and how often.
  static let cardEntries: [Entry] = [
    Entry(
      .missingFN, .error, "a card without FN",
      rule: """
        Since vCard 3.0 every card has FN, the name as it is shown; many programs refuse a card \
        without it. None is made up.
        """,
      sections: ["RFC 6350 §6.2.1", "RFC 2426 §3.1.1"],
      bad: .lines("BEGIN:VCARD", "VERSION:4.0", "N:Bell;Kate;;;", "END:VCARD"),
      good: .card40("N:Bell;Kate;;;")),
    Entry(
      .missingN, .warning, "a card without N",
      rule: """
        vCard 2.1 and 3.0 ask for N, the name in its parts. Programs make do with FN, but cannot \
        tell the family name by it. In vCard 4.0 N may be missing.
        """,
      sections: ["RFC 2426 §3.1.2", "vCard 2.1 §2.2.2"],
      bad: .lines("BEGIN:VCARD", "VERSION:3.0", "FN:Kate Bell", "END:VCARD"), good: .card30()),
    Entry(
      .emptyFN, .warning, "FN without a value",
      rule: """
        FN must be there because people know a card by it. An empty one helps nobody; it is kept.
        """,
      sections: ["RFC 6350 §6.2.1", "RFC 2426 §3.1.1"],
      bad: .lines("BEGIN:VCARD", "VERSION:4.0", "FN:", "END:VCARD"), good: .card40()),
    Entry(
      .emptyUID, .warning, "UID without a value",
      rule: """
        UID tells a card from all others. An empty one would make all cards with it the same; it \
        is kept and counts as none.
        """,
      sections: ["RFC 6350 §6.7.6", "RFC 2426 §3.6.7"],
      bad: .card40("UID:"), good: .card40("UID:urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af")),
    Entry(
      .emptyProperty, .note, "a property without a value",
      rule: """
        A property with nothing after its colon says nothing. Programs write them for fields that \
        nobody filled in; they are kept.
        """,
      sections: ["RFC 6350 §3.3"],
      bad: .card40("NOTE:"), good: .card40()),
    Entry(
      .repeatedProperty, .error, "a property too many",
      rule: """
        Some properties stand at most once in a card, or once for each ALTID. Readers take the \
        first and lose the others; all are kept. Where the standard does not say it, as for N in \
        vCard 3.0, it is a note.
        """,
      sections: ["RFC 6350 §3.3", "RFC 6350 §5.4"],
      bad: .card40("BDAY:19850412", "BDAY:19850413"),
      good: .card40(
        "BDAY;ALTID=1:19850412", "BDAY;ALTID=1;VALUE=text:spring 1985")),
    Entry(
      .duplicateProperty, .note, "the same line twice",
      rule: """
        Two lines that are the same octet for octet say no more than one. Both are kept.
        """,
      sections: ["RFC 6350 §3.3"],
      bad: .card40("TEL:+1-408-555-0000", "TEL:+1-408-555-0000"),
      good: .card40("TEL:+1-408-555-0000")),
    Entry(
      .propertyNotInVersion, .warning, "a property of another version",
      rule: """
        The property is defined, but not in the version that the card follows: LABEL, AGENT, \
        CLASS, MAILER, NAME, PROFILE and SORT-STRING left with vCard 4.0, KIND, GENDER and many \
        others came with it. It is kept; strict readers pass over it.
        """,
      sections: ["RFC 6350 §A.2", "RFC 6350 §A.3", "RFC 2426 §5"],
      bad: .card30("GENDER:F"), good: .card40("GENDER:F")),
    Entry(
      .unknownProperty, .note, "a property that no standard has",
      rule: """
        Names that are not registered start with X-, so that they never collide with registered \
        ones. The property is kept.
        """,
      sections: ["RFC 6350 §6.10", "RFC 2426 §3.8", "vCard 2.1 §2.8.1"],
      bad: .card40("SHOESIZE:38"), good: .card40("X-SHOESIZE:38")),
    Entry(
      .propertyName, .warning, "a name with something that no name may hold",
      rule: """
        Names are made of letters, digits and hyphens, without blanks around them. Other readers \
        may drop the line; it is kept under the name as it stands.
        """,
      sections: ["RFC 6350 §3.3", "RFC 2425 §5.8.2"],
      bad: .card40("X_SHOESIZE:38"), good: .card40("X-SHOESIZE:38")),
    Entry(
      .groupName, .warning, "a group with something that no group may hold",
      rule: """
        The name of a group is made of letters, digits and hyphens, with one dot after it. What \
        stands before the last dot is taken for the group.
        """,
      sections: ["RFC 6350 §3.3", "RFC 2425 §5.8.2"],
      bad: .card40("item.1.TEL:+1-408-555-0000"), good: .card40("item1.TEL:+1-408-555-0000")),
    Entry(
      .strayLabel, .note, "a label for nothing",
      rule: """
        X-ABLabel names the other property of its group, as Apple and Google write it. Without a \
        group, or without another property in it, it labels nothing; it is kept.
        """,
      sections: ["RFC 6350 §3.3"],
      bad: .card30("item1.X-ABLabel:Boat", "item2.TEL:+1-408-555-0000"),
      good: .card30("item1.X-ABLabel:Boat", "item1.TEL:+1-408-555-0000")),
    Entry(
      .memberWithoutGroup, .warning, "members of what is no group",
      rule: """
        MEMBER stands only in a card with KIND:group. Readers that go by KIND take the card for a \
        person's and pass over its members; they are kept.
        """,
      sections: ["RFC 6350 §6.6.5"],
      bad: .card40("MEMBER:urn:uuid:b8767877-b4a1-4c70-9acc-505d3819e519"),
      good: .card40("KIND:group", "MEMBER:urn:uuid:b8767877-b4a1-4c70-9acc-505d3819e519")),
    Entry(
      .pidWithoutMap, .warning, "a PID without its CLIENTPIDMAP",
      rule: """
        The number after the dot of a PID names the program that gave it, and a CLIENTPIDMAP says \
        which that is. Without it the PID means nothing to other programs; it is kept.
        """,
      sections: ["RFC 6350 §6.7.7", "RFC 6350 §7"],
      bad: .card40("TEL;PID=1.1:+1-408-555-0000"),
      good: .card40(
        "TEL;PID=1.1:+1-408-555-0000",
        "CLIENTPIDMAP:1;urn:uuid:53e374d9-337e-4727-8803-a1e9c14e0556")),
  ]
}
