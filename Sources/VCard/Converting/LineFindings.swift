/// What somebody found out about a line that is there again and again.
///
/// It goes with the fields of the line, and is forgotten as soon as one of them changes.
final class LineFindings: @unchecked Sendable {
  /// What it is known by among others.
  var identity: [UInt8]?
  /// The line as a version writes it.
  var octets: (version: Version, octets: [UInt8])?
  /// What is made of the line the one way, beside a label.
  var made: (direction: Direction, label: String?, lines: [ConversionLine])?
}
