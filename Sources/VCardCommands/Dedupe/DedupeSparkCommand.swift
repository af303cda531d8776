import ArgumentParser
import Files
import SystemPackage

/// `vcard dedupe spark`: writes what a cluster of machines needs.
struct DedupeSparkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spark",
    abstract: "Write down what Apache Spark needs to find duplicates on many machines.",
    usage: "vcard dedupe spark --bundle <folder>",
    discussion: """
      EXAMPLES:
        vcard dedupe spark --bundle .
        spark-submit --archives worker.tar.gz#vcard vcard_spark.py 'cards/*.vcf' \\
          --work /shared/work -o /shared/dedupe

      The folder gets vcard_spark.py, which runs on the machine that leads and in notebooks, and \
      worker.tar.gz: this tool with the libraries that it needs besides the C library. The answer is \
      that of 'vcard dedupe plan', byte for byte. Who has fewer than some hundred million cards is \
      better served by one machine. 'python3 vcard_spark.py --help' tells the options.
      """)

  @Option(
    help: ArgumentHelp(
      "Write both files into this folder, which is made if it is not there.", valueName: "folder"),
    completion: .directory)
  var bundle: String

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run() async throws {
    let (console, _) = try options.reporting.start()
    let folder = Platform.path(bundle)
    do throws(Errno) {
      try SystemCalls.makeDirectory(folder, permissions: FilePermissions(rawValue: 0o777))
    } catch {
      guard error == .fileExists else { throw FileError(.create, folder, error) }
    }
    let bundle = SparkBundle()
    for name in [SparkBundle.driverName, SparkBundle.workerName] {
      let file = try AtomicFile(replacing: folder.appending(name))
      if name == SparkBundle.driverName {
        try file.writer.write(bundle.driver)
      } else {
        try bundle.writeWorker(to: file.writer)
      }
      try file.commit()
      console.tell("wrote \(folder.appending(name).string)")
    }
  }
}
