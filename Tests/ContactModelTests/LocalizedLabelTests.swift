import ContactModel
import TestSupport
import Testing

@Suite("ContactLabel.localizedName")
struct LocalizedLabelTests {
  /// The predefined labels, one a line.
  private static let labels: [String] =
    (try? Fixtures.bytes("formatting/labels.txt")).map {
      String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init)
    } ?? []

  private static let languages = [
    "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "hu", "ro", "ru",
    "uk", "el", "tr", "ar", "he", "ja", "ko", "zh-Hans", "zh-Hant", "vi", "hi", "id",
  ]
  /// Names of things that have no other name.
  private static let brands: Set<String> = ["iPhone", "Apple Watch", "iCloud"]

  @Test("names every predefined label in twenty-eight languages", arguments: languages)
  func every(language: String) {
    #expect(Self.labels.count > 200)
    for text in Self.labels where !Self.brands.contains(text) {
      let name = ContactLabel(rawValue: text).localizedName(language)
      #expect(!name.isEmpty && !name.contains("{}") && !name.contains("_"), "\(text)")
      guard language != "en" else { continue }
      // What a language borrowed is short; whatever is written out must be in the language.
      #expect(name != text, "\(text)")
      #expect(
        !name.contains("'s ") && !name.contains("younger") && !name.contains("in-law"), "\(name)")
      if ["ru", "uk", "el", "ar", "he", "ja", "ko", "zh-Hans", "zh-Hant", "hi"].contains(language) {
        let latin = name.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }
        #expect(latin.isEmpty || name == "FAX" || name.hasPrefix("FAX（"), "\(text): \(name)")
      }
    }
  }

  @Test("lists its languages")
  func listed() {
    #expect(Set(ContactLabel.localizedLanguages) == Set(Self.languages))
  }

  @Test(
    "says what people say",
    arguments: [
      ("home", "de", "Privat"), ("mobile", "fr", "Mobile"), ("work fax", "it", "Fax lavoro"),
      ("spouse", "ja", "配偶者"), ("other", "ru", "Другой"), ("homepage", "en", "Homepage"),
      ("manager", "pl", "Przełożony"), ("younger sister", "ja", "妹"),
      ("elder brother", "hu", "Báty"), ("eldest sister", "zh-Hans", "大姐"),
      ("mother-in-law (wife's mother)", "ru", "Тёща"),
      ("uncle (mother's brother)", "sv", "Morbror"), ("aunt (father's sister)", "tr", "Hala"),
      ("grandmother (mother's mother)", "ko", "외할머니"),
      ("girlfriend or boyfriend", "es", "Novia o novio"),
      ("niece or cousin", "de", "Nichte oder Cousin oder Cousine"),
    ])
  func words(label: String, language: String, name: String) {
    #expect(ContactLabel(rawValue: label).localizedName(language) == name)
  }

  @Test(
    "writes out the relations that a language has no word for, in its own order",
    arguments: [
      ("de", "Cousin oder Cousine (Sohn der Schwester der Mutter)"),
      ("fr", "Cousin ou cousine (fils de la sœur de la mère)"),
      ("sv", "Kusin (mors systers son)"), ("hu", "Unokatestvér (anya lánytestvérének fia)"),
      ("tr", "Kuzen (annenin kız kardeşinin oğlu)"), ("ja", "いとこ（母の姉妹の息子）"),
      ("zh-Hans", "表亲或堂亲（母亲的姐妹的儿子）"), ("ko", "사촌 (어머니의 여자 형제의 아들)"),
      ("ru", "Двоюродный брат или сестра (сын сестры матери)"),
      ("vi", "Anh chị em họ (con trai của chị em gái của mẹ)"),
      ("ar", "ابن أو ابنة العم أو الخال (ابن أخت الأم)"),
      ("hi", "चचेरा, ममेरा, फुफेरा या मौसेरा भाई-बहन (माता की बहन का बेटा)"),
      ("en", "Cousin (mother's sister's son)"),
    ])
  func chain(language: String, name: String) {
    let label = ContactLabel(rawValue: "cousin (mother's sister's son)")
    #expect(label.localizedName(language) == name)
  }

  @Test("puts the younger and the elder into chains, also where they stand around the rest")
  func chainOfYounger() {
    let label = ContactLabel(rawValue: "aunt (father's younger brother's wife)")
    #expect(label.localizedName("de") == "Tante (Ehefrau des jüngeren Bruders des Vaters)")
    #expect(label.localizedName("ar") == "عمة أو خالة (زوجة أخ الأب الأصغر)")
    let cousin = ContactLabel(rawValue: "younger cousin (mother's brother's daughter)")
    #expect(cousin.localizedName("es") == "Primo o prima menor (hija del hermano de la madre)")
  }

  @Test("has different words for the birthday and an anniversary", arguments: languages)
  func anniversary(language: String) {
    let birthday = Contact.Keys.birthday.localizedName(language)
    #expect(birthday != nil)
    #expect(birthday != ContactLabel.anniversary.localizedName(language))
  }

  @Test("the parts of a name and of an address have different words", arguments: languages)
  func parts(language: String) {
    let words = ContactPart.allCases.map { $0.localizedName(language) }
    #expect(Set(words).count == words.count && !words.contains(""))
    let isEnglish = language.hasPrefix("en")
    #expect((ContactPart.familyName.localizedName(language) == "Family name") == isEnglish)
  }

  @Test("a part is called what its language has, and what English has where that is not known")
  func part() {
    #expect(ContactPart.givenName.localizedName("de-AT") == "Vorname")
    #expect(ContactPart.postalCode.localizedName("ja_JP.UTF-8") == "郵便番号")
    #expect(ContactPart.middleName.localizedName("is") == "Middle name")
  }

  @Test(
    "a property is called what it tells of a person, as the registry has it",
    arguments: [
      ("BDAY", "Geburtstag"), ("N", "Name"), ("FN", "Name"), ("PHOTO", "Foto"),
      ("X-MS-ANNIVERSARY", "Datum"), ("TZ", nil), ("X-NOBODY-KNOWS", nil),
    ])
  func property(name: String, title: String?) {
    #expect(Contact.Keys.localizedName(ofProperty: name, "de-AT") == title)
  }

  @Test("has no letter that nobody sees at the end of a word", arguments: languages)
  func invisible(language: String) {
    for text in Self.labels {
      let name = ContactLabel(rawValue: text).localizedName(language)
      // A joiner goes between two letters.
      #expect(name.unicodeScalars.last != "\u{200D}", "\(text)")
      #expect(!name.contains("\u{200D} "), "\(text)")
    }
    #expect(ContactLabel.main.localizedName("hi") == "मुख्य")
  }

  @Test(
    "falls back from a region to the language, and from an unknown language to English",
    arguments: [
      ("de-AT", "Privat"), ("de_CH.UTF-8", "Privat"), ("DE", "Privat"), ("xx", "Home"),
      ("", "Home"), ("C", "Home"), ("en-GB", "Home"), ("no", "Hjem"), ("nn-NO", "Hjem"),
      ("zh", "住宅"), ("zh-CN", "住宅"), ("zh-TW", "住家"), ("zh-Hant-HK", "住家"), ("zh_HK", "住家"),
      ("zh-Hans-HK", "住宅"), ("iw", "בית"), ("pt-PT", "Casa"), ("---", "Home"),
    ])
  func fallback(tag: String, name: String) {
    #expect(ContactLabel.home.localizedName(tag) == name)
  }

  @Test(
    "keeps a label of the owner's own in every language",
    arguments: [
      "Boat", "mother's boat", "boat (mother's sister's son)", "younger", "younger boat", "or", "",
      " or ", "'s ", "(", ")", " ()", "{}", "father's ", "home or boat", "of mother",
      "\u{202E}emoh", "🚤",
    ])
  func custom(text: String) {
    for language in ["en", "de", "ja", "xx"] {
      #expect(ContactLabel(rawValue: text).localizedName(language) == text)
    }
    let long = String(repeating: "mother's ", count: 100_000) + "son"
    #expect(ContactLabel(rawValue: long).localizedName("de") == long)
  }
}
