// What extends RFC 2426 and RFC 6350.
extension PropertyRegistry {
  private typealias Row = PropertyDefinition

  static let extensions: [PropertyDefinition] = {
    let text = "LANGUAGE TYPE ALTID PID PREF PHONETIC SCRIPT"
    let uri = "TYPE ALTID PID PREF MEDIATYPE"
    let service = "TYPE ALTID PID PREF MEDIATYPE SERVICE-TYPE USERNAME"
    let level = "LANGUAGE TYPE ALTID PREF LEVEL"
    return [
      // RFC 4770.
      Row(
        .impp, "IMPP", .uri, in30: "TYPE", in40: service, "RFC 4770 §2, RFC 6350 §6.4.3",
        says: .messaging
      ).preferred,
      // RFC 2739, of whose four RFC 6350 took over three.
      Row(.fburl, "FBURL", .uri, in30: "TYPE", in40: uri, "RFC 2739 §2.3.1, RFC 6350 §6.9.1")
        .preferred.barePref,
      Row(
        .calAdrURI, "CALADRURI", .uri, in30: "TYPE", in40: uri, "RFC 2739 §2.3.2, RFC 6350 §6.9.2"
      ).preferred.barePref,
      Row(.capURI, "CAPURI", .uri, in30: "TYPE", "RFC 2739 §2.3.3").barePref,
      Row(.calURI, "CALURI", .uri, in30: "TYPE", in40: uri, "RFC 2739 §2.3.4, RFC 6350 §6.9.3")
        .preferred.barePref,
      // RFC 6474.
      Row(
        .birthplace, "BIRTHPLACE", .textOrURI, in40: "LANGUAGE ALTID", "RFC 6474 §2.1", .once,
        about: .personOnce),
      Row(
        .deathplace, "DEATHPLACE", .textOrURI, in40: "LANGUAGE ALTID", "RFC 6474 §2.2", .once,
        about: .personOnce),
      Row(
        .deathdate, "DEATHDATE", .date, in40: "LANGUAGE ALTID CALSCALE", "RFC 6474 §2.3", .once,
        about: .personOnce, says: .dates),
      // RFC 6715.
      Row(.expertise, "EXPERTISE", .text, in40: level, "RFC 6715 §2.1"),
      Row(.hobby, "HOBBY", .text, in40: level, "RFC 6715 §2.2"),
      Row(.interest, "INTEREST", .text, in40: level, "RFC 6715 §2.3"),
      Row(.orgDirectory, "ORG-DIRECTORY", .uri, in40: uri + " LANGUAGE", "RFC 6715 §2.4"),
      // RFC 8605.
      Row(.contactURI, "CONTACT-URI", .uri, in40: uri, "RFC 8605 §2.1"),
      // RFC 9554.
      Row(.created, "CREATED", .timestamp, in40: "", "RFC 9554 §3.1", .once, about: .card),
      Row(.gramGender, "GRAMGENDER", .anything, in40: "LANGUAGE ALTID", "RFC 9554 §3.2"),
      Row(
        .language, "LANGUAGE", .languageTag, in40: "", "RFC 9554 §3.3", .once, about: .personOnce,
        says: .names),
      Row(.pronouns, "PRONOUNS", .text, in40: text, "RFC 9554 §3.4"),
      Row(
        .socialProfile, "SOCIALPROFILE", .profile, in40: service, "RFC 9554 §3.5", says: .profiles),
      // RFC 9555.
      Row(.jsprop, "JSPROP", .text, in40: "", "RFC 9555 §3.2.1"),

    ]
  }()
}
