import Console
import Foundation
import OpenMarket

extension BestSellers {
  /// The items for cards. One that was deleted has no image and no price, so what stands for it is never shown.
  var gridItems: [Item] {
    items.map { place in
      place.item
        ?? Item(
          id: place.id, title: place.title, price: Price(0, .usDollar), discountedPrice: nil, stock: 0,
          thumbnails: [], registrationDate: .distantPast, description: nil, images: nil)
    }
  }
}

extension CommandContext {
  /// The cards of a ranking, which are drawn one row after the other.
  func cards(of best: BestSellers, on screen: ImageRenderer) -> Gallery.Cards {
    let grid = ItemGrid(
      items: best.gridItems, format: formatNow, style: console.style, ranking: best,
      columns: console.columns, screen: screen)
    return Gallery(market: market, screen: screen, format: formatNow, freshness: .current).cards(of: grid)
  }
}
