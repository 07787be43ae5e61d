import Foundation
package import HTTP
import OpenMarket

/// One small market in three variants, so that each behaviour is tested in all of them: embedded, recorded in the
/// folder `MockData`, and served over a socket.
package enum SampleMarket: CaseIterable, Sendable {
  case embedded
  case recorded
  case served

  /// The password of every item.
  package static let password = "secret"
  /// The password of every review.
  package static let reviewPassword = "opinion"

  /// A new market for one test. A recorded one has no state: each request gets the response of a new market.
  package func session() async throws -> any Session {
    switch self {
    case .recorded: return MockSession { try Recording.response(to: $0) }
    case .embedded: return try await Self.filled(TemporaryMarket())
    case .served:
      var options = LocalMarket.Options.forTests
      // Its image URLs are the same as in the other variants.
      options.publicURLs = [URL.embeddedMarket]
      return try await Self.filled(ServedMarket(options))
    }
  }

  private static func filled(_ session: any Session) async throws -> any Session {
    let manager = NetworkManager(session: session)
    for (draft, images) in try items() {
      _ = try await manager.add(draft, images: images, password: password)
    }
    for review in try reviews() {
      _ = try await manager.review(item: 1, review, password: reviewPassword)
    }
    _ = try await manager.answer(review: 1, "감사합니다 😀", password: password)
    _ = try await manager.fold(review: 3, password: password)
    return session
  }

  /// The reviews of item 1, whose ids begin at 1.
  private static func reviews() throws -> [ReviewDraft] {
    [
      try ReviewDraft(stars: 5, text: "Fast.\n\"As new\"", author: "김철수"), try ReviewDraft(stars: 4),
      try ReviewDraft(stars: 5, text: "연락주세요", author: "spam"),
    ]
  }

  /// The items, whose ids begin at 1.
  private static func items() throws -> [(ItemDraft, [ItemImage])] {
    guard let won = Currency("KRW") else { return [] }
    let png = try ItemImage(path: MockData.path("macbook.png"))
    let jpeg = try ItemImage(path: MockData.path("macbook.jpg"))
    return [
      (
        ItemDraft(
          title: "MacBook Pro", description: "M1, 16 GB\n\"as new\"", price: Price(1_690_000, won),
          discountedPrice: 1_490_000, stock: 3), [png]
      ),
      (ItemDraft(title: "맥북 에어 💻", price: Price(Decimal(1250) / 100, .usDollar), stock: 0), [png, jpeg]),
      (ItemDraft(title: "Mac mini", price: Price(0, won), stock: 1_000_000_000_000), []),
    ]
  }
}
