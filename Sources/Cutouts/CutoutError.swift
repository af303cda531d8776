/// Why something is no cutout, or cannot become one.
public enum CutoutError: Error, Hashable, Sendable {
  /// The octets are not what their format asks for.
  case malformed(Cutout.Format, line: Int, column: Int, reason: String)
  /// It is a value of that format, but names no schema.
  case noSchema
  /// Its schema is one of something else.
  case otherSchema(String)
  /// Its schema is one that came after this program.
  case newerVersion(String)
  /// A key stands twice in one object, and programs do not agree which counts.
  case duplicateKey(String)
  /// The value of a key is not of the type that the schema says.
  case wrongType(String, expected: String)
  /// A picture is not base64.
  case badBase64(String)
  /// A picture is none.
  case noImage(String)
  /// Something is past its limit.
  case tooLarge(String, limit: String)
  /// There is no name, no email and no picture in it.
  case empty
  /// It is a line of `vcard.card`, and no card; why.
  case noCard(String)
}

extension CutoutError: CustomStringConvertible {
  /// One line without a full stop, such as `not a cutout: it names no schema`.
  ///
  /// It may quote the input: escape it before it goes to a terminal.
  public var description: String {
    switch self {
    case .malformed(let format, let line, let column, let reason):
      "not a cutout: line \(line), column \(column): no \(format.title): \(reason)"
    case .noSchema: "not a cutout: it names no schema; \"\(Cutout.schema)\" is wanted"
    case .otherSchema(let schema):
      "not a cutout: its schema is \"\(CutoutError.shortened(schema))\", not \"\(Cutout.schema)\""
    case .newerVersion(let schema):
      "a cutout of schema \"\(CutoutError.shortened(schema))\", which is newer than this program;"
        + " it knows \"\(Cutout.detailedSchema)\""
    case .duplicateKey(let key):
      "not a cutout: \"\(CutoutError.shortened(key))\" stands in it twice"
    case .wrongType(let key, let expected): "not a cutout: \"\(key)\" must be \(expected)"
    case .badBase64(let key): "not a cutout: \"\(key)\" is not base64"
    case .noImage(let reason): "not a cutout: \(CutoutError.shortened(reason))"
    case .tooLarge(let what, let limit): "too large for a cutout: \(what), of at most \(limit)"
    case .empty: "not a cutout: it holds no name, no email and no picture"
    case .noCard(let reason): "not a card: \(CutoutError.shortened(reason))"
    }
  }

  /// Quotes no more of the input than fits a line.
  private static func shortened(_ text: String) -> String {
    text.unicodeScalars.count <= 80 ? text : String(text.unicodeScalars.prefix(80)) + "…"
  }
}
