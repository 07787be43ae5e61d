import Foundation
package import HTTP
package import OpenMarket

/// A market behind a real socket on the loopback interface, on a port that the system chose. Asked as a session, it is
/// asked over that socket. It stops with the last one who holds it.
package final class ServedMarket: Session {
  /// Where its file is or will be.
  package let store: TemporaryFolder
  package let port: Int
  private let server: HTTPServer
  /// One for all: each has threads of its own.
  private static let client = Network.session(timeout: patience)

  /// - Parameters:
  ///   - store: Two markets can share one.
  ///   - session: What is put before the market, as `market serve` puts what its options ask for.
  package init(
    in store: TemporaryFolder? = nil, _ options: LocalMarket.Options = .forTests,
    allowsHost: @escaping @Sendable (String) -> Bool = { _ in true },
    behind session: (LocalMarket) -> any Session = { $0 }
  ) throws {
    self.store = try store ?? TemporaryFolder()
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configuration.limits = .patient
    configuration.allowsHost = allowsHost
    let market = LocalMarket(at: .file(self.store.path(TemporaryMarket.filename)), options)
    server = try HTTPServer(session(market), configuration)
    port = server.port
  }

  deinit {
    let server = server
    Thread.detachNewThread { server.stop() }
  }

  package var authority: String { "127.0.0.1:\(port)" }
  package var url: String { "http://\(authority)" }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    request.scheme = "http"
    request.authority = authority
    return try await Self.client.response(to: request)
  }
}

extension LocalMarket.Options {
  /// Hashes that cost no time, a clock that stands still, and pages kept as a server keeps them.
  package static var forTests: LocalMarket.Options {
    var options = LocalMarket.Options()
    options.passwordCost = 1
    options.pageMemory = 32 << 20
    options.now = { TemporaryMarket.now }
    return options
  }
}
