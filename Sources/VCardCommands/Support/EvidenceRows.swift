import ContactDedupe
import ContactMatching

/// What speaks for two cards being of one person, and what against it: lines that add up.
struct EvidenceRows {
  private let indent: String
  private var table = Table([.init(), .init("", .right), .init()])
  private var sum = Bits.zero

  /// Creates an empty table, so many spaces from the left.
  init(indent: Int = 0) { self.indent = String(repeating: " ", count: indent) }

  /// Puts down what a plan says.
  init(_ comparison: DedupePlan.Entry.Comparison) {
    self.init()
    for row in comparison.rows {
      append(row.kind, level: row.level, bits: Bits(tenths: row.tenths), detail: row.detail)
    }
  }

  /// Puts down what the engine says.
  init(_ evidence: [Evidence], indent: Int) {
    self.init(indent: indent)
    for row in evidence {
      append(row.kind.rawValue, level: row.level.rawValue, bits: row.bits, detail: row.detail)
    }
  }

  private mutating func append(_ kind: String, level: String, bits: Bits, detail: String) {
    let label = Evidence.label(.init(rawValue: kind), .init(rawValue: level))
    table.append([indent + label, "\(bits)", detail])
    sum += bits
  }

  /// Appends the lines and one with the sum.
  ///
  /// - Parameters:
  ///   - text: Where they are appended.
  ///   - columns: Columns of the terminal.
  func render(into text: inout [UInt8], maximumWidth columns: Int?) {
    var table = table
    table.append([indent + "sum", "\(sum)", ""])
    table.render(into: &text, maximumWidth: columns)
  }
}
