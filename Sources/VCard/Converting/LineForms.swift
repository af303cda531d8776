import Synchronization

/// What becomes of a line, but for its value.
///
/// Its ranges have 32 bits because it is copied for each line.
struct LineForm: Sendable {
  enum Outcome: UInt8, Sendable {
    /// The octets that the line has, of a form those that its head has.
    case same
    /// Others, which are in the draft.
    case done
    /// Nothing.
    case leftOut
    /// What ``LineConverter`` has to look at, or ``Conversion`` with the whole card.
    case forLine, forCard
  }

  /// Values with which a line begins alike, but becomes something else.
  enum Kind: UInt8, Sendable {
    case text
    /// A URI, where text is something else.
    case uri
    /// The number in a `tel:` URI.
    case number
    /// A date in the extended and in the basic form of ISO 8601.
    case extended, basic
    /// Base64, and that of a `data:` URI, the start of which is a part of the head.
    case base64, data
    /// A text beside the parameter LABEL, which is no part of the head.
    case labelled
    /// A structure that ends where only empty components would follow, as programs of vCard 2.1 write N.
    case short
    /// None of which more can be said.
    case other
  }

  var outcome = Outcome.same
  /// Whether the value is written in the other form of its kind.
  var changesValue = false
  /// Whether it says that it is the preferred one, before vCard 4.0.
  var isPreferred = false
  /// Where the name and the parameters, of base64 all that stands before it, stand in
  /// ``LineForms/octets``.
  var head: Range<UInt32> = 0..<0
  /// Where the head of the line of the label, or the name of the charset of the value, does.
  var other: Range<UInt32> = 0..<0
  /// Where what the target cannot say stands in ``LineForms/losses``.
  var losses: Range<UInt32> = 0..<0
}

extension Range<Int> {
  init(_ part: Range<UInt32>) { self = Int(part.lowerBound)..<Int(part.upperBound) }
}

/// What lines become that begin alike: address books say the same few things over and over.
///
/// ```
/// TEL;TYPE=CELL;TYPE=pref  text  ─▶  TEL;TYPE=CELL;PREF=1
/// BDAY                    basic  ─▶  BDAY;X-VERSION=3.0
/// PHOTO;TYPE=JPEG        base64  ─▶  PHOTO:data:image/jpeg;base64,
/// ```
struct LineForms: Sendable {
  /// What is learned of a head at most, and what of all heads; both begin anew when they are full.
  private static let most = 512
  private static let mostOfAll = 8192
  /// Octets of a head of which anything is learned; lines with longer ones are looked at as a whole.
  static let longest = 1024

  private struct Entry: Sendable {
    let hash: UInt64
    let key: Range<UInt32>
    let form: LineForm
  }

  private var entries: [Entry] = []
  /// The places of ``entries`` by their hashes, from 1 on; 0 for none.
  private var places: [UInt16] = []
  private(set) var octets: [UInt8] = []
  private(set) var losses: [ConversionLoss] = []

  /// What becomes of lines with a head; `nil` when nobody knows.
  func form(of head: Span<UInt8>, _ hash: UInt64) -> LineForm? {
    if places.isEmpty { return nil }
    var index = LineForms.place(hash)
    while places[index] != 0 {
      let entry = entries[Int(places[index]) - 1]
      if entry.hash == hash, Octets.areSame(octets.span.extracting(Range(entry.key)), head) {
        return entry.form
      }
      index = LineForms.place(after: index)
    }
    return nil
  }

  /// Appends some of ``octets``.
  func copy(_ part: Range<UInt32>, to text: inout OctetBuffer) {
    text.append(octets.span.extracting(Range(part)))
  }

  /// Appends some of ``octets``, in which a head has the holes of a pattern; `false` when it has others.
  func fill(
    _ pattern: HeadPattern, _ part: Range<UInt32>, of head: Span<UInt8>, to text: inout OctetBuffer
  ) -> Bool {
    pattern.fill(octets.span.extracting(Range(part)), head, &text)
  }

  /// Keeps what becomes of lines with a head.
  mutating func insert(_ learned: LearnedForm, of head: Span<UInt8>, _ hash: UInt64) -> LineForm {
    if entries.count == LineForms.most { self = LineForms() }
    if places.isEmpty { places = [UInt16](repeating: 0, count: 2 * LineForms.most) }
    func keep(_ new: Span<UInt8>) -> Range<UInt32> {
      octets.append(new)
      return UInt32(octets.count - new.count)..<UInt32(octets.count)
    }
    let key = keep(head)
    var form = learned.form
    form.head = keep(learned.head.span)
    form.other = keep(learned.other.span)
    form.losses = UInt32(losses.count)..<UInt32(losses.count + learned.losses.count)
    losses += learned.losses
    entries.append(Entry(hash: hash, key: key, form: form))
    var index = LineForms.place(hash)
    while places[index] != 0 { index = LineForms.place(after: index) }
    places[index] = UInt16(entries.count)
    return form
  }

  /// What somebody learned of a way, a kind and a head, else what is learned now.
  ///
  /// Nothing may depend on what was learned before: threads have their own cards to learn from.
  static func learned(_ key: [UInt8], _ learn: () -> LearnedForm) -> LearnedForm {
    if let learned = LineForms.all.withLock({ $0[key] }) { return learned }
    let learned = learn()
    LineForms.all.withLock { all in
      if all.count == LineForms.mostOfAll { all = [:] }
      all[key] = learned
    }
    return learned
  }

  /// What everybody learned: whoever merges cards converts with a converter a card.
  private static let all = Mutex<[[UInt8]: LearnedForm]>([:])

  private static func place(_ hash: UInt64) -> Int { Int(hash >> 54) }

  private static func place(after place: Int) -> Int { (place + 1) & (2 * most - 1) }
}

/// What lines become that begin alike, as it is learned.
struct LearnedForm: Sendable {
  var form = LineForm()
  var head: [UInt8] = []
  var other: [UInt8] = []
  var losses: [ConversionLoss] = []
}
