// What vCard 2.1, RFC 2425, RFC 2426 and RFC 6350 define.
extension PropertyRegistry {
  private typealias Row = PropertyDefinition

  static let envelope: [PropertyDefinition] = [
    Row(envelope: .begin, "BEGIN"), Row(envelope: .end, "END"),
    Row(
      .version, "VERSION", .anything, in21: true, in30: "", in40: "",
      "RFC 2426 §3.6.9, RFC 6350 §6.7.9", .always, about: .card
    ).standing(.envelope),
  ]

  static let core: [PropertyDefinition] = {
    let text = "LANGUAGE TYPE ALTID PID PREF PHONETIC SCRIPT"
    let uri = "TYPE ALTID PID PREF MEDIATYPE"
    let day = "LANGUAGE ALTID CALSCALE"
    return [
      Row(
        .source, "SOURCE", .uri, in30: "CONTEXT", in40: "PID PREF ALTID MEDIATYPE",
        "RFC 2426 §2.1.4, RFC 6350 §6.1.3", about: .device),
      // What BEGIN:VCARD says already; nobody misses it.
      Row(.profile, "PROFILE", .anything, in30: "", "RFC 2426 §2.1.3", .once, about: .card)
        .standing(.only30, isSilent: true),
      Row(
        .name, "NAME", .text, in30: "", "RFC 2426 §2.1.2, RFC 6350 §A.2", .once, about: .personOnce
      ).alone,
      Row(
        .kind, "KIND", .kind, in40: "", "RFC 6350 §6.1.4, RFC 6473, RFC 6869", .once,
        about: .personOnce, says: .kind
      ).alone,
      Row(.xml, "XML", .anything, in40: "ALTID", "RFC 6350 §6.1.5"),
      // Several FN stay in place: readers of 3.0 take the first, and none is lost.
      Row(
        .fn, "FN", .text, in21: true, in30: "LANGUAGE", in40: text,
        "RFC 2426 §3.1.1, RFC 6350 §6.2.1", .onceBefore40, about: .personOnce, says: .names),
      Row(
        .n, "N", .components, in21: true, in30: "LANGUAGE",
        in40: "SORT-AS LANGUAGE ALTID PHONETIC SCRIPT JSCOMPS",
        "RFC 2426 §3.1.2, RFC 6350 §6.2.2, RFC 9554 §2.2", .once, about: .personOnce,
        says: [.names, .phoneticNames]
      ).components(1...5, 5...7)
        // RFC 6351 §A; the last two have the names of RFC 9554 §2.2.
        .called("surname given additional prefix suffix surname2 generation"),
      Row(
        .nickname, "NICKNAME", .list, in30: "LANGUAGE", in40: text,
        "RFC 2426 §3.1.3, RFC 6350 §6.2.3", says: .nickname),
      Row(
        .photo, "PHOTO", .picture, in21: true, in30: "TYPE", in40: uri,
        "RFC 2426 §3.1.4, RFC 6350 §6.2.4", about: .personOnce, says: .image),
      Row(
        .bday, "BDAY", .date, in21: true, in30: "", in40: day, "RFC 2426 §3.1.5, RFC 6350 §6.2.5",
        .once, about: .personOnce, says: .birthday),
      Row(
        .anniversary, "ANNIVERSARY", .date, in40: day, "RFC 6350 §6.2.6", .once, about: .personOnce,
        says: .dates),
      Row(.gender, "GENDER", .gender, in40: "", "RFC 6350 §6.2.7", .once, about: .personOnce)
        .components(0...(.max), 0...2).called("sex identity"),
      Row(
        .adr, "ADR", .components, in21: true, in30: "TYPE LANGUAGE",
        in40: "LABEL LANGUAGE GEO TZ ALTID PID PREF TYPE CC PHONETIC SCRIPT JSCOMPS",
        "RFC 2426 §3.2.1, RFC 6350 §6.3.1, RFC 9554 §2.1", says: .addresses
      ).components(1...7, 7...18).preferred
        // RFC 6351 §A; from the eighth on the names of RFC 9554 §2.1.
        .called(
          """
          pobox ext street locality region code country room apartment floor number name building \
          block subdistrict district landmark direction
          """),
      Row(
        .label, "LABEL", .text, in21: true, in30: "TYPE LANGUAGE",
        "RFC 2426 §3.2.2, RFC 6350 §6.3.1", says: .addresses
      ).preferred,
      Row(
        .tel, "TEL", .phone, in21: true, in30: "TYPE", in40: uri,
        "RFC 2426 §3.3.1, RFC 6350 §6.4.1, RFC 3966 §3", says: .phones
      ).preferred,
      Row(
        .email, "EMAIL", .mailbox, in21: true, in30: "TYPE", in40: "PID PREF TYPE ALTID",
        "RFC 2426 §3.3.2, RFC 6350 §6.4.2", says: .emails
      ).preferred,
      Row(
        .mailer, "MAILER", .text, in21: true, in30: "LANGUAGE", "RFC 2426 §3.3.3, RFC 6350 §A.2",
        about: .personOnce
      ).alone,
      Row(.lang, "LANG", .languageTag, in40: "PID PREF ALTID TYPE", "RFC 6350 §6.4.4").alone,
      Row(
        .tz, "TZ", .offset, in21: true, in30: "", in40: uri, "RFC 2426 §3.4.1, RFC 6350 §6.5.1",
        about: .personOnce),
      Row(
        .geo, "GEO", .position, in21: true, in30: "", in40: uri,
        "RFC 2426 §3.4.2, RFC 6350 §6.5.2, RFC 5870 §3.3", about: .personOnce),
      Row(
        .title, "TITLE", .text, in21: true, in30: "LANGUAGE", in40: text,
        "RFC 2426 §3.5.1, RFC 6350 §6.6.1", about: .personMostlyOnce, says: .jobTitle),
      Row(
        .role, "ROLE", .text, in21: true, in30: "LANGUAGE", in40: text,
        "RFC 2426 §3.5.2, RFC 6350 §6.6.2", about: .personMostlyOnce),
      Row(
        .logo, "LOGO", .picture, in21: true, in30: "TYPE", in40: uri + " LANGUAGE",
        "RFC 2426 §3.5.3, RFC 6350 §6.6.3", about: .personOnce),
      Row(.agent, "AGENT", .card, in21: true, in30: "", "RFC 2426 §3.5.4, RFC 6350 §6.6.6 and §A.2")
        .becoming(.related, .agent, Parameter("TYPE", "agent")),
      Row(
        .org, "ORG", .units, in21: true, in30: "LANGUAGE", in40: text + " SORT-AS JSCOMPS",
        "RFC 2426 §3.5.5, RFC 6350 §6.6.4", about: .personMostlyOnce, says: .organization),
      Row(.member, "MEMBER", .uri, in40: "PID PREF ALTID MEDIATYPE", "RFC 6350 §6.6.5"),
      Row(
        .related, "RELATED", .related, in40: uri + " LANGUAGE", "RFC 6350 §6.6.6", says: .relations),
      Row(
        .categories, "CATEGORIES", .list, in30: "LANGUAGE", in40: "PID PREF TYPE ALTID LANGUAGE",
        "RFC 2426 §3.6.1, RFC 6350 §6.7.1", says: .categories),
      Row(
        .note, "NOTE", .text, in21: true, in30: "LANGUAGE", in40: text,
        "RFC 2426 §3.6.2, RFC 6350 §6.7.2", about: .personMostlyOnce, says: .notes),
      Row(
        .prodid, "PRODID", .program, in30: "", in40: "", "RFC 2426 §3.6.3, RFC 6350 §6.7.3", .once,
        about: .card),
      Row(
        .rev, "REV", .timestamp, in21: true, in30: "", in40: "", "RFC 2426 §3.6.4, RFC 6350 §6.7.4",
        .once, about: .card),
      Row(
        .sortString, "SORT-STRING", .text, in30: "LANGUAGE", "RFC 2426 §3.6.5, RFC 6350 §5.9",
        .once, about: .personOnce, says: .phoneticNames),
      Row(
        .sound, "SOUND", .sound, in21: true, in30: "TYPE", in40: uri + " LANGUAGE",
        "RFC 2426 §3.6.6, RFC 6350 §6.7.5", says: .phoneticNames),
      Row(
        .uid, "UID", .identifier, in21: true, in30: "TYPE", in40: "",
        "RFC 2426 §3.6.7, RFC 6350 §6.7.6", .once, about: .card, says: .uid),
      Row(.clientPIDMap, "CLIENTPIDMAP", .pidMap, in40: "", "RFC 6350 §6.7.7", about: .device)
        .called("sourceid uri"),
      Row(
        .url, "URL", .uri, in21: true, in30: "", in40: uri, "RFC 2426 §3.6.8, RFC 6350 §6.7.8",
        says: .urls
      ).preferred,
      Row(
        .access, "CLASS", .anything, in30: "", "RFC 2426 §3.7.1, RFC 6350 §A.2", .once,
        about: .personOnce
      ).alone,
      Row(
        .key, "KEY", .key, in21: true, in30: "TYPE", in40: uri, "RFC 2426 §3.7.2, RFC 6350 §6.8.1"),

    ]
  }()
}
