import ContactModel
import ContactSearch
import ICU
import TestSupport
import Testing

@Suite("NameSearch")
struct NameSearchTests {
  private let kate = """
    N:O'Brien-Bell;Kate;Zoë;Dr.;\r\nNICKNAME:Katie\r\nORG:Société Générale\r\n\
    EMAIL:k.bell+news@mail.example
    """

  @Test(
    "finds a contact if every word begins a word of name, nickname, organisation or email",
    arguments: [
      "kate", "ka", "KATE bell", "bell kat", "obrien", "o'b", "O’Brien", "zoe", "dr", "katie",
      "societe", "gen soc", "k.bell", "k.bell+news@mail.example", "mail.ex", "news",
      "O'Brien-Bell", "bell obr", "ｋａｔｅ",
    ])
  func found(query: String) throws {
    #expect(try NameSearch(query).matches(contact(kate)))
  }

  @Test(
    "finds nobody when a word begins none",
    arguments: ["ate", "kate smith", "ell", "katex", "kate kate2", "", "  ", "-"])
  func notFound(query: String) throws {
    #expect(try !NameSearch(query).matches(contact(kate)))
  }

  @Test(
    "compares as ICU does at primary strength, in every script",
    arguments: [
      ("FN:Jürgen Groß", "jurgen gross"), ("FN:Søren Østergård", "soren ostergard"),
      ("FN:Ёлкин Пётр", "елк петр"), ("FN:Παπανδρέου", "παπανδρεου"),
      ("FN:ﾔﾏﾀﾞ ﾀﾛｳ", "やまだ"), ("N:山田;太郎;;;", "太郎"), ("N:山田;太郎;;;", "山田太"),
      ("FN:김철수", "김처"), ("FN:شَاهِد", "شاهد"), ("FN:เกษม ดี", "เ"), ("FN:เกษม ดี", "เก"),
      ("FN:Łukasz", "luk"), ("FN:Æsir", "a"), ("FN:José", "jose\u{301}"),
    ])
  func scripts(line: String, query: String) throws {
    #expect(try NameSearch(query).matches(contact(line)))
  }

  @Test(
    "does not take other letters for the same", arguments: [("FN:Йод", "иод"), ("FN:Ñandú", "m")])
  func differentLetters(line: String, query: String) throws {
    #expect(try !NameSearch(query).matches(contact(line)))
  }

  @Test("knows a query without a word")
  func empty() throws {
    #expect(try NameSearch(" -. ").isEmpty)
    #expect(try !NameSearch("x").isEmpty)
  }

  @Test(
    "finds words of other scripts by their spellings in Latin letters, and the other way round",
    arguments: [
      ("N:Иванов;Юрий;;;", ["ivanov", "yuri", "Yury", "jurij", "yuriy iv", "IU"]),
      ("N:Хрущёв;Евгений;;;", ["khrushchev", "hruschev", "evgeny", "yevgeniy", "k"]),
      ("N:Чайковский;Дмитрий;;;", ["tchaikovsky", "chaykovskiy", "dmitry", "dmitri"]),
      ("N:Гончаренко;Ігор;;;", ["honcharenko", "goncharenko", "ihor", "igor"]),
      ("N:Јовановић;Љиљана;;;", ["jovanovic", "ljiljana"]),
      ("N:Ivanov;Yuri;;;", ["иванов", "юрий", "ив"]),
      ("N:Παπαδόπουλος;Γιώργος;;;", ["papadopoulos", "giorgos", "yorgos", "gior"]),
      ("N:Χατζής;Βασίλης;;;", ["vasilis", "basil"]),
      ("FN:たなか タロウ", ["tanaka", "taro", "tarou", "tan tar"]), ("FN:さとう", ["sato", "satou"]),
      ("FN:なんば", ["nanba", "namba"]), ("N:Tanaka;Taro;;;", ["たなか", "タナカ"]),
      ("N:陈;秀英;;;", ["chen", "xiuying", "chen xiu"]), ("FN:陈秀英", ["chenxiu", "xiuying", "ying"]),
      ("N:单;雄信;;;", ["shan"]), ("N:Chen;Wei;;;", ["陈", "伟"]),
      ("N:김;철수;;;", ["kim", "gim", "cheolsu", "chulsoo"]),
      ("FN:박민수", ["park", "pak", "bak", "minsu"]),
      ("FN:이영희", ["lee", "yi", "younghee"]), ("N:Kim;Minsu;;;", ["김", "민수"]),
      ("N:محمد;أحمد;;;", ["mohammed", "muhammad", "ahmad", "Ahmed moham"]),
      ("N:الحسن;عمر;;;", ["alhasan", "hassan", "omar", "umar"]),
      ("FN:إبراهيم يوسف", ["ibrahim", "yusuf"]),
      ("FN:דוד כהן", ["david", "cohen"]), ("FN:יוסף שלמה", ["yosef", "shlomo"]),
      ("FN:राजकुमार रमेश", ["rajkumar", "ramesh"]), ("FN:สมชาย", ["somchai"]),
      ("FN:ქართველი", ["kartveli"]), ("FN:Հայկ", ["hayk"]),
    ])
  func transliteration(line: String, queries: [String]) throws {
    for query in queries {
      #expect(try NameSearch(query).matches(contact(line)), "\(query)")
    }
  }

