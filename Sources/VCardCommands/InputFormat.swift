import CardFormats
import Cutouts
import VCard

extension InputOptions.Format {
  /// What an input is by its first octets.
  static func sniffed(_ first: [UInt8]) -> InputOptions.Format {
    if JSONPeopleReader.begins(first) { return .jsonl }
    if XCardReader.begins(first) { return .xcard }
    if HCardReader.begins(first) { return .hcard }
    if LDIFReader.begins(first) { return .ldif }
    if MECARDReader.begins(first) { return .mecard }
    if Cutout.Format.sniffed(first) == .propertyList { return .cutout }
    return CSVReader.begins(first) ? .csv : .vcard
  }

  /// What an input is by its first octets, and where they tell nothing by its name.
  static func sniffed(_ first: [UInt8], named name: String) -> InputOptions.Format {
    let format = sniffed(first)
    let isTable = name.hasSuffix(".csv") || name.hasSuffix(".tsv")
    return format == .vcard && isTable && !CSVReader.holdsCard(first) ? .csv : format
  }

  /// What an input of the format is called.
  var title: String {
    switch self {
    case .vcard: "a vCard"
    case .cutout: "a cutout"
    case .jsonl: "JSON"
    case .jcard: "a jCard"
    case .xcard: "an xCard"
    case .csv: "a table"
    case .ldif: "LDIF"
    case .mecard: "MECARD"
    case .jscontact: "JSContact"
    case .hcard: "a page of HTML"
    }
  }

  /// A reader of documents of the format; `nil` for what is read otherwise.
  ///
  /// - Parameters:
  ///   - table: What is told of tables.
  ///   - decoding: What text is that is no Unicode.
  /// - Returns: The reader.
  func documentReader(
    _ table: CSVReader.Options, _ decoding: TextDecoding
  ) -> (any CardDocumentReader)? {
    switch self {
    case .vcard, .cutout: nil
    // What a JSON value is its look tells.
    case .jsonl, .jcard, .jscontact: JSONPeopleReader()
    case .xcard: XCardReader()
    case .csv: CSVReader(table, decoding: decoding)
    case .ldif: LDIFReader(decoding: decoding)
    case .mecard: MECARDReader(decoding: decoding)
    case .hcard: HCardReader(decoding: decoding)
    }
  }
}
