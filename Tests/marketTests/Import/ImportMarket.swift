import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// A home whose market is in this process or served, for imports and exports.
final class ImportMarket: Sendable {
  let home: Home
  private let server: ServedMarket?
  private let web: (@Sendable (Settings) -> any Session)?

  /// - Parameters:
  ///   - home: Another market's, for the same files and passwords; nil for a new one.
  ///   - web: Makes the session to the servers of the web; nil for the network.
  ///   - session: Wraps the served market.
  init(
    isServed: Bool = false, home other: Home? = nil, web: (@Sendable (Settings) -> any Session)? = nil,
    behind session: (LocalMarket) -> any Session = { $0 }
  ) throws {
    let home = try other ?? Home()
    (self.home, self.web) = (home, web)
    guard isServed else {
      server = nil
      return
    }
    var options = LocalMarket.Options.forTests
    options.now = { home.now }
    options.timeZone = TimeZone(identifier: "Asia/Seoul")
    server = try ServedMarket(options, behind: session)
  }

  /// The address of the served market.
  var url: String? { server?.url }

  /// Runs a command line in a pipe, or at a terminal of that width.
  func run(
    _ line: String, columns: Int? = nil, input: [String] = [], environment: [String: String] = [:]
  ) async -> Outcome {
    var terminal = Terminal(home: home, columns: columns, input: input, environment: environment)
    terminal.web = web
    if let server { terminal.environment["MARKET_SERVER"] = server.url }
    return await terminal.run(line)
  }

  /// Runs a command whose words may have any characters.
  func run(words: [String]) async -> Outcome {
    var terminal = Terminal(home: home)
    if let server { terminal.environment["MARKET_SERVER"] = server.url }
    return await terminal.run(words: words)
  }

  /// Writes a table and imports it.
  func importing(_ table: String, as name: String = "items.csv", _ options: String = "--yes") async throws
    -> Outcome
  {
    try home.write(table, to: name)
    return await run("import \(home.path)/\(name) --currency KRW \(options)")
  }

  /// The items as lines of JSON, without empty texts.
  ///
  /// - Parameter keys: The keys to omit, such as those that another market does not share.
  func items(without keys: Set<String> = ["id", "version", "registration_date"]) async throws -> [String] {
    try await run("export --format jsonl").output.split(separator: "\n").map { line in
      let item = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let kept = item.filter { !keys.contains($0.key) && $0.value as? String != "" }
      let data = try JSONSerialization.data(
        withJSONObject: kept, options: [.sortedKeys, .withoutEscapingSlashes])
      return String(decoding: data, as: UTF8.self)
    }
  }

  /// The movements of an item, the newest first.
  func history(_ id: Int) async -> [String] {
    await run("history \(id) --json=kind,quantity,stock").output.split(separator: "\n").map(String.init)
  }

  /// A file of the home without the path of the home, in which the name is random.
  func text(of name: String) throws -> String {
    try home.text(of: name).replacing(home.path, with: "HOME")
  }
}

extension Outcome {
  /// `text` without the random names of a home and of a password file.
  func text(in market: ImportMarket) -> String {
    text.replacing(market.home.path, with: "HOME").replacing(/market-[0-9a-f]{32}/, with: "PASSWORD")
  }

  /// Expects that text.
  func prints(
    _ expected: String, in market: ImportMarket, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = text(in: market)
    #expect(text == expected, sourceLocation: sourceLocation)
  }
}
