package import Foundation
package import HTTP
package import OpenMarket

/// An embedded market in a folder of its own, where time stands still.
package struct TemporaryMarket: Session {
  package let folder: TemporaryFolder
  private let market: LocalMarket

  /// Not a whole second, so that a date that loses its microseconds shows.
  package static let now = Date(timeIntervalSince1970: 1_611_523_563.719116)

  /// - Parameter folder: Where its file is or will be; two markets can share one.
  package init(in folder: TemporaryFolder? = nil, timeout: Duration = .seconds(10)) throws {
    self.folder = try folder ?? TemporaryFolder()
    var options = LocalMarket.Options()
    options.timeout = timeout
    options.passwordCost = 1
    options.now = { Self.now }
    market = LocalMarket(at: .file(self.folder.path(Self.filename)), options)
  }

  package static let filename = "market.sqlite"

  package var path: String { folder.path(Self.filename) }

  /// Asks again without a pause.
  package var manager: NetworkManager {
    NetworkManager(session: self, retries: RetryPolicy(sleep: { _ in }))
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await market.response(to: request)
  }
}
