import Console
import Foundation
import OpenMarket

extension CommandContext {
  /// The cards of a ranking, which are drawn one row after the other.
  func cards(of best: BestSellers, on screen: ImageRenderer) -> Gallery.Cards {
    let grid = ItemGrid(
      items: best.items.map(\.item), format: formatNow, style: console.style, ranking: best,
      columns: console.columns, screen: screen)
    return Gallery(networkManager: market, screen: screen, format: formatNow, freshness: .current).cards(
      of: grid)
  }
}
