internal import VCard

/// The labels that Apple's frameworks and RFC 6350 define.
extension ContactLabel {
  /// All predefined labels, in the order in which programs offer them.
  ///
  /// Apple's are those of the Contacts framework (`CNLabelHome` and the like, and all of
  /// `CNLabelContactRelation…`); the others are the types of RELATED (RFC 6350 §6.6.6) for which
  /// Apple has no word, and the day of death (RFC 6474 §2.3).
  public static let predefined: [ContactLabel] = table.map(\.label)

  /// What X-ABLabel says for the label: `_$!<Home>!$_`, `iPhone`, or a word of the owner's own.
  public var appleForm: String { ContactLabel.appleForms[rawValue] ?? rawValue }

  /// The predefined labels by the lower-case words that programs write in `_$!<…>!$_` or alone.
  static let byWord: [String: ContactLabel] = {
    var words: [String: ContactLabel] = [:]
    for entry in table {
      guard let word = entry.word else { continue }
      words[word.asciiLowercased] = entry.label
      words[entry.label.rawValue.asciiLowercased] = entry.label
    }
    for (word, label) in synonyms { words[word] = label }
    return words
  }()

  private static let appleForms: [String: String] = {
    var forms: [String: String] = [:]
    for entry in table {
      guard let word = entry.word else { continue }
      // Apple writes names of its own products without the marks.
      forms[entry.label.rawValue] = word == entry.label.rawValue ? word : "_$!<\(word)>!$_"
    }
    return forms
  }()

  /// Spellings that programs use besides: TYPE values of RFC 2426 §3.3.1 and RFC 6350 §6.4.1, and
  /// words of older programs.
  private static let synonyms: [(String, ContactLabel)] = [
    ("cell", .mobile), ("fax", .otherFax), ("home page", .homePage), ("co-worker", .colleague),
  ]

  private static let table: [(label: ContactLabel, word: String?)] =
    text.split(separator: "|").map { entry in
      let fields = entry.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      let word = fields.count > 1 ? fields[1] : joined(fields[0])
      return (ContactLabel(rawValue: fields[0]), word.isEmpty ? nil : word)
    }

  /// The words of a label joined, as Apple joins them: `AuntMothersSister` for `aunt (mother's sister)`.
  private static func joined(_ label: String) -> String {
    var (word, begins): ([UInt8], Bool) = ([], true)
    for octet in label.utf8 where octet != UInt8(ascii: "'") {
      let isLetter = ValueSyntax.isLetter(octet)
      if isLetter { word.append(begins ? octet & ~0x20 : octet) }
      begins = !isLetter
    }
    return String(decoding: word, as: UTF8.self)
  }

