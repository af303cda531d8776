extension PlainProperty {
  /// What a property of vCard 4.0 is by its name; `nil` where the value has parts of its own.
  private static let defaults: [ValueType?] = KnownName.allCases.map { known in
    guard let definition = PropertyRegistry.shared[known] else { return .unknown }
    if definition.isPIDMap { return nil }
    return definition.parameters.v40 == nil ? .unknown : definition.form.defaultTypes.v40
  }

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

  /// Whether a parameter has a name.
  package func hasName(_ name: StaticString, at parameter: Int, in card: Span<UInt8>) -> Bool {
    let text = strings[parameters[parameter].name]
    let octets = text.isInCard ? card : octets.span
    return Octets.areSame(octets.extracting(text.range), name)
  }

  /// The type of the value by name and VALUE, as vCard 4.0 has it.
  ///
  /// - Parameter card: The octets of the card.
  /// - Returns: The type; `unknown` where nobody says one, `nil` where VALUE says a word of no standard,
  ///   where a parameter stands twice, and where the value is not one of its type.
  /// - Complexity: O(*n*²) in the parameters, of which there are a few.
  package func valueType(in card: Span<UInt8>) -> ValueType? {
    var type = PlainProperty.defaults[Int(known.rawValue)]
    guard type != nil else { return nil }
    for index in parameters.indices {
      for other in 0..<index where areSame(parameters[index].name, parameters[other].name, card) {
        return nil
      }
      if hasName("VALUE", at: index, in: card) {
        let text = strings[parameters[index].values.lowerBound]
        let word = (text.isInCard ? card : octets.span).extracting(text.range)
        type = ValueType.words.number(of: word).flatMap(ValueType.init(rawValue:))
        guard type != nil else { return nil }
      }
    }
    return type
  }

  private func areSame(_ one: Int, _ other: Int, _ card: Span<UInt8>) -> Bool {
    let (one, other) = (strings[one], strings[other])
    let left = (one.isInCard ? card : octets.span).extracting(one.range)
    return Octets.areSame(left, (other.isInCard ? card : octets.span).extracting(other.range))
  }
}
