import Foundation
import OpenMarket
import TestSupport
import Testing

extension Home {
  /// A home with `count` items in its market, added three hours ago by the system clock, which the program uses. Ages
  /// in days would depend on the calendar: the date may change during a test.
  static func selling(_ count: Int) async throws -> Home {
    let home = try Home()
    try home.write("", to: ".local/share/market/.keep")
    try await home.embeddedMarket.sell(count)
    return home
  }

  /// The embedded market in this home.
  var embeddedMarket: NetworkManager {
    NetworkManager(session: LocalMarket(at: .file(path + "/.local/share/market/market.db"), .threeHoursAgo))
  }
}

extension LocalMarket.Options {
  static var threeHoursAgo: LocalMarket.Options {
    var options = LocalMarket.Options.forTests
    options.now = { Date() - 3 * 3_600 }
    return options
  }
}

extension NetworkManager {
  /// Adds `count` items; every third has a Korean title, every fourth is sold out.
  func sell(_ count: Int) async throws {
    let won = try #require(Currency("KRW"))
    for number in 1...count {
      let title = number.isMultiple(of: 3) ? "기계식 키보드 \(number)" : "Brass lamp \(number)"
      let draft = ItemDraft(title: title, price: Price(Decimal(number * 1_000), won), stock: number % 4)
      _ = try await add(draft, images: [], password: "hunter2")
    }
  }
}
