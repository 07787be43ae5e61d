import Foundation
package import HTTP
import OpenMarket

/// The same small market three times, so that each behaviour is tested every way: embedded and filled afresh, recorded
/// from such a one in the folder `MockData`, and behind a socket.
package enum SampleMarket: CaseIterable, Sendable {
  case embedded
  case recorded
  case served

  /// Of every item in it.
  package static let password = "secret"

  /// A market that no other test uses. A recorded one answers as if nothing had happened to it before.
  package func session() async throws -> any Session {
    switch self {
    case .recorded: return MockSession { try Recording.answer(to: $0) }
    case .embedded: return try await Self.filled(TemporaryMarket())
    case .served:
      var options = LocalMarket.Options.forTests
      // So that its images are said to be where those of the others are.
      options.publicURL = LocalMarket.embeddedURL
      return try await Self.filled(ServedMarket(options))
    }
  }

  private static func filled(_ session: any Session) async throws -> any Session {
    let manager = NetworkManager(session: session)
    for (draft, images) in try items() {
      _ = try await manager.add(draft, images: images, password: password)
    }
    return session
  }

  /// What is for sale, from id 1 on.
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
