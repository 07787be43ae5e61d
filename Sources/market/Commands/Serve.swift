import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport

/// `market serve`: serves the embedded market to clients of the Open Market API.
struct Serve: Command {
  static let declaration = CommandDeclaration(
    name: "serve", parent: "market", abstract: "Serve the embedded market over the network.",
    discussion: """
      Works with clients of the Open Market API: v1, and v2 in the variant that --api selects. Other commands can use \
      the same store at the same time. Ctrl-C finishes open requests and stops; a second Ctrl-C stops at once.
      """,
    examples: [
      .init("market serve", "For this machine only, at http://127.0.0.1:8080."),
      .init("market serve --port 0 --read-only", "At a free port, without changes."),
      .init(
        "market serve --host 0.0.0.0 --public --public-url https://market.example --trusted-proxy",
        "For other machines, behind a TLS reverse proxy."),
    ],
    options: [
      Option(
        long: "host", value: "address", help: "Listen at this address; 'localhost' is 127.0.0.1 and ::1.",
        defaultValue: Self.defaultHost),
      Option(
        long: "port", value: "number", help: "Listen at this port; 0 for a free one.",
        defaultValue: String(Self.defaultPort)),
      Option(
        long: "public",
        help: "Accept connections from other machines; required for addresses other than loopback."),
      Option(long: "public-url", value: "url", help: "The URL that clients use; image URLs begin with it."),
      Option(
        long: "api", value: "variant", help: "The variant of v2 to serve.",
        choices: ProductContract.allCases.map(\.rawValue), defaultValue: ProductContract.v2b.rawValue),
      Option(long: "whole-prices", help: "Round fractional prices up in v1, for clients that read integers."),
      Option(
        long: "all-currencies", help: "List items in currencies other than KRW, USD, JPY and HKD in v2."),
      Option(long: "read-only", help: "Reject requests that change the market."),
      Option(
        long: "allow-origin", value: "origin", help: "Allow this CORS origin; '*' for any.", repeats: true),
      Option(long: "trusted-proxy", help: "Trust X-Forwarded-For, -Proto and -Host."),
      Option(
        long: "log", value: "format", help: "Access log format.", choices: ["text", "json"],
        defaultValue: ServerLog.Format.text.rawValue),
      Option(
        long: "limit", value: "name=number",
        help: "Set a limit: \(ServerLimit.allCases.map(\.rawValue).joined(separator: ", ")).",
        repeats: true),
      .store,
    ] + Option.everywhere)

  private static let defaultHost = "127.0.0.1"
  private static let defaultPort = 8080

  private let store: StoreLocation
  private let host: String
  private let isPublic: Bool
  private let origins: [String]
  private let trustsProxy: Bool
  private let logFormat: ServerLog.Format
  private var options = LocalMarket.Options()
  private var configuration = HTTPServer.Configuration()

  init(_ arguments: Arguments, _ settings: Settings) throws {
    store = settings.store
    host = arguments.value("host") ?? Self.defaultHost
    isPublic = arguments.flag("public")
    origins = try arguments.values("allow-origin").map(Self.origin)
    trustsProxy = arguments.flag("trusted-proxy")
    logFormat = arguments.value("log").flatMap(ServerLog.Format.init) ?? .text
    options.isReadOnly = arguments.flag("read-only")
    options.wholePrices = arguments.flag("whole-prices")
    options.allCurrencies = arguments.flag("all-currencies")
    options.products = arguments.value("api").flatMap(ProductContract.init) ?? .v2b
    options.pageMemory = 32 << 20
    if let address = arguments.value("public-url") {
      if let problem = ServerAddress.problem(with: address) {
        throw UsageError(
          .invalidValue(address, option: "--public-url", reason: problem), in: Self.declaration)
      }
      options.publicURL = ServerAddress.url(address)
    }
    guard isPublic || ServedHosts.isLoopback(host) else {
      throw UsageError(
        .invalidValue(
          host, option: "--host", reason: "other machines can reach it; add '--public' to allow that"),
        in: Self.declaration)
    }
    configuration.host = host
    configuration.port = try Self.port(arguments)
    configuration.limits = try ServerLimit.limits(arguments.values("limit"), in: Self.declaration)
    let hosts = ServedHosts(host: host, publicURL: options.publicURL)
    configuration.allowsHost = { hosts.contain($0) }
  }

  /// Throws for text that no browser sends as an origin (RFC 6454 §6.2) and that would never match.
  private static func origin(_ text: String) throws -> String {
    let url = URL(string: text)
    let parts = [url?.scheme, url?.host()].compactMap(\.self).filter { !$0.isEmpty }
    let written = parts.joined(separator: "://") + (url?.port.map { ":\($0)" } ?? "")
    guard text == "*" || parts.count == 2 && text == written.lowercased() else {
      throw UsageError(
        .invalidValue(text, option: "--allow-origin", reason: "use the form https://shop.example, or '*'"),
        in: declaration)
    }
    return text
  }

