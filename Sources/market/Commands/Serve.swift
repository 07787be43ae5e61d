import Console
import Foundation
import HTTP
import OpenMarket

/// `market serve`: the embedded market for everyone who speaks the Open Market API.
struct Serve: Command {
  static let declaration = CommandDeclaration(
    name: "serve", parent: "market", abstract: "Serve the embedded market over the network.",
    discussion: """
      Every client of the Open Market API can use it: those of v1, and those of v2 in the one of its two forms that \
      --api chooses. Other commands can use the same store meanwhile. Ctrl-C stops it when the requests under way are \
      answered; a second one at once.
      """,
    examples: [
      .init("market serve", "On this machine, at http://127.0.0.1:8080."),
      .init("market serve --port 0 --read-only", "At a free port, for looking only."),
      .init(
        "market serve --host 0.0.0.0 --public --public-url https://market.example --trusted-proxy",
        "For everyone, behind a proxy that speaks TLS."),
    ],
    options: [
      Option(
        long: "host", value: "address", help: "Listen at this address.", defaultValue: Self.defaultHost),
      Option(
        long: "port", value: "number", help: "Listen at this port; 0 picks a free one.",
        defaultValue: String(Self.defaultPort)),
      Option(long: "public", help: "Let other machines in: needed for any address but this machine's own."),
      Option(long: "public-url", value: "url", help: "What clients reach it at; image URLs begin with it."),
      Option(
        long: "api", value: "form", help: "The form of v2 to speak.",
        choices: ProductContract.allCases.map(\.rawValue), defaultValue: ProductContract.v2b.rawValue),
      Option(long: "read-only", help: "Refuse everything that would change the market."),
      Option(
        long: "allow-origin", value: "origin", help: "Let web pages of this origin ask; '*' for any.",
        repeats: true),
      Option(long: "trusted-proxy", help: "Believe X-Forwarded-For, -Proto and -Host."),
      Option(
        long: "log", value: "form", help: "Write the access log like this.", choices: ["text", "json"],
        defaultValue: AccessLog.Form.text.rawValue),
      Option(
        long: "limit", value: "name=number",
        help: "Change a limit: \(ServerLimit.allCases.map(\.rawValue).joined(separator: ", ")).",
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
  private let log: AccessLog.Form
  private var options = LocalMarket.Options()
  private var configuration = HTTPServer.Configuration()

  init(_ arguments: Arguments, _ settings: Settings) throws {
    store = settings.store
    host = arguments.value("host") ?? Self.defaultHost
    isPublic = arguments.flag("public")
    origins = try arguments.values("allow-origin").map(Self.origin)
    trustsProxy = arguments.flag("trusted-proxy")
    log = arguments.value("log").flatMap(AccessLog.Form.init) ?? .text
    options.isReadOnly = arguments.flag("read-only")
    options.products = arguments.value("api").flatMap(ProductContract.init) ?? .v2b
    options.pageMemory = 32 << 20
    if let address = arguments.value("public-url") {
      if let problem = ServerAddress.problem(with: address) {
        throw UsageError(
          .invalidValue(address, option: "--public-url", reason: problem), in: Self.declaration)
      }
      options.publicURL = URL(string: address)
    }
    guard isPublic || ServedHosts.isLoopback(host) else {
      throw UsageError(
        .invalidValue(host, option: "--host", reason: "other machines reach it; add '--public' if they may"),
        in: Self.declaration)
    }
    configuration.host = host
    configuration.port = try Self.port(arguments)
    configuration.limits = try ServerLimit.limits(arguments.values("limit"), in: Self.declaration)
    let hosts = ServedHosts(host: host, publicURL: options.publicURL)
    configuration.allowsHost = { hosts.contain($0) }
  }

  /// Refuses what no browser sends as an origin (RFC 6454 §6.2): a page from there would wait for leave in vain.
  private static func origin(_ text: String) throws -> String {
    let url = URL(string: text)
    let parts = [url?.scheme, url?.host()].compactMap(\.self).filter { !$0.isEmpty }
    let written = parts.joined(separator: "://") + (url?.port.map { ":\($0)" } ?? "")
    guard text == "*" || parts.count == 2 && text == written.lowercased() else {
      throw UsageError(
        .invalidValue(text, option: "--allow-origin", reason: "write it like https://shop.example, or '*'"),
        in: declaration)
    }
    return text
  }

  private static func port(_ arguments: Arguments) throws -> Int {
    guard let text = arguments.value("port") else { return defaultPort }
    guard let port = Int(text), (0...65_535).contains(port) else {
      throw UsageError(
        .invalidValue(text, option: "--port", reason: "it must be a whole number up to 65535"),
        in: declaration)
    }
    return port
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    var session: any Session = LocalMarket(at: store, options)
    if trustsProxy { session = ForwardedSession(session) }
    if !origins.isEmpty { session = CrossOriginSession(session, origins: origins) }
    var configuration = configuration
    let log = AccessLog(log, console: context.console)
    defer { log.finish() }
    if !context.isQuiet { configuration.log = { log.write($0) } }
    let signals = StopSignals()
    let server = try HTTPServer(session, configuration)
    let shown = host.contains(":") ? "[\(host)]" : host
    try context.console.print(options.publicURL?.absoluteString ?? "http://\(shown):\(server.port)")
    try context.console.finish()
    if isPublic {
      context.note(
        """
        Everyone who reaches \(shown):\(server.port) can read this market. Passwords cross the network as they
        are: put a server that speaks TLS in front, and see 'market help serve'.
        """)
    }
    await signals.next()
    log.finish()
    context.note("Stopping: the requests under way are answered first. Again stops at once.")
    // Whatever comes first: nobody who waits for the one can be kept by the other.
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    Thread.detachNewThread { end.yield(server.stop()) }
    Task {
      await signals.next()
      end.yield(false)
    }
    let isStopped = await ends.first { _ in true } ?? false
    if !isStopped { context.note("Stopped with requests unanswered.") }
    return .done
  }
}
