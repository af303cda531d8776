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
  private var isCutTold = false

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
    guard let element = elements.next() else {
      guard let cut = elements.cut, !isCutTold else { return nil }
      isCutTold = true
      let place = SourcePosition(
        byte: cut.byte, card: count, line: cut.line, column: cut.column)
      return .noCard(
        JSONPeopleReader.diagnostic(.error, at: place, "the array is cut: nothing closes it"))
    }
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
    var scanner = JSContactReader.scanner(element.octets)
    scanner.mendsSurrogates = true
    let node: DocumentNode
    do throws(ParseFailure) {
      node = try scanner.document()
    } catch {
      let (code, title) = JSONPeopleReader.look(element.octets)
      return .noCard(
        JSONPeopleReader.diagnostic(
          .error, code, at: place.moved(by: error.offset, in: element.octets),
          error.isAtEnd ? "\(title) is cut" : "\(title) is no JSON: \(error.reason)"))
    }
    do throws(CutoutError) {
      var (card, diagnostics) = try JSONPeopleReader.read(node, element.octets, at: place)
      card.stand(at: place)
      if let halves = scanner.halves {
        let place = place.moved(by: halves.first, in: element.octets)
        diagnostics.append(
          JSONPeopleReader.diagnostic(
            .warning, .loneSurrogate, at: place, Cutout.message(ofHalves: halves.count)))
      }
      return .card(card, diagnostics)
    } catch {
      return .noCard(JSONPeopleReader.diagnostic(.error, at: place, "\(error)"))
    }
  }

  /// What a value that cannot be read on set out to be.
  private static func look(_ octets: [UInt8]) -> (code: Diagnostic.Code, title: String) {
    let start = String(decoding: octets.prefix(64), as: UTF8.self).filter { !$0.isWhitespace }
    if start.lowercased().hasPrefix("[\"vcard\"") { return (.jcardValue, "the jCard") }
    if start.hasPrefix("{\"@type\":\"Card\"") { return (.jsContactValue, "the JSContact card") }
    return (.jsonValue, "the value")
  }

  private static func diagnostic(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code = .jsonValue,
    at place: SourcePosition, _ message: String
  ) -> Diagnostic {
    Diagnostic(severity: severity, code: code, position: place, message: message)
  }

  private static func read(
    _ node: DocumentNode, _ octets: [UInt8], at place: SourcePosition
  ) throws(CutoutError) -> (Card, [Diagnostic]) {
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
      do throws(ParseFailure) {
        var scanner = JSONScanner(cutout: octets)
        _ = try scanner.document()
      } catch {
        let place = place.moved(by: error.offset, in: octets)
        throw .malformed(.json, line: place.line, column: place.column, reason: error.reason)
      }
      let reading = try Cutout.read(node, as: .json)
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

extension SourcePosition {
  /// The place of an octet of a value that stands here.
  fileprivate func moved(by offset: Int, in octets: [UInt8]) -> SourcePosition {
    let (line, column) = ParseFailure.place(of: offset, in: octets)
    return SourcePosition(
      byte: byte + offset, card: card, line: self.line + line - 1,
      column: line == 1 ? self.column + column - 1 : column)
  }
}
