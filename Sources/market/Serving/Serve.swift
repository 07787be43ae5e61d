import Console
import Foundation
import HTTP
import OpenMarket
import Storefront
import SystemSupport

/// `market serve`: serves the embedded market to clients of the Open Market API.
struct Serve: Command {
  /// Known to every command: the declaration takes a third of the time that listing items takes.
  static let name = "serve"

  static let declaration = CommandDeclaration(
    name: Self.name, parent: "market", abstract: "Serve the embedded market over the network.",
    discussion: """
      Works with clients of the Open Market API: v1, and v2 in the variant that --api selects. Other commands can use \
      the same store at the same time. Ctrl-C finishes open requests and stops; a second Ctrl-C stops at once.

      A browser shows the same items as pages: a list, search, best sellers and reviews, without an account. On this \
      machine, and elsewhere with --storefront-selling, sellers also add, change and sell items there.

      Its name, text, logo, colour and the address at which buyers ask are settings of the market: 'market config set' with \
      shop-title, shop-about, shop-logo, shop-colour and shop-contact.

      With --dev, apps that were written for this API run within minutes: 60 items in memory, a copy of them for each \
      test at /w/NAME, and faults on demand; .github/OLD-APPS.md has the steps.
      """,
    examples: [
      .init("market serve", "For this machine only, at http://127.0.0.1:8080."),
      .init("market serve --dev", "Sample items for an app and its tests, at http://127.0.0.1:8080."),
      .init("market serve --port 0 --read-only", "At a free port, without changes."),
      .init("market serve --socket /run/market.sock", "At a Unix domain socket, for a reverse proxy."),
      .init(
        "market serve --host 0.0.0.0 --public --public-url https://market.example --trusted-proxy",
        "For other machines, behind a TLS reverse proxy."),
    ],
    options: Self.host, Self.port, Self.socket, Self.public, Self.publicURL, Self.trustedProxy, Self.readOnly,
    Self.storefrontSelling, Self.dev,
    OptionGroup(
      of: Self.api, Self.exactPrices, Self.currencies, Self.allCurrencies, Self.publicSales, Self.privateBest,
      Self.allowOrigin, Self.noStorefront, Self.title, Self.metricsToken, Self.log, Self.lan, Self.seed,
      Self.seller, Self.secretFile, Self.now, Self.worldIdle, Self.delay, Self.fail, Self.drop, Self.tls,
      Self.record, Self.replay, Self.limit, Self.limitStore, Self.limitUploads, Self.connections
    ).listed(.rare), .store, .everywhere)

  static let usesStore = false
  static let defaultHost = "127.0.0.1"

  let store: StoreLocation
  let isPublic: Bool
  private let origins: [String]
  private let logFormat: ServerLog.Format
  private let metricsToken: String?
  private let dev: DevServer?
  private let record: String?
  private let replay: String?
  /// Signs the operator in on this machine; nil where others may reach the server, and without a market to operate.
  private var link: SignInLink?
  var options = LocalMarket.Options()
  var configuration = HTTPServer.Configuration()

