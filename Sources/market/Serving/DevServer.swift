import Console
import Foundation
import HTTP
import OpenMarket
import Storefront

/// The options of `market serve --dev`.
extension Serve {
  static let dev = Option<Bool>(
    "dev", help: "Serve sample items from memory, for an app's developer; no store is read or written.")
  static let lan = Option<Bool>(
    "lan", help: "With --dev, accept connections from the private network too, for a telephone."
  ).listed(.rare)
  static let seed = Option<String?>(
    "seed", "number",
    help: "With --dev, the items: 60 made from this number, of a sheet, or of a folder of recorded JSON.",
    candidates: .files, defaultValue: "1"
  ).listed(.rare)
  static let seller = Option<[DevSeller]?>(
    "seller", "name:uuid:secret:id",
    help:
      """
      With --dev, a seller as it is compiled into an app. Other users of this machine can see the secret, which is for \
      tests; leave it empty for that of --secret-file.
      """,
    repeats: true
  ) { given in
    try given.texts.map { text in
      guard let seller = DevSeller(text) else {
        throw given.invalid(text, "use NAME:UUID:SECRET:ID, such as red:c4b3f2d8-6061-11e9:password:12")
      }
      return seller
    }
  }.listed(.rare)
  static let secretFile = Option<String?>(
    "secret-file", "file",
    help: "With --dev, the secret of each --seller without one, in this file; '-' reads standard input.",
    candidates: .files
  ).listed(.rare)
  static let tls = Option<Bool>(
    "tls-dev", help: "HTTPS at the old host names: nginx serves it, as .github/OLD-APPS.md shows."
  ).listed(.rare)
  static let now = Option<ReportedTime?>(
    "now", "date", help: "With --dev, the present in the dates of responses, such as 2026-11-20T18:30."
  ) { given in
    if let time = ReportedTime(given.text) { return time }
    throw given.invalid(given.text, "use a time such as 2026-11-20T18:30 or 2026-11-20T18:30Z")
  }.listed(.rare)
  static let worldIdle = Option<Duration?>(
    "world-idle", "time", help: "With --dev, forget a world after this time without a request.",
    defaultValue: "1h"
  ) { given in
    let units = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)]
    for (unit, milliseconds) in units where given.text.hasSuffix(unit) {
      guard let count = Int(given.text.dropLast(unit.count)), (1...1_000_000).contains(count) else { break }
      return .milliseconds(count * milliseconds)
    }
    throw given.invalid(given.text, "use a time such as 2s, 10m or 1h")
  }.listed(.rare)
  static let delay = Option<ClosedRange<Int>?>(
    "delay", "time", help: "With --dev, delay each response by a time such as 1s, or of a range: 200ms..2s."
  ) { given in
    if let range = CommonFaults.delay(given.text) { return range }
    throw given.invalid(given.text, "use a time or a range of times up to 60s, such as 200ms..2s")
  }.listed(.rare)
  static let fail = Option<[CommonFaults.Failure]?>(
    "fail", "share", help: "With --dev, fail a share of the requests, such as 5%, 503:POST or 500:5%:GET.",
    repeats: true
  ) { given in
    try given.texts.map { text in
      if let failure = CommonFaults.Failure(text) { return failure }
      throw given.invalid(text, "use a share, a status and a method, such as 5%, 503:POST or 500:5%:GET")
    }
  }.listed(.rare)
  static let drop = Option<Double?>(
    "drop", "share", help: "With --dev, reset the connection of a share of the requests, such as 2%."
  ) { given in
    if let share = CommonFaults.Failure.percent(given.text) { return share }
    throw given.invalid(given.text, "use a share such as 2%")
  }.listed(.rare)
}

/// The options that write exchanges into files, and answer from them.
extension Serve {
  static let record = Option<String?>(
    "record", "folder",
    help: "Write each request and its response as a JSON file into this folder, without passwords.",
    candidates: .files
  ).listed(.rare)
  static let replay = Option<String?>.replay
}

