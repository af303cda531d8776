import Compression
import Files
import SystemPackage

/// The two files that Spark needs: the driver, and an archive of this tool with its libraries.
///
/// ```
/// worker.tar.gz │ bin/vcard │ lib/libicuuc.so.72 │ lib/libsqlite3.so.0 │ …
/// ```
struct SparkBundle {
  static let driverName = "vcard_spark.py"
  static let workerName = "worker.tar.gz"

  /// The octets of the driver.
  let driver = Platform.sparkDriver

  /// Libraries of glibc, without what stands behind `.so`: they go with the loader and the kernel of a
  /// machine, so each has its own.
  private static let systemLibraries: Set = [
    "ld-linux", "ld-linux-aarch64", "ld-linux-x86-64", "ld64", "libanl", "libc", "libdl", "libm",
    "libmvec", "libnsl", "libnss_compat", "libnss_dns", "libnss_files", "libpthread", "libresolv",
    "librt", "libthread_db", "libutil",
  ]

  /// Whether a library of this name goes into the archive.
  private static func isBrought(_ name: String) -> Bool {
    !systemLibraries.contains(String(name.prefix { $0 != "." }))
  }

  /// Writes the archive.
  ///
  /// The same tool and libraries give the same octets.
  ///
  /// - Throws: An error of action `open` or `read` about the tool or a library, or `write`.
  func writeWorker(to writer: BufferedWriter) throws {
    guard let tool = Platform.executable else {
      throw CommandFailure(.noInput, "the system does not tell where this program is")
    }
    var archive = try TarArchive(writer)
    try archive.add(tool, as: "bin/vcard")
    let libraries = Platform.libraries.compactMap { path in
      path.lastComponent.map { (name: $0.string, path: path) }
    }
    for library in libraries.sorted(by: { $0.name < $1.name }) where Self.isBrought(library.name) {
      try archive.add(library.path, as: "lib/\(library.name)")
    }
    try archive.finish()
  }
}
