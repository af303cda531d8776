internal import ContactModel
import ContactSearch
internal import ICU

/// The form of a word in which dedupe knows it again, whatever the machine's locale.
///
/// Case, width, punctuation and compatibility forms do not count (NFKC_Casefold). Latin marks stay,
/// for `José` and `Jose` are told apart; other scripts lose what people leave out when they type.
enum NameLetters {
  /// Raised whenever a word may get another form, since saved statistics know words by it.
  static let version = 1
  /// Octets beyond which a word is known by its hash alone; no name has as many.
  static let longestWord = 96

  /// The form, or `nil` for what has no letter.
  static func canonical(_ word: String) throws(ICUError) -> String? {
    guard let folded = try NameSpelling.folded(word) else { return nil }
    if folded.utf8.allSatisfy({ $0 < 0x80 }) {
      return folded.utf8.contains(where: { $0 >= 0x61 }) ? shortened(folded) : nil
    }
    guard folded.unicodeScalars.contains(where: { $0.properties.isAlphabetic }) else {
      // A picture is a name where there is nothing else.
      return folded.unicodeScalars.allSatisfy { $0.properties.numericType != nil }
        ? nil : shortened(folded)
    }
    guard folded.utf8.contains(where: { $0 >= 0xCD }) else { return shortened(folded) }
    var scalars = String.UnicodeScalarView()
    var hasHan = false
    for scalar in folded.unicodeScalars {
      guard let kept = plain(scalar) else { continue }
      hasHan = hasHan || 0x3400...0x9FFF ~= kept.value
      scalars.append(kept)
    }
    var text = String(scalars)
    if text.unicodeScalars.contains(where: { isGreek($0) }) {
      text = try Normalizer.strippingMarks(text)
    }
    if hasHan { text = try NameSpelling.simplified(text) }
    return text.isEmpty ? nil : shortened(text)
  }

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > longestWord else { return text }
    return "word" + String(StableHash.of(text), radix: 36)
  }

  private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
    0x370...0x3FF ~= scalar.value || 0x1F00...0x1FFF ~= scalar.value
  }

  /// What a scalar of another script than Latin becomes; `nil` for what people leave out.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    // Hebrew points, Arabic vowel marks, tatweel, joiners.
    case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7: return nil
    case 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6ED: return nil
    case 0x200B...0x200F, 0x2060, 0xFE00...0xFE0F: return nil
    // Alef with hamza, madda or wasla; yeh and alef maksura; kaf; heh and teh marbuta.
    case 0x622, 0x623, 0x625, 0x671: return "\u{627}"
    case 0x649, 0x6CC: return "\u{64A}"
    case 0x6A9: return "\u{643}"
    case 0x6C1, 0x6D5: return "\u{647}"
    // Ё is written Е by most.
    case 0x451: return "\u{435}"
    // Katakana to Hiragana.
    case 0x30A1...0x30F6: return Unicode.Scalar(scalar.value - 0x60)
    default: return hanVariants[scalar] ?? scalar
    }
  }

  /// Japanese forms and others that ICU's Traditional-Simplified leaves alone; the first of a line
  /// stands for all.
  ///
  /// Source: the old and new forms in Japan's list of Jōyō kanji (2010), and the variants of family
  /// names that Japan's family registers know.
  private static let hanVariants: [Unicode.Scalar: Unicode.Scalar] = {
    let lines = """
      边邊邉辺 斋齋斎 齐齊斉 泽澤沢 广廣広 国國囯 樱櫻桜 滨濱浜 泷瀧滝 高髙 崎﨑嵜碕 龙龍竜 惠恵 真眞 荣榮栄
      圆圓円 关關関 铁鐵鉄 盐鹽塩 丰豐豊 黑黒 德徳 弥彌 实實実 寿壽 宽寬寛 来來 传傳伝 团團団 图圖図 对對対
      县縣県 气氣気 艺藝芸 浅淺 静靜 晓曉暁 尧堯 槙槇 岛島嶋嶌 圣聖 绘繪絵 樱桜 条條 弁辨 发發発 泽沢 桧檜
      """
    var variants: [Unicode.Scalar: Unicode.Scalar] = [:]
    for group in lines.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let scalars = group.unicodeScalars
      guard let first = scalars.first else { continue }
      for scalar in scalars.dropFirst() { variants[scalar] = first }
    }
    return variants
  }()
}
