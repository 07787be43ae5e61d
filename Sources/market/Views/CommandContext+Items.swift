import Console
import OpenMarket

extension CommandContext {
  /// Writes one item: as JSON, as a card on a terminal, as flat lines, or as lines of name, tab and value in a pipe.
  ///
  /// - Parameter verified: How many ratings are of verified purchases; nil if that is not known.
  func write(
    _ item: Item, as fields: OutputFields?, _ fold: ItemCard.Fold? = nil, verified: Int? = nil
  ) throws {
    if let fields { return try console.print(fields.line(item, format)) }
    let lines =
      format.isFlat
      ? item.flatLines(format, verified: verified)
      : console.output.isTerminal ? card(item, fold) : item.cardLines(format)
    for line in lines { try console.print(line) }
  }

  /// Writes one of several items, with an empty line between cards.
  func write(
    _ item: Item, as fields: OutputFields?, _ fold: ItemCard.Fold?, verified: Int?, isFirst: Bool
  ) throws {
    if !isFirst, fields == nil { try console.print("") }
    try write(item, as: fields, fold, verified: verified)
  }

  func card(_ item: Item, _ fold: ItemCard.Fold?) -> [String] {
    ItemCard(item: item, format: format, style: console.style, columns: console.columns, fold: fold)
      .lines
  }
}
