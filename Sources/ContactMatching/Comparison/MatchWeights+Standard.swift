extension MatchWeights {
  /// The weights that are used unless others are given.
  public static let standard: MatchWeights = {
    do throws(FormatError) {
      return try MatchWeights(text: standardText)
    } catch {
      preconditionFailure("the table of weights is well-formed but for line \(error.line)")
    }
  }()

  /// The standard table.
  ///
  /// Source: logistic regression over the 221,000 candidate pairs without a veto of a synthetic book
  /// of 150,000 cards of 103,019 people from 28 languages, with households, namesakes and damage of
  /// some thirty kinds; 12,781 of 159,337 pairs alone and 56,463 of 57,763 beside a shared value are
  /// of one person. Held by hand, because the book is kinder or harsher than address books are:
  /// organisations (there nobody changes the employer, and nobody spells one in two ways), birthdays
  /// (nobody mistypes one), emails and phone numbers that differ, values that more than four names
  /// share, UIDs, and the levels that veto, whose bits only explain. The slope of `prior` is that of
  /// theory: with twice the cards, a pair is half as likely of one person.
  static let standardText = """
    threshold same 2.0
    threshold review 0.0
    prior book                  7.2  -1.00   -0.8      0
    name common                   0  -0.43      0      0
    order swapped              -0.5      0   -0.8      0
    given missing               2.1      0   -1.3      0
    given exact                 1.2   0.37    1.5   0.08
    given marked               -0.8   0.50   -0.5   0.22
    given romanized            -4.4   0.52   -0.9   0.33
    given nickname             -0.7   0.29    1.2      0
    given similar               2.6   0.16    1.5   0.18
    given initial               1.2      0    0.6      0
    given other                -6.0      0   -1.5      0
    given incomparable         -0.4      0   -0.6      0
    given mixed                -6.0      0   -4.0      0
    given unlike               -0.7      0   -0.7      0
    given different           -12.0      0  -12.0      0
    family missing              0.9      0    0.4      0
    family exact                1.3   0.49   -0.1   0.15
    family marked               0.4   0.52   -0.8   0.20
    family romanized           -1.2   0.50    0.3      0
    family similar              0.8   0.42    0.1   0.35
    family initial              0.7      0    2.6      0
    family compound            -1.1   0.49    0.1   0.10
    family incomparable        -0.2      0    1.4      0
    family mixed               -1.8      0   -1.6      0
    family unlike               0.9      0      0      0
    family different           -0.7      0   -2.4      0
    middle same                 1.3      0    1.3      0
    middle initial              2.5      0    3.4      0
    middle one-sided           -1.8      0   -2.0      0
    middle different           -7.3      0   -5.6      0
    suffix same                 3.6      0    1.8      0
    suffix one-sided           -5.0      0   -3.4      0
    suffix different          -15.0      0  -15.0      0
    email exact                   0      0    8.0      0
    email shared-2                0      0    3.1      0
    email shared-4                0      0   -0.2      0
    email shared-8                0      0   -1.5      0
    email shared-many          -1.0      0   -3.0      0
    email role                  1.0      0    0.2      0
    email further                 0      0    4.8      0
    email different            -3.8      0   -4.0      0
    phone exact                   0      0    5.4      0
    phone shared-2                0      0    2.0      0
    phone shared-4                0      0   -0.6      0
    phone shared-8              1.0      0   -1.5      0
    phone shared-many             0      0   -3.0      0
    phone further                 0      0    4.6      0
    phone different            -3.2      0   -3.2      0
    organization exact          7.0      0    3.3      0
    organization shared-2       7.0      0    3.3      0
    organization shared-4       6.5      0    3.0      0
    organization shared-8       5.0      0    2.0      0
    organization shared-many    3.0      0    1.0      0
    organization different     -2.0      0   -1.0      0
    birthday exact             10.0      0    4.0      0
    birthday day                6.0      0    3.0      0
    birthday near               4.0      0    1.0      0
    birthday conflict         -12.0      0  -12.0      0
    email-name exact            1.0      0    0.5      0
    uid exact                  20.0      0   10.0      0
    """
}
