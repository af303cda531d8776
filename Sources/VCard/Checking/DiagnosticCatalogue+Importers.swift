extension DiagnosticCatalogue {
  /// Codes about what is changed on the way to somebody else: to one program, or to any reader.
  ///
  /// Nothing is wrong with what they are about, so that their examples get no diagnostic when they
  /// are checked.
  static let importerEntries: [Entry] = [
    Entry(
      .importerChange, .note, "a value that the importer does not take",
      rule: """
        A preset shapes cards for one program that imports them. What the program refuses, misreads \
        or drops is told, one note a value: it is changed to what fits, set aside under a name that \
        begins with X-, left out, or kept where keeping it does no harm. Other programs need not \
        understand names that begin with X-: a value that merging kept as X-ALSO-… beside another \
        is told, too, because the importer shows the other one only. Where cards are only checked \
        for a program, all that it does not take as it stands is a warning.
        """,
      sections: ["RFC 2426 §3.8", "RFC 6350 §6.10"],
      bad: .card30("FN:Kitty Bell"), good: .card30("X-FN:Kitty Bell")),
    Entry(
      .jsonValue, .error, "a JSON value that is nobody",
      rule: """
        People may come as JSON, one value after the other: cards as --to jsonl writes them, cutouts, \
        and objects with name, email, phone, address or url. A value that is none of these is passed \
        over, as is one that is cut; a key that says nothing of a person is left out with a warning.
        """,
      sections: ["RFC 8259 §4"],
      bad: .text("{\"name\":\"Kate Bell\"}\r\n{\"nome\":\"Kate Bell\"}\r\n"),
      good: .card30("FN:Kate Bell")),
    Entry(
      .loneSurrogate, .warning, "half a surrogate pair in JSON",
      rule: """
        JSON writes a character beyond the first plane as two escapes, a surrogate each; programs \
        that cut a text at a number of units leave one of them. It says no character and is read as \
        U+FFFD; the rest of the card stays as it is. One diagnostic a card tells the first and how \
        many there are.
        """,
      sections: ["RFC 8259 §7", "RFC 8259 §8.2"],
      bad: .text("{\"name\":\"Kate \\ud83d\"}\r\n"), good: .card30("FN:Kate Bell")),
    Entry(
      .jcardValue, .warning, "a jCard that is not as the standard has it",
      rule: """
        A property of a jCard is an array: its name, an object of parameters whose values are texts, \
        the type of its values, and one value or more of that type. What can be understood otherwise \
        is kept and told; what has no name that a property can have is left out and told as an \
        error, as is a jCard that is no JSON or is cut, at the place where it cannot be read on.
        """,
      sections: ["RFC 7095 §3.3", "RFC 7095 §3.4", "RFC 7095 §3.5"],
      bad: .text("[\"vcard\",[[\"fn\",{},\"text\",null]]]\r\n"), good: .card40("FN:Kate Bell")),
    Entry(
      .xcardValue, .warning, "an xCard that is not as the standard has it",
      rule: """
        A property of an xCard is an element of the namespace urn:ietf:params:xml:ns:vcard-4.0 that \
        holds its parameters and an element for each value. What can be understood otherwise is kept \
        and told. A document that is no XML, or has a DOCTYPE, is an error at the place where it \
        cannot be read on; the cards before are read.
        """,
      sections: ["RFC 6351 §5", "RFC 6351 §6"],
      bad: .text(
        """
        <vcards xmlns="urn:ietf:params:xml:ns:vcard-4.0"><vcard><fn>Kate</fn></vcard></vcards>\r\n
        """),
      good: .card40("FN:Kate Bell")),
    Entry(
      .jsContactValue, .warning, "a member of a JSContact card that the standard does not allow",
      rule: """
        A member of the wrong type, a name that differs from one of the standard by its case only, \
        the reserved name extra, and a patch of which a part leads nowhere are told. What no property \
        says is kept in JSPROP, from which converting back restores it.
        """,
      sections: ["RFC 9553 §1.4.3", "RFC 9553 §1.7.1", "RFC 9555 §3.2.1"],
      bad: .text("{\"@type\":\"Card\",\"nickNames\":{\"n1\":{\"name\":\"Kitty\"}}}\r\n"),
      good: .card30("NICKNAME:Kitty")),
    Entry(
      .ldifLine, .warning, "a line or an entry of LDIF that makes no card",
      rule: """
        LDIF holds entries of a directory. Those of people, groups, organisations, rooms and devices \
        become cards, and so does a change that adds one; other entries and changes are passed over. A \
        value that stands elsewhere (':<') stays a reference, and nothing is opened. What is no base64 \
        or no UTF-8 is kept as text, and what follows a blank line without dn belongs to the entry \
        before it.
        """,
      sections: ["RFC 2849 §2", "RFC 2849 §Security Considerations", "RFC 2798 §3"],
      bad: .text("dn: cn=Kate Bell\nchangetype: delete\n\ndn: cn=Kate\ncn: Kate\n"),
      good: .card30("FN:Kate Bell")),
    Entry(
      .mecardValue, .warning, "a field of MECARD that cannot be read",
      rule: """
        MECARD, BIZCARD and the form of KDDI's telephones are short texts of fields for codes that \
        telephones photograph. A field that nobody knows is kept as a property whose name begins with \
        X-; one that has no name, and a date that is none, are told and kept as text.
        """,
      sections: ["NTT DOCOMO §MECARD"],
      bad: .text("MECARD:N:Bell,Kate;BDAY:soon;;"), good: .card30("FN:Kate Bell")),
    Entry(
      .hcardValue, .warning, "a value of a card on a page that cannot be read",
      rule: """
        Pages of the web tell of people in elements of class h-card (microformats2) or vcard (hCard 1.0), \
        in which other classes name the values. A date that is none is kept as text. A card within a \
        card that is a value of it, as an organisation, gives its name, and what else it says is left \
        out; so is a place without numbers, and a card with more text than people write.
        """,
      sections: ["microformats2 §h-card", "hCard 1.0 §3"],
      bad: .text("<p class=h-card><b class=p-name>Kate</b><i class=dt-bday>soon</i></p>"),
      good: .card30("FN:Kate Bell")),
    Entry(
      .tooLargeForQR, .error, "a card that does not fit a QR code",
      rule: """
        A QR code holds 2,950 bytes: a vCard 3.0 of the name, telephones, addresses of mail, and of \
        organisation, title, web pages, addresses, birthday and note what fits beside. A card of \
        which the name, telephones and addresses of mail are more becomes no code, and the run ends \
        with 65.
        """,
      sections: ["ISO/IEC 18004 §7.4", "RFC 2426 §4"],
      bad: .card30("FN:\(String(repeating: "Kate ", count: 700))Bell"),
      good: .card30("FN:Kate Bell")),
    Entry(
      .fineQR, .note, "a QR code that is hard to photograph",
      rule: """
        Above 500 bytes a QR code has more than 77 modules a side, and poor cameras miss some. Fewer \
        properties make it coarser; photos never go into it.
        """,
      sections: ["ISO/IEC 18004 §7.4"],
      bad: .card30("NOTE:\(String(repeating: "Kate ", count: 120))"), good: .card30("NOTE:Kate")),
    Entry(
      .pictureLocation, .note, "where a picture was taken",
      rule: """
        A telephone writes where it is into its photos (Exif, XMP), and whoever gets the card gets \
        that, too. --strip-location takes out of such a picture all that is not needed to show it \
        and tells what went; no pixel changes. What cannot be looked into is left as it is, with a \
        warning.
        """,
      sections: ["RFC 6350 §6.2.4", "RFC 6350 §9"],
      bad: .card30("PHOTO;ENCODING=b;TYPE=TIFF:SUkqAAgAAAAAAA=="),
      good: .card30("PHOTO;VALUE=uri:https://kate.example/kate.jpg")),
  ]
}
