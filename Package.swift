// swift-tools-version: 6.2
import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  // Lines for backtraces and breakpoints, without types and variables, which take a sixth of a build. A debugger gets those by
  // `swift build -Xswiftc -Xfrontend -Xswiftc -g`.
  .unsafeFlags(["-Xfrontend", "-gline-tables-only"]),
]

/// Link options of a release. A program with Swift's libraries in it exports all its symbols otherwise, which nothing looks
/// up (0.6 MB), and takes C++'s library from the system, whose symbols the loader looks up at each start: a fifth of
/// `market --version`. Not every system with Swift has that library as an archive.
var releaseLinking = ["-Xlinker", "--no-export-dynamic"]
#if os(Linux)
  let compilerFiles = FileManager.default.enumerator(atPath: "/usr/lib/gcc")
  if compilerFiles?.contains(where: { "\($0)".hasSuffix("/libstdc++.a") }) == true {
    releaseLinking += [
      "-L\(Context.packageDirectory)/Sources/market/Linking", "-Xclang-linker", "-static-libgcc",
    ]
  }
#endif

let package = Package(
  name: "market",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "market", targets: ["market"])],
  targets: [
    // The system's libraries, linked by the name of the library itself, so that no -dev package is needed.
    .target(
      name: "CSQLite",
      linkerSettings: [
        .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
        .linkedLibrary("sqlite3", .when(platforms: [.macOS])),
      ]),
    .target(
      name: "CCrypt",
      linkerSettings: [.linkedLibrary(":libcrypt.so.1", .when(platforms: [.linux]))]),
    .target(
      name: "CZlib",
      linkerSettings: [
        .linkedLibrary(":libz.so.1", .when(platforms: [.linux])),
        .linkedLibrary("z", .when(platforms: [.macOS])),
      ]),
    // Opened when they are first used.
    .target(name: "CCurl"),
    .target(name: "CPostgres"),
    .target(name: "CVips"),
    .target(name: "CSystem"),
    // The files that are part of the program: .github/openapi.json, Storefront/Assets, Wording/ko.po,
    // market/Import/Columns/headers.words and market/Import/Shops.
    .target(name: "CAssets"),

    // Not named System, which is a framework of Apple's that Foundation itself imports.
    .target(
      name: "SystemSupport", dependencies: ["CSystem"], path: "Sources/System", exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "HTTP", dependencies: ["SystemSupport", "CCurl", "CSystem"], exclude: ["README.md"],
      swiftSettings: strict),
    // The connection on Apple's systems; on Linux only tests have it, and the program CurlSession.
    .target(name: "URLLoading", dependencies: ["HTTP", "SystemSupport"], swiftSettings: strict),
    .target(
      name: "Console", dependencies: ["SystemSupport"], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Tables", dependencies: ["SystemSupport", "CZlib"], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "OpenMarket",
      dependencies: ["HTTP", "SystemSupport", "CAssets", "CSQLite", "CPostgres", "CVips", "CCrypt", "CZlib"],
      exclude: ["README.md", "Store/README.md"], swiftSettings: strict),
    // The words of the market, at the terminal and on pages.
    .target(
      name: "Wording", dependencies: ["OpenMarket", "SystemSupport", "CAssets"],
      exclude: ["README.md", "ko.po"],
      swiftSettings: strict),
    // The market as pages for a browser.
    .target(
      name: "Storefront",
      dependencies: ["OpenMarket", "Wording", "HTTP", "SystemSupport", "CAssets", "CZlib"],
      exclude: ["README.md", "Assets"], swiftSettings: strict),
    .executableTarget(
      name: "market",
      dependencies: [
        "Storefront", "Wording", "OpenMarket", "HTTP", "Console", "Tables", "SystemSupport", "CAssets",
        .target(name: "URLLoading", condition: .when(platforms: [.macOS])),
      ],
      exclude: ["README.md", "Import/README.md", "Import/Shops", "Import/Columns/headers.words", "Linking"],
      swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(releaseLinking, .when(platforms: [.linux], configuration: .release))
      ]),

    .target(
      name: "TestSupport", dependencies: ["HTTP", "URLLoading", "Console", "OpenMarket"],
      path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(name: "SystemTests", dependencies: ["SystemSupport", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "HTTPTests", dependencies: ["HTTP", "URLLoading", "SystemSupport", "CCurl", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "ConsoleTests", dependencies: ["Console", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "TablesTests", dependencies: ["Tables", "SystemSupport", "CZlib", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "OpenMarketTests", dependencies: ["OpenMarket", "CSQLite", "SystemSupport", "TestSupport"],
      exclude: ["Schemas"],
      swiftSettings: strict),
    .testTarget(
      name: "StorefrontTests",
      dependencies: ["Storefront", "Wording", "OpenMarket", "HTTP", "SystemSupport", "CZlib", "TestSupport"],
      swiftSettings: strict),
    // Walks through the pages in Chromium; left out where it is not installed.
    .testTarget(
      name: "BrowserTests",
      dependencies: ["Storefront", "OpenMarket", "HTTP", "SystemSupport", "TestSupport"],
      path: "Tests/Browser", exclude: ["Pictures"], swiftSettings: strict),
    .testTarget(
      name: "marketTests",
      dependencies: ["market", "Storefront", "Wording", "Tables", "SystemSupport", "TestSupport"],
      exclude: ["Screens"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  // For #embed.
  cLanguageStandard: .gnu2x
)
