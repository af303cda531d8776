import CardFormats
import Cutouts

extension InputOptions.Format {
  /// What an input is by its first octets.
  static func sniffed(_ first: [UInt8]) -> InputOptions.Format {
    if JSONPeopleReader.begins(first) { return .jsonl }
    return Cutout.Format.sniffed(first) == .propertyList ? .cutout : .vcard
  }

  /// What an input of the format is called.
  var title: String {
    switch self {
    case .vcard: "a vCard"
    case .cutout: "a cutout"
    case .jsonl: "JSON"
    case .jcard: "a jCard"
    }
  }

  /// A reader of documents of the format; `nil` for what is read otherwise.
  var documentReader: (any CardDocumentReader)? {
    switch self {
    case .vcard, .cutout: nil
    // What a JSON value is its look tells.
    case .jsonl, .jcard: JSONPeopleReader()
    }
  }
}
