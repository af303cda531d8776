// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "vcard",
  platforms: [.macOS(.v26)],
  products: [

  ],
  dependencies: [
  ],
  targets: [
    .target(
      name: "CICU",
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(name: "ICU", dependencies: ["CICU"]),
    .testTarget(name: "ICUTests", dependencies: ["ICU"]),
  ],
  swiftLanguageModes: [.v6]
)

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
