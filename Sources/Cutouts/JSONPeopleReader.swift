public import CardFormats
import VCard

/// Reads people from a stream of JSON, one after the other: cards of JSON Lines (`vcard.card/2`),
/// jCards, cards of JSContact, cutouts, and objects with a name, an email or a web page, as web
/// services give them.
///
/// ```
/// {"schema":"vcard.card/2",…}⏎{"name":"Kate Bell","email":"kate@home.example"}⏎[{…},{…}]
/// ```
/// They may stand one a line or in an array. Memory holds one of them.
///
/// ```swift
/// var reader = JSONPeopleReader()
/// reader.append(octets[...])
/// reader.finish()
/// while let entry = reader.next() { … }
/// ```
public struct JSONPeopleReader: CardDocumentReader {
  private var elements = JSONElements()
  private var plainReader = JSContactPlainReader()
  private var plainJCards = PlainJCardReader()
  private var count = 0

  /// Creates a reader.
  public init() {}

  /// Whether octets begin JSON: an object or an array, and not a text in which a brace comes first.
  ///
  /// - Parameter octets: The first octets of the input; some hundred are enough.
  /// - Returns: Whether they do.
  public static func begins(_ octets: some Collection<UInt8>) -> Bool {
    JSONElements.begins(octets)
  }

  /// Takes further octets of the stream.
  public mutating func append(_ octets: ArraySlice<UInt8>) { elements.append(octets) }

  /// Tells that there are no more octets.
  public mutating func finish() { elements.finish() }

  /// The next person, or a value that is none; `nil` when more octets are needed, or at the end.
  ///
  /// - Complexity: O(*n*) in the octets of the value.
  public mutating func next() -> DocumentEntry? {
    guard let element = elements.next() else { return nil }
    let place = SourcePosition(
      byte: element.byte, card: count, line: element.line, column: element.column)
    count += 1
    if element.isTooLarge {
      let error = CutoutError.tooLarge("a value", limit: "\(JSONElements.mostOctets) bytes")
      return .noCard(JSONPeopleReader.diagnostic(.error, at: place, "\(error)"))
    }
    if var card = plainReader.card(element.octets) ?? plainJCards.card(element.octets) {
      card.stand(at: place)
      return .card(card, [])
    }
    do throws(CutoutError) {
      var (card, diagnostics) = try JSONPeopleReader.read(element.octets, at: place)
      card.stand(at: place)
      return .card(card, diagnostics)
    } catch {
      return .noCard(JSONPeopleReader.diagnostic(.error, at: place, "\(error)"))
    }
  }

  private static func diagnostic(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code = .jsonValue,
    at place: SourcePosition, _ message: String
  ) -> Diagnostic {
    Diagnostic(severity: severity, code: code, position: place, message: message)
  }

  private static func read(
    _ octets: [UInt8], at place: SourcePosition
  ) throws(CutoutError) -> (Card, [Diagnostic]) {
    let node: DocumentNode
    do throws(ParseFailure) {
      var scanner = JSContactReader.scanner(octets)
      node = try scanner.document()
    } catch {
      let (line, column) = error.place(in: octets)
      throw .malformed(
        .json, line: place.line + line - 1, column: line == 1 ? place.column + column - 1 : column,
        reason: error.reason)
    }
    if JCardReader.isCard(node) { return JCardReader.card(node, at: place) }
    if JSContactReader.isCard(node) {
      let (card, warnings) = JSContactReader.card(node)
      return (card, warnings.map { diagnostic(.warning, .jsContactValue, at: place, $0) })
    }
    guard JSONLinesReader.isCard(node) else {
      guard octets.count <= Cutout.Limits.bytes else {
        throw .tooLarge("a cutout", limit: "\(Cutout.Limits.bytes) bytes")
      }
      // Its own limits are narrower, and say so.
      let reading = try Cutout.read(octets, as: .json)
      return (
        reading.cutout.card(), reading.warnings.map { diagnostic(.warning, at: place, $0) }
      )
    }
    do throws(JSONLinesReader.Failure) {
      return (try JSONLinesReader.card(node), [])
    } catch {
      throw .noCard(error.description)
    }
  }
}
