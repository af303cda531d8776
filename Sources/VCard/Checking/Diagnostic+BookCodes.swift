extension Diagnostic.Code {
  /// A file of a folder of cards holds several.
  public static let severalCardsInFile = Self(rawValue: "several-cards-in-file")
  /// A file of a folder of cards holds none.
  public static let notACard = Self(rawValue: "not-a-card")
  /// Another program changed a file while it was being saved.
  public static let changedDuringSave = Self(rawValue: "changed-during-save")
  /// A folder in a folder of cards is not part of the book.
  public static let folderPassedOver = Self(rawValue: "folder-passed-over")
}
