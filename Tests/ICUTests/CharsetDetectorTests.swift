import ICU
import Testing

@Suite("CharsetDetector")
struct CharsetDetectorTests {
  static let russian =
    "Дорогие друзья! Приглашаем вас на встречу выпускников, которая состоится в субботу в "
    + "большом зале нашей школы. Пожалуйста, сообщите, сможете ли вы прийти, и укажите ваш "
    + "телефон и адрес."
  static let greek =
    "Αγαπητοί φίλοι, σας προσκαλούμε στη συνάντηση των αποφοίτων που θα γίνει το Σάββατο στη "
    + "μεγάλη αίθουσα του σχολείου μας. Άννα, παρακαλούμε γράψτε μας αν μπορείτε να έρθετε – "
    + "“ναι” ή “όχι” …"
  static let hebrew =
    "חברים יקרים, אנו מזמינים אתכם למפגש הבוגרים שיתקיים ביום שבת באולם הגדול של בית הספר "
    + "שלנו. אנא הודיעו לנו אם תוכלו לבוא – “כן” או “לא” – ומה מספר הטלפון והכתובת שלכם…"
  static let french =
    "Chers amis, nous vous invitons à la réunion des anciens élèves qui aura lieu samedi dans la "
    + "grande salle de notre école. Prière de nous dire si vous pourrez venir, et de donner "
    + "votre numéro de téléphone et votre adresse."
  static let japanese =
    "皆さま、土曜日に学校の大きなホールで同窓会を開きます。ご出席いただけるかどうか、お電話番号とご住所をあわせてお知らせください。"
  static let korean =
    "친구 여러분, 토요일에 학교 강당에서 동창회를 엽니다. 참석하실 수 있는지 전화번호와 주소를 함께 알려 주세요."
  static let chinese = "各位朋友，星期六将在学校大礼堂举行同学会。请告诉我们您能否参加，并写明您的电话号码和地址。"

  @Test(
    "finds the charset and the language of a paragraph",
    arguments: [
      // Languages as PyICU 2.17 on ICU 72.1 has them.
      (russian, "windows-1251", "ru"), (russian, "KOI8-R", "ru"), (greek, "windows-1253", "el"),
      (hebrew, "windows-1255", "he"), (french, "ISO-8859-1", "fr"), (french, "UTF-8", nil),
      (russian, "UTF-8", nil), (japanese, "Shift_JIS", "ja"), (japanese, "EUC-JP", "ja"),
      (korean, "EUC-KR", "ko"), (chinese, "GB18030", "zh"), (russian, "UTF-16LE", nil),
      (russian, "UTF-16BE", nil), (french, "UTF-16LE", nil), (french, "UTF-16BE", nil),
      ("\u{FEFF}" + french, "UTF-16LE", nil), ("\u{FEFF}" + russian, "UTF-16BE", nil),
      (french, "UTF-32LE", nil),
    ] as [(String, String, String?)])
  func finds(text: String, charset: String, language: String?) throws {
    var converter = try CharsetConverter(charset: charset)
    let bytes = try converter.encode(text).bytes
    var detector = try CharsetDetector()
    let matches = try detector.detect(bytes.span)
    let best = try #require(matches.first)
    #expect(best.name == charset)
    #expect(best.language == language)
    #expect((11...100).contains(best.confidence))
    let back = try CharsetConverter.decode(bytes.span, from: best.name)
    #expect(String(decoding: back.utf8, as: UTF8.self).hasSuffix(text.suffix(20)))
  }

  @Test("names only charsets that can be converted, best first")
  func namesAreKnown() throws {
    var random = Seeded(17)
    var detector = try CharsetDetector()
    for _ in 0..<100 {
      let bytes = (0..<500).map { _ in UInt8.random(in: 1...255, using: &random) }
      let matches = try detector.detect(bytes.span)
      for match in matches {
        #expect(CharsetConverter.knows(match.name), "\(match.name)")
      }
      let confidences = matches.map(\.confidence)
      #expect(confidences == confidences.sorted(by: >))
    }
  }

  @Test("takes nothing and a megabyte, and is used again")
  func sizes() throws {
    var detector = try CharsetDetector()
    let nothing: [UInt8] = []
    let ofNothing = try detector.detect(nothing.span)
    #expect(ofNothing.allSatisfy { $0.confidence <= 20 })
    let text = String(repeating: Self.russian, count: (1 << 20) / Self.russian.utf8.count)
    let ofMuch = try detector.detect(text.utf8.span)
    #expect(ofMuch.first?.name == "UTF-8")
    let ofLittle = try detector.detect(Self.french.utf8.span)
    #expect(ofLittle.first?.name == "UTF-8")
  }
}
