extension ContactLabel {
  /// The label as people say it in a language, such as `Privat` for ``home`` in German.
  ///
  /// A language that is not known gives way to its parent and then to English: `de-AT` is read as
  /// `de`. A label of the owner's own, and one that is a brand name, stays as it is.
  ///
  /// Relations that a language has a word for have that word; the others are written out with the
  /// word for the wider relation (`Cousin oder Cousine (Sohn der Schwester der Mutter)`).
  ///
  /// - Parameter language: A BCP 47 tag, or a POSIX locale such as `de_AT.UTF-8`.
  /// - Returns: The name, which starts with a capital letter where the language has them.
  /// - Complexity: The first call reads the table of all languages; later ones look words up.
  public func localizedName(_ language: String) -> String {
    for language in LabelNames.fallbacks(of: language) {
      if let name = LabelNames.name(of: rawValue, in: language) { return name }
    }
    return rawValue
  }

  /// The languages that ``localizedName(_:)`` has words of, as BCP 47 tags.
  public static var localizedLanguages: [String] { ["en"] + LabelNames.table.keys.sorted() }

  /// The language in which a reader of a language is served as a whole, labels and all else: the tag
  /// itself where ``localizedName(_:)`` has words of its language, else the nearest one that it has.
  ///
  /// - Parameter language: A BCP 47 tag, or a POSIX locale.
  /// - Returns: `de-AT` for `de-AT`, `nb` for `nn`, `en` for Icelandic.
  public static func localizedLanguage(for language: String) -> String {
    let known = LabelNames.fallbacks(of: language).first { localizedLanguages.contains($0) } ?? "en"
    func primary(_ tag: String) -> String {
      String(tag.prefix { $0 != "-" && $0 != "_" && $0 != "." && $0 != "@" }).asciiLowercased
    }
    return primary(language) == primary(known) ? language : known
  }
}

/// The names of labels in many languages.
enum LabelNames {
  /// The languages of the table to try for a tag, the nearest first, and English last.
  static func fallbacks(of tag: String) -> [String] {
    let subtags = tag.prefix { $0 != "." && $0 != "@" }.split { $0 == "-" || $0 == "_" }
      .map { String($0).asciiLowercased }
    guard let primary = subtags.first else { return ["en"] }
    switch primary {
    case "zh", "yue", "cmn":
      let isTraditional =
        subtags.contains("hant")
        || !subtags.contains("hans")
          && (primary == "yue" || !subtags.allSatisfy { !["tw", "hk", "mo"].contains($0) })
      return [isTraditional ? "zh-Hant" : "zh-Hans", "en"]
    case "no", "nn": return ["nb", "en"]
    case "iw": return ["he", "en"]
    case "in": return ["id", "en"]
    case "en": return ["en"]
    default: return [primary, "en"]
    }
  }

  /// The name of a label in a language of the table, or `nil` where there is none.
  static func name(of label: String, in language: String) -> String? {
    // Bytes. No predefined label is longer.
    guard label.utf8.count <= 100 else { return nil }
    if language == "en" {
      // The labels are English words; those that another language knows are the predefined ones.
      guard let words = table["de"], compose(label, words) != nil else { return nil }
      return capitalized(label)
    }
    return table[language].flatMap { compose(label, $0) }
  }

  /// The words of a language.
  fileprivate struct Words: Sendable {
    let language: String
    /// The names of labels.
    var labels: [String: String] = [:]
    /// What relations are written out with, which are no labels.
    var forms: [String: String] = [:]

    static func isForm(_ key: String) -> Bool {
      switch key {
      case "or", "younger m", "elder m", "younger f", "elder f": true
      default: key.hasPrefix("of ") || key.hasPrefix("through ") || key.hasPrefix("to ")
      }
    }
  }

  // MARK: Writing relations out

  private static func compose(_ label: String, _ words: Words) -> String? {
    if let word = words.labels[label] { return word }
    if label.utf8.last == UInt8(ascii: ")"), let (head, inner) = parted(label, at: " (") {
      guard let word = compose(head, words),
        let paths = composePaths(String(inner.dropLast()), words)
      else { return nil }
      return isFullWidth(words.language) ? "\(word)（\(paths)）" : "\(word) (\(paths))"
    }
    if let (first, second) = parted(label, at: " or "), let or = words.forms["or"] {
      guard let first = compose(first, words),
        let second = compose(second, words)
      else { return nil }
      return first + or + inner(second, words.language)
    }
    for prefix in ["younger ", "elder "] where label.hasPrefix(prefix) {
      let base = String(label.dropFirst(prefix.utf8.count))
      let isFemale = base.hasPrefix("sister") || base.hasPrefix("female")
      guard let pattern = words.forms[prefix + (isFemale ? "f" : "m")],
        let word = compose(base, words)
      else { return nil }
      let (before, after) = parted(pattern, at: "{}") ?? (pattern, "")
      return before.isEmpty ? word + after : before + inner(word, words.language) + after
    }
    guard label.utf8.contains(UInt8(ascii: "'")) else { return nil }
    return composePath(label, words).map(capitalized)
  }

  private static func composePaths(_ paths: String, _ words: Words) -> String? {
    guard let (first, second) = parted(paths, at: " or ") else {
      return composePath(paths, words)
    }
    guard let or = words.forms["or"], let first = composePath(first, words),
      let second = composePath(second, words)
    else { return nil }
    return first + or + second
  }

  /// Writes `mother's sister's son` out: from the mother on, each word goes around what there is.
  private static func composePath(_ path: String, _ words: Words) -> String? {
    var steps: [String] = []
    var rest = path
    while let (step, after) = parted(rest, at: "'s ") {
      steps.append(step)
      rest = after
    }
    guard let root = steps.first, var text = words.forms["of " + root] else { return nil }
    for step in steps.dropFirst() {
      guard let word = words.forms["through " + step] ?? words.forms["of " + step] else {
        return nil
      }
      text = around(text, word, in: words.language)
    }
    guard
      let last = words.forms["to " + rest]
        ?? words.labels[rest].map({ inner($0, words.language) })
    else { return nil }
    return around(text, last, in: words.language)
  }

  private static func around(_ text: String, _ word: String, in language: String) -> String {
    if let (before, after) = parted(word, at: "{}") { return before + text + after }
    switch language {
    case "ja", "zh-Hans", "zh-Hant": return text + word
    case "da", "fi", "hi", "hu", "ko", "nb", "sv", "tr": return "\(text) \(word)"
    default: return "\(word) \(text)"
    }
  }

  private static func isFullWidth(_ language: String) -> Bool {
    language == "ja" || language.hasPrefix("zh")
  }

  /// The word as it stands within a phrase: German nouns keep their capital.
  private static func inner(_ word: String, _ language: String) -> String {
    guard language != "de", let first = word.first else { return word }
    return first.lowercased() + word.dropFirst()
  }

  /// The text with a capital first letter, unless it is a brand such as `iPhone`.
  private static func capitalized(_ text: String) -> String {
    guard let first = text.first, !text.dropFirst().contains(where: \.isUppercase) else {
      return text
    }
    return first.uppercased() + text.dropFirst()
  }

  /// The text before and after the first place of a separator.
  private static func parted(_ text: String, at separator: String) -> (String, String)? {
    let octets = Array(text.utf8)
    let mark = Array(separator.utf8)
    guard octets.count >= mark.count else { return nil }
    for start in 0...(octets.count - mark.count)
    where octets[start..<start + mark.count].elementsEqual(mark) {
      return (
        String(decoding: octets[..<start], as: UTF8.self),
        String(decoding: octets[(start + mark.count)...], as: UTF8.self)
      )
    }
    return nil
  }

  // MARK: The table

  /// The words by language; English is that of the labels themselves.
  fileprivate static let table: [String: Words] = {
    var table: [String: Words] = [:]
    var keys: [String] = []
    for line in text.split(separator: "\n") {
      guard let space = line.utf8.firstIndex(of: 0x20) else { continue }
      let head = String(line[..<space])
      let columns = line[line.utf8.index(after: space)...].split(separator: "|")
        .map { String($0.last == "_" ? $0.dropLast() + " " : $0) }
      if head == "#" {
        keys = columns
      } else {
        for (key, word) in zip(keys, columns) {
          if Words.isForm(key) {
            table[head, default: Words(language: head)].forms[key] = word
          } else {
            table[head, default: Words(language: head)].labels[key] = word
          }
        }
      }
    }
    return table
  }()

