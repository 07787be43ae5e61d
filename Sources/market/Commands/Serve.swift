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

      Sockets that a service manager passes, as systemd does for a socket unit, are used instead of --host and --port.
      """,
    examples: [
      .init("market serve", "For this machine only, at http://127.0.0.1:8080."),
      .init("market serve --port 0 --read-only", "At a free port, without changes."),
      .init("market serve --socket /run/market.sock", "At a Unix domain socket, for a reverse proxy."),
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
        long: "socket", value: "path",
        help: "Listen at this Unix domain socket instead; its owner and group may connect (mode 0660).",
        candidates: .files),
      Option(
        long: "public",
        help: "Accept connections from other machines; required for addresses other than loopback."),
      Option(
        long: "public-url", value: "url",
        help:
          "The URL that clients use; image URLs begin with it, of several with the one that a request names.",
        repeats: true),
      Option(
        long: "api", value: "variant", help: "The variant of v2 to serve.",
        choices: ProductContract.allCases.map(\.rawValue), defaultValue: ProductContract.v2b.rawValue),
      Option(
        long: "exact-prices",
        help: "Do not round fractional prices up in v1, where most clients read integers."),
      Option(long: "whole-prices", help: "Round fractional prices up in v2 too."),
      Option(
        long: "currencies", value: "codes",
        help: "List items in these currencies in v2, such as KRW,USD,JPY; clients must know all of them.",
        defaultValue: Self.codes(ProductContract.listedCurrencies)),
      Option(long: "all-currencies", help: "List items in all currencies in v2."),
      Option(long: "read-only", help: "Reject requests that change the market."),
      Option(
        long: "public-sales",
        help: "Let anyone read sales and revenue, with '--public' or '--trusted-proxy' too."),
      Option(long: "private-best", help: "Refuse to rank items by their sales."),
      Option(
        long: "allow-origin", value: "origin",
        help: "Let web pages of this origin read and write (CORS); '*' for any.", repeats: true),
      Option(
        long: "trusted-proxy", value: "addresses",
        help: """
          Trust X-Forwarded-For, -Proto and -Host from these addresses, networks or 'unix'; without a value from this \
          machine.
          """,
        optionalValue: true),
      Option(
        long: "log", value: "format", help: "Access log format.", choices: ["text", "json"],
        defaultValue: ServerLog.Format.text.rawValue),
      Option(
        long: "limit", value: "name=number",
        help: "Set a limit: \(ServerLimit.allCases.map(\.rawValue).joined(separator: ", ")).",
        repeats: true),
      Option(
        long: "limit-store", value: "size",
        help: "Largest size of the store, such as 500M or 20G; more is refused with 507.", defaultValue: "10G"
      ),
      Option(
        long: "limit-uploads", value: "size",
        help: "The most that one client's network may store in an hour.",
        defaultValue: "1G"),
      .store,
    ] + Option.everywhere)

  private static let defaultHost = "127.0.0.1"
  private static let defaultPort = 8080

  let store: StoreLocation
  let isPublic: Bool
  private let origins: [String]
  private let logFormat: ServerLog.Format
  var options = LocalMarket.Options()
  var configuration = HTTPServer.Configuration()

  init(_ arguments: Arguments, _ settings: Settings) throws {
    store = settings.store
    isPublic = arguments.flag("public")
    if isPublic, let exposed = ExposedFile.config(settings) { throw exposed }
    origins = try arguments.origins(in: Self.declaration)
    logFormat = arguments.value("log").flatMap(ServerLog.Format.init) ?? .text
    options.isReadOnly = arguments.flag("read-only")
    options.priceRounding = try arguments.priceRounding(in: Self.declaration)
    options.currencies = try arguments.currencies(in: Self.declaration)
    options.products = arguments.value("api").flatMap(ProductContract.init) ?? .v2b
    options.pageMemory = 16 << 20
    options.storeLimit = try ByteSize.value("limit-store", arguments, in: Self.declaration) ?? 10 << 30
    options.clientBytes = try ByteSize.value("limit-uploads", arguments, in: Self.declaration) ?? 1 << 30
    options.storeReserve = options.isReadOnly ? 0 : 1 << 20
    options.publicURLs = try arguments.publicURLs(in: Self.declaration)
    configuration.host = arguments.value("host") ?? Self.defaultHost
    configuration.port = try arguments.port(in: Self.declaration) ?? Self.defaultPort
    configuration.socket = try Self.socket(arguments, passed: settings.passedSockets)
    try refuseOtherMachines()
    let limits = try ServerLimit.limits(arguments.values("limit"), in: Self.declaration)
    configuration.limits = limits.http
    options.reviews = limits.reviews
    let hosts = ServedHosts(host: configuration.host, publicURLs: options.publicURLs)
    configuration.allowsHost = { hosts.contain($0) }
    configuration.trustedProxies = try arguments.trustedProxies(in: Self.declaration)
    // Figures of a shop are private where others may reach it.
    options.sales.isOpen =
      arguments.flag("public-sales") || !isPublic && configuration.trustedProxies == nil
    options.sales.hasRankings = !arguments.flag("private-best")
    if configuration.trustedProxies != nil { options.addressFields = TrustedProxies.fields }
  }

  /// The socket to listen at instead of a host and a port. Sockets that were passed leave no choice.
  private static func socket(_ arguments: Arguments, passed: [Int32]) throws -> SocketSource? {
    let path = arguments.value("socket")
    let network = ["host", "port"].filter { arguments.value($0) != nil }
    if !passed.isEmpty {
      if let option = ((path == nil ? [] : ["socket"]) + network).first {
        throw UsageError(.conflictingOptions("--" + option, "LISTEN_FDS"), in: declaration)
      }
      return .passed(passed)
    }
    guard let path else { return nil }
    if let option = (network + (arguments.flag("public") ? ["public"] : [])).first {
      throw UsageError(.conflictingOptions("--socket", "--" + option), in: declaration)
    }
    guard !path.isEmpty else {
      throw UsageError(.invalidValue(path, option: "--socket", reason: "it must be a path"), in: declaration)
    }
    return .path(path)
  }

  /// Throws for an address that other machines can reach, unless `--public` is given.
  private func refuseOtherMachines() throws {
    guard !isPublic else { return }
    var hosts: [(host: String, origin: String)] = []
    switch configuration.socket {
    case nil: hosts = [(configuration.host, "--host")]
    case .path: break
    case .passed(let descriptors):
      for case .network(let host, _) in try PassedSockets.addresses(of: descriptors) {
        hosts.append((host, "LISTEN_FDS"))
      }
    }
    guard let (host, origin) = hosts.first(where: { !ServedHosts.isLoopback($0.host) }) else { return }
    throw UsageError(
      .invalidValue(
        host, option: origin, reason: "other machines can reach it; add '--public' to allow that"),
      in: Self.declaration)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let log = ServerLog(logFormat, console: context.console)
    var options = options
    options.onError = { log.write($1, for: $0) }
    let addresses = ServedAddresses()
    options.addresses = { addresses.urls }
    let market = LocalMarket(at: store, options)
    // Opens the store, so that a file that is not one is an error before anything is printed.
    let summary = try await Self.summary(of: market)
    let exposed = ExposedFile.store(store)
    if isPublic, let exposed { throw exposed }
    context.warn(of: exposed)
    guard let signals = context.stopSignals() else { throw SocketError.unavailable(EMFILE) }
    let server = try HTTPServer(session(market), configuration(log, isQuiet: context.isQuiet))
    addresses.set(server.addresses)
    do {
      try context.console.print(url(of: server))
      try context.console.finish()
    } catch {
      server.stop()
      throw error
    }
    describe(server, summary, in: context)
    await signals.next()
    async let stopped = Self.stop(server, signals)
    if await Self.finish(log) {
      context.note("Finishing open requests; press Ctrl-C again to stop now.")
    }
    let isFinished = await stopped
    if await Self.finish(log), !isFinished { context.note("Stopped with open requests.") }
    return .done
  }

  /// Writes the rest of the log. Returns whether it could be written within two seconds: the reader of stderr may be stuck.
  private static func finish(_ log: ServerLog) async -> Bool {
    let (results, continuation) = AsyncStream.makeStream(of: Bool.self)
    Task {
      await log.finish()
      continuation.yield(true)
    }
    let timer = Task {
      try? await Task.sleep(for: .seconds(2))
      continuation.yield(false)
    }
    defer { timer.cancel() }
    return await results.first { _ in true } ?? false
  }

  private static func summary(of market: LocalMarket) async throws -> StoreSummary {
    do {
      return try await market.summary()
    } catch let error as StoreError {
      throw MarketError.store(error)
    }
  }

  private func session(_ market: LocalMarket) -> any Session {
    CrossOriginSession(
      market, origins: origins, publicURLs: options.publicURLs, refusal: LocalMarket.crossOriginRefusal)
  }

  /// Errors are logged even when responses are not.
  private func configuration(_ log: ServerLog, isQuiet: Bool) -> HTTPServer.Configuration {
    var configuration = configuration
    configuration.descriptors = DescriptorLimit.raise()
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
}
