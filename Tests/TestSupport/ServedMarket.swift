import Foundation
package import HTTP
package import OpenMarket

/// A market that is served over a loopback socket, on a port that the system chooses.
///
/// As a session it sends its requests over that socket. It stops when it is released.
package final class ServedMarket: Session {
  /// The folder of its store file.
  package let store: TemporaryFolder
  package let port: Int
  private let server: HTTPServer
  /// Shared: each session has its own threads.
  private static let client = networkSession(idle: patience)

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - store: The folder of its store file; two markets can share one.
  ///   - port: The port; 0 for a free one.
  ///   - session: Wraps the market in further sessions, as the options of `market serve` do.
  package init(
    in store: TemporaryFolder? = nil, _ options: LocalMarket.Options = .forTests, port: Int = 0,
    allowsHost: @escaping @Sendable (String) -> Bool = { _ in true }, trustedProxies: TrustedProxies? = nil,
    behind session: (LocalMarket) -> any Session = { $0 }
  ) throws {
    self.store = try store ?? TemporaryFolder()
    var configuration = HTTPServer.Configuration()
    configuration.port = port
    configuration.limits = .patient
    configuration.allowsHost = allowsHost
    configuration.trustedProxies = trustedProxies
    let location = self.store.store()
    var storeOptions = Store.Options.patient(timeout: options.timeout)
    storeOptions.timeZone = options.timeZone
    storeOptions.clientBytes = options.clientBytes
    storeOptions.now = options.now
    let market = LocalMarket(Store(at: location, storeOptions), options)
    server = try HTTPServer(session(market), configuration)
    self.port = server.port
  }

  deinit {
    let server = server
    Thread.detachNewThread { server.stop() }
  }

  /// Stops the server, and returns when its connections are closed.
  package func stop() async throws {
    let server = server
    _ = try await onThread { server.stop() }
  }

  package var location: StoreLocation { store.store() }
  package var authority: String { "127.0.0.1:\(port)" }
  package var url: String { "http://\(authority)" }

  /// Throws for a response field that web pages cannot read (see `checkFields`).
  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    request.scheme = "http"
    request.authority = authority
    let response = try await Self.client.response(to: request)
    try response.checkFields()
    return response
  }
}

extension LocalMarket.Options {
  /// Fast hashes, a fixed clock, and a page cache as large as a server's.
  package static var forTests: LocalMarket.Options {
    var options = LocalMarket.Options()
    options.passwordCost = 1
    options.pageMemory = 32 << 20
    (options.readinessTime, options.timeout) = (patience, patience)
    options.now = { TemporaryMarket.now }
    return options
  }
}
