import Foundation
import HTTP
import OpenMarket
import Storefront
import TestSupport

/// A market with pages in a temporary folder, with a fixed clock.
struct Shop {
  static let password = "shop secret"

  let folder: TemporaryFolder
  let market: LocalMarket

  init(
    _ details: ShopDetails = ShopDetails(), hasPages: Bool = true, isSelling: Bool = false,
    isReadOnly: Bool = false, link: SignInLink? = nil, now: (@Sendable () -> Date)? = nil,
    in folder: TemporaryFolder? = nil
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    var options = LocalMarket.Options.forTests
    options.timeZone = .gmt
    options.isReadOnly = isReadOnly
    if let now { options.now = now }
    if hasPages { options.pages = Storefront.pages(details, isSelling: isSelling, link: link) }
    market = LocalMarket(at: self.folder.store(), options)
  }

  /// A client of the same store.
  var manager: NetworkManager {
    var options = LocalMarket.Options.forTests
    options.timeZone = .gmt
    options.isEmbedded = true
    return NetworkManager(session: LocalMarket(at: folder.store(), options))
  }

  func get(
    _ target: String, _ headers: HTTPHeaders = [.accept: "text/html"], scheme: String = "http"
  ) async throws -> HTTPResponse {
    let response = try await market.response(
      to: HTTPRequest(.get, scheme: scheme, authority: "shop.example", target: target, headers: headers))
    try response.checkFields()
    return response
  }

  /// The contents of a page as text.
  func page(_ target: String, _ headers: HTTPHeaders = [.accept: "text/html"]) async throws -> String {
    String(decoding: try await get(target, headers).body, as: UTF8.self)
  }

  /// Adds items with titles and prices alone.
  func add(_ count: Int) async throws {
    let manager = manager
    for number in 1...count {
      _ = try await manager.add(
        ItemDraft(title: "Lamp \(number)", price: Price(Decimal(number), .usDollar)), images: [],
        password: Self.password)
    }
  }
}
