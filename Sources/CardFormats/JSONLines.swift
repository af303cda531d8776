public import VCard

/// Writes cards as JSON Lines, schema `vcard.card/1`: each card as read, decoded but not converted.
///
/// ```json
/// {"schema":"vcard.card/1","file":"in.vcf","card":0,"line":1,"version":"3.0","properties":[
///  {"group":"item1","name":"TEL","parameters":{"TYPE":["cell","pref"]},"value":"+1 408 555 0000"}]}
/// ```
/// A value is a string, an array of strings for lists (NICKNAME, CATEGORIES), or an array of arrays
/// of strings for structures (N, ADR, ORG, GENDER). Binary values are `data:` URIs.
public struct JSONLinesWriter: Sendable {
  private let file: String

  /// Creates a writer.
  ///
  /// - Parameter file: The name of the input as the user gave it.
  public init(file: String) { self.file = file }

  /// Appends a card as one line with its line end.
  ///
  /// - Parameters:
  ///   - card: The card to write.
  ///   - json: Where it goes.
  ///   - report: Told of every property whose octets could not be decoded cleanly.
  public func write(
    _ card: Card, into json: inout [UInt8],
    report: (Property, DecodingProblems) -> Void = { _, _ in }
  ) {
    JSONText.append(literal: "{\"schema\":\"vcard.card/1\",\"file\":", to: &json)
    JSONText.append(file, to: &json)
    JSONText.append(literal: ",\"card\":", to: &json)
    JSONText.append(card.start.card, to: &json)
    JSONText.append(literal: ",\"line\":", to: &json)
    JSONText.append(card.start.line, to: &json)
    JSONText.append(literal: ",\"version\":\"", to: &json)
    json.append(contentsOf: card.version.rawValue.utf8)
    JSONText.append(literal: "\",\"properties\":[", to: &json)
    var isFirst = true
    for property in card.properties where !property.isComment {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      let problems = JSONLinesWriter.write(property, into: &json)
      if !problems.isEmpty { report(property, problems) }
    }
    JSONText.append(literal: "]}\n", to: &json)
  }

  private static func write(_ property: Property, into json: inout [UInt8]) -> DecodingProblems {
    json.append(UInt8(ascii: "{"))
    if let group = property.group {
      JSONText.append(literal: "\"group\":", to: &json)
      JSONText.append(group, to: &json)
      json.append(UInt8(ascii: ","))
    }
    JSONText.append(literal: "\"name\":", to: &json)
    JSONText.append(property.canonicalName, to: &json)
    JSONText.append(literal: ",\"parameters\":{", to: &json)
    write(property.isMalformed ? [] : property.parameters, into: &json)
    JSONText.append(literal: "},\"value\":", to: &json)
    var problems = DecodingProblems()
    switch property.decodedValue(&problems) {
    case .text(let text): JSONText.append(text, to: &json)
    case .list(let values): write(values, into: &json)
    case .structure(let components):
      json.append(UInt8(ascii: "["))
      for (index, values) in components.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        write(values, into: &json)
      }
      json.append(UInt8(ascii: "]"))
    case .binary(let mediaType, let octets):
      JSONText.append(DataURI.encode(mediaType: mediaType, octets: octets), to: &json)
    }
    json.append(UInt8(ascii: "}"))
    return problems
  }

  private static func write(_ values: [String], into json: inout [UInt8]) {
    json.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      JSONText.append(value, to: &json)
    }
    json.append(UInt8(ascii: "]"))
  }

  /// Writes parameters; those of one name become one, without values that differ in case only.
  private static func write(_ parameters: [Parameter], into json: inout [UInt8]) {
    var places: [String: Int] = [:]
    var merged: [(name: String, values: [String])] = []
    for parameter in parameters {
      if let place = places[parameter.name] {
        merged[place].values.append(contentsOf: parameter.values)
      } else {
        places[parameter.name] = merged.count
        merged.append((parameter.name, parameter.values))
      }
    }
    for (index, (name, values)) in merged.enumerated() {
      var seen: Set<String> = []
      let values =
        values.count > 1 ? values.filter { seen.insert($0.lowercased()).inserted } : values
      if index > 0 { json.append(UInt8(ascii: ",")) }
      JSONText.append(name, to: &json)
      json.append(UInt8(ascii: ":"))
      if values.count == 1 {
        JSONText.append(values[0], to: &json)
      } else {
        write(values, into: &json)
      }
    }
  }
}