/// A server for development: sample items in memory, for which nothing has to be set up.
struct DevServer {
  /// Where the items come from.
  private enum Source {
    case number(Int)
    case sheet(String)
    case samples(String)
  }

  let isOnNetwork: Bool
  private let source: Source
  private let sellers: [DevSeller]
  private let secretFile: String?
  let now: Date?
  private let idle: Duration
  private let common: CommonFaults

  /// Nil without `--dev`. Throws for options that need it, and for those that it excludes.
  init?(_ arguments: Arguments, at present: Date) throws {
    guard !arguments[Serve.tls] else {
      throw arguments.error(
        .incomplete(
          "This server speaks no TLS: put nginx before it, as .github/OLD-APPS.md shows under 'Unmodified'"))
    }
    guard arguments[Serve.dev] else {
      let given = arguments.given(
        Serve.lan, Serve.seed, Serve.seller, Serve.secretFile, Serve.now, Serve.worldIdle, Serve.delay,
        Serve.fail, Serve.drop)
      if let option = given.first {
        throw arguments.error(.incomplete("The option '\(option)' needs '--dev'"))
      }
      return nil
    }
    try arguments.refuse(
      Serve.dev, with: Serve.public, Option<String?>.store, Serve.socket, Serve.storefrontSelling,
      Serve.limitStore, Serve.connections)
    try arguments.refuse(Serve.lan, with: Serve.host)
    isOnNetwork = arguments[Serve.lan]
    let seed = arguments[Serve.seed] ?? "1"
    var isFolder: ObjCBool = false
    var common = CommonFaults()
    if let number = Int(seed) {
      source = .number(number)
      common.seed = UInt64(truncatingIfNeeded: number)
    } else if FileManager.default.fileExists(atPath: seed, isDirectory: &isFolder) {
      source = isFolder.boolValue ? .samples(seed) : .sheet(seed)
    } else {
      throw arguments.error(
        .invalidValue(seed, option: Serve.seed.word, reason: "it is no number, and there is no such file"))
    }
    sellers = try arguments[Serve.seller] ?? []
    var (ids, identifiers): (Set<Int>, Set<String>) = ([], [])
    for seller in sellers
    where !ids.insert(seller.id).inserted || !identifiers.insert(seller.identifier).inserted {
      throw arguments.error(
        .invalidValue(
          seller.name, option: Serve.seller.word, reason: "another seller has its id or identifier"))
    }
    secretFile = arguments[Serve.secretFile]
    let open = sellers.first { $0.secret.isEmpty }
    if let open, secretFile == nil {
      throw arguments.error(
        .invalidValue(
          open.name, option: Serve.seller.word, reason: "its secret is empty; add '--secret-file' or a secret"
        ))
    }
    if open == nil, secretFile != nil {
      throw arguments.error(
        .incomplete("The option '--secret-file' needs a '--seller' without a secret, such as red:UUID::12"))
    }
    now = try arguments[Serve.now]?.date(in: SalesCalendar(timeZone: .current), now: present)
    idle = try arguments[Serve.worldIdle] ?? .seconds(3_600)
    common.delay = try arguments[Serve.delay]
    common.failures = try arguments[Serve.fail] ?? []
    common.dropped = try arguments[Serve.drop] ?? 0
    self.common = common
  }

  /// The worlds, whose markets answer by some options, and the sellers.
  ///
  /// - Parameter origins: Those of web pages that may make worlds.
  func worlds(
    _ market: LocalMarket.Options, origins: [String], _ context: CommandContext
  ) async throws -> (Worlds, DevSeed) {
    var options = Worlds.Options()
    options.origins = origins
    (options.market, options.idle, options.now, options.common) = (market, idle, now, common)
    if market.pages != nil {
      options.page = { request, world in
        let curl = world.trial.map { CurlCommand($0.request, masksPasswords: false).text }
        return DevPage.response(to: request, world, curl: curl ?? "")
      }
    }
    let seed = try await seed(context)
    return (Worlds(seed, options), seed)
  }

