import ContactStore
import SystemPackage
import Testing

@Suite("BookKind")
struct BookKindTests {
  @Test(
    "the end of its name says what a new book is",
    arguments: [
      ("a.sqlite", BookKind.database), ("b/a.SQLite3", .database), ("a.vcf.db", .database),
      ("a.vcf", .file), ("a.db.VCARD", .file), ("a.vcf/b", nil), ("vcf", nil), (".db", nil),
      ("a.vcf.gz", nil), ("a.", nil), ("", nil),
    ])
  func named(path: String, kind: BookKind?) {
    #expect(BookKind(named: FilePath(path)) == kind)
  }
}