  init(_ arguments: Arguments, _ settings: Settings) throws {
    dev = try DevServer(arguments, at: Date())
    (record, replay) = (arguments[Self.record], arguments[Self.replay])
    try arguments.refuse(
      Self.replay, with: Self.dev, Self.public, Self.record, Option<String?>.store, Self.readOnly)
    try arguments.refuse(Self.record, with: Self.public)
    store = dev == nil && replay == nil ? settings.store : .memory
    isPublic = arguments[Self.public]
    if isPublic, let exposed = ExposedFile.config(settings) { throw exposed }
    origins = try arguments[Self.allowOrigin] ?? []
    logFormat = try arguments[Self.log]
    metricsToken = arguments[Self.metricsToken]
    options.isReadOnly = arguments[Self.readOnly]
    options.roundsPrices = !arguments[Self.exactPrices]
    try arguments.allowOne(of: Self.currencies, Self.allCurrencies)
    options.currencies =
      try arguments[Self.allCurrencies] ? nil : arguments[Self.currencies] ?? ProductContract.listedCurrencies
    options.products = try arguments[Self.api]
    options.pageMemory = 16 << 20
    // A database may have more than the market in it.
    let standard: Int? = if case .postgreSQL = store { nil } else { 10 << 30 }
    options.storeLimit = try arguments[Self.limitStore] ?? standard
    options.connections = try arguments[Self.connections].map(StoreConnections.init) ?? StoreConnections()
    options.clientBytes = try arguments[Self.limitUploads] ?? 1 << 30
    options.storeReserve = options.isReadOnly ? 0 : 1 << 20
    options.publicURLs = try arguments[Self.publicURL] ?? []
    configuration.host = arguments[Self.host] ?? (dev?.isOnNetwork == true ? "0.0.0.0" : Self.defaultHost)
    configuration.port = try arguments[Self.port]
    configuration.socket = try Self.socket(arguments, passed: settings.passedSockets)
    try refuseOtherMachines(arguments)
    let limits = try arguments[Self.limit] ?? ServerLimits()
    configuration.limits = limits.http
    options.reviews = limits.reviews
    let hosts = ServedHosts(
      host: configuration.host, publicURLs: options.publicURLs,
      machine: isPublic || dev?.isOnNetwork == true ? NetworkAddress.nameOfThisMachine() : nil,
      others: dev == nil ? [] : WorldTarget.hosts.map(\.name))
    configuration.allowsHost = { hosts.contain($0) }
    configuration.misdirectedReason = hosts.refusal
    configuration.trustedProxies = try arguments[Self.trustedProxy]
    // A proxy may be behind a socket.
    let isLocal = !isPublic && configuration.trustedProxies == nil && configuration.socket == nil
    link = isLocal && dev == nil && replay == nil && !options.isReadOnly ? SignInLink() : nil
    options.pages = try arguments.pages(settings, isLocal: isLocal, link: link)
    // Figures of a shop are private where others may reach it.
    options.sales.isOpen =
      arguments[Self.publicSales] || !isPublic && configuration.trustedProxies == nil
    options.sales.hasRankings = !arguments[Self.privateBest]
    if configuration.trustedProxies != nil { options.addressFields = TrustedProxies.fields }
  }

  /// The socket to listen at instead of a host and a port. Sockets that were passed leave no choice.
  private static func socket(_ arguments: Arguments, passed: [Int32]) throws -> SocketSource? {
    if !passed.isEmpty {
      if let option = arguments.given(Self.socket, Self.host, Self.port).first {
        throw arguments.error(.conflictingOptions(option, "LISTEN_FDS"))
      }
      return .passed(passed)
    }
    try arguments.refuse(Self.socket, with: Self.host, Self.port, Self.public)
    guard let path = arguments[Self.socket] else { return nil }
    guard !path.isEmpty else {
      throw arguments.error(.invalidValue(path, option: "--socket", reason: "it must be a path"))
    }
    return .path(path)
  }

