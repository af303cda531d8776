/// What one program that imports cards needs, so that it takes them whole.
///
/// ```
/// vcard convert --for android ─▶ converter (preset.version) ─▶ preset.apply ─▶ writer
///                                  loss-…                       importer-change
/// ```
/// A preset is data: a version, how lines are folded, and rules, each of which names the
/// documentation, the source code or the issue that shows its need. Nothing is in here that no
/// source tells.
public struct ImporterPreset: Sendable {
  /// One thing that the importer needs.
  public struct Rule: Sendable {
    /// A few words joined by hyphens, such as `plain-numbers`; unique within a preset.
    public let name: String
    /// What the rule does and why, in a sentence or two.
    public let summary: String
    /// Where the need is shown: pages, sections and issues, with semicolons between them.
    public let source: String
    /// Changes a card, and tells of what the importer drops.
    let apply: @Sendable (_ card: inout Card, _ teller: inout Teller) -> Void

    init(
      _ name: String, _ summary: String, source: String,
      apply: @escaping @Sendable (inout Card, inout Teller) -> Void
    ) {
      (self.name, self.summary, self.source, self.apply) = (name, summary, source, apply)
    }

    /// Creates a rule about lines of some names, each for itself.
    init(
      _ name: String, _ summary: String, source: String, lines: NameSet,
      parametersWith word: StaticString? = nil,
      edit: @escaping @Sendable (Property, inout Teller) -> LineEdit
    ) {
      self.init(name, summary, source: source) { card, teller in
        card.edit(lines, parametersWith: word) { edit($0, &teller) }
      }
    }
  }

  /// What follows `--for`, such as `apple`.
  public let name: String
  /// What the program is called in messages, such as `Google Contacts`.
  public let title: String
  /// The version that the importer reads best: the target when no other is asked for.
  public let version: Version
  /// Where it is shown that the importer reads this version best.
  public let versionSource: String
  /// Where it is shown that folds harm; `nil` when they do not.
  public private(set) var foldSource: String?
  /// Whether lines are folded; `false` where the importer cuts values off at folds.
  ///
  /// Base64 of vCard 2.1 has several lines either way: §2.1.5 asks for it.
  public var foldsLines: Bool { foldSource == nil }
  /// The most cards of a file; `nil` when no limit is known.
  ///
  /// Presets do not split: that is up to `--split` and `--split-every`.
  public let cardLimit: Int?
  /// Where the limit of cards is shown.
  public let cardLimitSource: String?
  /// Where it is shown that a card without a UID is refused or passed over; `nil` when it is not.
  public private(set) var uidSource: String?
  /// Whether a card without a UID is to get one before it is written.
  public var needsUID: Bool { uidSource != nil }
  /// The rules, in the order in which they are applied.
  public let rules: [Rule]

  /// All presets.
  public static let all: [ImporterPreset] = [apple, google, outlook, android, carddav]

  /// The preset of a name, without regard to case; `nil` when there is none.
  public static func named(_ name: String) -> ImporterPreset? {
    let name = name.lowercased()
    return all.first { $0.name == name }
  }

  /// Changes a card so that the importer takes it whole.
  ///
  /// Applying a preset twice gives the card that applying it once gives. What no rule is about
  /// stays as it is, octet for octet; what the importer drops is told by one note each, of the code
  /// `importer-change`. Lines that are added because a value stands elsewhere in a form that the
  /// importer does not read are marked `X-DERIVED=TRUE` (`DERIVED=TRUE` in 4.0, RFC 9554 §4.4).
  ///
  /// - Parameters:
  ///   - card: A card, as a rule of ``version``.
  ///   - notes: Receives the notes.
  ///   - place: Where the notes point; `nil` for the line that each is about. A card that was
  ///     converted has no lines of the input, so its start is a better place.
  ///   - losses: Whether the marks stay by which a way back knows what was added.
  /// - Complexity: O(*n* · *r*) in the octets of the card and the rules.
  public func apply(
    to card: inout Card, notes: inout [Diagnostic], at place: SourcePosition? = nil,
    losses: CardConverter.Losses = .kept
  ) {
    var teller = Teller(importer: title, card, place: place)
    for rule in rules { rule.apply(&card, &teller) }
    if losses == .dropped { card.dropDerivedMarks() }
    notes += teller.notes
  }

  // MARK: The presets

  static let apple = ImporterPreset(
    name: "apple", title: "Apple Contacts", version: .version30,
    versionSource: "Intermesh/groupoffice#1282; etesync/etesync-dav#70",
    cardLimit: 50_000,
    cardLimitSource: "Apple Support 103188, Limits for iCloud Contacts",
    rules: [
      .plainNumbers, .embeddedPhotos, .photoFormats, .photoSize, .unquotedTypes,
      .noSemicolonParameters, .escapedNotes, .structuredName, .omittedYears, .labelledAnniversary,
      .labelledRelations, .messagingServices, .furtherValues,
    ])

  static let google = ImporterPreset(
    name: "google", title: "Google Contacts", version: .version30,
    versionSource: "Google for Developers, Manage contacts with the CardDAV protocol",
    cardLimit: 3_000,
    cardLimitSource: "Google Contacts Help, Import contacts",
    rules: [
      .plainNumbers, .labelledAnniversary, .shortOmittedYears, .messagingServices, .noGroups,
      .furtherValues,
    ])

  static let outlook = ImporterPreset(
    name: "outlook", title: "Outlook", version: .version21,
    versionSource: """
      FolkerKinzel/VCards#13; ProtonMail/proton-contacts#191; Dolibarr/dolibarr#31958; \
      mixerp/MixERP.Net.VCards#12
      """,
    foldSource: "jeroendesloovere/vcard#95; jeroendesloovere/vcard#157",
    cardLimit: 1,
    cardLimitSource: "Sperry Software, VCard Limitations",
    rules: [
      .plainNumbers, .onePhoto, .numbersByType, .threeAddresses, .messagingAddress, .noOmittedYears,
      .colleagues, .furtherValues,
    ])

  static let android = ImporterPreset(
    name: "android", title: "Android", version: .version30,
    versionSource: "GrapheneOS/os-issue-tracker#977; Divested-Mobile/DivestOS-Build#202",
    foldSource: "jeroendesloovere/vcard#206",
    cardLimit: nil, cardLimitSource: nil,
    rules: [
      .plainNumbers, .embeddedPhotos, .unquotedTypes, .oneFormattedName, .noLogoForPhoto,
      .noInternetType, .typesFromLabels, .messagingProperties, .yearlessBirthday, .events,
      .relations, .capitalPref, .furtherValues,
    ])

  static let carddav = ImporterPreset(
    name: "carddav", title: "CardDAV", version: .version30,
    versionSource: "RFC 6352 §6.2.2 and §10.4: text/vcard of version 3.0 is what every server has",
    cardLimit: 1,
    cardLimitSource: "RFC 6352 §5.1, Address Object Resources",
    uidSource: "RFC 6352 §5.1; sabre-io/dav#343; lucc/khard#288",
    rules: [.plainNumbers, .embeddedPhotos, .unquotedTypes, .structuredName])
}
