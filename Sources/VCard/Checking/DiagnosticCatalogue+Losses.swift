extension DiagnosticCatalogue {
  /// Codes about what a version cannot say when a card is converted to it.
  ///
  /// Nothing is wrong with the cards, so that their examples get no diagnostic when they are checked.
  static let lossEntries: [Entry] = [
    Entry(
      .lossProperty, .note, "a property that the other version does not have",
      rule: """
        The property stands under its name with X- before it, parameters and all, and converting \
        back restores it. Programs that read the other version will not show it. With --loss drop it \
        is left out.
        """,
      sections: ["RFC 2426 §3.8", "RFC 6350 §6.10", "RFC 6350 §A.2"],
      bad: .card40("LANG:fr"), good: .card30("X-LANG:fr")),
    Entry(
      .lossParameter, .note, "a parameter that the other version does not have",
      rule: """
        The parameter stands under its name with X- before it, and converting back restores it. \
        Programs that read the other version do not heed it. With --loss drop it is left out.
        """,
      sections: ["RFC 2426 §4", "RFC 6350 §5"],
      bad: .card40("TITLE;ALTID=1:Boss"), good: .card30("TITLE;X-ALTID=1:Boss")),
    Entry(
      .lossPreference, .note, "an order of preference where there is one preferred value only",
      rule: """
        Before vCard 4.0 a value is preferred or not. The one with the lowest PREF gets TYPE=pref, \
        and the numbers are carried as X-PREF, from which converting back restores them.
        """,
      sections: ["RFC 2426 §3.3.1", "RFC 6350 §5.3"],
      bad: .card40("TEL;PREF=50:+1 408 555 0000"), good: .card30("TEL;TYPE=pref:+1 408 555 0000")),
    Entry(
      .lossComponents, .note, "components that the other version has no place for",
      rule: """
        Before RFC 9554 N has five components and ADR seven. They are written as far as they go, a \
        second surname among the surnames and a generation among the suffixes; the whole value is \
        carried as X-ORIGINAL, from which converting back restores it.
        """,
      sections: ["RFC 2426 §3.1.2", "RFC 2426 §3.2.1", "RFC 9554 §2.1", "RFC 9554 §2.2"],
      bad: .card40("ADR:;;12 Elm St;Town;;1;US;4;;;;;;;;;;"),
      good: .card30("ADR:;;12 Elm St;Town;;1;US")),
    Entry(
      .lossDate, .note, "a date that the other version does not have",
      rule: """
        Before vCard 4.0 a date has a year, a month and a day. A date of which parts are left out \
        stays as it is, which few programs understand; a text is carried as X-BDAY-TEXT. A day \
        without a year is no loss: it is written in the year 1604, as Apple's programs do.
        """,
      sections: ["RFC 2426 §3.1.5", "RFC 6350 §4.3", "RFC 6350 §6.2.5"],
      bad: .card40("BDAY;VALUE=text:around 1800"), good: .card30("X-BDAY-TEXT:around 1800")),
    Entry(
      .lossValue, .note, "a value of which the other version can say a part only",
      rule: """
        What fits is written, and the whole is carried as X-ORIGINAL, or in a property of its own when \
        nothing fits. Converting back restores it, unless somebody changed the value in between: then \
        it says what it says now. What stands behind base64 and is none is left out.
        """,
      sections: ["RFC 2426 §3.3.1", "RFC 2426 §3.4.2", "RFC 3966 §3", "RFC 5870 §3.3"],
      bad: .card40("GEO:geo:48.2,16.4;u=30"), good: .card30("GEO:48.2;16.4")),
    Entry(
      .lossAgent, .note, "a card within the card",
      rule: """
        vCard 4.0 has no AGENT. The card in it is carried as X-AGENT, as text, and the name of the \
        agent is said by RELATED beside it. A reference to an agent is no loss: it becomes \
        RELATED;TYPE=agent.
        """,
      sections: ["RFC 2426 §3.5.4", "RFC 6350 §6.6.6", "RFC 6350 §A.2"],
      bad: .card30(
        "AGENT:BEGIN:VCARD\\nVERSION:3.0\\nN:Friday\\;Fred\\nFN:Fred Friday\\nEND:VCARD\\n"),
      good: .card40("RELATED;TYPE=agent;VALUE=text:Fred Friday")),
    Entry(
      .lossLabel, .note, "an address label without its address",
      rule: """
        In vCard 4.0 LABEL is a parameter of ADR. A label goes to the address of the same types, else \
        of types among which its own are, else to the one in its place. One that is left over is \
        carried as X-LABEL.
        """,
      sections: ["RFC 2426 §3.2.2", "RFC 6350 §6.3.1"],
      bad: .card30("LABEL;TYPE=work:12 Elm St"),
      good: .card40("ADR;TYPE=work;LABEL=12 Elm St:;;12 Elm St;;;;")),
    Entry(
      .lossRepeated, .note, "a property that the other version has once only",
      rule: """
        vCard 4.0 has most of what is about a person as a whole once, or as alternatives with one \
        ALTID. Further ones that cannot be made alternatives are carried under their name with X- \
        before it.
        """,
      sections: ["RFC 6350 §3.3", "RFC 6350 §5.4"],
      bad: .card30("N;X-ALTID=1:Bell;Kitty;;;"), good: .card40("N;ALTID=1:Bell;Kate;;;")),
    Entry(
      .lossLine, .note, "a line that is no property",
      rule: """
        Nobody can tell what it means in another version. It is carried as X-VCARD-LINE, and \
        converting back to the version it came from puts it where it was.
        """,
      sections: ["RFC 2426 §4", "RFC 6350 §3.3"],
      bad: .card30("no property"), good: .card30("NOTE:a property")),
    Entry(
      .lossCarried, .note, "something carried that no longer fits",
      rule: """
        A line that was converted holds what it was in X-ORIGINAL. When somebody has changed the line \
        since, it says what it says now, and what it was is left out.
        """,
      sections: ["RFC 6350 §6.10"],
      bad: .card40("TEL;X-ORIGINAL=3.0 TEL%3A+1 408 555 0000:+1 408 555 0001"),
      good: .card40("TEL:+1 408 555 0001")),
  ]
}