  /// Throws for an address that other machines can reach, unless `--public` is given.
  private func refuseOtherMachines(_ arguments: Arguments) throws {
    guard !isPublic, dev?.isOnNetwork != true else { return }
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
    throw arguments.error(
      .invalidValue(
        host, option: origin, reason: "other machines can reach it; add '--public' to allow that"))
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let log = ServerLog(
      logFormat, console: context.console, isVerbose: context.settings.isVerbose,
      isBrief: dev != nil && context.console.error.isTerminal)
    var options = options
    options.onError = { log.write($1, for: $0) }
    // Known when the server has started.
    let addresses = ShownValue<[LocalAddress]>([])
    options.addresses = { addresses.value.map(\.url) }
    let status = ServerStatus(
      routes: LocalMarket.routeNames(with: options.pages) + (dev == nil ? [] : Worlds.routeNames))
    options.status = status
    options.version = ProgramVersion.version
    options.metricsToken = try metricsToken.map { try MetricsTokenFile.read($0) }
    if dev == nil, let thumbnails = context.environment.thumbnails {
      options.thumbnails = thumbnails(store, context.settings)
    }
    let market = try await market(options, context)
    let exposed = ExposedFile.store(store)
    if isPublic, let exposed { throw exposed }
    context.warn(of: exposed)
    guard let signals = context.environment.stopSignals() else { throw SocketError.unavailable(EMFILE) }
    let server = try HTTPServer(
      recorded(market.session, log), configuration(log, status, isQuiet: context.interaction.isQuiet))
    addresses.set(server.addresses)
    describe(server, market, in: context)
    if dev == nil, context.environment.thumbnails != nil, options.thumbnails == nil {
      context.note("Lists have whole images: install libvips42")
    }
    // Last: a script that waits for the URL can read the whole description then.
    do {
      try context.console.print(url(of: server))
      try context.console.finish()
    } catch {
      server.stop()
      throw error
    }
    await signals.next()
    status.beginDraining()
    // Signals of its own: a stream whose reader is cancelled ends, and a second signal has to reach `stop`, too.
    await Self.wait(seconds: configuration.limits.drainSeconds, orFor: context.environment.stopSignals())
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
    await outcome {
      await log.finish()
      return true
    } before: {
      try? await Task.sleep(for: .seconds(2))
    }
  }

  /// The outcome of work that ends before another, which is then cancelled; else false. Work that cannot be cancelled goes on.
  private static func outcome(
    of work: @escaping @Sendable () async -> Bool, before other: @escaping @Sendable () async -> Void
  ) async -> Bool {
    let (results, continuation) = AsyncStream.makeStream(of: Bool.self)
    let tasks: [Task<Void, Never>] = [
      Task { _ = continuation.yield(await work()) },
      Task {
        await other()
        continuation.yield(false)
      },
    ]
    defer { for task in tasks { task.cancel() } }
    return await results.first { _ in true } ?? false
  }

  /// Makes the store where there is none, and stores what the config file of an earlier version has set for the pages.
  private func takeOverShop(_ settings: Settings, _ localMarket: LocalMarket) async throws {
    guard !options.isReadOnly else { return }
    let set: [ShopSetting: String?] = [
      .title: settings[.shopTitle].text, .contact: settings[.shopContact].text,
    ]
    try await ClientError.reporting { try await localMarket.adoptShop(set.compactMapValues(\.self)) }
  }

  /// The market that is served: the store, or the worlds of a server for development.
  struct ServedMarket {
    let session: any Session
    var summary: StoreSummary?
    var seed: DevSeed?
    /// Recorded exchanges, where these are served.
    var exchanges: Int?
  }

  /// Opens the store, so that a file that is not one is an error before anything is printed.
  private func market(
    _ options: LocalMarket.Options, _ context: CommandContext
  ) async throws -> ServedMarket {
    if let replay {
      let recorded = try ReplaySession.reading(replay)
      return ServedMarket(
        session: session(recorded, refusal: LocalMarket.refusal(_:of:)), exchanges: recorded.count)
    }
    guard let dev else {
      let localMarket = LocalMarket(at: store, options)
      let summary = try await ClientError.reporting { try await localMarket.summary() }
      try await takeOverShop(context.settings, localMarket)
      let session = session(localMarket, refusal: localMarket.response(to:of:))
      return ServedMarket(session: session, summary: summary)
    }
    let (worlds, seed) = try await dev.worlds(options, origins: origins, context)
    return ServedMarket(
      session: session(WorldSession(worlds), refusal: LocalMarket.refusal(_:of:)),
      summary: try await worlds.summary(), seed: seed)
  }

