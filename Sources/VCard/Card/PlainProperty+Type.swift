extension PlainProperty {
  /// How formats write values that have types of their own.
  package enum Rendering {
    case text
    /// One date, in the format that they have for it.
    case date
  }

  /// How values of a type are written; `nil` where something else has to be known of them.
  package func rendering(as type: ValueType) -> Rendering? {
    switch type {
    case .text, .uri, .languageTag: .text
    // What nobody says anything of stands with its escapes.
    case .unknown: shape == .single && !hasEscapes ? .text : nil
    case .date, .dateTime, .dateAndOrTime, .timestamp: shape == .single ? .date : nil
    default: nil
    }
  }
}