  private static func port(_ arguments: Arguments) throws -> Int {
    guard let text = arguments.value("port") else { return defaultPort }
    guard let port = Int(text), (0...65_535).contains(port) else {
      throw UsageError(
        .invalidValue(text, option: "--port", reason: "it must be a whole number from 0 to 65535"),
        in: declaration)
    }
    return port
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let log = ServerLog(logFormat, console: context.console)
    var options = options
    options.onError = { log.write($1, for: $0) }
    let market = LocalMarket(at: store, options)
    // Opens the store, so that a file that is not one is an error before anything is printed.
    let summary = try await Self.summary(of: market)
    let signals = StopSignals()
    let server = try HTTPServer(session(market), configuration(log, isQuiet: context.isQuiet))
    try context.console.print(url(server.address, server.port))
    try context.console.finish()
    describe(server, summary, in: context)
    await signals.next()
    await log.finish()
    context.note("Finishing open requests; press Ctrl-C again to stop now.")
    let isFinished = await Self.stop(server, signals)
    await log.finish()
    if !isFinished { context.note("Stopped with open requests.") }
    return .done
  }

  private static func summary(of market: LocalMarket) async throws -> StoreSummary {
    do {
      return try await market.summary()
    } catch let error as StoreError {
      throw MarketError.store(error)
    }
  }

  private func session(_ market: LocalMarket) -> any Session {
    var session: any Session = market
    if trustsProxy { session = ForwardedSession(session) }
    if !origins.isEmpty { session = CrossOriginSession(session, origins: origins) }
    return session
  }

  /// Errors are logged even when responses are not.
  private func configuration(_ log: ServerLog, isQuiet: Bool) -> HTTPServer.Configuration {
    var configuration = configuration
    if !isQuiet { configuration.log = { log.write($0) } }
    configuration.onError = { log.write($1, for: $0) }
    return configuration
  }

  /// Finishes open requests, until the next signal. Returns whether all have finished.
  private static func stop(_ server: HTTPServer, _ signals: StopSignals) async -> Bool {
    let (results, continuation) = AsyncStream.makeStream(of: Bool.self)
    Thread.detachNewThread { continuation.yield(server.stop()) }
    let signal = Task {
      await signals.next()
      continuation.yield(false)
    }
    defer { signal.cancel() }
    return await results.first { _ in true } ?? false
  }

  // MARK: Description

  /// What is served, where, and how to stop it.
  private func describe(_ server: HTTPServer, _ summary: StoreSummary, in context: CommandContext) {
    // A person cannot open the address that stands for all addresses.
    let isUnspecified = ["0.0.0.0", "::"].contains(server.address)
    let url = url(
      isUnspecified ? NetworkAddress.ofThisMachine() ?? "127.0.0.1" : server.address, server.port)
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    let lines: [LocalizedPhrase] = [
      "Store: \(store.description)", "Items: \(grouped: summary.items)", "Open: \(url)",
      "API v1: \(base)/items/1",
      "API v2: \(base)/api/products (\(options.products.rawValue))", "Stop: press Ctrl-C",
    ]
    for line in lines { context.note(line, isWhole: true) }
    if store == .memory { context.note("The store is in memory: nothing is kept after the server stops") }
    if summary.fractionalPrices > 0 {
      context.note(
        options.wholePrices
          ? "Items with a fractional price, rounded up in v1: \(grouped: summary.fractionalPrices)"
          : """
          Items with a fractional price: \(grouped: summary.fractionalPrices). v1 clients that read integers cannot read a \
          page with one of them; use '--whole-prices' to round up.
          """)
    }
    if summary.otherCurrencies > 0 {
      context.note(
        options.allCurrencies
          ? "Items in other currencies than KRW, USD, JPY and HKD, listed in v2: \(grouped: summary.otherCurrencies)"
          : """
          Items in other currencies than KRW, USD, JPY and HKD: \(grouped: summary.otherCurrencies). They are left out of \
          v2; use '--all-currencies' to list them.
          """)
    }
    if isPublic {
      context.note(
        """
        Other machines can read this market. Passwords are sent unencrypted: use a TLS reverse proxy, see \
        'market help serve'.
        """)
    }
  }

  /// The public URL, or the one of a numeric address.
  private func url(_ address: String, _ port: Int) -> String {
    let host = address.contains(":") ? "[\(address)]" : address
    return options.publicURL?.absoluteString ?? "http://\(host):\(port)"
  }
}
