import Foundation
import SystemPackage
import TestSupport

/// What a property says, in a form in which two cards can be compared.
///
/// Order, case of names and how the value is encoded do not count.
struct CardFact: Comparable, CustomStringConvertible {
  var group: String
  var name: String
  /// The types in lower case and in order, then the other parameters as `NAME=value`.
  var parameters: [String]
  /// The value in one line: components joined by `;`, values of a list by `,`.
  var value: String
  /// Whether the converter made it from something else that stands there, too.
  var isDerived = false

  var description: String {
    let subject = [group.isEmpty ? name : "\(group).\(name)"] + parameters
    return "\(subject.map(Self.brief).joined(separator: ";")):\(Self.brief(value))"
  }

  static func == (left: Self, right: Self) -> Bool {
    (left.group, left.name, left.parameters, left.value)
      == (right.group, right.name, right.parameters, right.value)
  }

  static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

extension CardFact {
  /// The cards that the tool reads in a file or in bytes, each as what its properties say.
  ///
  /// - Parameters:
  ///   - path: The file; standard input when `nil`.
  ///   - input: All of standard input.
  /// - Returns: The facts of each card.
  /// - Throws: An error of the launcher, or of output that is no JSON.
  static func cards(in path: FilePath? = nil, input: [UInt8] = []) async throws -> [[Self]] {
    let outcome = try await ToolRunner.run(
      ["convert", "--quiet", "--to", "jsonl", path?.string ?? "-"], input: input)
    return try outcome.outputText.split(separator: "\n").map { line in
      let card = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return (card?["properties"] as? [[String: Any]] ?? []).map(Self.init)
    }
  }

  /// Creates what one property of `--to jsonl` says.
  private init(_ property: [String: Any]) {
    group = (property["group"] as? String ?? "").lowercased()
    name = (property["name"] as? String ?? "").uppercased()
    parameters = []
    for (name, values) in property["parameters"] as? [String: Any] ?? [:] {
      let values = values as? [String] ?? [values as? String ?? ""]
      switch name.uppercased() {
      // How the value stands there; the value itself is decoded.
      case "ENCODING", "CHARSET", "VALUE": break
      // What the way back needs.
      case "X-ORIGINAL", "X-VERSION": break
      case "DERIVED", "X-DERIVED": isDerived = true
      case "TYPE": parameters += Set(values.map { $0.lowercased() })
      case let name: parameters.append("\(name)=\(values.joined(separator: ","))")
      }
    }
    parameters.sort()
    value = Self.text(property["value"] ?? "")
    // RFC 6350 §6.1.4: the kinds are compared without regard to case.
    if ["KIND", "X-ADDRESSBOOKSERVER-KIND"].contains(name) { value = value.lowercased() }
  }

  private static func text(_ value: Any) -> String {
    var text =
      switch value {
      case let components as [[String]]:
        components.map { $0.joined(separator: ",") }.joined(separator: ";")
      case let list as [String]: list.joined(separator: ",")
      default: value as? String ?? ""
      }
    if value is [[String]] { while text.last == ";" { text.removeLast() } }
    let line = text.replacing("\r\n", with: "\\n").replacing("\n", with: "\\n")
      .replacing("\r", with: "\\n").replacing("\t", with: "\\t")
    // What prints the differences ends at a NUL.
    return String(
      String.UnicodeScalarView(
        line.unicodeScalars.map { $0.value < 0x20 ? Unicode.Scalar(0x2400 + $0.value) ?? $0 : $0 }))
  }

  /// The properties of a jCard, RFC 7095 §3.3, without its version.
  static func properties(ofJCard json: Data) throws -> [Self] {
    let card = try JSONSerialization.jsonObject(with: json) as? [Any]
    let properties = card?.dropFirst().first as? [[Any]] ?? []
    return properties.filter { $0.first as? String != "version" }.map(Self.init(jCard:))
  }

  private init(jCard property: [Any]) {
    name = (property.first as? String ?? "").uppercased()
    var parameters = property.dropFirst().first as? [String: Any] ?? [:]
    group = (parameters.removeValue(forKey: "group") as? String ?? "").lowercased()
    self.parameters = []
    for (name, values) in parameters {
      let values = values as? [String] ?? [values as? String ?? ""]
      switch name {
      case "encoding", "charset": break
      case "type": self.parameters += Set(values.map { $0.lowercased() })
      case let name: self.parameters.append("\(name.uppercased())=\(values.joined(separator: ","))")
      }
    }
    self.parameters.sort()
    var values = Array(property.dropFirst(3))
    if property.dropFirst(2).first as? String == "binary", let data = values.first as? String {
      values = ["data:;base64,\(data)"]
    }
    if values.count == 1, let components = values.first as? [Any] {
      value = Self.text(components.map { $0 as? [String] ?? [$0 as? String ?? "\($0)"] })
    } else {
      value = Self.text(values.map { $0 as? String ?? "\($0)" })
    }
  }

  /// A line; of a long one its beginning, its length in scalars, and its 64-bit FNV-1a.
  static func brief(_ line: String) -> String {
    let scalars = line.unicodeScalars
    guard scalars.count > 40 else { return line }
    let digits = String(Array(line.utf8).fnv, radix: 16)
    return "\(String(String.UnicodeScalarView(scalars.prefix(16))))… \(scalars.count) "
      + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// What is in one of two cards and not in the other.
  ///
  /// `-` stands before what is wanted, `+` before what is there. What is derived may be there or not.
  static func differences(wanted: [Self], found: [Self]) -> [String] {
    let missing = found.reduce(into: wanted) { left, fact in
      if let index = left.firstIndex(of: fact) { left.remove(at: index) }
    }
    let extra = wanted.reduce(into: found) { left, fact in
      if let index = left.firstIndex(of: fact) { left.remove(at: index) }
    }
    .filter { !$0.isDerived }
    return missing.sorted().map { "- \($0)" } + extra.sorted().map { "+ \($0)" }
  }
}
