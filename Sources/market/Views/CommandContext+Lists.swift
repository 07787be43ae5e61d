import Console
import Foundation
import OpenMarket
import Wording

extension CommandContext {
  /// Writes one item: as JSON, as a card on a terminal, as flat lines, or as lines of name, tab and value in a pipe.
  ///
  /// - Parameter verified: How many ratings are of verified purchases; nil if that is not known.
  func write(
    _ item: Item, as fields: OutputFields?, fold: ItemCard.Fold? = nil, verified: Int? = nil
  ) throws {
    if let fields { return try console.print(fields.line(item, format)) }
    let lines =
      format.isFlat
      ? item.flatLines(format, verified: verified)
      : console.output.isTerminal ? card(item, fold) : item.cardLines(format)
    for line in lines { try console.print(line) }
  }

  /// Reads what one piece of an item's stock has cost; nil where the command is not the operator's, and where it cannot be read.
  func cost(of item: Item) async throws -> Price? {
    try await isOperator() ? await market.cost(of: item) : nil
  }

  func card(_ item: Item, _ fold: ItemCard.Fold?) -> [String] {
    ItemCard(item: item, format: format, style: console.style, columns: console.columns, fold: fold).lines
  }
}

extension NetworkManager {
  /// The cost of one piece of an item's stock, to the operator; nil where it cannot be read.
  func cost(of item: Item) async -> Price? {
    guard isOperated, let cost = try? await export(ExportQuery(.ids([item.id]))).first?.cost else {
      return nil
    }
    return Price(cost, item.price.currency)
  }
}

extension CommandContext {
  /// Shows a cached value at once, fetches the current one, and draws that over it.
  ///
  /// - Parameters:
  ///   - fetch: Fetches the current value. Its error is passed on, and the cached value stays on the screen.
  ///   - lines: The lines of a value; `before` is the cached one, if it is different.
  ///   - remainder: The lines that are printed below instead, if the cached value cannot be drawn over.
  func refreshing<Value: Equatable>(
    _ cached: Fetched<Value>, fetch: () async throws -> Fetched<Value>,
    lines: (_ value: Value, _ before: Value?) throws -> [String],
    remainder: (_ value: Value, _ before: Value) -> [String]
  ) async throws -> Fetched<Value> {
    let former = try lines(cached.value, nil)
    let drawn = DrawnLines(former, columns: console.columns)
    for line in former { try console.print(line) }
    let caption = format.facts([cached.freshness.words(format), LocalizedPhrase("refreshing")])
    let latest = try await console.waiting({ $0.line(caption) }, after: .milliseconds(50), for: fetch)
    guard latest.value != cached.value else { return latest }
    let now = try lines(latest.value, cached.value)
    guard try !console.redraw(now, over: drawn) else { return latest }
    for line in remainder(latest.value, cached.value) { try console.print(line) }
    return latest
  }

  /// Notes the age of what was shown from the cache, and why it could not be fetched. Nothing for other values.
  func note(_ freshness: Freshness) {
    guard case .offline(_, let error) = freshness, let words = freshness.words(format) else { return }
    let (freshness, reason) = (format.text(words), format.text(error.message).sanitizedLine)
    note(
      LocalizedPhrase(
        verbatim: format.facts(
          [console.errorStyle.bold(freshness), reason].map { LocalizedPhrase(verbatim: $0) })))
  }
}

extension Freshness {
  /// `seen 3 minutes ago`, `offline · 3 minutes ago`; nil for a current value.
  func words(_ format: OutputFormat) -> LocalizedPhrase? {
    switch self {
    case .current: nil
    case .cached(let date): "seen \(format.age(date))"
    case .offline(let date, _):
      LocalizedPhrase(
        verbatim: format.facts([LocalizedPhrase("offline"), LocalizedPhrase(verbatim: format.age(date))]))
    }
  }
}

extension CommandContext {
  /// Writes the images of an item below its card on a terminal; their captions where the output is flat.
  ///
  /// - Parameter command: The command that saves all images, for an item with more than are shown.
  func writeImages(of item: Fetched<Item>, all command: String) async throws {
    // Not the small copies: captions tell the dimensions and the size of the image.
    let addresses = item.value.images ?? []
    guard isForPerson, !addresses.isEmpty else { return }
    let gallery = Gallery(
      networkManager: market, screen: format.isFlat ? .none : try images(), format: format,
      freshness: item.freshness)
    let shown = Array(addresses.prefix(ImageRowLayout.most))
    let names = item.value.imageNames ?? []
    try await format.isFlat ? writeWords(shown, names, gallery) : writeRows(shown, names, gallery)
    guard case let others = addresses.count - shown.count, others > 0 else { return }
    let more = format.text("… \(format.count(others)) more: \(command)")
    for line in format.isFlat ? [more] : more.wrapped(toWidth: console.columns, hanging: 2) {
      try console.print(console.style.dim(line))
    }
  }

  private func writeWords(_ addresses: [URL], _ names: [String?], _ gallery: Gallery) async throws {
    for try await image in gallery.images(
      at: addresses, names: names, in: ImageBox(columns: 1, rows: 1))
    {
      guard let image else { continue }
      try console.print(format.text("\(LocalizedPhrase("Image file")): \(image.caption)"))
    }
  }

  /// Writes each row as soon as its images are fetched.
  private func writeRows(_ addresses: [URL], _ names: [String?], _ gallery: Gallery) async throws {
    try console.print("")
    try console.output.flush()
    let box = ImageRowLayout.box(columns: console.columns, screen: gallery.screen)
    var rows = ImageRowLayout(
      columns: console.columns, style: console.style, multiplexer: gallery.screen.multiplexer)
    for try await image in gallery.images(at: addresses, names: names, in: box) {
      guard let image else { continue }
      for line in rows.add(image) { try console.print(line) }
    }
    for line in rows.end() { try console.print(line) }
  }

  /// Writes items as cards with images, each row as soon as its images are fetched.
  ///
  /// - Parameter ranking: That which the items are of; nil for a list.
  func writeGrid(_ items: [Item], of ranking: BestSellers? = nil, _ freshness: Freshness, isFirst: Bool)
    async throws
  {
    var isFirst = isFirst
    let screen = try images()
    let grid = ItemGrid(
      items: items, format: format, style: console.style, ranking: ranking, columns: console.columns,
      screen: screen)
    let gallery = Gallery(networkManager: market, screen: screen, format: format, freshness: freshness)
    var drawn = gallery.images(at: items.map(\.thumbnails.first), in: grid.box)
    for row in grid.rows {
      var shown: [DisplayedImage?] = []
      while shown.count < row.count, let image = try await drawn.next() { shown.append(image) }
      for line in (isFirst ? [] : [""]) + grid.lines(row, images: shown) { try console.print(line) }
      isFirst = false
    }
  }
}