  private func session(
    _ session: any Session, refusal: @escaping @Sendable (HTTPError, HTTPRequest) -> HTTPResponse
  ) -> any Session {
    CrossOriginSession(
      session, origins: origins, publicURLs: options.publicURLs, exposed: ResponseField.exposed,
      refusal: refusal)
  }

  /// The session of the server: the market, or a recorder of its exchanges.
  private func recorded(_ session: any Session, _ log: ServerLog) throws -> any Session {
    guard let record else { return session }
    do {
      return try RecordingSession(session, to: record) { log.write($1, for: $0) }
    } catch {
      throw CommandFailure(
        "The folder '\(record)' cannot be written", .usage, help: "Use another path with '--record'")
    }
  }

  /// Errors are logged even when responses are not.
  private func configuration(_ log: ServerLog, _ status: ServerStatus, isQuiet: Bool)
    -> HTTPServer.Configuration
  {
    var configuration = configuration
    configuration.status = status
    configuration.date = dev?.now
    configuration.descriptors = DescriptorLimit.raise()
    if !isQuiet { configuration.log = { log.write($0) } }
    configuration.onError = { log.write($1, for: $0) }
    return configuration
  }

  /// Waits so long, or until the next signal.
  private static func wait(seconds: Int, orFor signals: StopSignals?) async {
    guard seconds > 0, let signals else { return }
    _ = await outcome {
      await signals.next()
      return true
    } before: {
      try? await Task.sleep(for: .seconds(seconds))
    }
  }

  /// Finishes open requests, until the next signal. Returns whether all have finished.
  private static func stop(_ server: HTTPServer, _ signals: StopSignals) async -> Bool {
    await outcome {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: server.stop()) }
      }
    } before: {
      await signals.next()
    }
  }
}

/// The description that `market serve` writes to stderr when it starts.
extension Serve {
  /// Writes the store, the addresses, and how to stop the server.
  func describe(_ server: HTTPServer, _ market: ServedMarket, in context: CommandContext) {
    let seed = market.seed
    let url = url(of: server, openable: true)
    let base = apiBase(of: server, url)
    // A proxy or a tunnel needs the address that clients do not use.
    let addresses = options.publicURLs.isEmpty ? "" : server.addresses.map(\.url).joined(separator: ", ")
    var lines: [LocalizedPhrase] = []
    if let summary = market.summary {
      lines = ["Store: \(store.description)", "Items: \(grouped: summary.items)"]
    }
    if let count = market.exchanges { lines.append("Recorded exchanges: \(grouped: count)") }
    let urls = [url] + options.publicURLs.dropFirst().map(\.absoluteString)
    lines.append("Open: \(urls.joined(separator: ", "))")
    if !addresses.isEmpty { lines.append("Listening: \(addresses)") }
    lines +=
      seed.flatMap { dev?.lines($0, base: base) } ?? [
        "API v1: \(base)/items/1", "API v2: \(base)/api/products (\(options.products.rawValue))",
      ]
    lines += ["Connections: at most \(grouped: server.connectionLimit)", "Stop: press Ctrl-C"]
    for line in lines { context.note(line, isWhole: true) }
    if isPublic, context.console.error.isTerminal { showNetwork(server, url, in: context) }
    // A file or a pipe would keep the link.
    if let link, options.pages != nil, options.publicURLs.isEmpty, context.console.error.isTerminal,
      case .network? = server.addresses.first
    {
      context.note("Sign in as the operator, once: \(link.address(at: base))", isWhole: true)
    }
    if store == .memory, seed == nil, market.exchanges == nil {
      context.note("The store is in memory: nothing is kept after the server stops")
    }
    if let summary = market.summary {
      if summary.fractionalPrices > 0 { context.note(fractionalPrices(summary.fractionalPrices)) }
      if summary.otherCurrencies > 0 { context.note(otherCurrencies(summary.otherCurrencies)) }
    }
    if isPublic {
      context.note(
        """
        Other machines can read this market. Passwords are sent unencrypted: use a TLS reverse proxy, see \
        'market help serve'.
        """)
    }
  }

