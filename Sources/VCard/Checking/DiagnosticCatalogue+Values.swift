extension DiagnosticCatalogue {
  /// Codes about values and their charsets.
  static let valueEntries: [Entry] = [
    Entry(
      .unparsableValue, .warning, "a value that is not of its type",
      rule: """
        BDAY, REV, TZ, GEO and others have values of a certain type: a date, an offset from UTC, \
        two numbers. What cannot be read as that is kept as text, and nothing is guessed.
        """,
      sections: ["RFC 6350 §4.3", "RFC 6350 §6.5.2", "RFC 2426 §3.4", "RFC 2425 §5.8.4"],
      bad: .card40("BDAY:12th May"), good: .card40("BDAY:--0512")),
    Entry(
      .dateForm, .warning, "a date, time or offset in the form of another version",
      rule: """
        vCard 4.0 writes dates in the basic format, without hyphens and colons, and may leave \
        parts out; 3.0 has both formats and leaves nothing out, and writes offsets with a colon. \
        A value in another form is understood, and kept as it stands.
        """,
      sections: ["RFC 6350 §4.3", "RFC 6350 §4.7", "RFC 2425 §5.8.4", "RFC 2426 §4"],
      bad: .card40("BDAY:1985-04-12"), good: .card40("BDAY:19850412")),
    Entry(
      .badURI, .warning, "a value that is no URI",
      rule: """
        The value is a URI: a scheme such as https: comes first, and no blank stands in it. A UID \
        or KEY that is text says VALUE=text. What is no URI is kept as text.
        """,
      sections: ["RFC 6350 §4.2", "RFC 6350 §6.7.8", "RFC 2426 §3.6.8", "RFC 3986 §3"],
      bad: .card40("URL:www.example.com"), good: .card40("URL:https://www.example.com")),
    Entry(
      .uriWithoutValue, .warning, "a URI without VALUE=uri",
      rule: """
        Where the value is something else by default, VALUE says that it is a URI: for photos and \
        agents before vCard 4.0, and for telephones since, where it is a note only. The value is \
        read as a URI where it can be nothing else.
        """,
      sections: ["RFC 2426 §3.1.4", "RFC 2426 §3.5.4", "RFC 6350 §6.4.1", "vCard 2.1 §2.1.8"],
      bad: .card30("PHOTO:https://example.com/kate.jpg"),
      good: .card30("PHOTO;VALUE=uri:https://example.com/kate.jpg")),
    Entry(
      .escapeInURI, .note, "a backslash in a URI",
      rule: """
        Nothing is escaped in a URI. Some programs put a backslash before its commas, colons and \
        semicolons; it is read as an escape, and kept.
        """,
      sections: ["RFC 6350 §3.4", "RFC 6350 §4.2"],
      bad: .card40("URL:https\\://example.com"), good: .card40("URL:https://example.com")),
    Entry(
      .componentCount, .error, "too many or too few components",
      rule: """
        N has five components, or seven by RFC 9554, ADR seven, or eighteen, and GENDER two. More \
        have no meaning, and readers lose them (a warning when they are empty); fewer count as \
        empty, which is a note. All are kept.
        """,
      sections: ["RFC 6350 §6.2.2", "RFC 6350 §6.3.1", "RFC 9554 §2", "RFC 2426 §4"],
      bad: .card30("ADR:;;1 Moat;Boston;MA;02108;USA;Earth"),
      good: .card30("ADR:;;1 Moat;Boston;MA;02108;USA")),
    Entry(
      .badGender, .warning, "a sex that GENDER does not have",
      rule: """
        The first component of GENDER is empty or one of the letters M, F, O, N and U; words stand \
        in the second. What is something else is kept as text.
        """,
      sections: ["RFC 6350 §6.2.7"],
      bad: .card40("GENDER:female"), good: .card40("GENDER:F;female")),
    Entry(
      .unknownKind, .note, "a KIND that no standard has",
      rule: """
        KIND is individual, group, org, location, application or device, or starts with x-. \
        Readers take a card of another kind for a person's; it is kept.
        """,
      sections: ["RFC 6350 §6.1.4", "RFC 6473 §3", "RFC 6869 §3"],
      bad: .card40("KIND:boat"), good: .card40("KIND:x-boat")),
    Entry(
      .badClientPIDMap, .warning, "a CLIENTPIDMAP that maps nothing",
      rule: """
        CLIENTPIDMAP is a number above 0, a semicolon and a URI. Anything else is kept as text \
        and explains no PID.
        """,
      sections: ["RFC 6350 §6.7.7"],
      bad: .card40("CLIENTPIDMAP:1"),
      good: .card40("CLIENTPIDMAP:1;urn:uuid:53e374d9-337e-4727-8803-a1e9c14e0556")),
    Entry(
      .badBase64, .error, "base64 that is none",
      rule: """
        Base64 is made of letters, digits, + and /, in groups of four, with = at the end. Strange \
        characters at its very end are left out; a value with others, and a data: URI with any, is \
        kept as text. Missing padding is a warning, for it loses nothing.
        """,
      sections: ["RFC 4648 §4", "RFC 2426 §4", "RFC 2397 §3"],
      bad: .card30("KEY;ENCODING=b:MIICajCC*AdOgAwIBAgICBEUw"),
      good: .card30("KEY;ENCODING=b:MIICajCCAdOgAwIBAgICBEUw")),
    Entry(
      .missingEncoding, .warning, "base64 without ENCODING",
      rule: """
        Before vCard 4.0 ENCODING says that a value is base64. Without it the value is read as \
        base64 only when its first octets are those of a known kind of file.
        """,
      sections: ["RFC 2426 §3.1.4", "vCard 2.1 §2.1.9"],
      bad: .card30("PHOTO;TYPE=JPEG:/9j/4AAQSkZJRgABAQAA"),
      good: .card30("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAA")),
    Entry(
      .encodingOnURI, .warning, "ENCODING with a URI",
      rule: """
        ENCODING says that the value is base64, but it is a URI. It is read as a URI, data: URIs \
        with what they hold.
        """,
      sections: ["RFC 2426 §3.1.4", "RFC 2426 §2.4.1"],
      bad: .card30("PHOTO;ENCODING=b;TYPE=JPEG:data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAA"),
      good: .card30("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAA")),
    Entry(
      .mediaTypeMismatch, .note, "octets of another media type than declared",
      rule: """
        The first octets of a photo, logo or sound show another kind of file than TYPE, MEDIATYPE \
        or the data: URI says. What is declared counts.
        """,
      sections: ["RFC 6350 §5.7", "RFC 2426 §3.1.4"],
      bad: .card30("PHOTO;ENCODING=b;TYPE=PNG:/9j/4AAQSkZJRgABAQAA"),
      good: .card30("PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAA")),
    Entry(
      .badQuotedPrintable, .warning, "quoted-printable that is none",
      rule: """
        After an equals sign come two hexadecimal digits or the end of the line. Anything else \
        stays as it is.
        """,
      sections: ["vCard 2.1 §2.1.5", "RFC 2045 §6.7"],
      bad: .card21("NOTE;ENCODING=QUOTED-PRINTABLE:1+1=two"),
      good: .card21("NOTE;ENCODING=QUOTED-PRINTABLE:1+1=3Dtwo")),
    Entry(
      .badEscape, .note, "a backslash that starts no escape",
      rule: """
        A backslash stands before a backslash, a comma, a semicolon or n, and nowhere else. \
        Before a colon or quotation mark it is left out, because programs write it so; before \
        anything else it stays.
        """,
      sections: ["RFC 6350 §3.4", "RFC 2426 §4"],
      bad: .card40("NOTE:C:\\files"), good: .card40("NOTE:C:\\\\files")),
    Entry(
      .unescapedSeparator, .warning, "a comma or semicolon without its backslash",
      rule: """
        In a text a comma has a backslash before it, and in vCard 3.0 a semicolon too, because \
        they separate elsewhere. Where nothing can be separated they are read as part of the text.
        """,
      sections: ["RFC 6350 §3.4", "RFC 2426 §5"],
      bad: .card40("TITLE:Director, Research"), good: .card40("TITLE:Director\\, Research")),
    Entry(
      .undeclaredCharset, .error, "text in an unknown charset",
      rule: """
        vCard 4.0 is UTF-8 and nothing else. Octets that are not are read in the charset that \
        the text of the whole file looks like. Before 4.0 the transport may have named a charset, so there it is a \
        warning.
        """,
      sections: ["RFC 6350 §3.1", "vCard 2.1 §2.1.6"],
      bad: .card40("NOTE:Zo{EB}"), good: .card40("NOTE:Zoë")),
    Entry(
      .unknownCharset, .error, "a charset that nobody knows",
      rule: """
        CHARSET names a charset that is registered. By another nobody can tell what the octets \
        mean; they are read in the charset that they look like.
        """,
      sections: ["vCard 2.1 §2.1.6"],
      bad: .card21("NOTE;CHARSET=NONSENSE:tea"), good: .card21("NOTE;CHARSET=UTF-8:tea")),
    Entry(
      .wrongCharset, .error, "text that is not in its charset",
      rule: """
        The octets are not of the charset that CHARSET names. They are read in the one that they \
        look like.
        """,
      sections: ["vCard 2.1 §2.1.6"],
      bad: .card21("NOTE;CHARSET=UTF-8:Zo{EB}"), good: .card21("NOTE;CHARSET=UTF-8:Zoë")),
    Entry(
      .missingCharset, .note, "UTF-8 that does not say so",
      rule: """
        The charset of vCard 2.1 is US-ASCII where CHARSET does not name another. UTF-8 is read \
        all the same; only the first place in each card is told.
        """,
      sections: ["vCard 2.1 §2.1.6"],
      bad: .card21("NOTE:Zoë"), good: .card21("NOTE;CHARSET=UTF-8:Zoë")),
  ]
}