  private func seed(_ context: CommandContext) async throws -> DevSeed {
    let now = now ?? context.environment.now()
    var sellers = sellers
    if let secretFile {
      let file = Passwords(
        given: .file(secretFile), folder: PasswordFolder(context.settings), console: context.console)
      let secret = try file.givenPassword()?.text ?? ""
      for index in sellers.indices where sellers[index].secret.isEmpty {
        (sellers[index].secret, sellers[index].isSecretKept) = (secret, true)
      }
    }
    switch source {
    case .number(let number):
      return try await DevSeed(DevSeed.entries(number, before: now), sellers: sellers, now: now)
    case .samples(let folder):
      let entries = try? RecordedSamples.entries(inFolder: folder, before: now)
      guard let entries, !entries.isEmpty else { throw CommandFailure.noSamples(folder) }
      return try await DevSeed(entries, sellers: sellers, now: now)
    case .sheet(let path):
      return try await DevSeed(sellers: sellers, now: now) { market in
        let code = try await self.import(path, into: market, context)
        guard code == .done else { throw CommandFailure.noSamples(path) }
      }
    }
  }

  private func `import`(_ path: String, into market: LocalMarket, _ context: CommandContext) async throws
    -> ExitCode
  {
    let variables = context.environment.variables
    // The number of items is no data of this command.
    var console = Console(
      output: CapturedStream(columns: context.console.columns), error: context.console.error,
      input: EmptyInput())
    console.language = context.console.language
    let arguments = try Arguments([path, "--store=:memory:", "--yes", "--quiet"], for: Import.declaration)
    let settings = try Settings(
      arguments, ConfigFile.read(environment: variables), environment: variables, strictness: .strict)
    return try await Import(arguments, settings).run(
      CommandContext(
        arguments, settings, console: console, environment: context.environment, session: market,
        records: WriteRecords()))
  }

  /// The lines for an app: addresses, sellers, the password, and how Swift names the server.
  func lines(_ seed: DevSeed, base: String) -> [LocalizedPhrase] {
    let sellers = seed.sellers.map { seller -> LocalizedPhrase in
      let secret = seller.isSecretKept ? Serve.secretFile.word : seller.secret.sanitizedLine
      return
        """
        Seller \(seller.id): \(seller.name.sanitizedLine) · identifier \(seller.identifier.sanitizedLine) · secret \
        \(secret)
        """
    }
    return [
      "API v1: \(base)/items/1", "API v2a: \(base)/v2a/api/products", "API v2b: \(base)/v2b/api/products",
      "Password of the items of v1: \(DevSeed.password)",
    ] + sellers + [
      "A world for a test: \(base)/w/NAME, then as above",
      "Worlds, requests and faults: \(base)/dev",
      "Swift: let baseURL = URL(string: \"\(base)\")!",
      isOnNetwork
        ? "Info.plist: NSAppTransportSecurity with NSAllowsLocalNetworking, YES"
        : "Info.plist: no entry is needed for this address",
    ]
  }
}

extension ReplaySession {
  /// The session that answers from a folder. Throws where there is nothing recorded.
  static func reading(_ folder: String) throws -> ReplaySession {
    guard let session = try? ReplaySession(folder), session.count > 0 else {
      throw CommandFailure(
        "'\(folder)' has no recorded exchanges", .usage,
        help: "Record some with 'market serve --record \(folder)'")
    }
    return session
  }
}

extension CommandFailure {
  /// A file or folder gives no items to begin with.
  fileprivate static func noSamples(_ path: String) -> CommandFailure {
    CommandFailure(
      "'\(path)' has no items to serve", .usage,
      help:
        "Use a sheet that 'market import' takes as a whole, or a folder of recorded JSON with names, prices and currencies"
    )
  }
}
