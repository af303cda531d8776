import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite("Plans whose files are elsewhere")
struct PlanPlacesTests {
  private let folder: TemporaryDirectory

  /// Two files with the same person, and a plan in a folder beside them.
  init() async throws {
    folder = try TemporaryDirectory()
    for name in ["first", "first/plans", "other"] { try folder.makeFolder(name) }
    let card = """
      BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Kate;;;\r\nFN:Kate Bell\r\nEMAIL:kate@bell.example\r
      TEL:+1 408 555 0100\r\nEND:VCARD\r\n
      """
    try folder.write(card, to: "first/phone.vcf")
    try folder.write(card + card, to: "first/cloud.vcf")
    let made = try await ToolRunner.run(
      ["dedupe", "plan", "phone.vcf", "cloud.vcf", "-o", "plans/plan"],
      directory: folder.path("first"))
    #expect(made.ending == .exit(1))
  }

  private func apply(_ plan: String, from place: String) async throws -> ToolRunner.Outcome {
    try await ToolRunner.run(
      ["dedupe", "apply", plan, "-o", folder.argument("out.vcf")], directory: folder.path(place))
  }

  @Test("are found from any folder, and by their names where they are written")
  func elsewhere() async throws {
    for (plan, place) in [
      ("plans/plan", "first"), ("../first/plans/plan", "other"), ("plan", "first/plans"),
    ] {
      let applied = try await apply(plan, from: place)
      #expect(applied.ending == .exit(0), "\(place) \(applied.errorText)")
      let text = try folder.text("out.vcf")
      #expect(text.components(separatedBy: "BEGIN:VCARD").count == 2)
    }
    let plan = try folder.text("first/plans/plan")
    #expect(plan.hasPrefix("{\"schema\":\"vcard.plan/1\",\"inputs\":[{\"file\":\"phone.vcf\","))
    // What stands here goes first, as it always did.
    try folder.write("x", to: "other/phone.vcf")
    #expect(try await apply("../first/plans/plan", from: "other").ending == .exit(75))
  }

  @Test("are found beside a plan that was moved with them")
  func moved() async throws {
    let files = FileManager.default
    try files.moveItem(
      atPath: folder.argument("first/plans/plan"), toPath: folder.argument("first/plan"))
    try files.moveItem(atPath: folder.argument("first"), toPath: folder.argument("moved"))
    let applied = try await apply("../moved/plan", from: "other")
    #expect(applied.ending == .exit(0), "\(applied.errorText)")
    try files.removeItem(atPath: folder.argument("moved/cloud.vcf"))
    let gone = try await apply("../moved/plan", from: "other")
    #expect(gone.ending == .exit(66))
    #expect(gone.errorText.contains("cloud.vcf"))
  }
}
