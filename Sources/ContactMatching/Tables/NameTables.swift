/// Small tables about the words of names.
enum NameTables {
  /// ``NameTitle/words`` by their canonical form.
  static let titles: [String: NameTitle] = Dictionary(
    NameTitle.words.map { ($0.0, $0.1) }, uniquingKeysWith: { first, _ in first })

  /// Words that stand between names and may be left out or written together with the next.
  ///
  /// Source: the articles, prepositions and words for son, daughter and widow that family names of
  /// these languages are made with: Dutch, German, French, Italian, Spanish, Portuguese, Arabic,
  /// Hebrew, Irish, Welsh, Malay, Turkish.
  static let particles: Set<String> = Set(
    """
    van von vom zu zum zur der den dem des de di da du do dos das del dela della dello dei degli
    delle la le lo los las el al ul bin ibn ben bint binti bar abu af av till ten ter te y e i und
    et ní ni nic nig uí ua ó mac ap ab verch san santa saint st der
    """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { String($0) })

  /// Letters that some write as two, beside those that every form is made for.
  ///
  /// Source: Croatian and Serbian đ (dj), Icelandic þ (th) and ð (dh), Danish and Norwegian æ (ae);
  /// Turkish and Azerbaijani ə (a).
  static let wideLetters: [(Unicode.Scalar, String)] = [
    ("đ", "dj"), ("þ", "th"), ("ð", "dh"), ("ə", "a"),
  ]

  /// Chinese and Korean family names of two characters; all others have one.
  ///
  /// Source: the compound surnames in the Hundred Family Surnames (百家姓) that are in use, and those
  /// that Statistics Korea counts.
  static let longFamilies: Set<String> = Set(
    """
    欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 令狐 宇文 长孙 慕容 司徒 司空 夏侯 轩辕 端木 百里 南宫 呼延
    독고 남궁 제갈 황보 선우 사공 서문 동방
    """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { String($0) })
}
