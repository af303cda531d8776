import Compression
import Files
import Page
import TestSupport
import Testing
import VCard
import VCardCommands

@Suite("Formats on the page")
struct PageFormatsTests {
  /// What the command writes, byte for byte.
  private static func converted(_ octets: [UInt8], _ options: [String]) async throws -> [UInt8] {
    let outcome = try await ToolRunner.run(["convert", "--quiet"] + options, input: octets)
    #expect(outcome.ending == .exit(0))
    return outcome.output
  }

  private static func gzip(_ octets: [UInt8]) throws -> [UInt8] {
    var deflater = try Deflater()
    var stream: [UInt8] = []
    deflater.append(octets.span, to: &stream)
    deflater.finish(to: &stream)
    return stream
  }

  /// What was written.
  private static func octets(_ conversion: PageConverter.Conversion) throws -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: conversion.file.count)
    let count = try conversion.file.reader.read(at: 0, into: &octets)
    #expect(count == octets.count)
    return octets
  }

  /// A target as options of the command.
  private static func options(_ target: String) -> [String] {
    if target.hasPrefix("csv-") { return ["--to", "csv", "--csv", String(target.dropFirst(4))] }
    return [ImporterPreset.named(target) == nil ? "--to" : "--for", target]
  }

  @Test("everything that the page offers to write is what the command writes")
  func writes() async throws {
    let converter = try PageConverter.forCommands(.builtin)
    let book = try Fixtures.bytes("demo/book.vcf")
    #expect(converter.targets.count > 14)
    for target in converter.targets {
      let conversion = try converter.convert(book[...], named: "book.vcf", to: target)
      let expected = try await Self.converted(book, Self.options(target.name))
      #expect(conversion.cards == 13, "\(target.name)")
      #expect(try Self.octets(conversion) == expected, "\(target.name)")
    }
  }

  @Test("everything that the command reads the page reads, compressed and cut off, too")
  func reads() async throws {
    let converter = try PageConverter.forCommands(.builtin)
    let target = try #require(converter.targets.first { $0.name == "vcard4" })
    let book = try Fixtures.bytes("demo/book.vcf")
    var inputs = [book, try Fixtures.bytes("formats/page.html")]
    for format in ["jcard", "xcard", "jscontact", "csv", "ldif", "mecard", "jsonl"] {
      inputs.append(try await Self.converted(book, ["--to", format]))
    }
    for input in inputs {
      let expected = try await Self.converted(input, ["--to", "vcard4"])
      let conversion = try converter.convert(input[...], named: "", to: target)
      #expect(try Self.octets(conversion) == expected && !expected.isEmpty)
      let stream = try Self.gzip(input)
      let packed = try converter.convert(stream[...], named: "", to: target)
      #expect(try Self.octets(packed) == expected)
      let cut = try converter.convert(stream.dropLast(9), named: "", to: target)
      #expect(!cut.notes.isEmpty && cut.cards <= conversion.cards)
    }
  }
}
