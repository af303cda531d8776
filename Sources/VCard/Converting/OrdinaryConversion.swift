internal import CVCard

/// Converts the ordinary lines of ordinary cards on their octets.
///
/// ```
/// rows ─▶ what its name asks for ─┬─▶ octets of the line, a few of them changed   (in C)
///                                 ├─▶ LineConverter, for this line alone
///                                 └─▶ Conversion, for the whole card
/// ```
/// Most lines say in both versions the same with the same octets, or nearly: those in a row are
/// copied at once. Whatever depends on other lines (labels of their own, what is derived, what
/// stands twice) sends the card the thorough way, which gives the same lines; tests hold both
/// against each other.
struct OrdinaryConversion: Sendable {
  private let target: Version
  private let converter: LineConverter
  private let how: cvc_conversion
  /// What names ask for, by their numbers.
  private let names: [cvc_name_rule]
  /// Names of properties and words that matter, as the kernel reads them.
  private let words: [UInt8]
  private let tellsLosses: Bool

  /// Creates a converter of ordinary lines; `nil` where no line is ordinary.
  init?(from source: Version, to target: Version, carries: Bool, tellsLosses: Bool) {
    guard Rules(source).quotesParameters, Rules(target).quotesParameters, source != target else {
      return nil
    }
    self.target = target
    self.tellsLosses = tellsLosses
    converter = LineConverter(direction: Direction(source, target), carries: carries)
    names = KnownName.allCases.map { OrdinaryConversion.rule(for: $0, target) }
    let properties = Array(Derivation.all.keys) + [CardConverter.carriedLine]
    var words = OrdinaryConversion.list(properties)
    let systems = words.count
    words += OrdinaryConversion.list(LineConverter.mailSystems.map(Property.Name.uppercased))
    let contextual = words.count
    words += OrdinaryConversion.list(OrdinaryConversion.contextual)
    self.words = words
    how = cvc_conversion(
      is_modern: Rules(target).isModern ? 1 : 0, carries: carries ? 1 : 0,
      base64: Row.Flags.base64.rawValue, folded_head: Row.Flags.foldedHead.rawValue,
      odd: OrdinaryConversion.odd.rawValue, uncanonical: Row.Flags.uncanonical.rawValue,
      systems: UInt32(systems), contextual: UInt32(contextual))
  }

  /// What no quick look can tell.
  private static let odd: Row.Flags = [
    .quotedPrintable, .foldedHead, .nested, .unindented, .quotesIgnored, .comment,
  ]

  /// Parameters whose meaning depends on other lines.
  private static let contextual = [
    "DERIVED", "REPEATED", "PREF", "ALTID", "PROPERTY", "SORT-AS", "SORT-STRING", "PHONETIC",
  ]

