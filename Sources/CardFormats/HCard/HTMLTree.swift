/// Builds the element of a card of HTML, and knows what is open around it.
///
/// End tags that browsers imply are implied, and one without a start tag counts for nothing: HTML
/// Living Standard §13.2.6, as far as it says what stands in what.
struct HTMLTree {
  /// Open elements, and how deep those of a card are kept apart; what is in them goes further up.
  private static let mostOpen = 1024
  private static let deepest = 128
  /// Octets of the attributes of a card, of which one may hold a photo, and of its text, which is
  /// looked at for each property around it; and its elements.
  private static let mostOctets = 48 << 20
  private static let mostText = 256 << 10
  private static let mostElements = 20_000

  /// The elements that have no end tag.
  static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]
  /// The elements that begin lines of their own, which no end tag of a phrase reaches beyond.
  static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl",
    "dt", "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "html", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "td", "tfoot", "th",
    "thead", "tr", "ul",
  ]
  /// What a start tag ends, and how far up.
  private static let implied: [String: (ends: Set<String>, within: Set<String>)] = [
    "li": (["li"], ["ul", "ol", "menu"]), "dt": (["dt", "dd"], ["dl"]),
    "dd": (["dt", "dd"], ["dl"]), "td": (["td", "th"], ["tr", "table"]),
    "th": (["td", "th"], ["tr", "table"]), "tr": (["tr"], ["tbody", "thead", "tfoot", "table"]),
    "option": (["option"], ["select"]),
  ]

  /// The names of all open elements.
  private var names: [String] = []
  /// Those of a card, from it inwards; as many as are not too deep.
  private var open: [XMLElement] = []
  /// How many elements are open around the card.
  private var outside = 0
  private var octets = 0
  private var text = 0
  private var elements = 0

  /// Whether a card is open.
  var isOpen: Bool { !open.isEmpty }
  /// Whether the card is larger than a card may be; its rest is passed over.
  var isTooLarge: Bool {
    octets > HTMLTree.mostOctets || text > HTMLTree.mostText || elements > HTMLTree.mostElements
  }

  /// Ends what a start tag ends that stands without an end tag.
  ///
  /// - Returns: The card, if it ends.
  mutating func makeWay(for name: String) -> XMLElement? {
    let rule =
      HTMLTree.implied[name] ?? (HTMLTree.blocks.contains(name) ? (["p"], HTMLTree.blocks) : nil)
    guard let rule else { return nil }
    for place in names.indices.reversed() {
      if rule.ends.contains(names[place]) { return close(to: place) }
      if rule.within.contains(names[place]) { return nil }
    }
    return nil
  }

  /// Takes a start tag.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - isCard: Whether it begins a card where none is open.
  /// - Returns: The card, if it ends.
  mutating func start(_ tag: HTMLTokens.Tag, isCard: Bool) -> XMLElement? {
    let isVoid = HTMLTree.void.contains(tag.name)
    guard isCard || isOpen else {
      if !isVoid, names.count < HTMLTree.mostOpen { names.append(tag.name) }
      return nil
    }
    let element = XMLElement(name: tag.name, attributes: tag.attributes, namespace: "")
    if !isOpen {
      (octets, text, elements) = (0, 0, 0)
      if isVoid { return element }
      // A card in more elements than are counted ends at the latest with the document.
      outside = names.count
      names.append(tag.name)
      open.append(element)
      return nil
    }
    octets += tag.attributes.reduce(0) { $0 + $1.value.utf8.count }
    elements += 1
    if isTooLarge { return nil }
    if isVoid {
      open[open.count - 1].content.append(.element(element))
    } else if names.count - outside < HTMLTree.mostOpen {
      if names.count - outside < HTMLTree.deepest { open.append(element) }
      names.append(tag.name)
    }
    return nil
  }

  /// Takes text.
  mutating func add(_ text: String) {
    guard isOpen else { return }
    self.text += text.utf8.count
    if !isTooLarge { open[open.count - 1].content.append(.text(text)) }
  }

  /// Takes an end tag.
  ///
  /// - Returns: The card, if it ends.
  mutating func end(_ name: String) -> XMLElement? {
    // A link goes around whole blocks.
    let reachesFar = HTMLTree.blocks.contains(name) || name == "a"
    for place in names.indices.reversed() {
      if names[place] == name { return close(to: place) }
      if !reachesFar, HTMLTree.blocks.contains(names[place]) { return nil }
    }
    return nil
  }

  /// Ends all that is open.
  ///
  /// - Returns: The card, if there is one.
  mutating func finish() -> XMLElement? { close(to: 0) }

  /// Ends the elements from a place on.
  private mutating func close(to place: Int) -> XMLElement? {
    while names.count > place {
      names.removeLast()
      guard names.count < outside + open.count, let element = open.popLast() else { continue }
      guard let last = open.indices.last else {
        names.removeLast(names.count - place)
        return element
      }
      open[last].content.append(.element(element))
    }
    return nil
  }
}
