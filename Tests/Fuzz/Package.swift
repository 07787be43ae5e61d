// swift-tools-version: 6.2
import PackageDescription

/// The parsers of untrusted input, compiled from the project's own sources (the link beside this file), so that the fuzzer
/// can measure their coverage.
let fuzzed: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library", "-enable-testing"]),
]

func fuzzer(_ name: String, of reader: Target.Dependency) -> Target {
  .executableTarget(
    name: name, dependencies: [reader, "CFuzzer"], path: "Targets/\(name)", swiftSettings: fuzzed,
    linkerSettings: [
      .unsafeFlags(["-sanitize=fuzzer,address"]),
      // gold, the default, cannot link the sanitizer's sections.
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
    .target(
      name: "CZlib", path: "Sources/CZlib",
      linkerSettings: [
        .linkedLibrary(":libz.so.1", .when(platforms: [.linux])),
        .linkedLibrary("z", .when(platforms: [.macOS])),
      ]),
    .target(name: "CCurl", path: "Sources/CCurl"),
    .target(name: "CSystem", path: "Sources/CSystem"),
    .target(
      name: "SystemSupport", dependencies: ["CSystem"], path: "Sources/System", exclude: ["README.md"],
      swiftSettings: fuzzed),
    .target(
      name: "HTTP", dependencies: ["SystemSupport", "CCurl", "CSystem"], path: "Sources/HTTP",
      exclude: ["README.md"],
      swiftSettings: fuzzed),
    .target(
      name: "OpenMarket", dependencies: ["HTTP", "SystemSupport", "CSQLite", "CCrypt", "CZlib"],
      path: "Sources/OpenMarket", exclude: ["README.md"], swiftSettings: fuzzed),
    .target(
      name: "Tables", dependencies: ["SystemSupport", "CZlib"], path: "Sources/Tables",
      exclude: ["README.md"],
      swiftSettings: fuzzed),
    fuzzer("ParserFuzz", of: "HTTP"),
    fuzzer("ResponseHeadFuzz", of: "HTTP"),
    fuzzer("MultipartFuzz", of: "HTTP"),
    fuzzer("ImageFuzz", of: "OpenMarket"),
    fuzzer("TableFuzz", of: "Tables"),
  ],
  swiftLanguageModes: [.v6]
)
