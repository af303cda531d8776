extension DiagnosticCatalogue {
  /// Codes about parameters.
  static let parameterEntries: [Entry] = [
    Entry(
      .bareParameter, .warning, "a parameter without its name",
      rule: """
        Since vCard 3.0 every parameter has a name; TEL;HOME is of vCard 2.1. The word is taken \
        as an ENCODING or a VALUE when it names one, else as a TYPE.
        """,
      sections: ["RFC 6350 §3.3", "RFC 2426 §5"],
      bad: .card30("TEL;HOME:+1-408-555-0000"), good: .card30("TEL;TYPE=HOME:+1-408-555-0000")),
    Entry(
      .emptyParameter, .warning, "an empty parameter",
      rule: """
        Between two semicolons stands a parameter, and after its equals sign a value. An empty \
        place is left out; a word with an empty value is taken as a type when it names one.
        """,
      sections: ["RFC 6350 §3.3", "RFC 2425 §5.8.2", "vCard 2.1 §2.9"],
      bad: .card40("TEL;;TYPE=home:+1-408-555-0000"),
      good: .card40("TEL;TYPE=home:+1-408-555-0000")),
    Entry(
      .parameterNotInVersion, .warning, "a parameter of another version",
      rule: """
        The parameter is defined, but not in the version that the card follows: ENCODING left \
        with vCard 4.0 and CHARSET with 3.0; PREF, ALTID, PID, SORT-AS and others came with 4.0. \
        ENCODING and CHARSET are heeded all the same; the others are kept.
        """,
      sections: ["RFC 6350 §A.2", "RFC 6350 §A.3", "RFC 2426 §5"],
      bad: .card30("TEL;PREF=1:+1-408-555-0000"), good: .card30("TEL;TYPE=pref:+1-408-555-0000")),
    Entry(
      .parameterNotAllowed, .warning, "a parameter that the property does not have",
      rule: """
        The version has the parameter, but not for this property: in vCard 4.0 TYPE, PREF and PID \
        must not stand with properties that may stand once. Where the standard only does not \
        name it, as for TYPE with URL in vCard 3.0, it is a note. The parameter is kept.
        """,
      sections: ["RFC 6350 §5.3", "RFC 6350 §5.5", "RFC 6350 §5.6", "RFC 2426 §4"],
      bad: .card40("BDAY;TYPE=home:19850412"), good: .card40("BDAY:19850412")),
    Entry(
      .unknownParameter, .note, "a parameter that no standard has",
      rule: """
        Parameters that are not registered start with X-. The parameter is kept, and readers pass \
        over it.
        """,
      sections: ["RFC 6350 §5", "RFC 6350 §6.10"],
      bad: .card40("TEL;COLOUR=red:+1-408-555-0000"),
      good: .card40("TEL;X-COLOUR=red:+1-408-555-0000")),
    Entry(
      .repeatedParameter, .warning, "a parameter twice",
      rule: """
        Only TYPE and PID may stand several times in one property. Of others the first counts; \
        all are kept.
        """,
      sections: ["RFC 6350 §5"],
      bad: .card40("NOTE;LANGUAGE=en;LANGUAGE=de:tea"), good: .card40("NOTE;LANGUAGE=en:tea")),
    Entry(
      .typePref, .warning, "TYPE=pref in vCard 4.0",
      rule: """
        Since vCard 4.0 the preferred one of several properties has the parameter PREF, a number \
        from 1 (most) to 100. The type is read as a preference and kept.
        """,
      sections: ["RFC 6350 §5.3", "RFC 6350 §A.3"],
      bad: .card40("TEL;TYPE=pref:+1-408-555-0000"), good: .card40("TEL;PREF=1:+1-408-555-0000")),
    Entry(
      .obsoleteType, .note, "a type that vCard 4.0 has no more",
      rule: """
        vCard 4.0 dropped the types dom, intl, postal and parcel of addresses, internet and x400 \
        of email, and msg, bbs, modem, car, isdn and pcs of telephones. They are kept.
        """,
      sections: ["RFC 6350 §A.2", "RFC 6350 §6.4.1"],
      bad: .card40("EMAIL;TYPE=internet:kate@example.com"),
      good: .card40("EMAIL:kate@example.com")),
    Entry(
      .unknownType, .note, "a word alone that vCard 2.1 does not have",
      rule: """
        In vCard 2.1 a word may stand without its parameter's name when it is one of a fixed \
        list. Any other is taken as a type.
        """,
      sections: ["vCard 2.1 §2.9"],
      bad: .card21("TEL;BOAT:+1-408-555-0000"), good: .card21("TEL;X-BOAT:+1-408-555-0000")),
    Entry(
      .badPref, .warning, "PREF is no number from 1 to 100",
      rule: """
        PREF is a whole number from 1, the most preferred, to 100. Anything else is kept and \
        prefers nothing.
        """,
      sections: ["RFC 6350 §5.3"],
      bad: .card40("TEL;PREF=0:+1-408-555-0000"), good: .card40("TEL;PREF=1:+1-408-555-0000")),
    Entry(
      .badPID, .warning, "PID is no number",
      rule: """
        PID is a number above 0, or two with a dot between them; several have commas between \
        them. Anything else is kept and identifies nothing.
        """,
      sections: ["RFC 6350 §5.5"],
      bad: .card40("TEL;PID=one:+1-408-555-0000"), good: .card40("TEL;PID=1:+1-408-555-0000")),
    Entry(
      .badLanguage, .warning, "a language tag that is none",
      rule: """
        A language tag is a code of letters such as de, perhaps with subtags behind hyphens such \
        as de-CH. Only its form is looked at; what is none is kept as text.
        """,
      sections: ["RFC 6350 §5.1", "RFC 6350 §6.4.4", "RFC 5646 §2.1"],
      bad: .card40("NOTE;LANGUAGE=de_CH:Tee"), good: .card40("NOTE;LANGUAGE=de-CH:Tee")),
    Entry(
      .badParameterValue, .warning, "a parameter with a value it cannot have",
      rule: """
        MEDIATYPE, LEVEL, INDEX, CC, GEO, SORT-AS and others have values of a certain form or \
        from a list, and no parameter value holds a quotation mark. What is not of that form is \
        kept and means nothing.
        """,
      sections: ["RFC 6350 §5", "RFC 6715 §3", "RFC 8605 §3.1", "RFC 9554 §4"],
      bad: .card40("HOBBY;LEVEL=much:sewing"), good: .card40("HOBBY;LEVEL=high:sewing")),
    Entry(
      .unknownValueType, .note, "VALUE names a type that no standard has",
      rule: """
        VALUE names one of the value types of the standard, or one that starts with X-. By \
        another nobody knows how to read the value, so it is kept as it stands.
        """,
      sections: ["RFC 6350 §5.2", "RFC 2425 §5.8.4"],
      bad: .card40("X-SHOESIZE;VALUE=size:38"), good: .card40("X-SHOESIZE;VALUE=integer:38")),
    Entry(
      .valueTypeNotAllowed, .warning, "VALUE names a type that the property cannot have",
      rule: """
        The standard says for each property which types its value may have, and a version which \
        types there are. The value is kept as it stands.
        """,
      sections: ["RFC 6350 §5.2", "RFC 2426 §4", "vCard 2.1 §2.1.8"],
      bad: .card40("NOTE;VALUE=uri:https://example.com/note"),
      good: .card40("URL:https://example.com/note")),
    Entry(
      .unknownEncoding, .error, "an ENCODING that nobody knows",
      rule: """
        vCard 2.1 has the encodings 7BIT, 8BIT, QUOTED-PRINTABLE and BASE64, vCard 3.0 has b. A \
        value in another cannot be decoded and is kept as it stands.
        """,
      sections: ["vCard 2.1 §2.1.5", "RFC 2426 §5", "RFC 2425 §5.8.4"],
      bad: .card21("NOTE;ENCODING=ROT13:grn"), good: .card21("NOTE:tea")),
    Entry(
      .encodingSpelling, .warning, "an ENCODING spelled as in another version",
      rule: """
        Base64 is called BASE64 in vCard 2.1 and b in 3.0. Either is read in both; a capital B \
        is only worth a note.
        """,
      sections: ["vCard 2.1 §2.1.5", "RFC 2426 §5"],
      bad: .card30("PHOTO;ENCODING=BASE64;TYPE=JPEG:/9j/4AAQSkZJRgABAQAA"),
      good: .card30("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAA")),
    Entry(
      .quotedPrintableObsolete, .warning, "quoted-printable after vCard 2.1",
      rule: """
        vCard 3.0 dropped quoted-printable: text is UTF-8, and a line break is a backslash and n. \
        The value is decoded all the same.
        """,
      sections: ["RFC 2426 §5", "RFC 6350 §A.2"],
      bad: .card30("NOTE;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB"), good: .card30("NOTE:Zoë")),
    Entry(
      .escapeInParameter, .warning, "a backslash in a parameter",
      rule: """
        Backslashes escape in values, not in parameters: there a value with a comma, colon or \
        semicolon stands in quotation marks. Programs escape all the same, so it is taken as an \
        escape outside of quotation marks, and kept inside.
        """,
      sections: ["RFC 6350 §3.3", "RFC 6868 §A"],
      bad: .card40("TEL;TYPE=home\\,work:+1-408-555-0000"),
      good: .card40("TEL;TYPE=\"home,work\":+1-408-555-0000")),
    Entry(
      .circumflexEscape, .note, "a circumflex that starts no escape",
      rule: """
        In parameters ^n is a line break, ^' a quotation mark and ^^ a circumflex. Before any \
        other character a circumflex stays as it is, and would better be written twice.
        """,
      sections: ["RFC 6868 §3"],
      bad: .card40("ADR;LABEL=Castle ^ Moat:;;1 Moat;;;;"),
      good: .card40("ADR;LABEL=Castle ^^ Moat:;;1 Moat;;;;")),
  ]
}
