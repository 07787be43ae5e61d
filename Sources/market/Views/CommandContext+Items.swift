import Console
import OpenMarket

extension CommandContext {
  /// Writes one item: as JSON, as a card on a terminal, as flat lines, or as lines of name, tab and value in a pipe.
  ///
  /// - Parameters:
  ///   - verified: How many ratings are of verified purchases; nil if that is not known.
  ///   - cost: The last known cost of a piece, which is no field of the item's JSON.
  func write(
    _ item: Item, as fields: OutputFields?, fold: ItemCard.Fold? = nil, verified: Int? = nil,
    cost: Price? = nil
  ) throws {
    if let fields { return try console.print(fields.line(item, format)) }
    let lines =
      format.isFlat
      ? item.flatLines(format, verified: verified, cost: cost)
      : console.output.isTerminal
        ? card(item, fold, cost: cost)
        : item.cardLines(format) + (cost.map { [TSV.line([ItemField.cost.key, "\($0.amount)"])] } ?? [])
    for line in lines { try console.print(line) }
  }

  /// Writes one of several items, with an empty line between cards.
  func write(
    _ item: Item, as fields: OutputFields?, fold: ItemCard.Fold?, verified: Int?, cost: Price?,
    isFirst: Bool
  ) throws {
    if !isFirst, fields == nil { try console.print("") }
    try write(item, as: fields, fold: fold, verified: verified, cost: cost)
  }

  func card(_ item: Item, _ fold: ItemCard.Fold?, cost: Price? = nil) -> [String] {
    ItemCard(
      item: item, cost: cost, format: format, style: console.style, columns: console.columns, fold: fold
    )
    .lines
  }
}

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
