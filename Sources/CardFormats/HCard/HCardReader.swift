public import VCard

/// Reads the people of a page of HTML: elements of class `h-card` (microformats2) or `vcard` (hCard
/// 1.0), one after the other.
///
/// ```
/// octets ─▶ tags and text ─▶ the element of a card ─▶ card
/// ```
/// Memory holds the element of one card. A card within a card that is no value of it comes after all
/// others.
public struct HCardReader: CardDocumentReader {
  /// Octets of cards within cards that wait for the end of the page.
  private static let mostWaiting = 1 << 20

  private var tokens: HTMLTokens
  private var tree = HTMLTree()
  private var start = SourcePosition()
  private var base: String?
  private var ready: [DocumentEntry] = []
  private var delivered = 0
  private var waiting: [(element: XMLElement, start: SourcePosition)] = []
  private var waitingOctets = 0
  private var cards = 0

  /// Creates a reader at the start of a page.
  ///
  /// - Parameter decoding: What text is that is no Unicode.
  public init(decoding: TextDecoding = .builtin) { tokens = HTMLTokens(decoding) }

  /// Whether octets begin a page of HTML, or a part of one that holds a card.
  ///
  /// - Parameter octets: The first octets of the input; some thousand are enough.
  /// - Returns: Whether they do.
  public static func begins(_ octets: some Collection<UInt8>) -> Bool {
    let mark: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D]
    guard octets.first(where: { !mark.contains($0) }) == UInt8(ascii: "<") else { return false }
    let text = String(decoding: octets.prefix(4096), as: UTF8.self).lowercased()
    // A cutout may say any of these words.
    if text.contains("<plist") { return false }
    if text.contains("<!doctype html") || text.contains("<html") { return true }
    return text.contains("class=") && (text.contains("vcard") || text.contains("h-card"))
  }

  /// Takes further octets of the page.
  public mutating func append(_ octets: ArraySlice<UInt8>) {
    let octets = Array(octets)
    var index = 0
    while index < octets.count {
      index = tokens.passOver(octets.span, from: index)
      guard index < octets.count else { break }
      if let token = tokens.take(octets[index]) { take(token) }
      index += 1
    }
  }

  /// Tells that there are no more octets.
  public mutating func finish() {
    if let token = tokens.finish() { take(token) }
    end(tree.finish())
    release()
  }

  /// The next card; `nil` when more octets are needed, or at the end.
  public mutating func next() -> DocumentEntry? {
    guard delivered < ready.count else {
      ready.removeAll(keepingCapacity: true)
      delivered = 0
      return nil
    }
    delivered += 1
    return ready[delivered - 1]
  }

  private mutating func take(_ token: HTMLTokens.Token) {
    switch token {
    case .text(let text): tree.add(text)
    case .end(let name): end(tree.end(name))
    case .start(let tag):
      end(tree.makeWay(for: tag.name))
      if tag.name == "base", base == nil { base = tag["href"] }
      if tag.name == "meta", tokens.charset == nil { tokens.charset = HCardReader.charset(tag) }
      let isCard = !tree.isOpen && Microformat.root(of: Microformat.words(tag["class"])) == .card
      if isCard { start = tokens.start }
      end(tree.start(tag, isCard: isCard))
      tokens.keepsText = tree.isOpen
    }
  }

  /// The charset that an element `meta` names.
  private static func charset(_ tag: HTMLTokens.Tag) -> String? {
    if let charset = tag["charset"] { return charset }
    guard let content = tag["content"]?.lowercased(),
      let mark = content.firstRange(of: "charset=")
    else { return nil }
    return String(content[mark.upperBound...].prefix { $0 != ";" && $0 != " " })
  }

  /// Takes the element of a card.
  private mutating func end(_ element: XMLElement?) {
    guard let element else { return }
    tokens.keepsText = false
    guard !tree.isTooLarge else {
      var place = start
      place.card = cards
      cards += 1
      ready.append(
        .noCard(
          Diagnostic(
            severity: .error, code: .hcardValue, position: place,
            message: "the card is larger than a card may be; left out")))
      return
    }
    add(element, at: start)
    if waitingOctets > HCardReader.mostWaiting { release() }
  }

  private mutating func add(_ element: XMLElement, at start: SourcePosition) {
    var start = start
    start.card = cards
    cards += 1
    let maker = HCardMaker(element, base: base, at: start)
    for inner in maker.nested {
      waiting.append((inner, start))
      waitingOctets += inner.text.utf8.count + 64
    }
    var card = maker.card {
      let text = element.shownText(keepsLines: false)
      return text.isEmpty ? "h-card" : String(text.prefix(200))
    }
    card.stand(at: start)
    ready.append(.card(card, maker.diagnostics))
  }

  /// Takes the cards that stood in others, and those in them.
  private mutating func release() {
    var index = 0
    while index < waiting.count {
      add(waiting[index].element, at: waiting[index].start)
      index += 1
    }
    waiting = []
    waitingOctets = 0
  }
}
