/// How kana are spelt in Latin letters, beside what ICU has (Hepburn's system, letter by letter).
enum KanaSpelling {
  /// さとう is satou, and sato to most.
  static func withoutLongVowels(_ spelling: [UInt8]) -> [UInt8] {
    let (o, u) = (UInt8(ascii: "o"), UInt8(ascii: "u"))
    var result: [UInt8] = []
    for octet in spelling {
      let isLong =
        octet == u && (result.last == o || result.last == u)
        || octet == o && result.last == o
      if !isLong { result.append(octet) }
    }
    return result
  }

  /// なんば is nanba, and namba in older spelling.
  static func withLabialM(_ spelling: [UInt8]) -> [UInt8] {
    var result = spelling
    for index in result.indices.dropLast() where result[index] == UInt8(ascii: "n") {
      switch result[index + 1] {
      case UInt8(ascii: "b"), UInt8(ascii: "p"), UInt8(ascii: "m"):
        result[index] = UInt8(ascii: "m")
      default: break
      }
    }
    return result
  }
}