  /// Writes the other addresses of this machine in its networks, and a QR code of the one to open, for a telephone.
  private func showNetwork(_ server: HTTPServer, _ url: String, in context: CommandContext) {
    if options.publicURLs.isEmpty, case .network(let host, let port)? = server.addresses.first,
      ["0.0.0.0", "::"].contains(host)
    {
      let others = NetworkAddress.ofThisMachine().dropFirst().filter { host == "::" || !$0.contains(":") }
      if !others.isEmpty {
        let urls = others.map { LocalAddress.network(host: $0, port: port).url }
        context.note("Open as well: \(urls.joined(separator: ", "))", isWhole: true)
      }
    }
    let console = context.console
    guard !context.format.isAccessible, console.errorStyle.isColored, let code = QRCode(url),
      console.error.columns ?? 0 >= code.width
    else { return }
    for line in code.lines {
      context.note(LocalizedPhrase(verbatim: console.errorStyle.black(onWhite: line)), isWhole: true)
    }
  }

  private func fractionalPrices(_ count: Int) -> LocalizedPhrase {
    guard !options.roundsPrices else {
      return "Items with a fractional price, rounded up for old clients: \(grouped: count)"
    }
    return """
      Items with a fractional price: \(grouped: count). Clients that read integers cannot read a page with one of \
      them; leave out '--exact-prices' to round up.
      """
  }

  private func otherCurrencies(_ count: Int) -> LocalizedPhrase {
    guard let currencies = options.currencies else {
      let codes = Self.codes(ProductContract.listedCurrencies)
      return "Items in currencies other than \(codes), listed in v2: \(grouped: count)"
    }
    return """
      Items in currencies other than \(Self.codes(currencies)): \(grouped: count). They are left out of v2; use \
      '--currencies' or '--all-currencies' to list them.
      """
  }

  /// The codes as `--currencies` takes them.
  static func codes(_ currencies: Set<Currency>) -> String {
    currencies.map(\.code).sorted().joined(separator: ",")
  }

  /// The first public URL, or the one of the first address.
  ///
  /// - Parameter openable: Whether the address that stands for all addresses, which no one can open, is replaced by one
  ///   of this machine.
  func url(of server: HTTPServer, openable: Bool = false) -> String {
    if let url = options.publicURLs.first { return url.absoluteString }
    let address = server.addresses.first ?? .network(host: configuration.host, port: server.port)
    if openable, case .network(let host, let port) = address, ["0.0.0.0", "::"].contains(host) {
      return LocalAddress.network(host: NetworkAddress.ofThisMachine().first ?? "127.0.0.1", port: port).url
    }
    return address.url
  }

  /// The base to which the paths of the API are appended: the URL, or a curl command for a Unix socket, whose URL can
  /// have no path.
  private func apiBase(of server: HTTPServer, _ url: String) -> String {
    if options.publicURLs.isEmpty, case .unix(let path)? = server.addresses.first {
      return "curl --unix-socket \(path.shellQuoted) http://localhost"
    }
    return url.hasSuffix("/") ? String(url.dropLast()) : url
  }
}

extension QRCode {
  /// Columns of its lines.
  var width: Int { side + 2 * Self.margin }

  /// The code with its quiet zone in blocks, two rows of modules a line, to be written in black on white.
  var lines: [String] {
    let sides = -Self.margin..<side + Self.margin
    func isDark(_ column: Int, _ row: Int) -> Bool {
      (0..<side).contains(column) && (0..<side).contains(row) && self[column, row]
    }
    return stride(from: sides.lowerBound, to: sides.upperBound, by: 2).map { row in
      sides.map { column in
        switch (isDark(column, row), isDark(column, row + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
    }
  }
}
