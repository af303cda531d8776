// swift-tools-version: 6.2
import PackageDescription

// Swift's libraries are inside the tool: it starts in two thirds of the time, and runs where no Swift is.
// Nothing looks for names in it: without a table of them the linker drops more. LLVM's linker takes half as
// long as the other, and has nothing to say of Foundation. A sanitizer, `.ci/sanitize`, has them beside it.
let runtime: [LinkerSetting] =
  Context.environment["SANITIZER"] == nil
  ? [
    .unsafeFlags(
      ["-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic"],
      .when(platforms: [.linux]))
  ]
    + ["CoreFoundation", "_FoundationICU", "_FoundationCShims", "_FoundationCollections"].map {
      .linkedLibrary($0, .when(platforms: [.linux]))
    } : []

let package = Package(
  name: "vcard",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "VCard", targets: ["VCard"]),
    .library(name: "CardFormats", targets: ["CardFormats"]),
    .library(name: "ContactModel", targets: ["ContactModel"]),
    .library(name: "ContactSearch", targets: ["ContactSearch"]),
    .library(name: "ContactMatching", targets: ["ContactMatching"]),
    .library(name: "ContactMerging", targets: ["ContactMerging"]),
    .library(name: "ContactStore", targets: ["ContactStore"]),
    .library(name: "ContactDedupe", targets: ["ContactDedupe"]),
    .library(name: "Cutouts", targets: ["Cutouts"]),
    .library(name: "Images", targets: ["Images"]),
    .library(name: "Files", targets: ["Files"]),
    .executable(name: "vcard", targets: ["vcard"]),
  ],
  dependencies: [
    // Saves us a command-line parser, its help pages, shell completions and man pages.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Saves us wrappers over open, pread, rename and errno with their retries on EINTR.
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    // Saves us SQLite's connections, statements, pools, snapshots, online backup and their errors.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Saves us a reader of TOML 1.0, the form of the file of preferences.
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    // Saves us a server of HTTP/1.1 that nobody's request stops, and its event loop.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    // Saves the tests a process launcher that reads both outputs without deadlock.
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    // Saves us a program that makes pages of the documents and finds their broken links.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    .target(
      name: "CICU",
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(name: "ICU", dependencies: ["CICU"]),
    // zlib saves us the inflating of deflate data (RFC 1951) and CRC-32.
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "Compression", dependencies: ["CZlib"]),
    .target(name: "CVCard"),
    .target(name: "VCard", dependencies: ["CVCard"]),
    // libexpat saves us a reader of XML 1.0 that takes octets as they come.
    .target(name: "CExpat", linkerSettings: [.linkedLibrary("expat")]),
    .target(name: "CardFormats", dependencies: ["CExpat", "VCard"]),
    .target(name: "ContactModel", dependencies: ["VCard", "ICU"]),
    .target(name: "ContactSearch", dependencies: ["ContactModel", "ICU", "VCard"]),
    .target(
      name: "ContactMatching", dependencies: ["ContactModel", "ContactSearch", "ICU", "VCard"]),
    // libjpeg-turbo and libpng save us the codecs of JPEG (ITU-T T.81) and PNG (ISO/IEC 15948).
    .target(name: "CImage", linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png")]),
    .target(name: "Images", dependencies: ["CImage", "VCard"]),
    // libqrencode saves us the coding of QR codes (ISO/IEC 18004): versions, error correction, masks.
    .target(name: "CQR", linkerSettings: [.linkedLibrary("qrencode")]),
    .target(name: "QR", dependencies: ["CQR", "Images"]),
    .target(name: "Cutouts", dependencies: ["CardFormats", "ContactModel", "Images", "VCard"]),
    // nettle saves us SHA-256 (FIPS 180-4), by which a card is known again.
    .target(name: "CNettle", linkerSettings: [.linkedLibrary("nettle")]),
    .target(name: "CFiles"),
    .target(
      name: "Files",
      dependencies: [
        "CFiles", "CNettle", .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(name: "CardSorting", dependencies: ["ContactModel", "Files", "ICU", "VCard"]),
    .target(
      name: "ContactMerging",
      dependencies: ["ContactModel", "ContactSearch", "ContactMatching", "Files", "ICU", "VCard"]),
    // SQLite's own settings, for those that take any number of arguments.
    .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "ContactStore",
      dependencies: [
        "CSQLite", "ContactModel", "ContactSearch", "ContactMatching", "ContactMerging", "Files",
        "ICU", "VCard",
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "GRDB", package: "GRDB.swift"),
        // SQLite's own functions, for octets of a row that are not copied.
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(
      name: "ContactDedupe",
      dependencies: [
        "CardFormats", "ContactMatching", "ContactMerging", "ContactModel", "ContactStore", "Files",
        "Images", "VCard",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    // libcurl saves us HTTP with its proxies, authentication and TLS; it is opened when it is needed.
    .target(name: "CCurl"),
    .target(
      name: "CardDAV",
      dependencies: [
        "CCurl", "CardFormats", "ContactMerging", "ContactModel", "ContactStore", "VCard",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    // The driver of Spark as octets of the program.
    .target(name: "CSpark"),
    .target(
      name: "ContactPages",
      dependencies: [
        "ContactMerging", "ContactModel", "ContactStore", "Files", "ICU", "Images", "VCard",
      ]),
    // The scripts and the style sheet of the page, as octets of the program.
    .target(name: "CPage", exclude: ["assets"]),
    .target(
      name: "Page",
      dependencies: [
        "CPage", "CardFormats", "ContactDedupe", "ContactMatching", "ContactMerging",
        "ContactModel", "ContactPages", "ContactSearch", "ContactStore", "Cutouts", "Files", "ICU",
        "Images", "QR", "VCard",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(
      name: "VCardCommands",
      dependencies: [
        "VCard", "CSpark", "ICU", "CardDAV", "CardFormats", "CardSorting", "Compression",
        "ContactModel",
        "ContactSearch",
        "ContactMatching", "ContactMerging", "ContactDedupe", "ContactPages", "Cutouts",
        "ContactStore", "Files", "Images", "Page", "QR",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      exclude: ["Dedupe/Spark"]),
    .executableTarget(name: "vcard", dependencies: ["VCardCommands"], linkerSettings: runtime),

    .target(
      name: "TestSupport",
      dependencies: [
        "ContactModel", "VCard", .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/TestSupport"),
    // What fits the weights of matching and looks for rules that are wrong; no program needs it.
    .target(
      name: "MatchTuning", dependencies: ["ContactMatching"],
      path: "Sources/Benchmarks/Dedupe/Tuning"),
    // Laws of what reads octets from strangers: .ci/fuzz makes octets up, tests try what was found.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "CardDAV", "CardFormats", "Compression", "ContactDedupe", "Cutouts", "Files", "Images",
        "Page", "VCard", .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/FuzzTargets"),
    .testTarget(
      name: "FuzzTargetsTests",
      dependencies: [
        "FuzzTargets", "TestSupport", "VCard",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(name: "ICUTests", dependencies: ["ICU"]),
    .testTarget(name: "CompressionTests", dependencies: ["Compression", "TestSupport"]),
    // A client of VCard alone, whose libraries a test looks at.
    .executableTarget(name: "LinkageProbe", dependencies: ["VCard"], path: "Tests/LinkageProbe"),
    .testTarget(
      name: "VCardTests",
      dependencies: [
        "CVCard", "VCard", "ICU", "TestSupport", "LinkageProbe",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "CardFormatsTests",
      dependencies: [
        "CardFormats", "ContactModel", "VCard", "ICU", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(name: "CardSortingTests", dependencies: ["CardSorting", "ICU", "TestSupport"]),
    .testTarget(
      name: "ContactModelTests",
      dependencies: [
        "ContactModel", "ContactSearch", "ICU", "VCard", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "ContactSearchTests",
      dependencies: ["ContactSearch", "ContactModel", "ICU", "VCard", "TestSupport"]),
    .testTarget(
      name: "ContactMatchingTests",
      dependencies: ["ContactMatching", "ContactModel", "MatchTuning", "VCard", "TestSupport"]),
    .testTarget(name: "ImagesTests", dependencies: ["Images", "VCard", "TestSupport"]),
    .testTarget(
      name: "CutoutsTests",
      dependencies: ["Cutouts", "ContactModel", "Images", "VCard", "TestSupport"]),
    .testTarget(
      name: "FilesTests",
      dependencies: [
        "Files", "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "ContactMergingTests",
      dependencies: ["ContactMerging", "ContactModel", "Files", "VCard", "TestSupport"]),
    .testTarget(
      name: "ContactStoreTests",
      dependencies: [
        "ContactStore", "ContactModel", "ContactSearch", "ContactMatching", "ContactMerging",
        "Cutouts", "Files",
        "ICU", "VCard", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "ContactDedupeTests",
      dependencies: [
        "ContactDedupe", "ContactMatching", "ContactMerging", "ContactModel", "ContactStore",
        "Files", "TestSupport", "VCard",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "CardDAVTests",
      dependencies: [
        "CardDAV", "ContactMerging", "ContactModel", "ContactStore", "Files", "TestSupport",
        "VCard",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "PageTests",
      dependencies: [
        "Page", "CardFormats", "ContactDedupe", "ContactMatching", "ContactMerging", "ContactPages",
        "ContactStore", "VCard", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "VCardCommandsTests",
      dependencies: [
        "VCardCommands", "Compression", "ContactMerging", "ContactPages", "ContactSearch",
        "ContactStore", "Files", "Page", "VCard", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    // They run the tool, which every build makes, and import none of its modules but those of books. That
    // they depend on the page only makes them wait: they are compiled beside the commands, which are the last
    // module, and would have one of two cores idle.
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "ContactMerging", "ContactStore", "Files", "ICU", "Page", "VCard", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// What libFuzzer calls is built with its instrumentation only, by .ci/fuzz.
if Context.environment["FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "Files", "FuzzTargets", .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Fuzzing"))
}

// Benchmarks stay out of every other build, which then need not fetch what only they use.
if Context.environment["BENCHMARKS"] != nil {
  package.dependencies.append(
    // Saves us the repeating, timing, filtering and comparing of benchmarks. Its default traits
    // would bring libraries that count allocations.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []))
  package.targets += [
    .target(
      name: "BenchmarkSupport",
      dependencies: [
        "VCard", "ICU", "CardFormats", "ContactModel", "ContactSearch", "ContactMatching",
        "ContactStore", "DedupeBooks", "Files",
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Sources/Benchmarks/Support"),
    .executableTarget(
      name: "PlainRun",
      dependencies: [
        "BenchmarkSupport", .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Benchmarks/Tools/PlainRun"),
    // Invented books whose cards' people are known, and what says how well dedupe finds them.
    .target(name: "DedupeBooks", path: "Sources/Benchmarks/Dedupe/Books"),
    .executableTarget(
      name: "Evaluation",
      dependencies: ["DedupeBooks", "ContactMatching", "ContactModel", "MatchTuning", "VCard"],
      path: "Sources/Benchmarks/Dedupe/Evaluation"),
  ]
  for name in [
    "Reading", "Writing", "Converting", "JSONLines", "Base64Coding", "Checking", "Sorting",
    "Contacts", "Finding", "Store", "Deduping",
  ] {
    package.targets.append(
      .executableTarget(
        name: name,
        dependencies: ["BenchmarkSupport", .product(name: "Benchmark", package: "benchmark")],
        path: name == "Deduping"
          ? "Sources/Benchmarks/Dedupe/Deduping" : "Sources/Benchmarks/\(name)",
        plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
  }
}

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system {
  target.swiftSettings = (target.swiftSettings ?? []) + strict
}

// Tests wait for the tool, a disk or what they test, and a release build compiles them in a third to half of
// the time without optimising them. What goes through many octets itself, such as a judge, is TestSupport's,
// but for the tests of two small modules.
for target in package.targets
where target.type == .test && !["CardSortingTests", "CompressionTests"].contains(target.name) {
  // Nothing waits for their modules, so none is made ahead of the rest.
  target.swiftSettings?.append(
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
}
