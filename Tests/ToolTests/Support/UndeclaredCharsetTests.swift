import Foundation
import ICU
import SystemPackage
import TestSupport
import Testing

@Suite("Text that declares no charset, in every command")
struct UndeclaredCharsetTests {
  private static let names = [
    ("Смирнов", "Сергей", "Воронеж"), ("Кузнецова", "Наталья", "Тюмень"),
    ("Васильев", "Юрий", "Ярославль"), ("Шестакова", "Жанна", "Сочи"),
    ("Воробьёв", "Вячеслав", "Псков"),
  ]

  private func file(
    _ charset: String, copies: Int = 1, line: String = "", quoted: Bool = false
  ) throws -> [UInt8] {
    var converter = try CharsetConverter(charset: charset)
    var octets: [UInt8] = []
    for number in 0..<copies {
      for (family, given, place) in Self.names {
        octets += Array("BEGIN:VCARD\r\nVERSION:2.1\r\n".utf8)
        for (name, text) in [
          ("N", "\(family);\(given)"), ("FN", "\(given) \(family) \(number)"),
          ("ADR", ";;;\(place);;;"),
        ] {
          let value = try converter.encode(text).bytes
          if quoted {
            let code = value.map {
              $0 < 0x80 ? String(UnicodeScalar($0)) : String(format: "=%02X", $0)
            }
            octets += Array("\(name);ENCODING=QUOTED-PRINTABLE:\(code.joined())\r\n".utf8)
          } else {
            octets += Array("\(name):".utf8) + value + [0x0D, 0x0A]
          }
        }
        octets += Array("\(line)END:VCARD\r\n".utf8)
      }
    }
    return octets
  }

  private static let note = "[found-charset] read as KOI8-R (found out); --charset changes it"

  @Test("is read as it was meant, and told once", arguments: [false, true])
  func converts(quoted: Bool) async throws {
    let folder = try TemporaryDirectory()
    let octets = try file("KOI8-R", quoted: quoted)
    let path = try folder.write(octets, to: "old.vcf").string
    let outcome = try await ToolRunner.run(["convert", "--to", "vcard4", path])
    #expect(outcome.outputText.contains("FN:Вячеслав Воробьёв 0"))
    #expect(outcome.errorText.components(separatedBy: Self.note).count == 2)
    #expect(outcome.errorText.contains("\(path):3:"))
    // From standard input, and as the same version.
    let piped = try await ToolRunner.run(["convert", "--to", "vcard4"], input: octets)
    #expect(piped.output == outcome.output)
    let same = try await ToolRunner.run(["convert", "--to", "same", path])
    #expect(same.output == octets)
    let told = try await ToolRunner.run(["convert", "--charset", "koi8-r", "--to", "vcard4", path])
    #expect(told.output == outcome.output)
    #expect(!told.errorText.contains("found-charset"))
    let other = try await ToolRunner.run(["convert", "--charset", "cp1251", "--to", "vcard4", path])
    #expect(!other.outputText.contains("Воробьёв"))
    let json = try await ToolRunner.run(["check", "--diagnostics", "jsonl", path])
    #expect(json.errorText.contains(#""code":"found-charset""#))
    let checked = try await ToolRunner.run(["check", path])
    #expect(
      (checked.outputText + checked.errorText).contains("declares no charset; read as KOI8-R"))
  }

  @Test("several threads give what one gives, of a file and of a stream")
  func threads() async throws {
    let folder = try TemporaryDirectory()
    let ascii = String(
      repeating: "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nEND:VCARD\r\n",
      count: 12_000)
    let octets =
      try Array(ascii.utf8) + file("windows-1251", copies: 300) + Array(ascii.utf8)
      + file("KOI8-R", copies: 300) + file("UTF-8", copies: 50)
    let path = try folder.write(octets, to: "old.vcf").string
    let one = try await ToolRunner.run(["convert", "--to", "vcard4", "--threads", "1", path])
    #expect(one.outputText.components(separatedBy: "FN:Жанна Шестакова ").count == 651)
    #expect(one.errorText.components(separatedBy: "[found-charset]").count == 3)
    let several = ["convert", "--to", "vcard4", "--threads", "4"]
    let four = try await ToolRunner.run(several + [path])
    // Where the texts differ, nobody waits for what to print of them.
    let isSame = four.output == one.output
    #expect(isSame)
    #expect(four.errorText == one.errorText)
    let isSamePiped = try await ToolRunner.run(several, input: octets).output == one.output
    #expect(isSamePiped)
    // The reader of what comes before a pause reads on after it.
    let paused = try await ToolRunner.start(several) { process in
      try await process.write(Array(octets[..<700_000]))
      try await Task.sleep(for: .milliseconds(300))
      try await process.write(Array(octets[700_000...]))
      try await process.finishInput()
    }
    let isSamePaused = paused.output == one.output
    #expect(isSamePaused)
  }

  @Test("books keep what was found out, and give back the octets")
  func books() async throws {
    let book = try BookRunner()
    let octets = try file("KOI8-R")
    let path = try book.folder.write(octets, to: "koi.vcf").string
    let imported = try await book(["import", path])
    #expect(imported.errorText.contains(Self.note))
    #expect(try await book.output(["find", "шестакова"]).contains("Жанна Шестакова"))
    #expect(
      try await ToolRunner.run(["find", "шестакова", "--in", path]).outputText.contains("Жанна"))
    let again = try await book(["import", path])
    #expect(again.errorText.contains("matched 5 (0 updated), created 0"))
  }

  @Test("what is merged by place in the file reads as it did")
  func dedupes() async throws {
    let folder = try TemporaryDirectory()
    let line = "EMAIL:one@example.com\r\n"
    let first = try file("windows-1251")
    let second = try file("windows-1251", line: line)
    let path = try folder.write(first + second, to: "twice.vcf").string
    let output = folder.path.appending("out.vcf").string
    let outcome = try await ToolRunner.run(["dedupe", "run", path, "-o", output])
    #expect(outcome.ending == .exit(0))
    let shown = try await ToolRunner.run(["convert", "--to", "jsonl", output])
    #expect(shown.outputText.contains("Жанна Шестакова"))
    #expect(!shown.outputText.contains("\u{FFFD}"))
  }
}
