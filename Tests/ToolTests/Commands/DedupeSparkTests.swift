import SystemPackage
import TestSupport
import Testing

@Suite("vcard dedupe spark")
struct DedupeSparkTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func shell(_ script: String) async throws -> ToolRunner.Outcome {
    try await ToolRunner.shell(script, directory: folder.path)
  }

  @Test("writes the driver as it stands in the sources, into a folder that it makes")
  func driver() async throws {
    let outcome = try await ToolRunner.run(
      ["dedupe", "spark", "--bundle", "bundle"], directory: folder.path)
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    #expect(outcome.errorText == "wrote bundle/vcard_spark.py\nwrote bundle/worker.tar.gz\n")
    let source = Repository.root.appending("Sources/VCardCommands/Dedupe/Spark/vcard_spark.py")
    let same = try await shell("cmp bundle/vcard_spark.py '\(source.string)'")
    #expect(same.ending == .exit(0), "\(same.outputText)\(same.errorText)")
  }

  @Test(
    "packs the tool with every library that it needs, besides those of the C library, in the same octets again"
  )
  func worker() async throws {
    let outcome = try await shell(
      """
      set -e
      vcard dedupe spark --quiet --bundle .
      vcard dedupe spark --quiet --bundle again
      cmp worker.tar.gz again/worker.tar.gz
      cmp vcard_spark.py again/vcard_spark.py
      mkdir unpacked && tar -xzf worker.tar.gz -C unpacked
      env -i LD_LIBRARY_PATH=unpacked/lib unpacked/bin/vcard --version
      """)
    let version = try await ToolRunner.run(["--version"], directory: folder.path)
    #expect(outcome.ending == .exit(0), "\(outcome.errorText)")
    #expect(outcome.outputText == version.outputText)
    // What the loader would still take from the machine.
    let others = try await shell(
      """
      env -i PATH="$PATH" LD_LIBRARY_PATH=unpacked/lib ldd unpacked/bin/vcard | grep -v unpacked/lib |
        sed 's/^[[:space:]]*//; s/[ .].*//; s|.*/||' | sort -u
      """)
    let glibc: Set = ["libc", "libm", "libpthread", "libdl", "librt", "libresolv", "libutil"]
    let left = Set(others.outputText.split(separator: "\n").map(String.init)).subtracting(glibc)
    #expect(
      left.allSatisfy { $0.isEmpty || $0.hasPrefix("linux-vdso") || $0.hasPrefix("ld-linux") })
    #expect(!others.outputText.contains("icu"))
  }

  @Test("tells what it cannot write")
  func unwritable() async throws {
    try folder.write([], to: "file")
    for place in ["file", "no/folder"] {
      let outcome = try await ToolRunner.run(
        ["dedupe", "spark", "--bundle", place], directory: folder.path)
      #expect(outcome.ending == .exit(73), "\(outcome.errorText)")
      #expect(outcome.errorText.contains(place))
    }
    let outcome = try await ToolRunner.run(["dedupe", "spark"], directory: folder.path)
    #expect(outcome.ending == .exit(64))
  }
}
