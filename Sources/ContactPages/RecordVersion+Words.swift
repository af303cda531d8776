import ContactMerging
import ContactModel
package import ContactStore
import VCard

extension RecordVersion {
  /// A change of a value, for people.
  package struct ValueChange: Sendable {
    /// The name of its property.
    package let name: String
    /// What it was; `nil` for a new one.
    package let before: String?
    /// What it is; `nil` for one that is gone.
    package let after: String?
  }

  /// What became of the values of the record.
  package var valueChanges: [ValueChange] {
    CardDifference(from: before, to: after).changes.map { change in
      let name = (change.before ?? change.after).map { $0.isMalformed ? "" : $0.canonicalName }
      let texts = (change.before.map(\.summary), change.after.map(\.summary))
      // What differs beside the value says so.
      let isBeside = texts.0 == texts.1
      return ValueChange(
        name: name ?? "", before: isBeside ? change.before.map(Self.whole) : texts.0,
        after: isBeside ? change.after.map(Self.whole) : texts.1)
    }
  }

  /// A property with its group and its parameters.
  private static func whole(_ property: Property) -> String {
    let parameters = property.parameters.map { "\($0.name)=\($0.values.joined(separator: ","))" }
    let head = ([property.group].compactMap(\.self) + parameters).joined(separator: "; ")
    return head.isEmpty ? property.summary : "\(head): \(property.summary)"
  }
}
