// swift-tools-version: 6.2
import PackageDescription

/// The readers of other people's bytes, compiled from the project's own sources (the link beside this file) so that the
/// fuzzer sees where their code goes.
let fuzzed: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"]),
]

func fuzzer(_ name: String, of reader: Target.Dependency) -> Target {
  .executableTarget(
    name: name, dependencies: [reader, "CFuzzer"], path: "Targets/\(name)", swiftSettings: fuzzed,
    linkerSettings: [
      .unsafeFlags(["-sanitize=fuzzer,address"]),
      // gold, the default, does not know what the sanitizer writes.
      .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux])),
    ])
}

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "CFuzzer", path: "Targets/CFuzzer"),
    .target(
      name: "CSQLite", path: "Sources/CSQLite",
      linkerSettings: [
        .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
        .linkedLibrary("sqlite3", .when(platforms: [.macOS])),
      ]),
    .target(
      name: "CCrypt", path: "Sources/CCrypt",
      linkerSettings: [.linkedLibrary(":libcrypt.so.1", .when(platforms: [.linux]))]),
    .target(name: "HTTP", path: "Sources/HTTP", swiftSettings: fuzzed),
    .target(
      name: "OpenMarket", dependencies: ["HTTP", "CSQLite", "CCrypt"], path: "Sources/OpenMarket",
      swiftSettings: fuzzed),
    fuzzer("ParserFuzz", of: "HTTP"),
    fuzzer("MultipartFuzz", of: "HTTP"),
    fuzzer("ImageFuzz", of: "OpenMarket"),
  ],
  swiftLanguageModes: [.v6]
)