  @Test(
    "finds names by their normal spelling where ICU has that of scholars",
    arguments: [
      ("FN:चन्द्र", ["chandra", "candra"]), ("FN:चौहान", ["chauhan"]), ("FN:चोपड़ा", ["chopra"]),
      ("FN:चट्टोपाध्याय", ["chattopadhyay"]), ("FN:चावला", ["chawla"]), ("FN:ચૌહાણ", ["chauhan"]),
      ("FN:Խաչատրյան", ["khachatryan"]), ("FN:சரவணன்", ["saravanan"]), ("FN:செல்வம்", ["selvam"]),
      ("FN:முருகன்", ["murugan", "murukan"]), ("FN:கணேஷ்", ["ganesh"]), ("FN:சுந்தர்", ["sundar"]),
      ("FN:शर्मा", ["sharma"]), ("FN:ਸਿੰਘ", ["singh"]), ("FN:सिंह", ["singh"]),
      ("FN:Александр", ["alexander", "alexandr"]),
      ("FN:Пётр", ["peter", "petr", "pyotr"]), ("FN:Михаил", ["michail", "mikhail"]),
      ("FN:Μπάμπης", ["babis"]), ("FN:Ντίνος", ["dinos"]),
      ("FN:Αγγελική", ["aggeliki", "angeliki"]),
      ("FN:ჭავჭავაძე", ["chavchavadze"]),
    ] as [(String, [String])])
  func usualSpellings(line: String, queries: [String]) throws {
    for query in queries {
      #expect(try NameSearch(query).matches(contact(line)), "\(query)")
    }
  }

  @Test(
    "finds short names of scripts without vowels, which begin no longer ones",
    arguments: [
      ("משה", "moshe", "משולם"), ("שרה", "sara", "שרון"), ("נועה", "noa", "נועם"),
      ("בן", "ben", "בנימין"), ("هدى", "huda", "هديل"), ("منى", "mona", "منصور"),
      ("عائشة", "ayesha", "عشير"),
    ])
  func shortSkeletons(name: String, query: String, longer: String) throws {
    #expect(try NameSearch(query).matches(contact("FN:\(name)")))
    #expect(try !NameSearch(query).matches(contact("FN:\(longer)")))
  }

  @Test(
    "does not look loosely for what one letter is left of",
    arguments: [("FN:Иванов", "yi"), ("FN:Сидоров", "sch"), ("FN:Сидоров", "sh")])
  func looseLetter(line: String, query: String) throws {
    #expect(try !NameSearch(query).matches(contact(line)))
  }

  @Test(
    "finds an East Asian name in one piece by its given name, in either kind of Han characters",
    arguments: [
      ("FN:陈秀英", ["秀英", "英", "陳"]), ("FN:박민수", ["민수"]), ("FN:山田太郎", ["太郎", "太"]),
      ("FN:張偉", ["张", "张伟", "伟", "張"]), ("FN:张伟", ["張", "張偉", "偉"]), ("N:張;偉;;;", ["张 伟"]),
    ])
  func givenNames(line: String, queries: [String]) throws {
    for query in queries {
      #expect(try NameSearch(query).matches(contact(line)), "\(query)")
    }
    #expect(try !NameSearch("李").matches(contact(line)))
  }

