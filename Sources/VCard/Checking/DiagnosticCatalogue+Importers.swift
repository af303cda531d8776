extension DiagnosticCatalogue {
  /// Codes about what presets change for one program that imports cards.
  ///
  /// Nothing is wrong with what they are about, so that their examples get no diagnostic when they
  /// are checked.
  static let importerEntries: [Entry] = [
    Entry(
      code: .importerChange, severity: .note,
      title: "a value that the importer does not take",
      rule: """
        A preset shapes cards for one program that imports them. What the program refuses, misreads \
        or drops is told, one note a value: it is changed to what fits, set aside under a name that \
        begins with X-, left out, or kept where keeping it does no harm. Other programs need not \
        understand names that begin with X-: a value that merging kept as X-ALSO-… beside another \
        is told, too, because the importer shows the other one only.
        """,
      sections: ["RFC 2426 §3.8", "RFC 6350 §6.10"],
      bad: .card30("FN:Kitty Bell"), good: .card30("X-FN:Kitty Bell"),
      isAboutConversion: true)
  ]
}
