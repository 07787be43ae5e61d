// swift-tools-version: 6.2
import PackageDescription

/// The pages, compiled from the project's own sources (the link beside this file), so that their time is measured within a process.
let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func linked(_ name: String, with library: String) -> Target {
  .target(
    name: name, path: "Sources/\(name)",
    linkerSettings: [.linkedLibrary(":\(library)", .when(platforms: [.linux]))])
}

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  targets: [
    linked("CSQLite", with: "libsqlite3.so.0"),
    linked("CCrypt", with: "libcrypt.so.1"),
    linked("CZlib", with: "libz.so.1"),
    .target(name: "CCurl", path: "Sources/CCurl"),
    .target(name: "CPostgres", path: "Sources/CPostgres"),
    .target(name: "CVips", path: "Sources/CVips"),
    .target(name: "CSystem", path: "Sources/CSystem"),
    .target(name: "CAssets", path: "Sources/CAssets"),
    .target(
      name: "SystemSupport", dependencies: ["CSystem"], path: "Sources/System", exclude: ["README.md"],
      swiftSettings: features),
    .target(
      name: "HTTP", dependencies: ["SystemSupport", "CCurl", "CSystem"], path: "Sources/HTTP",
      exclude: ["README.md"], swiftSettings: features),
    .target(
      name: "OpenMarket",
      dependencies: ["HTTP", "SystemSupport", "CAssets", "CSQLite", "CPostgres", "CVips", "CCrypt", "CZlib"],
      path: "Sources/OpenMarket", exclude: ["README.md"], swiftSettings: features),
    .target(
      name: "Wording", dependencies: ["OpenMarket", "SystemSupport"], path: "Sources/Wording",
      exclude: ["README.md"], swiftSettings: features),
    .target(
      name: "Storefront",
      dependencies: ["OpenMarket", "Wording", "HTTP", "SystemSupport", "CAssets", "CZlib"],
      path: "Sources/Storefront", exclude: ["README.md", "Assets"], swiftSettings: features),
    .executableTarget(
      name: "PageBenchmark", dependencies: ["Storefront", "OpenMarket", "HTTP"],
      path: "Targets/PageBenchmark", swiftSettings: features),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x
)