  /// Words in the form of the kernel: each after its length, 0 after the last.
  private static func list(_ words: [String]) -> [UInt8] {
    words.sorted().flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8) } + [0]
  }

  // MARK: Names

  private static func rule(for known: KnownName, _ target: Version) -> cvc_name_rule {
    var traits = 0
    if known.mayBePreferred { traits |= CVC_TRAIT_PREFERENCE }
    if let media = PropertyRegistry.shared[known]?.form.media {
      traits |= CVC_TRAIT_MEDIA
      if media == "image/" { traits |= CVC_TRAIT_PICTURE }
    }
    if PropertyRegistry.shared.standard(known) != nil { traits |= CVC_TRAIT_CARRIED }
    let seen =
      switch known {
      case .n: CVC_SEEN_NAME
      case .bday: 2
      case .rev: 4
      case .uid: 8
      case .prodid: 16
      case .fn: CVC_SEEN_FORMATTED_NAME
      default: 0
      }
    return cvc_name_rule(
      task: UInt8(task(for: known, target)), traits: UInt8(traits), seen: UInt8(seen))
  }

  private static func task(for known: KnownName, _ target: Version) -> Int {
    switch known {
    case .begin, .version, .end: return CVC_TASK_ENVELOPE
    case .malformed: return CVC_TASK_CARD
    case .unknown: return CVC_TASK_UNKNOWN
    default: break
    }
    guard let row = PropertyRegistry.shared.standard(known) else {
      let name = known.canonical
      let isSource =
        Derivation.all[name] != nil
        || PropertyRegistry.shared[known]?.phoneticComponent != nil
      return isSource || CarriedName.carries(name) ? CVC_TASK_CARD : CVC_TASK_PROGRAM
    }
    if row.standing != .all {
      // What stands alone, and what is said of every card.
      guard row.standsAlone, row.standing == .before40 || !Rules(target).isModern else {
        return CVC_TASK_CARD
      }
      return row.form.syntax.v40 == .kind ? CVC_TASK_KIND : CVC_TASK_LINE
    }
    switch row.change {
    case .text: return known == .email ? CVC_TASK_EMAIL : CVC_TASK_TEXT
    case .list: return CVC_TASK_LIST
    case .same: return known.isURI ? CVC_TASK_URI : CVC_TASK_PROGRAM
    case .date: return CVC_TASK_DAY
    case .timestamp: return CVC_TASK_MOMENT
    case .phone: return CVC_TASK_PHONE
    case .identifier: return CVC_TASK_IDENTIFIER
    case .binary: return CVC_TASK_PICTURE
    case .components where known == .n: return CVC_TASK_NAME
    case .components where known == .adr: return CVC_TASK_ADDRESS
    case .components: return CVC_TASK_ORGANISATION
    case .offset, .position, .agent, .related: return CVC_TASK_LINE
    }
  }

  // MARK: Cards

  /// Appends a card; `false`, with nothing appended, when it must go the thorough way.
  func convert(
    _ card: borrowing Card, into text: inout [UInt8], notes: inout [Diagnostic]
  ) -> Bool {
    guard card.decoding.undeclared.readsUTF8 else { return false }
    let (bytes, rows) = (card.bytes, card.rows)
    let start = text.count
    var room = cvc_convert_room(bytes.count)
    var losses = ConversionLosses(areWanted: tellsLosses)
    var at = cvc_converted(octets: 0, row: 0, seen: 0, end: 0, is_begun: 0)
    while true {
      at = convertRows(bytes, rows, from: at, room: room, into: &text)
      switch Int(at.end) {
      case CVC_CONVERTED:
        Conversion.report(losses, carries: converter.carries, card, into: &notes)
        return true
      case CVC_NEEDS_ROOM: room *= 2
      case CVC_NEEDS_LINE:
        let line = ConversionLine(card.property(at: at.row))
        converter.convert(line, &losses)?.write(Rules(target), into: &text)
        at.row += 1
      case CVC_NEEDS_LABEL:
        let line = ConversionLine(card.property(at: at.row))
        guard let lines = Conversion.splitLabel(line, converter, &losses) else {
          text.removeLast(text.count - start)
          return false
        }
        lines.address.write(Rules(target), into: &text)
        lines.label.write(Rules(target), into: &text)
        at.row += 1
      default:
        text.removeLast(text.count - start)
        return false
      }
    }
  }

  /// Appends the rows from one on as far as they are ordinary.
  private func convertRows(
    _ bytes: [UInt8], _ rows: [Row], from: cvc_converted, room: Int, into text: inout [UInt8]
  ) -> cvc_converted {
    var at = from
    text.append(addingCapacity: room) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, count in
        guard let base = buffer.baseAddress else { return }
        at = unsafe withUnsafePointer(to: how) { how in
          unsafe cvc_convert_rows(
            how, names, NameTable.shared.slots, words, bytes, bytes.count, rows, rows.count, at,
            base, buffer.count)
        }
        count = at.octets
      }
    }
    return at
  }
}
