/// The labels that say who somebody is to a person.
///
/// Those that are more exact, such as `aunt (mother's sister)`, are among ``predefined`` only.
extension ContactLabel {
  /// An assistant.
  public static let assistant = ContactLabel(rawValue: "assistant")
  /// A manager.
  public static let manager = ContactLabel(rawValue: "manager")
  /// A colleague.
  public static let colleague = ContactLabel(rawValue: "colleague")
  /// A teacher.
  public static let teacher = ContactLabel(rawValue: "teacher")
  /// A sibling.
  public static let sibling = ContactLabel(rawValue: "sibling")
  /// A younger sibling.
  public static let youngerSibling = ContactLabel(rawValue: "younger sibling")
  /// An elder sibling.
  public static let elderSibling = ContactLabel(rawValue: "elder sibling")
  /// A sister.
  public static let sister = ContactLabel(rawValue: "sister")
  /// A younger sister.
  public static let youngerSister = ContactLabel(rawValue: "younger sister")
  /// A youngest sister.
  public static let youngestSister = ContactLabel(rawValue: "youngest sister")
  /// An elder sister.
  public static let elderSister = ContactLabel(rawValue: "elder sister")
  /// An eldest sister.
  public static let eldestSister = ContactLabel(rawValue: "eldest sister")
  /// A brother.
  public static let brother = ContactLabel(rawValue: "brother")
  /// A younger brother.
  public static let youngerBrother = ContactLabel(rawValue: "younger brother")
  /// A youngest brother.
  public static let youngestBrother = ContactLabel(rawValue: "youngest brother")
  /// An elder brother.
  public static let elderBrother = ContactLabel(rawValue: "elder brother")
  /// An eldest brother.
  public static let eldestBrother = ContactLabel(rawValue: "eldest brother")
  /// A friend.
  public static let friend = ContactLabel(rawValue: "friend")
  /// A male friend.
  public static let maleFriend = ContactLabel(rawValue: "male friend")
  /// A female friend.
  public static let femaleFriend = ContactLabel(rawValue: "female friend")
  /// A spouse.
  public static let spouse = ContactLabel(rawValue: "spouse")
  /// A wife.
  public static let wife = ContactLabel(rawValue: "wife")
  /// A husband.
  public static let husband = ContactLabel(rawValue: "husband")
  /// A partner.
  public static let partner = ContactLabel(rawValue: "partner")
  /// A male partner.
  public static let malePartner = ContactLabel(rawValue: "male partner")
  /// A female partner.
  public static let femalePartner = ContactLabel(rawValue: "female partner")
  /// A girlfriend or boyfriend.
  public static let girlfriendOrBoyfriend = ContactLabel(rawValue: "girlfriend or boyfriend")
  /// A girlfriend.
  public static let girlfriend = ContactLabel(rawValue: "girlfriend")
  /// A boyfriend.
  public static let boyfriend = ContactLabel(rawValue: "boyfriend")
  /// A parent.
  public static let parent = ContactLabel(rawValue: "parent")
  /// A mother.
  public static let mother = ContactLabel(rawValue: "mother")
  /// A father.
  public static let father = ContactLabel(rawValue: "father")
  /// A child.
  public static let child = ContactLabel(rawValue: "child")
  /// A daughter.
  public static let daughter = ContactLabel(rawValue: "daughter")
  /// A son.
  public static let son = ContactLabel(rawValue: "son")
  /// A grandparent.
  public static let grandparent = ContactLabel(rawValue: "grandparent")
  /// A grandmother.
  public static let grandmother = ContactLabel(rawValue: "grandmother")
  /// A grandfather.
  public static let grandfather = ContactLabel(rawValue: "grandfather")
  /// A great-grandparent.
  public static let greatGrandparent = ContactLabel(rawValue: "great-grandparent")
  /// A great-grandmother.
  public static let greatGrandmother = ContactLabel(rawValue: "great-grandmother")
  /// A great-grandfather.
  public static let greatGrandfather = ContactLabel(rawValue: "great-grandfather")
  /// A grandchild.
  public static let grandchild = ContactLabel(rawValue: "grandchild")
  /// A granddaughter.
  public static let granddaughter = ContactLabel(rawValue: "granddaughter")
  /// A grandson.
  public static let grandson = ContactLabel(rawValue: "grandson")
  /// A great-grandchild.
  public static let greatGrandchild = ContactLabel(rawValue: "great-grandchild")
  /// A great-granddaughter.
  public static let greatGranddaughter = ContactLabel(rawValue: "great-granddaughter")
  /// A great-grandson.
  public static let greatGrandson = ContactLabel(rawValue: "great-grandson")
  /// A parent-in-law.
  public static let parentInLaw = ContactLabel(rawValue: "parent-in-law")
  /// A mother-in-law.
  public static let motherInLaw = ContactLabel(rawValue: "mother-in-law")
  /// A father-in-law.
  public static let fatherInLaw = ContactLabel(rawValue: "father-in-law")
  /// A co-parent-in-law.
  public static let coParentInLaw = ContactLabel(rawValue: "co-parent-in-law")
  /// A co-mother-in-law.
  public static let coMotherInLaw = ContactLabel(rawValue: "co-mother-in-law")
  /// A co-father-in-law.
  public static let coFatherInLaw = ContactLabel(rawValue: "co-father-in-law")
  /// A sibling-in-law.
  public static let siblingInLaw = ContactLabel(rawValue: "sibling-in-law")
  /// A younger sibling-in-law.
  public static let youngerSiblingInLaw = ContactLabel(rawValue: "younger sibling-in-law")
  /// An elder sibling-in-law.
  public static let elderSiblingInLaw = ContactLabel(rawValue: "elder sibling-in-law")
  /// A sister-in-law.
  public static let sisterInLaw = ContactLabel(rawValue: "sister-in-law")
  /// A younger sister-in-law.
  public static let youngerSisterInLaw = ContactLabel(rawValue: "younger sister-in-law")
  /// An elder sister-in-law.
  public static let elderSisterInLaw = ContactLabel(rawValue: "elder sister-in-law")
  /// A brother-in-law.
  public static let brotherInLaw = ContactLabel(rawValue: "brother-in-law")
  /// A younger brother-in-law.
  public static let youngerBrotherInLaw = ContactLabel(rawValue: "younger brother-in-law")
  /// An elder brother-in-law.
  public static let elderBrotherInLaw = ContactLabel(rawValue: "elder brother-in-law")
  /// A co-sibling-in-law.
  public static let coSiblingInLaw = ContactLabel(rawValue: "co-sibling-in-law")
  /// A co-sister-in-law.
  public static let coSisterInLaw = ContactLabel(rawValue: "co-sister-in-law")
  /// A co-brother-in-law.
  public static let coBrotherInLaw = ContactLabel(rawValue: "co-brother-in-law")
  /// A child-in-law.
  public static let childInLaw = ContactLabel(rawValue: "child-in-law")
  /// A daughter-in-law.
  public static let daughterInLaw = ContactLabel(rawValue: "daughter-in-law")
  /// A son-in-law.
  public static let sonInLaw = ContactLabel(rawValue: "son-in-law")
  /// A cousin.
  public static let cousin = ContactLabel(rawValue: "cousin")
  /// A younger cousin.
  public static let youngerCousin = ContactLabel(rawValue: "younger cousin")
  /// An elder cousin.
  public static let elderCousin = ContactLabel(rawValue: "elder cousin")
  /// A male cousin.
  public static let maleCousin = ContactLabel(rawValue: "male cousin")
  /// A female cousin.
  public static let femaleCousin = ContactLabel(rawValue: "female cousin")
  /// A parent's sibling.
  public static let parentsSibling = ContactLabel(rawValue: "parent's sibling")
  /// A parent's younger sibling.
  public static let parentsYoungerSibling = ContactLabel(rawValue: "parent's younger sibling")
  /// A parent's elder sibling.
  public static let parentsElderSibling = ContactLabel(rawValue: "parent's elder sibling")
  /// An aunt.
  public static let aunt = ContactLabel(rawValue: "aunt")
  /// A grandaunt.
  public static let grandaunt = ContactLabel(rawValue: "grandaunt")
  /// An uncle.
  public static let uncle = ContactLabel(rawValue: "uncle")
  /// A granduncle.
  public static let granduncle = ContactLabel(rawValue: "granduncle")
  /// A sibling's child.
  public static let siblingsChild = ContactLabel(rawValue: "sibling's child")
  /// A niece.
  public static let niece = ContactLabel(rawValue: "niece")
  /// A nephew.
  public static let nephew = ContactLabel(rawValue: "nephew")
  /// A grandniece.
  public static let grandniece = ContactLabel(rawValue: "grandniece")
  /// A grandnephew.
  public static let grandnephew = ContactLabel(rawValue: "grandnephew")
  /// A stepparent.
  public static let stepparent = ContactLabel(rawValue: "stepparent")
  /// A stepfather.
  public static let stepfather = ContactLabel(rawValue: "stepfather")
  /// A stepmother.
  public static let stepmother = ContactLabel(rawValue: "stepmother")
  /// A stepchild.
  public static let stepchild = ContactLabel(rawValue: "stepchild")
  /// A stepson.
  public static let stepson = ContactLabel(rawValue: "stepson")
  /// A stepdaughter.
  public static let stepdaughter = ContactLabel(rawValue: "stepdaughter")
  /// A stepbrother.
  public static let stepbrother = ContactLabel(rawValue: "stepbrother")
  /// A stepsister.
  public static let stepsister = ContactLabel(rawValue: "stepsister")
  /// An acquaintance.
  public static let acquaintance = ContactLabel(rawValue: "acquaintance")
  /// Somebody who acts for the person.
  public static let agent = ContactLabel(rawValue: "agent")
  /// Somebody whom one knows how to reach.
  public static let contact = ContactLabel(rawValue: "contact")
  /// A co-resident.
  public static let coResident = ContactLabel(rawValue: "co-resident")
  /// A crush.
  public static let crush = ContactLabel(rawValue: "crush")
  /// Somebody whom one is dating.
  public static let date = ContactLabel(rawValue: "date")
  /// Somebody to call in an emergency.
  public static let emergency = ContactLabel(rawValue: "emergency")
  /// A relative.
  public static let kin = ContactLabel(rawValue: "kin")
  /// The same person.
  public static let me = ContactLabel(rawValue: "me")
  /// Somebody whom one has met.
  public static let met = ContactLabel(rawValue: "met")
  /// A muse.
  public static let muse = ContactLabel(rawValue: "muse")
  /// A neighbor.
  public static let neighbor = ContactLabel(rawValue: "neighbor")
  /// A sweetheart.
  public static let sweetheart = ContactLabel(rawValue: "sweetheart")
}
