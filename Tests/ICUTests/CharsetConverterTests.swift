import ICU
import Testing

private func decode(_ bytes: [UInt8], _ charset: String) throws -> (String, Int) {
  var converter = try CharsetConverter(charset: charset)
  let result = try converter.decode(bytes.span)
  return (String(decoding: result.utf8, as: UTF8.self), result.substitutions)
}

private func encode(_ text: String, _ charset: String) throws -> ([UInt8], Int) {
  var converter = try CharsetConverter(charset: charset)
  let result = try converter.encode(text)
  return (result.bytes, result.substitutions)
}

private func bytes(_ hexadecimal: String) -> [UInt8] {
  var result: [UInt8] = []
  var rest = hexadecimal[...]
  while let byte = UInt8(rest.prefix(2), radix: 16) {
    result.append(byte)
    rest = rest.dropFirst(2)
  }
  return result
}

@Suite("CharsetConverter, WHATWG Encoding and ICU's aliases")
struct CharsetConverterTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let charset: String
    let text: String
    let hexadecimal: String
    var testDescription: String { charset }

    init(_ charset: String, _ text: String, _ hexadecimal: String) {
      self.charset = charset
      self.text = text
      self.hexadecimal = hexadecimal
    }
  }

  /// Bytes as the codecs of CPython 3.11 write them, but for `髙`, which Python writes as NEC's EE E0
  /// and the index of WHATWG's encoder, as Windows, as IBM's FB FC.
  static let samples = [
    Sample(
      "ISO-8859-1", "Jürgen Ångström, Peña & Ça",
      "4afc7267656e20c56e67737472f66d2c205065f161202620c761"),
    Sample(
      "ISO-8859-2", "Łukasz Dvořák, Gőz Ţepeş", "a3756b61737a2044766ff8e16b2c2047f57a20de657065ba"),
    Sample("ISO-8859-5", "Иван Ђорђевић", "b8d2d0dd20a2dee0f2d5d2d8fb"),
    Sample("ISO-8859-7", "Αλέξανδρος Ώρα", "c1ebddeee1ede4f1eff220bff1e1"),
    Sample("ISO-8859-8", "יוסף כהן", "e9e5f1f320ebe4ef"),
    Sample("ISO-8859-9", "Işık Şahin Ğ", "49fefd6b20de6168696e20d0"),
    Sample("ISO-8859-15", "Œuvre 5 € Žák", "bc75767265203520a420b4e16b"),
    Sample("windows-1250", "Žižka „Łódź“ €", "8e699e6b612084a3f3649f932080"),
    Sample("windows-1251", "Наталія Ґанджа № 5", "cde0f2e0ebb3ff20a5e0ede4e6e020b92035"),
    Sample("windows-1252", "Zoë “€” Œ Ž", "5a6feb20938094208c208e"),
    Sample("windows-1253", "Άννα ‘Ώ’ €", "a2edede12091bf922080"),
    Sample("windows-1254", "İnci Ğ €", "dd6e636920d02080"),
    Sample(
      "windows-1255", "\u{5E9}\u{5B8}\u{5C1}\u{5DC}\u{5D5}\u{5B9}\u{5DD} \u{20AA}",
      "f9c8d1ece5c9ed20a4"),
    Sample("windows-1256", "محمد پگاه", "e3cde3cf208190c7e5"),
    Sample("windows-1257", "Ąžuolas Šķēle", "c0fe756f6c617320d0ede76c65"),
    Sample("windows-1258", "Đa\u{323}ng", "d061f26e67"),
    Sample("windows-874", "สมชาย €", "cac1aad2c22080"),
    Sample("KOI8-R", "Пётр Ильич", "f0a3d4d220e9ccd8c9de"),
    Sample("KOI8-U", "Їжак Ґава", "b7d6c1cb20bdc1d7c1"),
    Sample("macintosh", "Renée Ω “Ø”", "52656e8e6520bd20d2afd3"),
    Sample("IBM437", "Café ½ Σ", "4361668220ab20e4"),
    Sample("IBM850", "Señor Øre", "5365a46f72209d7265"),
    Sample("IBM866", "Ёлка", "f0abaaa0"),
    Sample("Shift_JIS", "髙橋 表示 ①～ ｱｲ", "fbfc8bb420955c8ea6208740816020b1b2"),
    Sample("EUC-JP", "山田太郎", "bbb3c5c4c2c0cfba"),
    Sample("ISO-2022-JP", "山田 Taro", "1b24423b3345441b2842205461726f"),
    Sample("GB2312", "王小明", "cdf5d0a1c3f7"),
    Sample("GBK", "陳鎔基", "ea90e667bbf9"),
    Sample("GB18030", "㐀𠮷 王", "8139ee399534b23520cdf5"),
    Sample("Big5", "王小明 臺灣", "a4fda470a9fa20bb4fc657"),
    Sample("Big5-HKSCS", "㗎嘅", "9dee9def"),
    Sample("EUC-KR", "김철수", "b1e8c3b6bcf6"),
    Sample("windows-949", "똠방각하", "8c63b9e6b0a2c7cf"),
    Sample("ISO-2022-KR", #"김 A\"#, "1b2429430e31680f20415c"),
    Sample("UTF-8", "😀 é 王", "f09f988020c3a920e78e8b"),
    Sample("UTF-16LE", "😀 é", "3dd800de2000e900"),
    Sample("UTF-16BE", "😀 é", "d83dde00002000e9"),
    Sample("UTF-32LE", "é😀", "e900000000f60100"),
    Sample("UTF-7", "Jürgen", "4a2b4150772d7267656e"),
    Sample("HZ-GB-2312", "王 A~", "7e7b4d757e7d20417e7e"),
  ]

  @Test("reads and writes every charset as other programs do", arguments: samples)
  func roundTrip(sample: Sample) throws {
    let decoded = try decode(bytes(sample.hexadecimal), sample.charset)
    #expect(Array(decoded.0.unicodeScalars) == Array(sample.text.unicodeScalars))
    #expect(decoded.1 == 0)
    let encoded = try encode(sample.text, sample.charset)
    #expect(encoded.0 == bytes(sample.hexadecimal))
    #expect(encoded.1 == 0)
  }

  @Test(
    "reads 0x80–0x9F of Latin-1 and ASCII as windows-1252",
    arguments: ["ISO-8859-1", "latin1", "latin-1", "Latin_1", "us-ascii", "ASCII", "l1", "cp819"])
  func latin1(charset: String) throws {
    let expected =
      "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ" + "\u{A0}é\u{FF}"
    let result = try decode(Array(0x80...0x9F) + [0xA0, 0xE9, 0xFF], charset)
    #expect(result == (expected, 0))
  }

  @Test("writes Latin-1 and ASCII strictly")
  func strictWriting() throws {
    #expect(try encode("é€", "ISO-8859-1") == ([0xE9, 0x3F], 1))
    #expect(try encode("é€", "windows-1252") == ([0xE9, 0x80], 0))
    #expect(try encode("é€a", "US-ASCII") == (Array("??a".utf8), 2))
    #expect(try encode("똠방", "EUC-KR") == ([0x3F, 0xB9, 0xE6], 1))
    #expect(try encode("鎔", "GB2312") == ([0x3F], 1))
  }

  @Test(
    "reads the ASCII half as ASCII, 0x5C a backslash, 0x7E a tilde and controls as they are",
    arguments: [
      "Shift_JIS", "SJIS", "cp932", "windows-31j", "ms932", "x-sjis", "EUC-JP", "EUC-KR",
      "KS_C_5601", "KS_C_5601-1987", "cp949", "GB2312", "GBK", "GB18030", "Big5", "ISO-8859-1",
      "windows-1251", "IBM437", "IBM850", "IBM866", "KOI8-R",
    ])
  func asciiHalf(charset: String) throws {
    let ascii = Array(UInt8(0)...0x7F)
    #expect(try decode(ascii, charset) == (String(decoding: ascii, as: UTF8.self), 0))
    #expect(try encode(String(decoding: ascii, as: UTF8.self), charset) == (ascii, 0))
  }

  @Test("reads vendors' characters under the standards' names")
  func vendors() throws {
    // NEC row 13, NEC-selected IBM and IBM's own, in windows-31j.
    #expect(try decode([0x87, 0x40, 0xED, 0x95, 0xEE, 0xE0], "Shift_JIS") == ("①﨑髙", 0))
    #expect(try decode([0xFA, 0xB1, 0xFB, 0xFC], "Shift_JIS") == ("﨑髙", 0))
    #expect(try decode([0x81, 0x60, 0x81, 0x7C], "Shift_JIS") == ("\u{FF5E}\u{FF0D}", 0))
    // A backslash as second byte is no backslash.
    #expect(try decode([0x94, 0x5C, 0x5C, 0x3B], "SHIFT_JIS") == (#"能\;"#, 0))
    #expect(try decode([0x8C, 0x63], "EUC-KR") == ("똠", 0))
    #expect(try decode([0x8C, 0x63], "KS_C_5601-1987") == ("똠", 0))
    #expect(try decode([0xE6, 0x67], "GB2312") == ("鎔", 0))
    #expect(try decode([0x95, 0x34, 0xB2, 0x35], "GB2312") == ("𠮷", 0))
    #expect(try decode([0x80], "GBK") == ("€", 0))
    #expect(try decode([0xCD, 0xF5], "GB_2312-80") == ("王", 0))
    #expect(try decode([0x9D, 0xEE], "Big5") == ("㗎", 0))
    #expect(try decode([0x80], "ISO-8859-9") == ("€", 0))
    #expect(try decode([0x80], "ISO-8859-11") == ("€", 0))
    #expect(try decode([0xAD, 0xA1], "EUC-JP") == ("①", 0))
  }

  @Test(
    "finds names by ICU's rules and the labels of browsers",
    arguments: [
      ("utf8", "UTF-8"), (" UTF-8\t", "UTF-8"), ("Windows_1251", "windows-1251"),
      ("cp1251", "windows-1251"), ("koi", "KOI8-R"), ("UHC", "KSC_5601"), ("cn-gb", "GB2312"),
      ("x-gbk", "GBK"), ("unicodefffe", "UTF-16BE"), ("logical", "ISO-8859-8"),
      ("X-SJIS", "Shift_JIS"),
    ])
  func names(label: String, name: String) throws {
    let converter = try CharsetConverter(charset: label)
    #expect(converter.name == name)
    #expect(CharsetConverter.knows(label))
  }

  @Test(
    "refuses names that nobody knows",
    arguments: [
      "", " ", "klingon", "utf-8,swaplfnl", "../../../etc/passwd", "QUOTED-PRINTABLE", "8bit",
      "utf\u{0}-8", "ütf-8", String(repeating: "a", count: 59), String(repeating: "a", count: 60),
      String(repeating: "utf-8", count: 100_000), "x-", "x-x-", "-", "_",
    ])
  func unknown(label: String) throws {
    let error = try #require(throws: ICUError.self) { _ = try CharsetConverter(charset: label) }
    #expect(error.kind == .unknownCharset)
    #expect(error.name == "U_FILE_ACCESS_ERROR")
    #expect(!CharsetConverter.knows(label))
    #expect(CharsetConverter.decode([0x41], from: label) == nil)
  }

  @Test("turns what the charset does not have into U+FFFD, keeps what follows, and counts")
  func malformed() throws {
    #expect(try decode([0x41, 0xFF, 0x42], "UTF-8") == ("A\u{FFFD}B", 1))
    #expect(try decode([0xE2, 0x82], "UTF-8") == ("\u{FFFD}", 1))
    #expect(try decode([0xED, 0xA0, 0x80], "UTF-8") == ("\u{FFFD}\u{FFFD}\u{FFFD}", 3))
    // A lead byte before a delimiter must not swallow it.
    #expect(try decode([0x81, 0x3B, 0x41], "Shift_JIS") == ("\u{FFFD};A", 1))
    #expect(try decode([0x95], "Shift_JIS") == ("\u{FFFD}", 1))
    #expect(try decode([0x41, 0xB0, 0x0A], "EUC-KR") == ("A\u{FFFD}\n", 1))
    #expect(try decode([0x81, 0x20, 0xFF], "GB18030") == ("\u{FFFD} \u{FFFD}", 2))
    #expect(try decode([0x3D, 0xD8, 0x41, 0x00], "UTF-16LE") == ("\u{FFFD}A", 1))
    #expect(try decode([0x41, 0x00, 0x42], "UTF-16LE") == ("A\u{FFFD}", 1))
    #expect(try decode([0xA5], "ISO-8859-7").1 == 0)
    #expect(try decode([0xFF], "ISO-8859-7") == ("\u{FFFD}", 1))
    #expect(try decode([0x80, 0xFF], "windows-1257").1 == 0)
    #expect(try decode([0xA0], "Shift_JIS") == ("\u{FFFD}", 1))
  }

  @Test("starts afresh after text that was cut short")
  func startsAfresh() throws {
    var converter = try CharsetConverter(charset: "ISO-2022-JP")
    let cut = try converter.decode([0x1B, 0x24, 0x42, 0x3B].span)
    #expect(cut.substitutions == 1)
    let whole = try converter.decode(Array("Kate".utf8).span)
    #expect(whole.utf8 == Array("Kate".utf8))
    #expect(whole.substitutions == 0)
  }

  @Test("reads byte order marks of UTF-16, big-endian without one (RFC 2781 §4.3)")
  func byteOrderMarks() throws {
    #expect(try decode([0xFF, 0xFE, 0x41, 0x00], "UTF-16") == ("A", 0))
    #expect(try decode([0xFE, 0xFF, 0x00, 0x41], "UTF-16") == ("A", 0))
    #expect(try decode([0x00, 0x41], "UTF-16") == ("A", 0))
    #expect(Array(try decode([0xEF, 0xBB, 0xBF, 0x41], "UTF-8").0.unicodeScalars).count == 2)
  }

  @Test("takes nothing, and a megabyte that crosses every inner buffer", arguments: samples)
  func sizes(sample: Sample) throws {
    #expect(try decode([], sample.charset) == ("", 0))
    let text = String(repeating: sample.text + "x", count: (1 << 20) / (sample.text.utf8.count + 1))
    let encoded = try encode(text, sample.charset)
    #expect(encoded.1 == 0)
    let decoded = try decode(encoded.0, sample.charset)
    // A failure should not print a megabyte.
    let isSame = decoded.0.utf8.elementsEqual(text.utf8)
    #expect(isSame)
    #expect(decoded.1 == 0)
  }

  @Test("counts every fault of a long text")
  func manyFaults() throws {
    let count = 100_000
    let result = try decode([UInt8](repeating: 0xFF, count: count), "UTF-8")
    #expect(result.1 == count)
    #expect(result.0.unicodeScalars.count == count)
    #expect(try encode(String(repeating: "王", count: count), "ISO-8859-1").1 == count)
  }

  @Test("makes UTF-8 of any bytes in any charset", arguments: samples.map(\.charset))
  func anyBytes(charset: String) throws {
    var random = Seeded(31)
    var converter = try CharsetConverter(charset: charset)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let result = try converter.decode(bytes.span)
      #expect(String(validating: result.utf8, as: UTF8.self) != nil)
      // Without ICU where a character is an octet.
      #expect(try CharsetConverter.decode(bytes.span, from: charset) == result)
    }
  }

  @Test("static decoding gives what a converter gives, and keeps one open")
  func pool() throws {
    let pool = CharsetPool()
    for _ in 0..<1000 {
      let result = try pool.decode([0x80, 0xE9].span, from: "latin1")
      #expect(result?.utf8 == Array("€é".utf8))
    }
    #expect(pool.opened == 1)
    // Another name of the same table.
    _ = try pool.decode([0x80].span, from: "windows-1252")
    #expect(pool.opened == 1)
    _ = try pool.decode([0x80].span, from: "KOI8-R")
    #expect(pool.opened == 2)
    let unknown = try pool.decode([0x80].span, from: "klingon")
    #expect(unknown == nil)
    #expect(CharsetConverter.decode([0x8C, 0x63], from: "euc-kr") == Array("똠".utf8))
    let counted = try CharsetConverter.decode([0x81, 0x3B].span, from: "Shift_JIS")
    #expect(counted.utf8 == Array("\u{FFFD};".utf8))
    #expect(counted.substitutions == 1)
  }

  @Test("static decoding serves many tasks")
  func concurrentPool() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        let sample = Self.samples[task * 3]
        group.addTask {
          for _ in 0..<200 {
            let result = CharsetConverter.decode(bytes(sample.hexadecimal), from: sample.charset)
            guard result == Array(sample.text.utf8) else { return false }
          }
          return true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
