import Console
import OpenMarket
import Wording

/// Items as cards side by side, as many as fit into the width, each with its first image above title, price and stock.
/// Only titles and captions are truncated: a truncated amount is a wrong amount.
struct ItemGrid {
  /// The columns between two cards.
  static let gap = 3
  private static let narrowest = 24
  /// Lines of a card beside the image, and the empty one after it.
  private static let otherRows = 5

  let items: [Item]
  let format: OutputFormat
  let style: Style
  /// The changes of the items.
  let changes: ListDiff
  /// The ranking that the items are of, which the cards then show in place of ids and stocks; nil for a list.
  let ranking: BestSellers?
  let multiplexer: Multiplexer
  /// The width of a card.
  let width: Int
  let cardsInRow: Int
  /// The height of the images in lines; 0 without images.
  let imageRows: Int
  /// The room for the image of a card.
  let box: ImageBox

  /// - Parameter keepsRoom: Whether there is room for images also where no item has one.
  init(
    items: [Item], format: OutputFormat, style: Style, changes: ListDiff = ListDiff(),
    ranking: BestSellers? = nil, columns: Int, screen: ImageRenderer, keepsRoom: Bool = false
  ) {
    self.items = items
    self.format = format
    self.style = style
    self.changes = changes
    self.ranking = ranking
    multiplexer = screen.multiplexer
    let draws = screen.protocol != .none
    let widestPrice = items.map { $0.priceRuns(format, style, showsOldPrice: false).displayWidth }.max()
    let needed = max(Self.narrowest, widestPrice ?? 0)
    cardsInRow = max(1, (columns + Self.gap) / (needed + Self.gap))
    width = (columns - Self.gap * (cardsInRow - 1)) / cardsInRow
    // For photographs of 4:3; a character cell is twice as high as wide.
    box = ImageBox(columns: width, rows: max(1, min(width * 3 / 8, screen.rows - Self.otherRows)))
    imageRows = keepsRoom || draws && items.contains { !$0.thumbnails.isEmpty } ? box.rows : 0
  }

  /// The lines of a card, with the empty one below it.
  var rowHeight: Int { imageRows + 4 }

  /// The title, the price and the stock, in lines.
  func texts(of item: Item) -> [Cell] { [title(item), price(item), stock(item)] }

  /// How many items fit on so many lines: at least one row of them.
  func count(onRows lines: Int) -> Int { max(1, lines / (imageRows + Self.otherRows)) * cardsInRow }

  /// The items of each row of cards.
  var rows: [ArraySlice<Item>] {
    stride(from: 0, to: items.count, by: cardsInRow).map { items[$0..<min($0 + cardsInRow, items.count)] }
  }

  /// The lines of a row of cards.
  ///
  /// - Parameter images: One for each item; nil for an item without images.
  func lines(_ row: ArraySlice<Item>, images: [DisplayedImage?]) -> [String] {
    let cards = zip(row, images).map { item, image in
      (
        texts: self.texts(of: item) + [
          image == nil || image?.drawing == nil ? caption(image) : Cell("")
        ],
        drawing: image?.drawing
      )
    }
    let strip = ImageStrip(
      cards.enumerated().compactMap { index, card in
        card.drawing.map { ($0, index * (width + Self.gap)) }
      }, multiplexer: multiplexer)
    var texts = (0..<4).map { line in joined(cards.map { $0.texts[line] }) }
    if texts.last == "" { texts.removeLast() }
    texts[0] = strip.next + texts[0]
    return strip.lines + texts
  }

  private func title(_ item: Item) -> Cell {
    if let place = place(of: item) {
      return Cell(
        [
          ("\(format.number(place.rank)) ", style.bold),
          place.changeRun(format, style, isSign: style.isColored),
          (" ", nil),
        ] + place.titleRuns(format, style, style.bold)
      )
      .truncated(toWidth: width)
    }
    let mark = changes.marks[item.id].map { [$0.run(style), (" ", nil)] } ?? []
    return Cell(mark + [("#\(item.id) ", style.dim), (item.title, style.bold)])
      .truncated(toWidth: width)
  }

  private func place(of item: Item) -> BestSeller? { ranking?.items.first { $0.id == item.id } }

  /// The price, with the old price and the discount if there is room for them.
  private func price(_ item: Item) -> Cell {
    guard place(of: item)?.isOnSale ?? true else { return Cell([]) }
    let short = item.priceRuns(format, style, showsOldPrice: false)
    let choices = [item.priceRuns(format, style), short, Array(short.prefix(1))]
    return Cell(choices.first { $0.displayWidth <= width } ?? Array(short.prefix(1)))
  }

  private func stock(_ item: Item) -> Cell {
    if let ranking, let place = place(of: item) {
      let facts: [LocalizedPhrase] = [
        "\(format.number(place.pieces)) sold",
        LocalizedPhrase(verbatim: ranking.shareText(of: place, format)),
      ]
      return Cell(format.facts(facts), style.dim).truncated(toWidth: width)
    }
    let cell =
      item.stock == 0
      ? Cell(format.text("sold out"), style.red)
      : Cell(format.text("\(format.count(item.stock)) in stock"), style.dim)
    return cell.truncated(toWidth: width)
  }

  private func caption(_ image: DisplayedImage?) -> Cell {
    Cell(image?.caption ?? format.text("no images"), style.dim).truncated(toWidth: width)
  }

  /// One line of all cards in a row, without trailing spaces.
  private func joined(_ cells: [Cell]) -> String {
    var line = ""
    var spaces = 0
    for cell in cells {
      if cell.width > 0 { line += String(repeating: " ", count: spaces) + cell.rendered }
      spaces = (cell.width > 0 ? 0 : spaces) + width - cell.width + Self.gap
    }
    return line
  }
}