  /// What ``rawValue`` of each label is, and behind an equals sign Apple's word for it where that is not
  /// its words joined; nothing there where Apple has none.
  private static let text = """
    home|work|school|other|iCloud=iCloud|homepage=HomePage|anniversary|mobile|iPhone=iPhone|\
    Apple Watch=Apple Watch|main|home fax=HomeFAX|work fax=WorkFAX|other fax=OtherFAX|pager|\
    assistant|manager|colleague|teacher|sibling|younger sibling|elder sibling|sister|\
    younger sister|youngest sister|elder sister|eldest sister|brother|younger brother|\
    youngest brother|elder brother|eldest brother|friend|male friend|female friend|spouse|wife|\
    husband|partner|male partner|female partner|girlfriend or boyfriend|girlfriend|boyfriend|\
    parent|mother|father|child|daughter|son|grandparent|grandmother|\
    grandmother (mother's mother)|grandmother (father's mother)|grandfather|\
    grandfather (mother's father)|grandfather (father's father)|great-grandparent|\
    great-grandmother|great-grandfather|grandchild|granddaughter|\
    granddaughter (daughter's daughter)|granddaughter (son's daughter)|grandson|\
    grandson (daughter's son)|grandson (son's son)|great-grandchild|great-granddaughter|\
    great-grandson|parent-in-law|mother-in-law|mother-in-law (wife's mother)|\
    mother-in-law (husband's mother)|father-in-law|father-in-law (wife's father)|\
    father-in-law (husband's father)|co-parent-in-law|co-mother-in-law|co-father-in-law|\
    sibling-in-law|younger sibling-in-law|elder sibling-in-law|sister-in-law|\
    younger sister-in-law|elder sister-in-law|sister-in-law (spouse's sister)|\
    sister-in-law (wife's sister)|sister-in-law (husband's sister)|\
    sister-in-law (brother's wife)|sister-in-law (younger brother's wife)|\
    sister-in-law (elder brother's wife)|brother-in-law|younger brother-in-law|\
    elder brother-in-law|brother-in-law (spouse's brother)|brother-in-law (husband's brother)|\
    brother-in-law (wife's brother)|brother-in-law (sister's husband)|\
    brother-in-law (younger sister's husband)|brother-in-law (elder sister's husband)|\
    sister-in-law (wife's brother's wife)|sister-in-law (husband's brother's wife)|\
    brother-in-law (wife's sister's husband)|brother-in-law (husband's sister's husband)|\
    co-sibling-in-law|co-sister-in-law|co-brother-in-law|child-in-law|daughter-in-law|son-in-law|\
    cousin|younger cousin|elder cousin|male cousin|female cousin|\
    cousin (parent's sibling's child)|cousin (parent's sibling's son)|\
    younger cousin (parent's sibling's son)|elder cousin (parent's sibling's son)|\
    cousin (parent's sibling's daughter)|younger cousin (parent's sibling's daughter)|\
    elder cousin (parent's sibling's daughter)|cousin (mother's sister's daughter)|\
    younger cousin (mother's sister's daughter)|elder cousin (mother's sister's daughter)|\
    cousin (mother's sister's son)|younger cousin (mother's sister's son)|\
    elder cousin (mother's sister's son)|cousin (mother's brother's daughter)|\
    younger cousin (mother's brother's daughter)|elder cousin (mother's brother's daughter)|\
    cousin (mother's brother's son)|younger cousin (mother's brother's son)|\
    elder cousin (mother's brother's son)|cousin (father's sister's daughter)|\
    younger cousin (father's sister's daughter)|elder cousin (father's sister's daughter)|\
    cousin (father's sister's son)|younger cousin (father's sister's son)|\
    elder cousin (father's sister's son)|cousin (father's brother's daughter)|\
    younger cousin (father's brother's daughter)|elder cousin (father's brother's daughter)|\
    cousin (father's brother's son)|younger cousin (father's brother's son)|\
    elder cousin (father's brother's son)|cousin (grandparent's sibling's child)|\
    cousin (grandparent's sibling's daughter)|cousin (grandparent's sibling's son)|\
    younger cousin (mother's sibling's son or father's sister's son)|\
    elder cousin (mother's sibling's son or father's sister's son)|\
    younger cousin (mother's sibling's daughter or father's sister's daughter)|\
    elder cousin (mother's sibling's daughter or father's sister's daughter)|parent's sibling|\
    parent's younger sibling|parent's elder sibling|parent's sibling (mother's sibling)|\
    parent's sibling (mother's younger sibling)|parent's sibling (mother's elder sibling)|\
    parent's sibling (father's sibling)|parent's sibling (father's younger sibling)|\
    parent's sibling (father's elder sibling)|aunt|aunt (parent's sister)|\
    aunt (parent's younger sister)|aunt (parent's elder sister)|aunt (father's sister)|\
    aunt (father's younger sister)|aunt (father's elder sister)|aunt (father's brother's wife)|\
    aunt (father's younger brother's wife)|aunt (father's elder brother's wife)|\
    aunt (mother's sister)|aunt (mother's younger sister)|aunt (mother's elder sister)|\
    aunt (mother's brother's wife)|grandaunt|uncle|uncle (parent's brother)|\
    uncle (parent's younger brother)|uncle (parent's elder brother)|uncle (mother's brother)|\
    uncle (mother's younger brother)|uncle (mother's elder brother)|\
    uncle (mother's sister's husband)|uncle (father's brother)|uncle (father's younger brother)|\
    uncle (father's elder brother)|uncle (father's sister's husband)|\
    uncle (father's younger sister's husband)|uncle (father's elder sister's husband)|granduncle|\
    sibling's child|niece|niece (sister's daughter)|niece (brother's daughter)|\
    niece (sister's daughter or wife's sibling's daughter)|\
    niece (brother's daughter or husband's sibling's daughter)|nephew|nephew (sister's son)|\
    nephew (brother's son)|nephew (brother's son or husband's sibling's son)|\
    nephew (sister's son or wife's sibling's son)|grandniece|grandniece (sister's granddaughter)|\
    grandniece (brother's granddaughter)|grandnephew|grandnephew (sister's grandson)|\
    grandnephew (brother's grandson)|stepparent|stepfather|stepmother|stepchild|stepson|\
    stepdaughter|stepbrother|stepsister|mother-in-law or stepmother|father-in-law or stepfather|\
    daughter-in-law or stepdaughter|son-in-law or stepson|cousin or sibling's child|\
    niece or cousin|nephew or cousin|grandchild or sibling's child|granddaughter or niece|\
    grandson or nephew|great-grandchild or sibling's grandchild|daughter-in-law or sister-in-law|\
    son-in-law or brother-in-law|acquaintance=|agent=|contact=|co-resident=|crush=|date=|\
    emergency=|kin=|me=|met=|muse=|neighbor=|sweetheart=|death=
    """
}