  @Test("reads Han names as ICU reads them whole, also where a character has several readings")
  func hanReadings() throws {
    let rules = try Transliterator("Han-Latin/Names; Any-Latin; Latin-ASCII")
    var random = SeededGenerator(seed: 6)
    let manifold = Array("令狐万俟澹台长孙藏文重庆沈阳秘鲁卜种刀盖过华纪牟粘区繁任单召折舍解燕尉乐员查干葛筠".unicodeScalars)
    var words = ["令狐冲", "万俟卨", "澹台明", "长孙无忌", "沈阳", "沈从文", "单雄信", "李单", "华罗庚", "李华", "𠮷野", "々"]
    for _ in 0..<200 {
      var word = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let common = Unicode.Scalar(UInt32.random(in: 0x4E00...0x9FA5, using: &random))
        let pick = Bool.random(using: &random) ? manifold.randomElement(using: &random) : common
        if let pick { word.append(pick) }
      }
      words.append(String(word))
    }
    var compared = 0
    for word in words {
      let read = try rules.transliterate(word)
      guard read.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
      let syllables = read.split(separator: " ")
      for start in syllables.indices {
        let query = syllables[start...].joined()
        #expect(try NameSearch(query).matches(contact("FN:\(word)")), "\(word): \(query)")
        compared += 1
      }
      // Nothing but what ICU has: a wrong syllable would be one more spelling.
      #expect(try !NameSearch(syllables.joined() + "x").matches(contact("FN:\(word)")))
    }
    #expect(compared > 300)
  }

  @Test(
    "symbols, emoji and breaks without width part words", arguments: ["😀", "\u{200B}", "★", "👩‍💻"])
  func symbols(symbol: String) throws {
    let person = try contact("FN:Kate\(symbol)Bell")
    for query in ["bell", "kate", "kate bell", "kate\(symbol)bell"] {
      #expect(try NameSearch(query).matches(person), "\(query)")
    }
    #expect(try NameSearch("bell").matches(contact("FN:\(symbol)Bell")))
    #expect(try NameSearch("می‌خ").matches(contact("FN:می‌خواهم")))
  }

  @Test("searches the first 1024 stretches of a text and 1024 nicknames and emails, no more")
  func bounds() throws {
    func text(_ count: Int, _ word: (Int) -> String) -> String {
      (0..<count).map(word).joined(separator: " ")
    }
    func han(_ number: Int) -> String {
      let scalars = [number / 100, number % 100].compactMap { Unicode.Scalar(UInt32(0x4E00 + $0)) }
      return String(String.UnicodeScalarView(scalars))
    }
    for word in [{ "w\($0)e" }, han] {
      let person = try contact("FN:\(text(1100, word))")
      for (number, isFound) in [(0, true), (1023, true), (1024, false), (1099, false)] {
        let search = try NameSearch(word(number))
        var memory = SearchMemory()
        #expect(try search.matches(person) == isFound, "\(word(number))")
        #expect(try (search.rank(of: person, &memory) != nil) == isFound)
        #expect(try SearchIndex([person]).search(word(number)).isEmpty != isFound)
      }
    }
    let nicknames = (0..<1000).map { "n\($0)e" }.joined(separator: ",")
    let emails = (0..<100).map { "EMAIL:m\($0)e@x.example" }.joined(separator: "\r\n")
    let person = try contact("NICKNAME:\(nicknames)\r\n\(emails)")
    #expect(try NameSearch("n999e").matches(person))
    #expect(try NameSearch("m23e").matches(person))
    #expect(try !NameSearch("m24e").matches(person))
  }

  @Test(
    "takes marked letters for two as well",
    arguments: [
      ("N:Müller;;;;", ["mueller", "muller", "MÜL", "mu\u{308}ll", "muel"]),
      ("N:Mueller;;;;", ["müller"]), ("N:Göttmüller;;;;", ["goettmuller", "gottmueller"]),
      ("N:Ødegård;;;;", ["odegard", "oedegaard", "oedegard", "ØDE"]), ("N:Aagaard;;;;", ["ågård"]),
      ("N:Straße;;;;", ["strasse", "stras"]), ("N:Strasse;;;;", ["straße"]),
      ("N:Æsir;;;;", ["aesir", "ae"]), ("N:Łukasz;;;;", ["lukasz"]), ("N:Þór;;;;", ["thor"]),
      ("N:Iğdır;;;;", ["igdir", "ığdır", "IĞDIR"]), ("N:İnönü;;;;", ["inonu", "inoenue"]),
    ])
  func letters(line: String, queries: [String]) throws {
    for query in queries {
      #expect(try NameSearch(query).matches(contact(line)), "\(query)")
    }
  }

  @Test("takes for the same what ICU does at primary strength, in every Latin block")
  func primaryStrength() throws {
    let collator = try Collator(locale: "root", strength: .primary)
    let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
    let searches = try letters.map { try NameSearch($0) }
    var compared = 0
    for range in [0xC0...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xFF21...0xFF5A, 0x24B6...0x24E9]
    {
      for scalar in range.compactMap({ Unicode.Scalar($0) }) {
        let text = String(scalar)
        for (letter, search) in zip(letters, searches)
        where try collator.compare(text, letter) == .same {
          compared += 1
          #expect(try search.matches(contact("FN:\(text)q")), "\(letter) finds \(text)")
          #expect(try NameSearch(text).matches(contact("FN:\(letter)q")), "\(text) finds \(letter)")
        }
      }
    }
    #expect(compared > 500)
  }

  @Test(
    "does not take words of two other scripts, or homophones, for the same",
    arguments: [
      ("FN:陈", "晨"), ("FN:Иванов", "ιβανοβ"), ("FN:たなか", "田中"), ("FN:محمد", "мохаммед"),
      ("FN:Müller", "moller"), ("FN:Иванов", "petrov"), ("FN:김", "park"), ("FN:محمد", "x"),
    ])
  func strangers(line: String, query: String) throws {
    #expect(try !NameSearch(query).matches(contact(line)))
  }

  /// The names of contacts who are found, the best first, equal ones as they stand.
  private func ranked(_ lines: [String], _ query: String) throws -> [String] {
    let search = try NameSearch(query)
    var found: [(rank: SearchRank, name: String)] = []
    for line in lines {
      let person = try contact(line)
      if let rank = try search.rank(of: person) {
        found.append((rank, person.nickname ?? person.compositeName ?? ""))
      }
    }
    return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.name)
  }

  @Test("ranks by field, then whole words, then script")
  func fields() throws {
    let people = [
      "FN:f\r\nEMAIL:kate@x.example", "FN:e\r\nORG:Katering", "FN:d\r\nORG:Kate",
      "FN:Иван\r\nNICKNAME:Kately", "FN:Катев", "FN:Kately Bell", "FN:Кате Bell", "FN:Kate Bell",
    ]
    #expect(
      try ranked(people, "kate")
        == ["Kate Bell", "Кате Bell", "Kately Bell", "Катев", "Kately", "d", "e", "f"])
  }

  @Test(
    "puts the name first whose long vowels were typed, then the one with the consonants",
    arguments: [("mahmoud", ["محمود", "محمد"]), ("mohammed", ["محمد", "محمود"])])
  func longVowels(query: String, order: [String]) throws {
    #expect(try ranked(["FN:محمد", "FN:محمود"], query) == order)
    #expect(try ranked(["FN:محمود", "FN:محمد"], query) == order)
  }

  @Test("ranks by typed order, then by how little is left")
  func order() throws {
    let people = [
      "FN:Bell Kate", "FN:Kate Anna Bell Smith", "FN:Kate Anna Bell", "FN:Kate Bell",
    ]
    #expect(
      try ranked(people, "kate bell")
        == ["Kate Bell", "Kate Anna Bell", "Kate Anna Bell Smith", "Bell Kate"])
  }

  @Test("stays quick and sound on hostile names and queries")
  func hostile() throws {
    let long = String(repeating: "x", count: 1_000_000)
    let marks = String(repeating: "\u{301}", count: 500_000)
    let texts = [
      long, marks, "a" + marks, String(repeating: "陈", count: 200_000), "\u{202E}abc", "\u{301}",
      String(repeating: "ö", count: 300), String(repeating: "a.", count: 5000), "\u{1}", "١٢٣",
      String(repeating: "a ", count: 5000), "\u{FFFE}", "\u{10FFFF}", "ｱ\u{FF9E}",
    ]
    for text in texts {
      let person = try contact("FN:\(text)")
      for query in texts {
        let search = try NameSearch(query)
        var memory = SearchMemory()
        #expect(try search.rank(of: person, &memory) == search.rank(of: person))
      }
    }
    #expect(try NameSearch(long).matches(contact("FN:\(long)")))
    #expect(try NameSearch("xxx").matches(contact("FN:\(long)")))
  }
}
