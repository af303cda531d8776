import ArgumentParser
import ContactStore
import Cutouts
import Files
import VCard

/// `vcard inspect`: what a cutout holds and gives away.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what a cutout holds, and what it would give away.",
    usage: "vcard inspect [<file>]",
    discussion: """
      EXAMPLES:
        vcard inspect kate.json
        vcard share kate --book contacts.vcf | vcard inspect

      What a person may not know to be in a picture, such as where it was taken, is marked with \
      '!'; of a picture with nothing but pixels it says that there is no metadata.
      """)

  @Argument(
    help: ArgumentHelp("A cutout; '-' is standard input.", valueName: "file"), completion: .file())
  var file = "-"

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() throws {
    let console = options.reporting.console
    let inputs = try InputFile.resolve([file], directories: .refused)
    guard let input = inputs.first else { return }
    let (reading, remark) = try CutoutFile.read(input, decoding: options.input.text.textDecoding)
    if let remark { console.say(.warning, remark) }
    for warning in reading.warnings { console.say(.warning, warning) }
    let output = try OutputFile()
    var table = Table([.init(), .init(), .init()])
    for disclosure in reading.cutout.disclosures {
      table.append([disclosure.isHidden ? "!" : "", disclosure.field, disclosure.text])
    }
    try output.writer.append { table.render(into: &$0, maximumWidth: output.columns) }
    try output.commit()
  }
}

/// Reads a file that is one cutout.
enum CutoutFile {
  /// Reads it whole, up to the limit of cutouts.
  ///
  /// - Returns: The cutout, and what people should know of the file besides.
  /// - Throws: A failure that ends with 65 when it is no cutout.
  static func read(
    _ file: InputFile, decoding: TextDecoding
  ) throws -> (Cutout.Reading, remark: String?) {
    let (bytes, remark) = try octets(file)
    return (try parse(bytes, named: file.name, decoding: decoding), remark)
  }

  /// The octets of a file, not many more than the limit of cutouts.
  static func octets(_ file: InputFile) throws -> ([UInt8], remark: String?) {
    var source = try ByteSource(file)
    let bytes = try source.rest(atMost: Cutout.Limits.bytes)
    return (bytes, source.remark)
  }

  /// Reads a cutout from octets.
  static func parse(
    _ bytes: [UInt8], named name: String, decoding: TextDecoding
  ) throws -> Cutout.Reading {
    do {
      return try Cutout.read(bytes, decoding: decoding)
    } catch {
      throw CommandFailure(.data, "\(name): \(error)")
    }
  }
}
