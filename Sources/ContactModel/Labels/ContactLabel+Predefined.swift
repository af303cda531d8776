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
    text.split(separator: "\n").map { line in
      let fields = line.split(separator: "=")
      let word = fields.count > 1 ? String(fields[1]) : nil
      return (ContactLabel(rawValue: String(fields[0])), word)
    }

  /// A label a line: what ``rawValue`` is, and Apple's word for it where there is one.
  private static let text = """
    home=Home
    work=Work
    school=School
    other=Other
    iCloud=iCloud
    homepage=HomePage
    anniversary=Anniversary
    mobile=Mobile
    iPhone=iPhone
    Apple Watch=Apple Watch
    main=Main
    home fax=HomeFAX
    work fax=WorkFAX
    other fax=OtherFAX
    pager=Pager
    assistant=Assistant
    manager=Manager
    colleague=Colleague
    teacher=Teacher
    sibling=Sibling
    younger sibling=YoungerSibling
    elder sibling=ElderSibling
    sister=Sister
    younger sister=YoungerSister
    youngest sister=YoungestSister
    elder sister=ElderSister
    eldest sister=EldestSister
    brother=Brother
    younger brother=YoungerBrother
    youngest brother=YoungestBrother
    elder brother=ElderBrother
    eldest brother=EldestBrother
    friend=Friend
    male friend=MaleFriend
    female friend=FemaleFriend
    spouse=Spouse
    wife=Wife
    husband=Husband
    partner=Partner
    male partner=MalePartner
    female partner=FemalePartner
    girlfriend or boyfriend=GirlfriendOrBoyfriend
    girlfriend=Girlfriend
    boyfriend=Boyfriend
    parent=Parent
    mother=Mother
    father=Father
    child=Child
    daughter=Daughter
    son=Son
    grandparent=Grandparent
    grandmother=Grandmother
    grandmother (mother's mother)=GrandmotherMothersMother
    grandmother (father's mother)=GrandmotherFathersMother
    grandfather=Grandfather
    grandfather (mother's father)=GrandfatherMothersFather
    grandfather (father's father)=GrandfatherFathersFather
    great-grandparent=GreatGrandparent
    great-grandmother=GreatGrandmother
    great-grandfather=GreatGrandfather
    grandchild=Grandchild
    granddaughter=Granddaughter
    granddaughter (daughter's daughter)=GranddaughterDaughtersDaughter
    granddaughter (son's daughter)=GranddaughterSonsDaughter
    grandson=Grandson
    grandson (daughter's son)=GrandsonDaughtersSon
    grandson (son's son)=GrandsonSonsSon
    great-grandchild=GreatGrandchild
    great-granddaughter=GreatGranddaughter
    great-grandson=GreatGrandson
    parent-in-law=ParentInLaw
    mother-in-law=MotherInLaw
    mother-in-law (wife's mother)=MotherInLawWifesMother
    mother-in-law (husband's mother)=MotherInLawHusbandsMother
    father-in-law=FatherInLaw
    father-in-law (wife's father)=FatherInLawWifesFather
    father-in-law (husband's father)=FatherInLawHusbandsFather
    co-parent-in-law=CoParentInLaw
    co-mother-in-law=CoMotherInLaw
    co-father-in-law=CoFatherInLaw
    sibling-in-law=SiblingInLaw
    younger sibling-in-law=YoungerSiblingInLaw
    elder sibling-in-law=ElderSiblingInLaw
    sister-in-law=SisterInLaw
    younger sister-in-law=YoungerSisterInLaw
    elder sister-in-law=ElderSisterInLaw
    sister-in-law (spouse's sister)=SisterInLawSpousesSister
    sister-in-law (wife's sister)=SisterInLawWifesSister
    sister-in-law (husband's sister)=SisterInLawHusbandsSister
    sister-in-law (brother's wife)=SisterInLawBrothersWife
    sister-in-law (younger brother's wife)=SisterInLawYoungerBrothersWife
    sister-in-law (elder brother's wife)=SisterInLawElderBrothersWife
    brother-in-law=BrotherInLaw
    younger brother-in-law=YoungerBrotherInLaw
    elder brother-in-law=ElderBrotherInLaw
    brother-in-law (spouse's brother)=BrotherInLawSpousesBrother
    brother-in-law (husband's brother)=BrotherInLawHusbandsBrother
    brother-in-law (wife's brother)=BrotherInLawWifesBrother
    brother-in-law (sister's husband)=BrotherInLawSistersHusband
    brother-in-law (younger sister's husband)=BrotherInLawYoungerSistersHusband
    brother-in-law (elder sister's husband)=BrotherInLawElderSistersHusband
    sister-in-law (wife's brother's wife)=SisterInLawWifesBrothersWife
    sister-in-law (husband's brother's wife)=SisterInLawHusbandsBrothersWife
    brother-in-law (wife's sister's husband)=BrotherInLawWifesSistersHusband
    brother-in-law (husband's sister's husband)=BrotherInLawHusbandsSistersHusband
    co-sibling-in-law=CoSiblingInLaw
    co-sister-in-law=CoSisterInLaw
    co-brother-in-law=CoBrotherInLaw
    child-in-law=ChildInLaw
    daughter-in-law=DaughterInLaw
    son-in-law=SonInLaw
    cousin=Cousin
    younger cousin=YoungerCousin
    elder cousin=ElderCousin
    male cousin=MaleCousin
    female cousin=FemaleCousin
    cousin (parent's sibling's child)=CousinParentsSiblingsChild
    cousin (parent's sibling's son)=CousinParentsSiblingsSon
    younger cousin (parent's sibling's son)=YoungerCousinParentsSiblingsSon
    elder cousin (parent's sibling's son)=ElderCousinParentsSiblingsSon
    cousin (parent's sibling's daughter)=CousinParentsSiblingsDaughter
    younger cousin (parent's sibling's daughter)=YoungerCousinParentsSiblingsDaughter
    elder cousin (parent's sibling's daughter)=ElderCousinParentsSiblingsDaughter
    cousin (mother's sister's daughter)=CousinMothersSistersDaughter
    younger cousin (mother's sister's daughter)=YoungerCousinMothersSistersDaughter
    elder cousin (mother's sister's daughter)=ElderCousinMothersSistersDaughter
    cousin (mother's sister's son)=CousinMothersSistersSon
    younger cousin (mother's sister's son)=YoungerCousinMothersSistersSon
    elder cousin (mother's sister's son)=ElderCousinMothersSistersSon
    cousin (mother's brother's daughter)=CousinMothersBrothersDaughter
    younger cousin (mother's brother's daughter)=YoungerCousinMothersBrothersDaughter
    elder cousin (mother's brother's daughter)=ElderCousinMothersBrothersDaughter
    cousin (mother's brother's son)=CousinMothersBrothersSon
    younger cousin (mother's brother's son)=YoungerCousinMothersBrothersSon
    elder cousin (mother's brother's son)=ElderCousinMothersBrothersSon
    cousin (father's sister's daughter)=CousinFathersSistersDaughter
    younger cousin (father's sister's daughter)=YoungerCousinFathersSistersDaughter
    elder cousin (father's sister's daughter)=ElderCousinFathersSistersDaughter
    cousin (father's sister's son)=CousinFathersSistersSon
    younger cousin (father's sister's son)=YoungerCousinFathersSistersSon
    elder cousin (father's sister's son)=ElderCousinFathersSistersSon
    cousin (father's brother's daughter)=CousinFathersBrothersDaughter
    younger cousin (father's brother's daughter)=YoungerCousinFathersBrothersDaughter
    elder cousin (father's brother's daughter)=ElderCousinFathersBrothersDaughter
    cousin (father's brother's son)=CousinFathersBrothersSon
    younger cousin (father's brother's son)=YoungerCousinFathersBrothersSon
    elder cousin (father's brother's son)=ElderCousinFathersBrothersSon
    cousin (grandparent's sibling's child)=CousinGrandparentsSiblingsChild
    cousin (grandparent's sibling's daughter)=CousinGrandparentsSiblingsDaughter
    cousin (grandparent's sibling's son)=CousinGrandparentsSiblingsSon
    younger cousin (mother's sibling's son or father's sister's son)=YoungerCousinMothersSiblingsSonOrFathersSistersSon
    elder cousin (mother's sibling's son or father's sister's son)=ElderCousinMothersSiblingsSonOrFathersSistersSon
    younger cousin (mother's sibling's daughter or father's sister's daughter)=YoungerCousinMothersSiblingsDaughterOrFathersSistersDaughter
    elder cousin (mother's sibling's daughter or father's sister's daughter)=ElderCousinMothersSiblingsDaughterOrFathersSistersDaughter
    parent's sibling=ParentsSibling
    parent's younger sibling=ParentsYoungerSibling
    parent's elder sibling=ParentsElderSibling
    parent's sibling (mother's sibling)=ParentsSiblingMothersSibling
    parent's sibling (mother's younger sibling)=ParentsSiblingMothersYoungerSibling
    parent's sibling (mother's elder sibling)=ParentsSiblingMothersElderSibling
    parent's sibling (father's sibling)=ParentsSiblingFathersSibling
    parent's sibling (father's younger sibling)=ParentsSiblingFathersYoungerSibling
    parent's sibling (father's elder sibling)=ParentsSiblingFathersElderSibling
    aunt=Aunt
    aunt (parent's sister)=AuntParentsSister
    aunt (parent's younger sister)=AuntParentsYoungerSister
    aunt (parent's elder sister)=AuntParentsElderSister
    aunt (father's sister)=AuntFathersSister
    aunt (father's younger sister)=AuntFathersYoungerSister
    aunt (father's elder sister)=AuntFathersElderSister
    aunt (father's brother's wife)=AuntFathersBrothersWife
    aunt (father's younger brother's wife)=AuntFathersYoungerBrothersWife
    aunt (father's elder brother's wife)=AuntFathersElderBrothersWife
    aunt (mother's sister)=AuntMothersSister
    aunt (mother's younger sister)=AuntMothersYoungerSister
    aunt (mother's elder sister)=AuntMothersElderSister
    aunt (mother's brother's wife)=AuntMothersBrothersWife
    grandaunt=Grandaunt
    uncle=Uncle
    uncle (parent's brother)=UncleParentsBrother
    uncle (parent's younger brother)=UncleParentsYoungerBrother
    uncle (parent's elder brother)=UncleParentsElderBrother
    uncle (mother's brother)=UncleMothersBrother
    uncle (mother's younger brother)=UncleMothersYoungerBrother
    uncle (mother's elder brother)=UncleMothersElderBrother
    uncle (mother's sister's husband)=UncleMothersSistersHusband
    uncle (father's brother)=UncleFathersBrother
    uncle (father's younger brother)=UncleFathersYoungerBrother
    uncle (father's elder brother)=UncleFathersElderBrother
    uncle (father's sister's husband)=UncleFathersSistersHusband
    uncle (father's younger sister's husband)=UncleFathersYoungerSistersHusband
    uncle (father's elder sister's husband)=UncleFathersElderSistersHusband
    granduncle=Granduncle
    sibling's child=SiblingsChild
    niece=Niece
    niece (sister's daughter)=NieceSistersDaughter
    niece (brother's daughter)=NieceBrothersDaughter
    niece (sister's daughter or wife's sibling's daughter)=NieceSistersDaughterOrWifesSiblingsDaughter
    niece (brother's daughter or husband's sibling's daughter)=NieceBrothersDaughterOrHusbandsSiblingsDaughter
    nephew=Nephew
    nephew (sister's son)=NephewSistersSon
    nephew (brother's son)=NephewBrothersSon
    nephew (brother's son or husband's sibling's son)=NephewBrothersSonOrHusbandsSiblingsSon
    nephew (sister's son or wife's sibling's son)=NephewSistersSonOrWifesSiblingsSon
    grandniece=Grandniece
    grandniece (sister's granddaughter)=GrandnieceSistersGranddaughter
    grandniece (brother's granddaughter)=GrandnieceBrothersGranddaughter
    grandnephew=Grandnephew
    grandnephew (sister's grandson)=GrandnephewSistersGrandson
    grandnephew (brother's grandson)=GrandnephewBrothersGrandson
    stepparent=Stepparent
    stepfather=Stepfather
    stepmother=Stepmother
    stepchild=Stepchild
    stepson=Stepson
    stepdaughter=Stepdaughter
    stepbrother=Stepbrother
    stepsister=Stepsister
    mother-in-law or stepmother=MotherInLawOrStepmother
    father-in-law or stepfather=FatherInLawOrStepfather
    daughter-in-law or stepdaughter=DaughterInLawOrStepdaughter
    son-in-law or stepson=SonInLawOrStepson
    cousin or sibling's child=CousinOrSiblingsChild
    niece or cousin=NieceOrCousin
    nephew or cousin=NephewOrCousin
    grandchild or sibling's child=GrandchildOrSiblingsChild
    granddaughter or niece=GranddaughterOrNiece
    grandson or nephew=GrandsonOrNephew
    great-grandchild or sibling's grandchild=GreatGrandchildOrSiblingsGrandchild
    daughter-in-law or sister-in-law=DaughterInLawOrSisterInLaw
    son-in-law or brother-in-law=SonInLawOrBrotherInLaw
    acquaintance
    agent
    contact
    co-resident
    crush
    date
    emergency
    kin
    me
    met
    muse
    neighbor
    sweetheart
    death
    """
}