  /// Groups of labels, and under each a line a language; a later line overrules an earlier one.
  ///
  /// The first group has the facts of Android 10's framework strings (phoneTypeHome,
  /// relationTypeAssistant and so on; Apache License 2.0). All the other groups, and the lines that
  /// overrule the first, are common words of the languages, chosen by us. `of`, `through` and `to`
  /// are the forms of a word at the start, within and at the end of a chain of relations; `{}` is
  /// where the rest of the chain goes, and `_` at the end of a line is a space.
  private static let text = """
    # home|work|other|mobile|main|pager|home fax|work fax|other fax|anniversary|assistant|\
    manager|brother|sister|child|father|mother|parent|friend|partner|spouse
    de Privat|Geschäftlich|Sonstige|Mobil|Hauptnummer|Pager|Fax (privat)|Fax (geschäftl.)|\
    Weitere Faxnummer|Jahrestag|Kollege|Chef|Bruder|Schwester|Kind|Vater|Mutter|Elternteil|\
    Freund|Partner|Ehepartner
    fr Domicile|Bureau|Autre|Mobile|Principal|Bipeur|Fax domicile|Fax travail|Autre fax|Fête|\
    Assistant|Responsable|Frère|Sœur|Enfant|Père|Mère|Parent|Ami|Partenaire|Conjoint
    es Casa|Trabajo|Otro|Móvil|Principal|Busca|Fax de casa|Fax del trabajo|Otro fax|\
    Aniversario|Asistente|Jefe|Hermano|Hermana|Hijo|Padre|Madre|Padre/madre|Amigo|Pareja|\
    Cónyuge
    it Casa|Lavoro|Altro|Cellulare|Principale|Cercapersone|Fax casa|Fax lavoro|Altro fax|\
    Anniversario|Assistente|Dirigente|Fratello|Sorella|Figlio|Padre|Madre|Genitore|Amico|\
    Partner|Coniuge
    pt Casa|Comercial|Outros|Celular|Principal|Pager|Fax residencial|Fax comercial|Outro fax|\
    Data comemorativa|Assistente|Gerente|Irmão|Irmã|Filho(a)|Pai|Mãe|Pai/Mãe|Amigo(a)|\
    Parceiro|Cônjuge
    nl Thuis|Werk|Overig|Mobiel|Algemeen|Pager|Fax thuis|Fax werk|Andere fax|Jubileum|\
    Assistent|Manager|Broer|Zus|Kind|Vader|Moeder|Ouder|Vriend|Partner|Huwelijkspartner
    sv Hem|Arbete|Övrigt|Mobil|Telefonnummer|Personsökare|Hemfax|Arbetsfax|Annat faxnummer|\
    Högtidsdag|Assistent|Chef|Bror|Syster|Barn|Pappa|Mamma|Förälder|Vän|Partner|Make/maka
    da Hjem|Arbejde|Andet|Mobil|Hovednr.|Personsøger|Hjemmefax|Arbejdsfax|Andet faxnummer|\
    Årsdag|Assistent|Chef|Bror|Søster|Barn|Far|Mor|Forælder|Ven|Partner|Ægtefælle
    nb Hjem|Arbeid|Annen|Mobil|Hoved|Personsøker|Faks hjemme|Faks arbeid|Faks annen|Jubileum|\
    Assistent|Sjef|Bror|Søster|Barn|Far|Mor|Foresatt|Venn|Partner|Ektefelle
    fi Koti|Työ|Muu|Mobiili|Ensisijainen|Hakulaite|Faksi (koti)|Faksi (työ)|Muu faksi|\
    Vuosipäivä|Avustaja|Pomo|Veli|Sisko|Lapsi|Isä|Äiti|Vanhempi|Ystävä|Kumppani|Puoliso
    pl Domowy|Służbowy|Inny|Komórka|Główny|Pager|Faks domowy|Faks służbowy|Inny faks|Rocznica|\
    Asystent|Menedżer|Brat|Siostra|Dziecko|Ojciec|Matka|Rodzic|Znajomy|Partner|Współmałżonek
    cs Domů|Práce|Jiné|Mobil|Hlavní|Pager|Domácí fax|Pracovní fax|Jiný fax|Výročí|Asistent|\
    Vedoucí|Bratr|Sestra|Dítě|Otec|Matka|Rodič|Kamarád(ka)|Partner|Manžel(ka)
    hu Otthoni|Munkahelyi|Egyéb|Mobil|Elsődleges|Személyhívó|Otthoni fax|Munkahelyi fax|\
    Egyéb fax|Évforduló|Asszisztens|Felettes|Fiútestvér|Lánytestvér|Gyermek|Apa|Anya|Szülő|\
    Ismerős|Partner|Házastárs
    ro Domiciliu|Serviciu|Altele|Mobil|Principal|Pager|Fax domiciliu|Fax serviciu|\
    Alt număr de fax|Zi aniversară|Asistent|Manager|Frate|Soră|Copil|Tată|Mamă|Părinte|\
    Prieten|Partener|Soț/Soție
    ru Домашний|Рабочий|Другой|Мобильный|Основной|Пейджер|Домашний факс|Рабочий факс|\
    Доп. факс|Юбилей|Секретарь|Руководитель|Брат|Сестра|Ребенок|Отец|Мать|Родитель|Друг|\
    Партнер|Супруг(а)
    uk Домашній|Робочий|Інше|Мобільний|Основний|Пейджер|Домашній факс|Робочий факс|Інший факс|\
    Річниця|Помічник|Керівник|Брат|Сестра|Дитина|Батько|Мати|Батько/мати|Друг|Партнер|\
    Чоловік/дружина
    el Σπίτι|Εργασία|Άλλο|Κινητό|Κύριος|Βομβητής|Φαξ σπιτιού|Φαξ εργασίας|Άλλο φαξ|Επέτειος|\
    Βοηθός|Διευθυντής|Αδερφός|Αδερφή|Παιδί|Πατέρας|Μητέρα|Γονέας|Φίλος|Σύντροφος|Σύζυγος
    tr Ev|İş|Diğer|Mobil|Santral|Çağrı cihazı|Ev Faksı|İş Faksı|Diğer Faks|Yıldönümü|Yardımcı|\
    Yönetici|Erkek Kardeş|Kız Kardeş|Çocuk|Baba|Anne|Ebeveyn|Arkadaş|Ortak|Eş
    ar المنزل|العمل|آخر|الجوّال|رئيسي|جهاز نداء|فاكس المنزل|فاكس العمل|فاكس آخر|\
    الذكرى السنوية|مساعد|مدير|أخ|أخت|طفل|أب|أم|الوالدان|صديق|شريك|زوج/زوجة
    he בית|עבודה|אחר|נייד|ראשי|זימונית|פקס בבית|פקס בעבודה|פקס נוסף|יום השנה|עוזר|מנהל|אח|\
    אחות|ילד|אב|אם|הורה|חבר|שותף|בן/בת זוג
    ja 自宅|勤務先|その他|携帯|メイン|ポケベル|FAX（自宅）|FAX（勤務先）|FAX（その他）|記念日|アシスタント|上司|兄弟|姉妹|子ども|父|母|親|友だち|\
    パートナー|配偶者
    ko 집|직장|기타|휴대전화|기본|호출기|집 팩스|직장 팩스|기타 팩스|기념일|비서|상사|남자 형제|여자 형제|자녀|아버지|어머니|부모|친구|파트너|배우자
    zh-Hans 住宅|单位|其他|手机|总机|寻呼机|住宅传真|单位传真|其他传真|周年纪念日|助理|经理|兄弟|姐妹|子女|父亲|母亲|父母|朋友|合作伙伴|配偶
    zh-Hant 住家|公司|其他|手機|代表號|呼叫器|住家傳真|公司傳真|其他傳真|週年紀念日|助理|經理|兄弟|姊妹|子女|父親|母親|父母|好友|夥伴|配偶
    vi Nhà riêng|Cơ quan|Khác|Di động|Số chính|Số máy nhắn tin|Số fax nhà riêng|\
    Số fax cơ quan|Số fax Khác|Ngày kỷ niệm|Trợ lý|Người quản lý|Anh em trai|Chị em gái|\
    Con cái|Cha|Mẹ|Cha mẹ|Bạn bè|Đối tác|Vợ/chồng
    hi घर|कार्यालय|अन्य|मोबाइल|मुख्य|पेजर|घर का फ़ैक्स|कार्यालय का फ़ैक्स|अन्य फ़ैक्स|\
    वर्षगांठ|सहायक|मैनेजर|भाई|बहन|बच्चा|पिता|मां|अभिभावक|दोस्त|सहयोगी|पति/पत्नी
    id Rumah|Kantor|Lainnya|Ponsel|Utama|Pager|Faks Rumah|Faks Kantor|Faks Lain|\
    Hari Peringatan|Asisten|Manajer|Saudara laki-laki|Saudara perempuan|Anak|Ayah|Ibu|\
    Orang tua|Teman|Mitra|Pasangan
    # school|homepage|colleague|teacher|kin|acquaintance|agent|contact|co-resident|crush|date|\
    emergency|me|met|muse|neighbor|sweetheart
    de Schule|Homepage|Kollege|Lehrer|Verwandter|Bekannter|Vertreter|Kontakt|Mitbewohner|\
    Schwarm|Verabredung|Notfall|Ich|Begegnung|Muse|Nachbar|Schatz
    fr École|Page d’accueil|Collègue|Enseignant|Proche parent|Connaissance|Agent|Contact|\
    Colocataire|Béguin|Rendez-vous|Urgence|Moi|Rencontre|Muse|Voisin|Amoureux
    es Escuela|Página de inicio|Colega|Profesor|Pariente|Conocido|Agente|Contacto|\
    Compañero de piso|Amor platónico|Cita|Emergencia|Yo|Conocido en persona|Musa|Vecino|Novio
    it Scuola|Pagina web|Collega|Insegnante|Parente|Conoscente|Agente|Contatto|Coinquilino|\
    Cotta|Appuntamento|Emergenza|Io|Incontro|Musa|Vicino|Innamorato
    pt Escola|Página inicial|Colega|Professor|Parente|Conhecido|Agente|Contato|Colega de casa|\
    Paixão|Encontro|Emergência|Eu|Conhecido pessoalmente|Musa|Vizinho|Namorado
    nl School|Homepage|Collega|Leraar|Verwant|Kennis|Agent|Contact|Huisgenoot|Stille liefde|\
    Date|Noodgeval|Ik|Ontmoeting|Muze|Buur|Geliefde
    sv Skola|Hemsida|Kollega|Lärare|Släkting|Bekant|Ombud|Kontakt|Sambo|Förälskelse|Dejt|\
    Nödfall|Jag|Har träffat|Musa|Granne|Käresta
    da Skole|Hjemmeside|Kollega|Lærer|Slægtning|Bekendt|Repræsentant|Kontakt|Bofælle|\
    Forelskelse|Date|Nødstilfælde|Mig|Har mødt|Muse|Nabo|Kæreste
    nb Skole|Hjemmeside|Kollega|Lærer|Slektning|Bekjent|Representant|Kontakt|Bofelle|\
    Forelskelse|Date|Nødstilfelle|Meg|Har møtt|Muse|Nabo|Kjæreste
    fi Koulu|Kotisivu|Kollega|Opettaja|Sukulainen|Tuttava|Edustaja|Yhteyshenkilö|\
    Asuinkumppani|Ihastus|Treffikumppani|Hätätapaus|Minä|Tavattu|Muusa|Naapuri|Kulta
    pl Szkoła|Strona domowa|Współpracownik|Nauczyciel|Krewny|Znajomy|Agent|Kontakt|\
    Współlokator|Sympatia|Randka|Nagły wypadek|Ja|Poznana osoba|Muza|Sąsiad|Ukochana osoba
    cs Škola|Domovská stránka|Kolega|Učitel|Příbuzný|Známý|Zástupce|Kontakt|Spolubydlící|\
    Tajná láska|Schůzka|Nouzový kontakt|Já|Osobně poznaný|Múza|Soused|Miláček
    hu Iskola|Honlap|Kolléga|Tanár|Rokon|Ismerős|Ügynök|Kapcsolat|Lakótárs|Titkos szerelem|\
    Randipartner|Vészhelyzet|Én|Találkoztunk|Múzsa|Szomszéd|Kedves
    ro Școală|Pagină principală|Coleg|Profesor|Rudă|Cunoștință|Agent|Contact|\
    Coleg de locuință|Pasiune secretă|Întâlnire|Urgență|Eu|Întâlnit|Muză|Vecin|Iubit
    ru Школа|Домашняя страница|Коллега|Учитель|Родственник|Знакомый|Агент|Контакт|\
    Сосед по дому|Увлечение|Свидание|Экстренный контакт|Я|Личное знакомство|Муза|Сосед|\
    Возлюбленный
    uk Школа|Домашня сторінка|Колега|Учитель|Родич|Знайомий|Агент|Контакт|Співмешканець|\
    Захоплення|Побачення|Екстрений контакт|Я|Особисте знайомство|Муза|Сусід|Коханий
    el Σχολείο|Αρχική σελίδα|Συνάδελφος|Δάσκαλος|Συγγενής|Γνωστός|Αντιπρόσωπος|Επαφή|\
    Συγκάτοικος|Έρωτας|Ραντεβού|Έκτακτη ανάγκη|Εγώ|Γνωριμία|Μούσα|Γείτονας|Αγαπημένος
    tr Okul|Ana sayfa|İş arkadaşı|Öğretmen|Akraba|Tanıdık|Temsilci|Kişi|Ev arkadaşı|\
    Platonik aşk|Flört|Acil durum|Ben|Tanışılan|İlham perisi|Komşu|Sevgili
    ar المدرسة|الصفحة الرئيسية|زميل|معلم|قريب|أحد المعارف|وكيل|جهة اتصال|شريك سكن|إعجاب|موعد|\
    طوارئ|أنا|شخص قابلته|ملهم|جار|حبيب
    he בית ספר|דף הבית|עמית|מורה|קרוב משפחה|מכר|סוכן|איש קשר|שותף לדירה|דלוק עליו|דייט|חירום|\
    אני|פגשתי|מוזה|שכן|אהוב
    ja 学校|ホームページ|同僚|先生|親族|知人|代理人|連絡先|同居人|片思いの相手|デート相手|緊急連絡先|自分|会ったことがある人|ミューズ|隣人|恋人
    ko 학교|홈페이지|동료|선생님|친족|지인|대리인|연락처|동거인|짝사랑|데이트 상대|비상 연락처|나|만난 사람|뮤즈|이웃|연인
    zh-Hans 学校|主页|同事|老师|亲属|熟人|代理人|联系人|同住者|暗恋对象|约会对象|紧急联系人|我|见过面的人|缪斯|邻居|恋人
    zh-Hant 學校|首頁|同事|老師|親屬|熟人|代理人|聯絡人|同住者|暗戀對象|約會對象|緊急聯絡人|我|見過面的人|繆思|鄰居|戀人
    vi Trường học|Trang chủ|Đồng nghiệp|Giáo viên|Họ hàng|Người quen|Người đại diện|Liên hệ|\
    Người ở cùng|Người thầm yêu|Người hẹn hò|Khẩn cấp|Tôi|Người đã gặp|Nàng thơ|Hàng xóm|\
    Người yêu
    hi स्कूल|होमपेज|सहकर्मी|शिक्षक|रिश्तेदार|परिचित|एजेंट|संपर्क|सहवासी|क्रश|डेट|आपातकालीन|\
    मैं|मिले हुए|प्रेरणा|पड़ोसी|प्रेमी
    id Sekolah|Beranda|Rekan kerja|Guru|Kerabat|Kenalan|Agen|Kontak|Teman serumah|Gebetan|\
    Teman kencan|Darurat|Saya|Pernah bertemu|Inspirasi|Tetangga|Kekasih
    # sibling|wife|husband|male partner|female partner|girlfriend|boyfriend|male friend|\
    female friend|daughter|son
    de Geschwister|Ehefrau|Ehemann|Partner|Partnerin|Freundin (feste)|Freund (fester)|Freund|\
    Freundin|Tochter|Sohn
    fr Frère ou sœur|Épouse|Mari|Compagnon|Compagne|Petite amie|Petit ami|Ami|Amie|Fille|Fils
    es Hermano o hermana|Esposa|Marido|Compañero|Compañera|Novia|Novio|Amigo|Amiga|Hija|Hijo
    it Fratello o sorella|Moglie|Marito|Compagno|Compagna|Fidanzata|Fidanzato|Amico|Amica|\
    Figlia|Figlio
    pt Irmão ou irmã|Esposa|Marido|Companheiro|Companheira|Namorada|Namorado|Amigo|Amiga|\
    Filha|Filho
    nl Broer of zus|Echtgenote|Echtgenoot|Mannelijke partner|Vrouwelijke partner|\
    Vriendin (relatie)|Vriend (relatie)|Vriend|Vriendin|Dochter|Zoon
    sv Syskon|Fru|Make|Manlig partner|Kvinnlig partner|Flickvän|Pojkvän|Manlig vän|\
    Kvinnlig vän|Dotter|Son
    da Søskende|Hustru|Ægtemand|Mandlig partner|Kvindelig partner|Kæreste (kvinde)|\
    Kæreste (mand)|Ven|Veninde|Datter|Søn
    nb Søsken|Kone|Ektemann|Mannlig partner|Kvinnelig partner|Kjæreste (kvinne)|\
    Kjæreste (mann)|Mannlig venn|Venninne|Datter|Sønn
    fi Sisarus|Vaimo|Aviomies|Mieskumppani|Naiskumppani|Tyttöystävä|Poikaystävä|\
    Miespuolinen ystävä|Naispuolinen ystävä|Tytär|Poika
    pl Rodzeństwo|Żona|Mąż|Partner (mężczyzna)|Partnerka|Dziewczyna|Chłopak|Przyjaciel|\
    Przyjaciółka|Córka|Syn
    cs Sourozenec|Manželka|Manžel|Partner (muž)|Partnerka|Přítelkyně|Přítel|Kamarád|Kamarádka|\
    Dcera|Syn
    hu Testvér|Feleség|Férj|Férfi partner|Női partner|Barátnő|Barát|Fiú barát|Lány barát|Lány|\
    Fiú
    ro Frate sau soră|Soție|Soț|Partener|Parteneră|Iubită|Iubit|Prieten|Prietenă|Fiică|Fiu
    ru Брат или сестра|Жена|Муж|Партнёр (мужчина)|Партнёрша|Девушка|Молодой человек|Друг|\
    Подруга|Дочь|Сын
    uk Брат або сестра|Дружина|Чоловік|Партнер (чоловік)|Партнерка|Дівчина|Хлопець|Друг|\
    Подруга|Дочка|Син
    el Αδέρφι|Σύζυγος (γυναίκα)|Σύζυγος (άνδρας)|Σύντροφος (άνδρας)|Σύντροφος (γυναίκα)|\
    Κοπέλα|Αγόρι|Φίλος|Φίλη|Κόρη|Γιος
    tr Kardeş|Karı|Koca|Erkek partner|Kadın partner|Kız arkadaş|Erkek arkadaş|Arkadaş (erkek)|\
    Arkadaş (kadın)|Kız evlat|Erkek evlat
    ar شقيق أو شقيقة|زوجة|زوج|شريك|شريكة|صديقة حميمة|صديق حميم|صديق|صديقة|ابنة|ابن
    he אח או אחות|אישה|בעל|בן זוג|בת זוג|חברה (זוגיות)|חבר (זוגיות)|ידיד|ידידה|בת|בן
    ja きょうだい|妻|夫|男性パートナー|女性パートナー|彼女|彼氏|男友だち|女友だち|娘|息子
    ko 형제자매|아내|남편|남성 파트너|여성 파트너|여자친구|남자친구|친구(남)|친구(여)|딸|아들
    zh-Hans 兄弟姐妹|妻子|丈夫|男伴侣|女伴侣|女朋友|男朋友|男性朋友|女性朋友|女儿|儿子
    zh-Hant 兄弟姊妹|妻子|丈夫|男伴侶|女伴侶|女朋友|男朋友|男性朋友|女性朋友|女兒|兒子
    vi Anh chị em|Vợ|Chồng|Bạn đời (nam)|Bạn đời (nữ)|Bạn gái|Bạn trai|Bạn (nam)|Bạn (nữ)|\
    Con gái|Con trai
    hi भाई या बहन|पत्नी|पति|पुरुष साथी|महिला साथी|गर्लफ़्रेंड|बॉयफ़्रेंड|मित्र (पुरुष)|सहेली|\
    बेटी|बेटा
    id Saudara kandung|Istri|Suami|Pasangan pria|Pasangan wanita|Pacar (perempuan)|\
    Pacar (laki-laki)|Teman laki-laki|Teman perempuan|Anak perempuan|Anak laki-laki
    # grandparent|grandmother|grandfather|great-grandparent|great-grandmother|\
    great-grandfather|grandchild|granddaughter|grandson|great-grandchild|great-granddaughter|\
    great-grandson
    de Großelternteil|Großmutter|Großvater|Urgroßelternteil|Urgroßmutter|Urgroßvater|\
    Enkelkind|Enkelin|Enkel|Urenkelkind|Urenkelin|Urenkel
    fr Grand-parent|Grand-mère|Grand-père|Arrière-grand-parent|Arrière-grand-mère|\
    Arrière-grand-père|Petit-enfant|Petite-fille|Petit-fils|Arrière-petit-enfant|\
    Arrière-petite-fille|Arrière-petit-fils
    es Abuelo o abuela|Abuela|Abuelo|Bisabuelo o bisabuela|Bisabuela|Bisabuelo|Nieto o nieta|\
    Nieta|Nieto|Bisnieto o bisnieta|Bisnieta|Bisnieto
    it Nonno o nonna|Nonna|Nonno|Bisnonno o bisnonna|Bisnonna|Bisnonno|Nipote|\
    Nipote (femmina)|Nipote (maschio)|Pronipote|Pronipote (femmina)|Pronipote (maschio)
    pt Avô ou avó|Avó|Avô|Bisavô ou bisavó|Bisavó|Bisavô|Neto ou neta|Neta|Neto|\
    Bisneto ou bisneta|Bisneta|Bisneto
    nl Grootouder|Grootmoeder|Grootvader|Overgrootouder|Overgrootmoeder|Overgrootvader|\
    Kleinkind|Kleindochter|Kleinzoon|Achterkleinkind|Achterkleindochter|Achterkleinzoon
    sv Far- eller morförälder|Mor- eller farmor|Mor- eller farfar|Gammelförälder|Gammelmor|\
    Gammelfar|Barnbarn|Barnbarn (kvinna)|Barnbarn (man)|Barnbarnsbarn|Barnbarnsbarn (kvinna)|\
    Barnbarnsbarn (man)
    da Bedsteforælder|Bedstemor|Bedstefar|Oldeforælder|Oldemor|Oldefar|Barnebarn|\
    Barnebarn (kvinde)|Barnebarn (mand)|Oldebarn|Oldebarn (kvinde)|Oldebarn (mand)
    nb Besteforelder|Bestemor|Bestefar|Oldeforelder|Oldemor|Oldefar|Barnebarn|\
    Barnebarn (kvinne)|Barnebarn (mann)|Oldebarn|Oldebarn (kvinne)|Oldebarn (mann)
    fi Isovanhempi|Isoäiti|Isoisä|Isoisovanhempi|Isoisoäiti|Isoisoisä|Lapsenlapsi|\
    Tyttärentytär tai pojantytär|Tyttärenpoika tai pojanpoika|Lapsenlapsenlapsi|\
    Lapsenlapsen tytär|Lapsenlapsen poika
    pl Dziadek lub babcia|Babcia|Dziadek|Pradziadek lub prababcia|Prababcia|Pradziadek|\
    Wnuk lub wnuczka|Wnuczka|Wnuk|Prawnuk lub prawnuczka|Prawnuczka|Prawnuk
    cs Prarodič|Babička|Dědeček|Praprarodič|Prababička|Pradědeček|Vnouče|Vnučka|Vnuk|\
    Pravnouče|Pravnučka|Pravnuk
    hu Nagyszülő|Nagymama|Nagypapa|Dédszülő|Dédmama|Dédpapa|Unoka|Lányunoka|Fiúunoka|Dédunoka|\
    Lány dédunoka|Fiú dédunoka
    ro Bunic sau bunică|Bunică|Bunic|Străbunic sau străbunică|Străbunică|Străbunic|\
    Nepot sau nepoată|Nepoată|Nepot|Strănepot sau strănepoată|Strănepoată|Strănepot
    ru Дедушка или бабушка|Бабушка|Дедушка|Прадедушка или прабабушка|Прабабушка|Прадедушка|\
    Внук или внучка|Внучка|Внук|Правнук или правнучка|Правнучка|Правнук
    uk Дідусь або бабуся|Бабуся|Дідусь|Прадідусь або прабабуся|Прабабуся|Прадідусь|\
    Онук або онука|Онука|Онук|Правнук або правнучка|Правнучка|Правнук
    el Παππούς ή γιαγιά|Γιαγιά|Παππούς|Προπάππους ή προγιαγιά|Προγιαγιά|Προπάππους|Εγγόνι|\
    Εγγονή|Εγγονός|Δισέγγονο|Δισέγγονη|Δισέγγονος
    tr Büyükanne veya büyükbaba|Büyükanne|Büyükbaba|Büyük büyükanne veya büyükbaba|\
    Büyük büyükanne|Büyük büyükbaba|Torun|Kız torun|Erkek torun|Torunun çocuğu|Torunun kızı|\
    Torunun oğlu
    ar جد أو جدة|جدة|جد|جد أكبر أو جدة كبرى|جدة كبرى|جد أكبر|حفيد أو حفيدة|حفيدة|حفيد|\
    ابن حفيد أو ابنة حفيد|ابنة حفيد|ابن حفيد
    he סבא או סבתא|סבתא|סבא|סבא רבא או סבתא רבתא|סבתא רבתא|סבא רבא|נכד או נכדה|נכדה|נכד|\
    נין או נינה|נינה|נין
    ja 祖父母|祖母|祖父|曽祖父母|曽祖母|曽祖父|孫|孫娘|孫息子|ひ孫|ひ孫娘|ひ孫息子
    ko 조부모|할머니|할아버지|증조부모|증조할머니|증조할아버지|손주|손녀|손자|증손주|증손녀|증손자
    zh-Hans 祖父母|祖母|祖父|曾祖父母|曾祖母|曾祖父|孙辈|孙女|孙子|曾孙辈|曾孙女|曾孙
    zh-Hant 祖父母|祖母|祖父|曾祖父母|曾祖母|曾祖父|孫輩|孫女|孫子|曾孫輩|曾孫女|曾孫
    vi Ông bà|Bà|Ông|Cụ|Cụ bà|Cụ ông|Cháu|Cháu gái|Cháu trai|Chắt|Chắt gái|Chắt trai
    hi दादा-दादी या नाना-नानी|दादी या नानी|दादा या नाना|परदादा-परदादी|परदादी|परदादा|\
    पोता-पोती या नाती-नातिन|पोती या नातिन|पोता या नाती|परपोता-परपोती|परपोती|परपोता
    id Kakek atau nenek|Nenek|Kakek|Buyut|Buyut perempuan|Buyut laki-laki|Cucu|Cucu perempuan|\
    Cucu laki-laki|Cicit|Cicit perempuan|Cicit laki-laki
    # parent-in-law|mother-in-law|father-in-law|child-in-law|daughter-in-law|son-in-law|\
    sibling-in-law|sister-in-law|brother-in-law|co-parent-in-law|co-mother-in-law|\
    co-father-in-law|co-sibling-in-law|co-sister-in-law|co-brother-in-law
    de Schwiegerelternteil|Schwiegermutter|Schwiegervater|Schwiegerkind|Schwiegertochter|\
    Schwiegersohn|Schwager oder Schwägerin|Schwägerin|Schwager|Gegenschwieger|\
    Gegenschwiegermutter|Gegenschwiegervater|Schwippschwager oder Schwippschwägerin|\
    Schwippschwägerin|Schwippschwager
    fr Beau-parent|Belle-mère|Beau-père|Beau-fils ou belle-fille|Belle-fille|Gendre|\
    Beau-frère ou belle-sœur|Belle-sœur|Beau-frère|Co-beau-parent|Co-belle-mère|Co-beau-père|\
    Co-beau-frère ou co-belle-sœur|Co-belle-sœur|Co-beau-frère
    es Suegro o suegra|Suegra|Suegro|Yerno o nuera|Nuera|Yerno|Cuñado o cuñada|Cuñada|Cuñado|\
    Consuegro o consuegra|Consuegra|Consuegro|Concuñado o concuñada|Concuñada|Concuñado
    it Suocero o suocera|Suocera|Suocero|Genero o nuora|Nuora|Genero|Cognato o cognata|\
    Cognata|Cognato|Consuocero o consuocera|Consuocera|Consuocero|Concognato o concognata|\
    Concognata|Concognato
    pt Sogro ou sogra|Sogra|Sogro|Genro ou nora|Nora|Genro|Cunhado ou cunhada|Cunhada|Cunhado|\
    Consogro ou consogra|Consogra|Consogro|Concunhado ou concunhada|Concunhada|Concunhado
    nl Schoonouder|Schoonmoeder|Schoonvader|Schoonkind|Schoondochter|Schoonzoon|\
    Zwager of schoonzus|Schoonzus|Zwager|Medeschoonouder|Medeschoonmoeder|Medeschoonvader|\
    Aangetrouwde zwager of schoonzus|Aangetrouwde schoonzus|Aangetrouwde zwager
    sv Svärförälder|Svärmor|Svärfar|Svärbarn|Svärdotter|Svärson|Svåger eller svägerska|\
    Svägerska|Svåger|Barnets svärförälder|Barnets svärmor|Barnets svärfar|\
    Svågers eller svägerskas make|Svågers hustru|Svägerskas make
    da Svigerforælder|Svigermor|Svigerfar|Svigerbarn|Svigerdatter|Svigersøn|\
    Svoger eller svigerinde|Svigerinde|Svoger|Barnets svigerforælder|Barnets svigermor|\
    Barnets svigerfar|Svogers eller svigerindes ægtefælle|Svogers hustru|Svigerindes mand
    nb Svigerforelder|Svigermor|Svigerfar|Svigerbarn|Svigerdatter|Svigersønn|\
    Svoger eller svigerinne|Svigerinne|Svoger|Barnets svigerforelder|Barnets svigermor|\
    Barnets svigerfar|Svogers eller svigerinnes ektefelle|Svogers kone|Svigerinnes mann
    fi Appivanhempi|Anoppi|Appi|Lapsen puoliso|Miniä|Vävy|Puolison sisarus|Käly|Lanko|\
    Lapsen appivanhempi|Lapsen anoppi|Lapsen appi|Puolison sisaruksen puoliso|Kälyn veroinen|\
    Langon veroinen
    pl Teść lub teściowa|Teściowa|Teść|Zięć lub synowa|Synowa|Zięć|Szwagier lub szwagierka|\
    Szwagierka|Szwagier|Swat lub swatowa|Swatowa|Swat|Małżonek szwagra lub szwagierki|\
    Żona szwagra|Mąż szwagierki
    cs Tchán nebo tchyně|Tchyně|Tchán|Zeť nebo snacha|Snacha|Zeť|Švagr nebo švagrová|Švagrová|\
    Švagr|Svat nebo svatka|Svatka|Svat|Choť švagra nebo švagrové|Manželka švagra|\
    Manžel švagrové
    hu Após vagy anyós|Anyós|Após|Vő vagy meny|Meny|Vő|Sógor vagy sógornő|Sógornő|Sógor|\
    Nász vagy nászasszony|Nászasszony|Nász|Sógor vagy sógornő házastársa|Sógor felesége|\
    Sógornő férje
    ro Socru sau soacră|Soacră|Socru|Ginere sau noră|Noră|Ginere|Cumnat sau cumnată|Cumnată|\
    Cumnat|Cuscru sau cuscră|Cuscră|Cuscru|Concumnat sau concumnată|Concumnată|Concumnat
    ru Родитель супруга|Тёща или свекровь|Тесть или свёкор|Зять или невестка|Невестка|Зять|\
    Родственник супруга|Золовка или свояченица|Шурин или деверь|Сват или сватья|Сватья|Сват|\
    Свояк или свояченица|Свояченица|Свояк
    uk Батько або мати подружжя|Теща або свекруха|Тесть або свекор|Зять або невістка|Невістка|\
    Зять|Родич подружжя|Зовиця або своячка|Шурин або дівер|Сват або сваха|Сваха|Сват|\
    Свояк або своячка|Своячка|Свояк
    el Πεθερός ή πεθερά|Πεθερά|Πεθερός|Γαμπρός ή νύφη|Νύφη|Γαμπρός|Κουνιάδος ή κουνιάδα|\
    Κουνιάδα|Κουνιάδος|Συμπέθερος ή συμπεθέρα|Συμπεθέρα|Συμπέθερος|Μπατζανάκης ή συννυφάδα|\
    Συννυφάδα|Μπατζανάκης
    tr Kayınvalide veya kayınpeder|Kayınvalide|Kayınpeder|Damat veya gelin|Gelin|Damat|\
    Kayınbirader, baldız veya görümce|Baldız, görümce veya yenge|Kayınbirader veya enişte|\
    Dünür|Kadın dünür|Erkek dünür|Bacanak veya elti|Elti|Bacanak
    ar حمو أو حماة|حماة|حمو|صهر أو كنّة|كنّة|صهر|أخ الزوج أو أخت الزوجة|أخت الزوج أو الزوجة|\
    أخ الزوج أو الزوجة|نسيب أو نسيبة|نسيبة|نسيب|عديل أو سلفة|سلفة|عديل
    he חם או חמות|חמות|חם|חתן או כלה|כלה|חתן|גיס או גיסה|גיסה|גיס|מחותן או מחותנת|מחותנת|\
    מחותן|בן זוג של גיס או גיסה|אשת הגיס|בעל הגיסה
    ja 義理の親|義母|義父|子の配偶者|嫁|婿|義理のきょうだい|義理の姉妹|義理の兄弟|子の配偶者の親|子の配偶者の母|子の配偶者の父|配偶者のきょうだいの配偶者|相嫁|相婿
    ko 배우자의 부모|시어머니 또는 장모|시아버지 또는 장인|사위 또는 며느리|며느리|사위|배우자의 형제자매|처형, 처제 또는 시누이|처남 또는 시동생|사돈|\
    안사돈|바깥사돈|동서|동서(여)|동서(남)
    zh-Hans 公婆或岳父母|婆婆或岳母|公公或岳父|女婿或儿媳|儿媳|女婿|配偶的兄弟姐妹|姑子、姨子或嫂子|大伯、小叔、舅子或姐夫|亲家|亲家母|亲家公|妯娌或连襟|妯娌|连襟
    zh-Hant 公婆或岳父母|婆婆或岳母|公公或岳父|女婿或媳婦|媳婦|女婿|配偶的兄弟姊妹|姑子、姨子或嫂子|大伯、小叔、舅子或姊夫|親家|親家母|親家公|妯娌或連襟|妯娌|連襟
    vi Cha mẹ vợ hoặc chồng|Mẹ vợ hoặc mẹ chồng|Cha vợ hoặc cha chồng|Con dâu hoặc con rể|\
    Con dâu|Con rể|Anh chị em vợ hoặc chồng|Chị em dâu|Anh em rể|Thông gia|Bà thông gia|\
    Ông thông gia|Anh em cột chèo hoặc chị em dâu|Chị em bạn dâu|Anh em cột chèo
    hi सास या ससुर|सास|ससुर|दामाद या बहू|बहू|दामाद|साला-साली या देवर-ननद|साली, ननद या भाभी|\
    साला, देवर या जीजा|समधी या समधन|समधन|समधी|साढ़ू या देवरानी|देवरानी या जेठानी|साढ़ू
    id Mertua|Ibu mertua|Ayah mertua|Menantu|Menantu perempuan|Menantu laki-laki|Ipar|\
    Ipar perempuan|Ipar laki-laki|Besan|Besan perempuan|Besan laki-laki|Biras|Biras perempuan|\
    Biras laki-laki
    # cousin|male cousin|female cousin|parent's sibling|aunt|uncle|grandaunt|granduncle|\
    sibling's child|niece|nephew|grandniece|grandnephew
    de Cousin oder Cousine|Cousin|Cousine|Onkel oder Tante|Tante|Onkel|Großtante|Großonkel|\
    Neffe oder Nichte|Nichte|Neffe|Großnichte|Großneffe
    fr Cousin ou cousine|Cousin|Cousine|Oncle ou tante|Tante|Oncle|Grand-tante|Grand-oncle|\
    Neveu ou nièce|Nièce|Neveu|Petite-nièce|Petit-neveu
    es Primo o prima|Primo|Prima|Tío o tía|Tía|Tío|Tía abuela|Tío abuelo|Sobrino o sobrina|\
    Sobrina|Sobrino|Sobrina nieta|Sobrino nieto
    it Cugino o cugina|Cugino|Cugina|Zio o zia|Zia|Zio|Prozia|Prozio|Nipote di zio|\
    Nipote di zio (femmina)|Nipote di zio (maschio)|Pronipote di zio (femmina)|\
    Pronipote di zio (maschio)
    pt Primo ou prima|Primo|Prima|Tio ou tia|Tia|Tio|Tia-avó|Tio-avô|Sobrinho ou sobrinha|\
    Sobrinha|Sobrinho|Sobrinha-neta|Sobrinho-neto
    nl Neef of nicht|Neef|Nicht|Oom of tante|Tante|Oom|Oudtante|Oudoom|Neefje of nichtje|\
    Nichtje|Neefje|Achternicht|Achterneef
    sv Kusin|Manlig kusin|Kvinnlig kusin|Farbror, morbror, faster eller moster|\
    Faster eller moster|Farbror eller morbror|Gammelfaster eller gammelmoster|\
    Gammelfarbror eller gammelmorbror|Syskonbarn|Brorsdotter eller systerdotter|\
    Brorson eller systerson|Syskons dotterdotter eller sondotter|\
    Syskons dotterson eller sonson
    da Fætter eller kusine|Fætter|Kusine|Onkel eller tante|Tante|Onkel|Grandtante|Grandonkel|\
    Niece eller nevø|Niece|Nevø|Grandniece|Grandnevø
    nb Søskenbarn|Fetter|Kusine|Onkel eller tante|Tante|Onkel|Grandtante|Grandonkel|\
    Niese eller nevø|Niese|Nevø|Grandniese|Grandnevø
    fi Serkku|Miespuolinen serkku|Naispuolinen serkku|Vanhemman sisarus|Täti|Setä tai eno|\
    Isotäti|Isosetä tai isoeno|Sisaruksen lapsi|Sisaren- tai veljentytär|\
    Sisaren- tai veljenpoika|Sisaruksen lapsen tytär|Sisaruksen lapsen poika
    pl Kuzyn lub kuzynka|Kuzyn|Kuzynka|Wujek lub ciocia|Ciocia|Wujek|Cioteczna babka|\
    Cioteczny dziadek|Bratanek, siostrzeniec, bratanica lub siostrzenica|\
    Bratanica lub siostrzenica|Bratanek lub siostrzeniec|Wnuczka brata lub siostry|\
    Wnuk brata lub siostry
    cs Bratranec nebo sestřenice|Bratranec|Sestřenice|Strýc nebo teta|Teta|Strýc|Prateta|\
    Prastrýc|Synovec nebo neteř|Neteř|Synovec|Praneteř|Prasynovec
    hu Unokatestvér|Unokafivér|Unokanővér|Nagybácsi vagy nagynéni|Nagynéni|Nagybácsi|\
    Nagyszülő nővére|Nagyszülő fivére|Testvér gyermeke|Unokahúg|Unokaöcs|Testvér lányunokája|\
    Testvér fiúunokája
    ro Văr sau verișoară|Văr|Verișoară|Unchi sau mătușă|Mătușă|Unchi|Mătușă mare|Unchi mare|\
    Nepot sau nepoată de frate|Nepoată de frate|Nepot de frate|Strănepoată de frate|\
    Strănepot de frate
    ru Двоюродный брат или сестра|Двоюродный брат|Двоюродная сестра|Дядя или тётя|Тётя|Дядя|\
    Двоюродная бабушка|Двоюродный дедушка|Племянник или племянница|Племянница|Племянник|\
    Внучатая племянница|Внучатый племянник
    uk Двоюрідний брат або сестра|Двоюрідний брат|Двоюрідна сестра|Дядько або тітка|Тітка|\
    Дядько|Двоюрідна бабуся|Двоюрідний дідусь|Племінник або племінниця|Племінниця|Племінник|\
    Внучата племінниця|Внучатий племінник
    el Ξάδερφος ή ξαδέρφη|Ξάδερφος|Ξαδέρφη|Θείος ή θεία|Θεία|Θείος|Αδερφή παππού ή γιαγιάς|\
    Αδερφός παππού ή γιαγιάς|Ανιψιός ή ανιψιά|Ανιψιά|Ανιψιός|Μικρανιψιά|Μικρανιψιός
    tr Kuzen|Erkek kuzen|Kız kuzen|Ebeveynin kardeşi|Hala veya teyze|Amca veya dayı|\
    Büyük hala veya teyze|Büyük amca veya dayı|Yeğen|Kız yeğen|Erkek yeğen|Yeğenin kızı|\
    Yeğenin oğlu
    ar ابن أو ابنة العم أو الخال|ابن العم أو الخال|ابنة العم أو الخال|\
    عم أو خال أو عمة أو خالة|عمة أو خالة|عم أو خال|عمة الأب أو خالة الأم|عم الأب أو خال الأم|\
    ابن أو ابنة الأخ أو الأخت|ابنة الأخ أو الأخت|ابن الأخ أو الأخت|حفيدة الأخ أو الأخت|\
    حفيد الأخ أو الأخت
    he בן דוד או בת דודה|בן דוד|בת דודה|דוד או דודה|דודה|דוד|דודה רבתא|דוד רבא|\
    אחיין או אחיינית|אחיינית|אחיין|נכדת אח או אחות|נכד אח או אחות
    ja いとこ|いとこ（男性）|いとこ（女性）|おじ・おば|おば|おじ|大おば|大おじ|甥・姪|姪|甥|姪孫（女性）|姪孫（男性）
    ko 사촌|사촌(남)|사촌(여)|부모의 형제자매|고모 또는 이모|삼촌|대고모 또는 이모할머니|종조할아버지|조카|조카딸|조카|조카손녀|조카손자
    zh-Hans 表亲或堂亲|表兄弟或堂兄弟|表姐妹或堂姐妹|伯、叔、舅、姑或姨|姑妈、姨妈或伯母|伯父、叔父或舅父|姑婆或姨婆|伯公、叔公或舅公|侄辈或甥辈|侄女或外甥女|\
    侄子或外甥|侄孙女|侄孙
    zh-Hant 表親或堂親|表兄弟或堂兄弟|表姊妹或堂姊妹|伯、叔、舅、姑或姨|姑媽、姨媽或伯母|伯父、叔父或舅父|姑婆或姨婆|伯公、叔公或舅公|姪輩或甥輩|姪女或外甥女|\
    姪子或外甥|姪孫女|姪孫
    vi Anh chị em họ|Anh em họ|Chị em họ|Cô, dì, chú, bác hoặc cậu|Cô, dì hoặc bác gái|\
    Chú, bác hoặc cậu|Bà cô hoặc bà dì|Ông bác, ông chú hoặc ông cậu|Cháu (con anh chị em)|\
    Cháu gái (con anh chị em)|Cháu trai (con anh chị em)|Cháu gái họ (cháu anh chị em)|\
    Cháu trai họ (cháu anh chị em)
    hi चचेरा, ममेरा, फुफेरा या मौसेरा भाई-बहन|चचेरा, ममेरा, फुफेरा या मौसेरा भाई|\
    चचेरी, ममेरी, फुफेरी या मौसेरी बहन|चाचा, मामा, बुआ या मौसी|चाची, मामी, बुआ या मौसी|\
    चाचा, ताऊ या मामा|दादा-दादी की बहन|दादा-दादी का भाई|भतीजा, भतीजी, भांजा या भांजी|\
    भतीजी या भांजी|भतीजा या भांजा|भाई-बहन की पोती|भाई-बहन का पोता
    id Sepupu|Sepupu laki-laki|Sepupu perempuan|Paman atau bibi|Bibi|Paman|Nenek saudara|\
    Kakek saudara|Keponakan|Keponakan perempuan|Keponakan laki-laki|Cucu keponakan perempuan|\
    Cucu keponakan laki-laki
    # stepparent|stepfather|stepmother|stepchild|stepson|stepdaughter|stepbrother|stepsister
    de Stiefelternteil|Stiefvater|Stiefmutter|Stiefkind|Stiefsohn|Stieftochter|Stiefbruder|\
    Stiefschwester
    fr Beau-parent (remariage)|Beau-père (remariage)|Belle-mère (remariage)|\
    Enfant du conjoint|Fils du conjoint|Fille du conjoint|Demi-frère par alliance|\
    Demi-sœur par alliance
    es Padrastro o madrastra|Padrastro|Madrastra|Hijastro o hijastra|Hijastro|Hijastra|\
    Hermanastro|Hermanastra
    it Patrigno o matrigna|Patrigno|Matrigna|Figliastro o figliastra|Figliastro|Figliastra|\
    Fratellastro|Sorellastra
    pt Padrasto ou madrasta|Padrasto|Madrasta|Enteado ou enteada|Enteado|Enteada|\
    Meio-irmão por afinidade|Meia-irmã por afinidade
    nl Stiefouder|Stiefvader|Stiefmoeder|Stiefkind|Stiefzoon|Stiefdochter|Stiefbroer|Stiefzus
    sv Styvförälder|Styvfar|Styvmor|Styvbarn|Styvson|Styvdotter|Styvbror|Styvsyster
    da Stedforælder|Stedfar|Stedmor|Stedbarn|Stedsøn|Steddatter|Stedbror|Stedsøster
    nb Steforelder|Stefar|Stemor|Stebarn|Stesønn|Stedatter|Stebror|Stesøster
    fi Isä- tai äitipuoli|Isäpuoli|Äitipuoli|Lapsipuoli|Poikapuoli|Tytärpuoli|Velipuoli|\
    Sisarpuoli
    pl Ojczym lub macocha|Ojczym|Macocha|Pasierb lub pasierbica|Pasierb|Pasierbica|\
    Brat przyrodni|Siostra przyrodnia
    cs Otčím nebo macecha|Otčím|Macecha|Nevlastní dítě|Nevlastní syn|Nevlastní dcera|\
    Nevlastní bratr|Nevlastní sestra
    hu Mostohaszülő|Mostohaapa|Mostohaanya|Mostohagyermek|Mostohafiú|Mostohalány|Mostohafivér|\
    Mostohanővér
    ro Părinte vitreg|Tată vitreg|Mamă vitregă|Copil vitreg|Fiu vitreg|Fiică vitregă|\
    Frate vitreg|Soră vitregă
    ru Отчим или мачеха|Отчим|Мачеха|Пасынок или падчерица|Пасынок|Падчерица|Сводный брат|\
    Сводная сестра
    uk Вітчим або мачуха|Вітчим|Мачуха|Пасинок або падчерка|Пасинок|Падчерка|Зведений брат|\
    Зведена сестра
    el Πατριός ή μητριά|Πατριός|Μητριά|Θετό παιδί|Προγονός|Προγονή|Θετός αδερφός|Θετή αδερφή
    tr Üvey ebeveyn|Üvey baba|Üvey anne|Üvey çocuk|Üvey oğul|Üvey kız|Üvey erkek kardeş|\
    Üvey kız kardeş
    ar زوج الأم أو زوجة الأب|زوج الأم|زوجة الأب|ربيب أو ربيبة|ربيب|ربيبة|أخ غير شقيق|\
    أخت غير شقيقة
    he הורה חורג|אב חורג|אם חורגת|ילד חורג|בן חורג|בת חורגת|אח חורג|אחות חורגת
    ja 継親|継父|継母|継子|継息子|継娘|義兄弟（連れ子）|義姉妹（連れ子）
    ko 의붓부모|의붓아버지|의붓어머니|의붓자식|의붓아들|의붓딸|의붓형제|의붓자매
    zh-Hans 继父母|继父|继母|继子女|继子|继女|继兄弟|继姐妹
    zh-Hant 繼父母|繼父|繼母|繼子女|繼子|繼女|繼兄弟|繼姊妹
    vi Cha mẹ kế|Cha dượng|Mẹ kế|Con riêng|Con trai riêng|Con gái riêng|Anh em trai kế|\
    Chị em gái kế
    hi सौतेला अभिभावक|सौतेला पिता|सौतेली माँ|सौतेली संतान|सौतेला बेटा|सौतेली बेटी|सौतेला भाई|\
    सौतेली बहन
    id Orang tua tiri|Ayah tiri|Ibu tiri|Anak tiri|Anak laki-laki tiri|Anak perempuan tiri|\
    Saudara laki-laki tiri|Saudara perempuan tiri
    # younger brother|elder brother|youngest brother|eldest brother|younger sister|\
    elder sister|youngest sister|eldest sister|younger sibling|elder sibling
    de Jüngerer Bruder|Älterer Bruder|Jüngster Bruder|Ältester Bruder|Jüngere Schwester|\
    Ältere Schwester|Jüngste Schwester|Älteste Schwester|Jüngere Geschwister|\
    Ältere Geschwister
    fr Petit frère|Grand frère|Plus jeune frère|Frère aîné|Petite sœur|Grande sœur|\
    Plus jeune sœur|Sœur aînée|Cadet ou cadette|Aîné ou aînée
    es Hermano menor|Hermano mayor|El menor de los hermanos|El mayor de los hermanos|\
    Hermana menor|Hermana mayor|La menor de las hermanas|La mayor de las hermanas|\
    Hermano o hermana menor|Hermano o hermana mayor
    it Fratello minore|Fratello maggiore|Fratello più piccolo|Fratello più grande|\
    Sorella minore|Sorella maggiore|Sorella più piccola|Sorella più grande|\
    Fratello o sorella minore|Fratello o sorella maggiore
    pt Irmão mais novo|Irmão mais velho|Irmão caçula|Irmão primogênito|Irmã mais nova|\
    Irmã mais velha|Irmã caçula|Irmã primogênita|Irmão ou irmã mais novos|\
    Irmão ou irmã mais velhos
    nl Jongere broer|Oudere broer|Jongste broer|Oudste broer|Jongere zus|Oudere zus|\
    Jongste zus|Oudste zus|Jongere broer of zus|Oudere broer of zus
    sv Lillebror|Storebror|Yngsta bror|Äldsta bror|Lillasyster|Storasyster|Yngsta syster|\
    Äldsta syster|Yngre syskon|Äldre syskon
    da Lillebror|Storebror|Yngste bror|Ældste bror|Lillesøster|Storesøster|Yngste søster|\
    Ældste søster|Yngre søskende|Ældre søskende
    nb Lillebror|Storebror|Yngste bror|Eldste bror|Lillesøster|Storesøster|Yngste søster|\
    Eldste søster|Yngre søsken|Eldre søsken
    fi Pikkuveli|Isoveli|Nuorin veli|Vanhin veli|Pikkusisko|Isosisko|Nuorin sisko|\
    Vanhin sisko|Nuorempi sisarus|Vanhempi sisarus
    pl Młodszy brat|Starszy brat|Najmłodszy brat|Najstarszy brat|Młodsza siostra|\
    Starsza siostra|Najmłodsza siostra|Najstarsza siostra|Młodsze rodzeństwo|\
    Starsze rodzeństwo
    cs Mladší bratr|Starší bratr|Nejmladší bratr|Nejstarší bratr|Mladší sestra|Starší sestra|\
    Nejmladší sestra|Nejstarší sestra|Mladší sourozenec|Starší sourozenec
    hu Öcs|Báty|Legfiatalabb fiútestvér|Legidősebb fiútestvér|Húg|Nővér|\
    Legfiatalabb lánytestvér|Legidősebb lánytestvér|Fiatalabb testvér|Idősebb testvér
    ro Frate mai mic|Frate mai mare|Cel mai mic frate|Cel mai mare frate|Soră mai mică|\
    Soră mai mare|Cea mai mică soră|Cea mai mare soră|Frate sau soră mai mică|\
    Frate sau soră mai mare
    ru Младший брат|Старший брат|Самый младший брат|Самый старший брат|Младшая сестра|\
    Старшая сестра|Самая младшая сестра|Самая старшая сестра|Младший брат или сестра|\
    Старший брат или сестра
    uk Молодший брат|Старший брат|Наймолодший брат|Найстарший брат|Молодша сестра|\
    Старша сестра|Наймолодша сестра|Найстарша сестра|Молодший брат або сестра|\
    Старший брат або сестра
    el Μικρότερος αδερφός|Μεγαλύτερος αδερφός|Ο μικρότερος αδερφός|Ο μεγαλύτερος αδερφός|\
    Μικρότερη αδερφή|Μεγαλύτερη αδερφή|Η μικρότερη αδερφή|Η μεγαλύτερη αδερφή|\
    Μικρότερο αδέρφι|Μεγαλύτερο αδέρφι
    tr Küçük erkek kardeş|Ağabey|En küçük erkek kardeş|En büyük ağabey|Küçük kız kardeş|Abla|\
    En küçük kız kardeş|En büyük abla|Küçük kardeş|Büyük kardeş
    ar أخ أصغر|أخ أكبر|أصغر الإخوة|أكبر الإخوة|أخت صغرى|أخت كبرى|أصغر الأخوات|أكبر الأخوات|\
    شقيق أو شقيقة أصغر|شقيق أو شقيقة أكبر
    he אח צעיר|אח גדול|האח הצעיר ביותר|האח הבכור|אחות צעירה|אחות גדולה|האחות הצעירה ביותר|\
    האחות הבכורה|אח או אחות צעירים|אח או אחות גדולים
    ja 弟|兄|末の弟|長兄|妹|姉|末の妹|長姉|弟・妹|兄・姉
    ko 남동생|형 또는 오빠|막내 남동생|맏형 또는 큰오빠|여동생|누나 또는 언니|막내 여동생|큰누나 또는 큰언니|동생|손위 형제자매
    zh-Hans 弟弟|哥哥|最小的弟弟|大哥|妹妹|姐姐|最小的妹妹|大姐|弟弟或妹妹|哥哥或姐姐
    zh-Hant 弟弟|哥哥|最小的弟弟|大哥|妹妹|姊姊|最小的妹妹|大姊|弟弟或妹妹|哥哥或姊姊
    vi Em trai|Anh trai|Em trai út|Anh cả|Em gái|Chị gái|Em gái út|Chị cả|Em|Anh hoặc chị
    hi छोटा भाई|बड़ा भाई|सबसे छोटा भाई|सबसे बड़ा भाई|छोटी बहन|बड़ी बहन|सबसे छोटी बहन|\
    सबसे बड़ी बहन|छोटा भाई या बहन|बड़ा भाई या बहन
    id Adik laki-laki|Kakak laki-laki|Adik laki-laki bungsu|Kakak laki-laki sulung|\
    Adik perempuan|Kakak perempuan|Adik perempuan bungsu|Kakak perempuan sulung|Adik|Kakak
    # younger m|elder m|younger f|elder f|or
    de Jüngerer {}|Älterer {}|Jüngere {}|Ältere {}| oder_
    fr {} (plus jeune)|{} (plus âgé)|{} (plus jeune)|{} (plus âgée)| ou_
    es {} menor|{} mayor|{} menor|{} mayor| o_
    it {} più giovane|{} più anziano|{} più giovane|{} più anziana| o_
    pt {} mais novo|{} mais velho|{} mais nova|{} mais velha| ou_
    nl Jongere {}|Oudere {}|Jongere {}|Oudere {}| of_
    sv Yngre {}|Äldre {}|Yngre {}|Äldre {}| eller_
    da Yngre {}|Ældre {}|Yngre {}|Ældre {}| eller_
    nb Yngre {}|Eldre {}|Yngre {}|Eldre {}| eller_
    fi Nuorempi {}|Vanhempi {}|Nuorempi {}|Vanhempi {}| tai_
    pl Młodszy {}|Starszy {}|Młodsza {}|Starsza {}| lub_
    cs Mladší {}|Starší {}|Mladší {}|Starší {}| nebo_
    hu Fiatalabb {}|Idősebb {}|Fiatalabb {}|Idősebb {}| vagy_
    ro {} mai mic|{} mai mare|{} mai mică|{} mai mare| sau_
    ru {} (младше)|{} (старше)|{} (младше)|{} (старше)| или_
    uk {} (молодше)|{} (старше)|{} (молодше)|{} (старше)| або_
    el {} (νεότερος)|{} (μεγαλύτερος)|{} (νεότερη)|{} (μεγαλύτερη)| ή_
    tr Küçük {}|Büyük {}|Küçük {}|Büyük {}| veya_
    ar {} (أصغر)|{} (أكبر)|{} (صغرى)|{} (كبرى)| أو_
    he {} (צעיר)|{} (גדול)|{} (צעירה)|{} (גדולה)| או_
    ja {}（年下）|{}（年上）|{}（年下）|{}（年上）|または
    ko {}(손아래)|{}(손위)|{}(손아래)|{}(손위)| 또는_
    zh-Hans {}（年幼）|{}（年长）|{}（年幼）|{}（年长）|或
    zh-Hant {}（年幼）|{}（年長）|{}（年幼）|{}（年長）|或
    vi {} (nhỏ tuổi hơn)|{} (lớn tuổi hơn)|{} (nhỏ tuổi hơn)|{} (lớn tuổi hơn)| hoặc_
    hi {} (छोटा)|{} (बड़ा)|{} (छोटी)|{} (बड़ी)| या_
    id {} (lebih muda)|{} (lebih tua)|{} (lebih muda)|{} (lebih tua)| atau_
    # of mother|of father|of parent|of grandparent|of wife|of husband|of spouse|of sister|\
    of brother|of sibling|of son|of daughter|of younger sister|of elder sister|\
    of younger brother|of elder brother
    de der Mutter|des Vaters|eines Elternteils|eines Großelternteils|der Ehefrau|\
    des Ehemannes|des Ehepartners|der Schwester|des Bruders|eines Geschwisters|des Sohnes|\
    der Tochter|der jüngeren Schwester|der älteren Schwester|des jüngeren Bruders|\
    des älteren Bruders
    fr de la mère|du père|d’un parent|d’un grand-parent|de l’épouse|du mari|du conjoint|\
    de la sœur|du frère|du frère ou de la sœur|du fils|de la fille|de la petite sœur|\
    de la grande sœur|du petit frère|du grand frère
    es de la madre|del padre|de un progenitor|de un abuelo|de la esposa|del marido|\
    del cónyuge|de la hermana|del hermano|de un hermano|del hijo|de la hija|\
    de la hermana menor|de la hermana mayor|del hermano menor|del hermano mayor
    it della madre|del padre|di un genitore|di un nonno|della moglie|del marito|del coniuge|\
    della sorella|del fratello|di un fratello o una sorella|del figlio|della figlia|\
    della sorella minore|della sorella maggiore|del fratello minore|del fratello maggiore
    pt da mãe|do pai|do pai ou da mãe|do avô ou da avó|da esposa|do marido|do cônjuge|da irmã|\
    do irmão|do irmão ou da irmã|do filho|da filha|da irmã mais nova|da irmã mais velha|\
    do irmão mais novo|do irmão mais velho
    nl van moeder|van vader|van een ouder|van een grootouder|van de echtgenote|\
    van de echtgenoot|van de partner|van de zus|van de broer|van een broer of zus|van de zoon|\
    van de dochter|van de jongere zus|van de oudere zus|van de jongere broer|\
    van de oudere broer
    sv mors|fars|förälders|far- eller morförälders|frus|makes|makas|systers|brors|syskons|\
    sons|dotters|lillasysters|storasysters|lillebrors|storebrors
    da mors|fars|forælders|bedsteforælders|hustrus|ægtemands|ægtefælles|søsters|brors|\
    søskendes|søns|datters|lillesøsters|storesøsters|lillebrors|storebrors
    nb mors|fars|forelders|besteforelders|kones|ektemanns|ektefelles|søsters|brors|søskens|\
    sønns|datters|lillesøsters|storesøsters|lillebrors|storebrors
    fi äidin|isän|vanhemman|isovanhemman|vaimon|aviomiehen|puolison|sisaren|veljen|sisaruksen|\
    pojan|tyttären|pikkusiskon|isosiskon|pikkuveljen|isoveljen
    pl matki|ojca|rodzica|dziadka lub babci|żony|męża|współmałżonka|siostry|brata|\
    brata lub siostry|syna|córki|młodszej siostry|starszej siostry|młodszego brata|\
    starszego brata
    cs matky|otce|rodiče|prarodiče|manželky|manžela|manžela nebo manželky|sestry|bratra|\
    sourozence|syna|dcery|mladší sestry|starší sestry|mladšího bratra|staršího bratra
    hu anya|apa|szülő|nagyszülő|feleség|férj|házastárs|lánytestvér|fiútestvér|testvér|fiú|\
    lány|húg|nővér|öcs|báty
    ro mamei|tatălui|părintelui|bunicului|soției|soțului|soțului sau soției|surorii|fratelui|\
    fratelui sau surorii|fiului|fiicei|surorii mai mici|surorii mai mari|fratelui mai mic|\
    fratelui mai mare
    ru матери|отца|родителя|дедушки или бабушки|жены|мужа|супруга|сестры|брата|\
    брата или сестры|сына|дочери|младшей сестры|старшей сестры|младшего брата|старшего брата
    uk матері|батька|батька або матері|дідуся або бабусі|дружини|чоловіка|подружжя|сестри|\
    брата|брата або сестри|сина|дочки|молодшої сестри|старшої сестри|молодшого брата|\
    старшого брата
    el της μητέρας|του πατέρα|του γονέα|του παππού ή της γιαγιάς|της συζύγου|του συζύγου|\
    του/της συζύγου|της αδερφής|του αδερφού|του αδερφού ή της αδερφής|του γιου|της κόρης|\
    της μικρότερης αδερφής|της μεγαλύτερης αδερφής|του μικρότερου αδερφού|\
    του μεγαλύτερου αδερφού
    tr annenin|babanın|ebeveynin|büyükanne veya büyükbabanın|karının|kocanın|eşin|\
    kız kardeşin|erkek kardeşin|kardeşin|oğlun|kızın|küçük kız kardeşin|ablanın|\
    küçük erkek kardeşin|ağabeyin
    ar الأم|الأب|أحد الوالدين|الجد أو الجدة|الزوجة|الزوج|الزوج أو الزوجة|الأخت|الأخ|\
    الأخ أو الأخت|الابن|الابنة|الأخت الصغرى|الأخت الكبرى|الأخ الأصغر|الأخ الأكبر
    he האם|האב|ההורה|הסבא או הסבתא|האישה|הבעל|בן או בת הזוג|האחות|האח|האח או האחות|הבן|הבת|\
    האחות הצעירה|האחות הגדולה|האח הצעיר|האח הגדול
    ja 母の|父の|親の|祖父母の|妻の|夫の|配偶者の|姉妹の|兄弟の|きょうだいの|息子の|娘の|妹の|姉の|弟の|兄の
    ko 어머니의|아버지의|부모의|조부모의|아내의|남편의|배우자의|여자 형제의|남자 형제의|형제자매의|아들의|딸의|여동생의|누나 또는 언니의|남동생의|형 또는 오빠의
    zh-Hans 母亲的|父亲的|父母的|祖父母的|妻子的|丈夫的|配偶的|姐妹的|兄弟的|兄弟姐妹的|儿子的|女儿的|妹妹的|姐姐的|弟弟的|哥哥的
    zh-Hant 母親的|父親的|父母的|祖父母的|妻子的|丈夫的|配偶的|姊妹的|兄弟的|兄弟姊妹的|兒子的|女兒的|妹妹的|姊姊的|弟弟的|哥哥的
    vi của mẹ|của cha|của cha hoặc mẹ|của ông bà|của vợ|của chồng|của vợ hoặc chồng|\
    của chị em gái|của anh em trai|của anh chị em|của con trai|của con gái|của em gái|\
    của chị gái|của em trai|của anh trai
    hi माता|पिता|माता या पिता|दादा-दादी या नाना-नानी|पत्नी|पति|जीवनसाथी|बहन|भाई|भाई या बहन|\
    बेटे|बेटी|छोटी बहन|बड़ी बहन|छोटे भाई|बड़े भाई
    id ibu|ayah|orang tua|kakek atau nenek|istri|suami|pasangan|saudara perempuan|\
    saudara laki-laki|saudara kandung|anak laki-laki|anak perempuan|adik perempuan|\
    kakak perempuan|adik laki-laki|kakak laki-laki
    # through sister|through brother|through sibling|through younger sister|\
    through elder sister|through younger brother|through elder brother
    hu lánytestvérének|fiútestvérének|testvérének|húgának|nővérének|öccsének|bátyjának
    tr kız kardeşinin|erkek kardeşinin|kardeşinin|küçük kız kardeşinin|ablasının|\
    küçük erkek kardeşinin|ağabeyinin
    ar أخت|أخ|أخ أو أخت|أخت {} الصغرى|أخت {} الكبرى|أخ {} الأصغر|أخ {} الأكبر
    he אחות|אחי|אח או אחות|אחות {} הצעירה|אחות {} הגדולה|אחי {} הצעיר|אחי {} הגדול
    hi की बहन|के भाई|के भाई या बहन|की छोटी बहन|की बड़ी बहन|के छोटे भाई|के बड़े भाई
    # to mother|to father|to daughter|to son|to child|to sister|to brother|to sibling|to wife|\
    to husband|to granddaughter|to grandson|to younger sister|to elder sister|\
    to younger brother|to elder brother|to younger sibling|to elder sibling
    hu anyja|apja|lánya|fia|gyermeke|lánytestvére|fiútestvére|testvére|felesége|férje|\
    lányunokája|fiúunokája|húga|nővére|öccse|bátyja|fiatalabb testvére|idősebb testvére
    tr annesi|babası|kızı|oğlu|çocuğu|kız kardeşi|erkek kardeşi|kardeşi|karısı|kocası|\
    kız torunu|erkek torunu|küçük kız kardeşi|ablası|küçük erkek kardeşi|ağabeyi|\
    küçük kardeşi|büyük kardeşi
    ar أم|أب|ابنة|ابن|ابن أو ابنة|أخت|أخ|أخ أو أخت|زوجة|زوج|حفيدة|حفيد|أخت {} الصغرى|\
    أخت {} الكبرى|أخ {} الأصغر|أخ {} الأكبر|أخ أو أخت {} الأصغر|أخ أو أخت {} الأكبر
    he אם|אבי|בת|בן|ילד או ילדה של|אחות|אחי|אח או אחות|אשת|בעל|נכדת|נכד|אחות {} הצעירה|\
    אחות {} הגדולה|אחי {} הצעיר|אחי {} הגדול|אח או אחות צעירים של|אח או אחות גדולים של
    hi की माता|के पिता|की बेटी|का बेटा|की संतान|की बहन|का भाई|के भाई या बहन|की पत्नी|का पति|\
    की पोती या नातिन|का पोता या नाती|की छोटी बहन|की बड़ी बहन|का छोटा भाई|का बड़ा भाई|\
    के छोटे भाई या बहन|के बड़े भाई या बहन
    # father|mother|spouse|child|parent|sister|brother|sibling
    pt Pai|Mãe|Cônjuge|Filho ou filha|Pai ou mãe|Irmã|Irmão|Irmão ou irmã
    de Vater|Mutter|Ehepartner|Kind|Elternteil|Schwester|Bruder|Geschwister
    sv Far|Mor|Make eller maka|Barn|Förälder|Syster|Bror|Syskon
    es Padre|Madre|Cónyuge|Hijo o hija|Padre o madre|Hermana|Hermano|Hermano o hermana
    it Padre|Madre|Coniuge|Figlio o figlia|Genitore|Sorella|Fratello|Fratello o sorella
    ru Отец|Мать|Супруг или супруга|Ребёнок|Родитель|Сестра|Брат|Брат или сестра
    uk Батько|Мати|Чоловік або дружина|Дитина|Батько або мати|Сестра|Брат|Брат або сестра
    cs Otec|Matka|Manžel nebo manželka|Dítě|Rodič|Sestra|Bratr|Sourozenec
    ro Tată|Mamă|Soț sau soție|Copil|Părinte|Soră|Frate|Frate sau soră
    ar أب|أم|زوج أو زوجة|طفل|أحد الوالدين|أخت|أخ|شقيق أو شقيقة
    he אב|אם|בן או בת זוג|ילד|הורה|אחות|אח|אח או אחות
    nb Far|Mor|Ektefelle|Barn|Forelder|Søster|Bror|Søsken
    vi Cha|Mẹ|Vợ hoặc chồng|Con|Cha hoặc mẹ|Chị em gái|Anh em trai|Anh chị em
    hi पिता|माता|पति या पत्नी|संतान|माता या पिता|बहन|भाई|भाई या बहन
    # assistant|manager|friend|partner|anniversary
    de Assistent|Vorgesetzter|Freund|Partner|Jahrestag
    fr Assistant|Responsable|Ami|Partenaire|Anniversaire de mariage
    es Asistente|Jefe|Amigo|Pareja|Aniversario
    it Assistente|Responsabile|Amico|Partner|Anniversario
    pt Assistente|Gerente|Amigo|Parceiro|Aniversário de casamento
    cs Asistent|Vedoucí|Přítel|Partner|Výročí
    hu Asszisztens|Vezető|Barát|Partner|Évforduló
    pl Asystent|Przełożony|Przyjaciel|Partner|Rocznica
    sv Assistent|Chef|Vän|Partner|Årsdag
    fi Avustaja|Esihenkilö|Ystävä|Kumppani|Vuosipäivä
    ru Помощник|Руководитель|Друг|Партнёр|Годовщина
    zh-Hans 助理|经理|朋友|伴侣|周年纪念日
    zh-Hant 助理|經理|朋友|伴侶|週年紀念日
    nb Assistent|Leder|Venn|Partner|Merkedag
    hi सहायक|प्रबंधक|मित्र|साथी|वर्षगांठ
    id Asisten|Manajer|Teman|Pasangan|Hari jadi
    vi Trợ lý|Người quản lý|Bạn|Bạn đời|Ngày kỷ niệm
    # main|pager|other fax
    sv Huvudnummer|Personsökare|Annan fax
    da Hovednummer|Personsøger|Anden fax
    nb Hovednummer|Personsøker|Annen faks
    # grandmother (mother's mother)|grandmother (father's mother)|\
    grandfather (mother's father)|grandfather (father's father)
    sv Mormor|Farmor|Morfar|Farfar
    da Mormor|Farmor|Morfar|Farfar
    nb Mormor|Farmor|Morfar|Farfar
    zh-Hans 外婆|奶奶|外公|爷爷
    zh-Hant 外婆|奶奶|外公|爺爺
    ko 외할머니|친할머니|외할아버지|친할아버지
    hi नानी|दादी|नाना|दादा
    vi Bà ngoại|Bà nội|Ông ngoại|Ông nội
    tr Anneanne|Babaanne|Dede (annenin babası)|Dede (babanın babası)
    # granddaughter (daughter's daughter)|granddaughter (son's daughter)|\
    grandson (daughter's son)|grandson (son's son)
    sv Dotterdotter|Sondotter|Dotterson|Sonson
    da Datterdatter|Sønnedatter|Dattersøn|Sønnesøn
    nb Datterdatter|Sønnedatter|Dattersønn|Sønnesønn
    fi Tyttärentytär|Pojantytär|Tyttärenpoika|Pojanpoika
    zh-Hans 外孙女|孙女|外孙|孙子
    zh-Hant 外孫女|孫女|外孫|孫子
    ko 외손녀|친손녀|외손자|친손자
    hi नातिन|पोती|नाती|पोता
    # aunt (father's sister)|aunt (mother's sister)|uncle (father's brother)|\
    uncle (mother's brother)
    sv Faster|Moster|Farbror|Morbror
    da Faster|Moster|Farbror|Morbror
    nb Tante (fars søster)|Tante (mors søster)|Onkel (fars bror)|Onkel (mors bror)
    fi Täti (isän sisar)|Täti (äidin sisar)|Setä|Eno
    tr Hala|Teyze|Amca|Dayı
    ar عمة|خالة|عم|خال
    hi बुआ|मौसी|चाचा या ताऊ|मामा
    zh-Hans 姑妈|姨妈|伯父或叔父|舅父
    zh-Hant 姑媽|姨媽|伯父或叔父|舅父
    ko 고모|이모|삼촌 또는 큰아버지|외삼촌
    pl Ciotka (siostra ojca)|Ciotka (siostra matki)|Stryj|Wuj
    # uncle (father's elder brother)|uncle (father's younger brother)|\
    uncle (parent's elder brother)|uncle (parent's younger brother)|\
    aunt (parent's elder sister)|aunt (parent's younger sister)|aunt (mother's elder sister)|\
    aunt (mother's younger sister)
    ja 伯父（父の兄）|叔父（父の弟）|伯父|叔父|伯母|叔母|伯母（母の姉）|叔母（母の妹）
    zh-Hans 伯父|叔父|伯父或大舅|叔父或小舅|大姑或大姨|小姑或小姨|大姨|小姨
    zh-Hant 伯父|叔父|伯父或大舅|叔父或小舅|大姑或大姨|小姑或小姨|大姨|小姨
    ko 큰아버지|작은아버지|큰아버지 또는 큰외삼촌|작은아버지 또는 작은외삼촌|큰고모 또는 큰이모|작은고모 또는 작은이모|큰이모|작은이모
    hi ताऊ|चाचा|ताऊ या बड़े मामा|चाचा या छोटे मामा|बड़ी बुआ या बड़ी मौसी|\
    छोटी बुआ या छोटी मौसी|बड़ी मौसी|छोटी मौसी
    vi Bác|Chú|Bác hoặc cậu|Chú hoặc cậu|Bác gái|Cô hoặc dì|Bác gái hoặc dì|Dì
    # niece (sister's daughter)|niece (brother's daughter)|nephew (sister's son)|\
    nephew (brother's son)
    sv Systerdotter|Brorsdotter|Systerson|Brorson
    zh-Hans 外甥女|侄女|外甥|侄子
    zh-Hant 外甥女|姪女|外甥|姪子
    hi भांजी|भतीजी|भांजा|भतीजा
    pl Siostrzenica|Bratanica|Siostrzeniec|Bratanek
    tr Kız kardeşin kızı|Erkek kardeşin kızı|Kız kardeşin oğlu|Erkek kardeşin oğlu
    # mother-in-law (wife's mother)|mother-in-law (husband's mother)|\
    father-in-law (wife's father)|father-in-law (husband's father)
    ru Тёща|Свекровь|Тесть|Свёкор
    uk Теща|Свекруха|Тесть|Свекор
    zh-Hans 岳母|婆婆|岳父|公公
    zh-Hant 岳母|婆婆|岳父|公公
    ko 장모|시어머니|장인|시아버지
    # sister-in-law (elder brother's wife)|sister-in-law (younger brother's wife)|\
    brother-in-law (elder sister's husband)|brother-in-law (younger sister's husband)
    zh-Hans 嫂子|弟妹|姐夫|妹夫
    zh-Hant 嫂子|弟妹|姊夫|妹夫
    ja 義姉（兄の妻）|義妹（弟の妻）|義兄（姉の夫）|義弟（妹の夫）
    # death
    de Todestag
    fr Décès
    es Fallecimiento
    it Morte
    pt Falecimento
    nl Overlijden
    sv Dödsdag
    da Død
    nb Dødsdag
    fi Kuolinpäivä
    pl Śmierć
    cs Úmrtí
    hu Halálozás
    ro Deces
    ru Смерть
    uk Смерть
    el Θάνατος
    tr Ölüm
    ar الوفاة
    he פטירה
    ja 命日
    ko 기일
    zh-Hans 忌日
    zh-Hant 忌日
    vi Ngày mất
    hi मृत्यु
    id Wafat
    # assistant|partner
    tr Asistan|Partner
    he עוזר|בן או בת זוג
    """
}
