package import Foundation
package import HTTP
package import OpenMarket

/// An embedded market in a temporary folder, with a fixed clock.
package struct TemporaryMarket: Session {
  package let folder: TemporaryFolder
  private let market: LocalMarket
  /// The market for a client in this process.
  private let embedded: LocalMarket

  /// Has microseconds, so that a test notices a date that loses them.
  package static let now = Date(timeIntervalSince1970: 1_611_523_563.719116)

  /// - Parameter folder: The folder of the store file; two markets can share one.
  package init(in folder: TemporaryFolder? = nil, timeout: Duration = .seconds(10)) throws {
    self.folder = try folder ?? TemporaryFolder()
    var options = LocalMarket.Options()
    options.timeout = timeout
    options.passwordCost = 1
    options.now = { Self.now }
    // By another clock what is deleted would be over at once, and go for good when the store is next tidied.
    var storeOptions = Store.Options.patient(timeout: timeout)
    storeOptions.now = options.now
    let store = Store(at: self.folder.store(), storeOptions)
    market = LocalMarket(store, options)
    options.isEmbedded = true
    embedded = LocalMarket(store, options)
  }

  package static let filename = "market.sqlite"

  package var location: StoreLocation { folder.store() }
  package var path: String { folder.path(Self.filename) }

  /// A client that retries without a delay.
  package var manager: NetworkManager {
    NetworkManager(session: embedded, retries: RetryPolicy(sleep: { _ in }))
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await market.response(to: request)
  }
}
