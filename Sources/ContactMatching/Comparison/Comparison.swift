/// Something of two cards that is compared, and in which levels it can agree.
///
/// A level stands in one row: its name in reports and tables, when it is the one, in words for people, and
/// what it weighs: base and slope alone, base and slope beside a shared email or phone number, in bits; see
/// ``MatchWeights``. The code that finds the level names the same enumeration as the comparison. A new
/// level is a row here and a case there, in the same place.
///
/// Source of the weights: logistic regression over the 221,000 candidate pairs without a veto of a
/// synthetic book of 150,000 cards of 103,019 people from 28 languages, with households, namesakes and
/// damage of some thirty kinds; 12,781 of 159,337 pairs alone and 56,463 of 57,763 beside a shared value
/// are of one person. Held by hand, because the book is kinder or harsher than address books are:
/// organisations (there nobody changes the employer, and nobody spells one in two ways), birthdays
/// (nobody mistypes one), emails and phone numbers that differ, values that more than four names share,
/// UIDs, and the levels that veto, whose bits only explain. The slope of `prior` is that of theory: with
/// twice the cards, a pair is half as likely of one person.
package struct Comparison: Sendable {
  /// What is compared.
  let kind: Evidence.Kind
  /// How it can agree.
  let levels: [Level]

  /// One way in which it can agree.
  package struct Level: Sendable {
    let name: String
    /// When it is this one, in words for people.
    let label: String
    let alone: MatchWeights.Weight
    let besideValue: MatchWeights.Weight

    init(
      _ name: String, _ label: String, _ base: Double = 0, _ slope: Double = 0,
      _ besideBase: Double = 0, _ besideSlope: Double = 0
    ) {
      (self.name, self.label) = (name, label)
      alone = MatchWeights.Weight(bits: base, slope)
      besideValue = MatchWeights.Weight(bits: besideBase, besideSlope)
    }
  }

  private init(_ kind: Evidence.Kind, _ levels: [Level]) {
    (self.kind, self.levels) = (kind, levels)
  }

  /// All comparisons, in the order in which they are reported.
  static let all = [
    prior, common, order, given, family, middle, suffix, email, phone, organization, birthday,
    emailName, uid,
  ]

  /// What is known before anything is compared.
  static let prior = Comparison(
    .prior,
    [
      Level(
        "book", "how rarely two cards of a book of this size are of one person",
        7.2, -1.00, -0.8, 0)
    ])

  static let common = Comparison(
    .name,
    [
      Level("common", "so many people have this name", 0, -0.43, 0, 0)
    ])

  static let order = Comparison(
    .nameOrder,
    [
      Level("swapped", "given and family name are in each other's place", -0.5, 0, -0.8, 0)
    ])

  /// ``NameFinding/Level``, in its order.
  static let given = Comparison(
    .givenName,
    [
      Level("missing", "one side has no given name", 2.1, 0, -1.3, 0),
      Level("exact", "the same given name", 1.2, 0.37, 1.5, 0.08),
      Level(
        "marked", "the same given name but for accents, or letters that some write as two",
        -0.8, 0.50, -0.5, 0.22),
      Level("romanized", "the same given name in two scripts", -4.4, 0.52, -0.9, 0.33),
      Level(
        "nickname", "one given name is a short form of the other, or both of a third",
        -0.7, 0.29, 1.2, 0),
      Level(
        "similar", "the given names are a slip of the pen apart, or sound the same",
        2.6, 0.16, 1.5, 0.18),
      Level("initial", "one given name is the initial of the other", 1.2, 0, 0.6, 0),
      Level(
        "other", "a further given name of one side is the first of the other",
        -6.0, 0, -1.5, 0),
      Level("compound", "one side has a given name more"),
      Level(
        "incomparable", "the given names are in scripts that cannot be compared",
        -0.4, 0, -0.6, 0),
      Level("mixed", "one given name agrees, and each side has another", -6.0, 0, -4.0, 0),
      Level("unlike", "two given names that look alike", -0.7, 0, -0.7, 0),
      Level("different", "two given names", -12.0, 0, -12.0, 0),
    ])

  /// ``NameFinding/Level``, in its order.
  static let family = Comparison(
    .familyName,
    [
      Level("missing", "one side has no family name", 0.9, 0, 0.4, 0),
      Level("exact", "the same family name", 1.3, 0.49, -0.1, 0.15),
      Level(
        "marked", "the same family name but for accents, or letters that some write as two",
        0.4, 0.52, -0.8, 0.20),
      Level("romanized", "the same family name in two scripts", -1.2, 0.50, 0.3, 0),
      Level("nickname", "one family name is a short form of the other, or both of a third"),
      Level(
        "similar", "the family names are a slip of the pen apart, or sound the same",
        0.8, 0.42, 0.1, 0.35),
      Level("initial", "one family name is the initial of the other", 0.7, 0, 2.6, 0),
      Level("other", "a further family name of one side is the first of the other"),
      Level("compound", "one side has a family name more", -1.1, 0.49, 0.1, 0.10),
      Level(
        "incomparable", "the family names are in scripts that cannot be compared",
        -0.2, 0, 1.4, 0),
      Level("mixed", "one family name agrees, and each side has another", -1.8, 0, -1.6, 0),
      Level("unlike", "two family names that look alike", 0.9, 0, 0, 0),
      Level("different", "two family names", -0.7, 0, -2.4, 0),
    ])

  /// ``NameFinding/Middle``, in its order.
  static let middle = Comparison(
    .middleName,
    [
      Level("none", "no middle names"),
      Level("same", "the same middle name", 1.3, 0, 1.3, 0),
      Level("initial", "one middle name is the initial of the other", 2.5, 0, 3.4, 0),
      Level("one-sided", "only one side has a middle name", -1.8, 0, -2.0, 0),
      Level("different", "two middle names", -7.3, 0, -5.6, 0),
    ])

  /// ``NameFinding/Generation``, in its order.
  static let suffix = Comparison(
    .suffix,
    [
      Level("none", "no generation"),
      Level("same", "the same generation", 3.6, 0, 1.8, 0),
      Level("one-sided", "only one side says Jr., Sr. or which generation", -5.0, 0, -3.4, 0),
      Level("different", "two generations, such as Jr. and Sr.", -15.0, 0, -15.0, 0),
    ])

  /// ``PairFinding/Shared``, in its order.
  static let email = Comparison(
    .email,
    [
      Level("exact", "an email address that nobody else has", 0, 0, 8.0, 0),
      Level("shared-2", "two people share this email address", 0, 0, 3.1, 0),
      Level("shared-4", "three or four people share this email address", 0, 0, -0.2, 0),
      Level("shared-8", "five to eight people share this email address", 0, 0, -1.5, 0),
      Level("shared-many", "more than eight people share this email address", -1.0, 0, -3.0, 0),
      Level("role", "the email address of an office", 1.0, 0, 0.2, 0),
      Level("further", "a further email address agrees", 0, 0, 4.8, 0),
      Level("different", "each side has another email address", -3.8, 0, -4.0, 0),
    ])

  /// ``PairFinding/Shared``, in its order.
  static let phone = Comparison(
    .phone,
    [
      Level("exact", "a telephone number that nobody else has", 0, 0, 5.4, 0),
      Level("shared-2", "two people share this telephone number", 0, 0, 2.0, 0),
      Level("shared-4", "three or four people share this telephone number", 0, 0, -0.6, 0),
      Level("shared-8", "five to eight people share this telephone number", 1.0, 0, -1.5, 0),
      Level("shared-many", "more than eight people share this telephone number", 0, 0, -3.0, 0),
      Level("role", "the telephone number of an office"),
      Level("further", "a further telephone number agrees", 0, 0, 4.6, 0),
      Level("different", "each side has another telephone number", -3.2, 0, -3.2, 0),
    ])

  /// ``PairFinding/Shared``, in its order.
  static let organization = Comparison(
    .organization,
    [
      Level("exact", "an organisation that nobody else has", 7.0, 0, 3.3, 0),
      Level("shared-2", "two people share this organisation", 7.0, 0, 3.3, 0),
      Level("shared-4", "three or four people share this organisation", 6.5, 0, 3.0, 0),
      Level("shared-8", "five to eight people share this organisation", 5.0, 0, 2.0, 0),
      Level("shared-many", "more than eight people share this organisation", 3.0, 0, 1.0, 0),
      Level("role", "the organisation of an office"),
      Level("further", "a further organisation agrees"),
      Level("different", "each side has another organisation", -2.0, 0, -1.0, 0),
    ])

  /// ``PairFinding/Birthday``, in its order.
  static let birthday = Comparison(
    .birthday,
    [
      Level("none", "no birthday"),
      Level("exact", "the same birthday", 10.0, 0, 4.0, 0),
      Level("day", "the same day, and a year on one side only", 6.0, 0, 3.0, 0),
      Level("near", "the same birthday but for day and month swapped", 4.0, 0, 1.0, 0),
      Level("conflict", "two birthdays", -12.0, 0, -12.0, 0),
    ])

  static let emailName = Comparison(
    .emailName,
    [
      Level("exact", "the same letters before the @ of two email addresses", 1.0, 0, 0.5, 0)
    ])

  static let uid = Comparison(
    .uid,
    [
      Level("exact", "the same UUID", 20.0, 0, 10.0, 0)
    ])
}
