import Console
import OpenMarket
import Wording

/// A single item as text: title, price, a line of facts, and the description.
struct ItemCard {
  /// The limit at which a long description is truncated.
  struct Fold {
    /// The largest number of lines of the card.
    let rows: Int
    /// The command line that shows the full description.
    let command: String
  }

  /// The largest width of text, in columns. Longer lines are hard to read.
  private static let widestText = 100
  /// The smallest number of lines of a description, on a small screen.
  private static let leastText = 3

  let item: Item
  let format: OutputFormat
  let style: Style
  let columns: Int
  /// Nil to show everything.
  var fold: Fold?

  var lines: [String] {
    let head = title + price + rating + facts + details
    let text = text
    guard !text.isEmpty else { return head }
    guard let fold else { return head + [""] + text }
    let more = format.text("… more: \(fold.command)").wrapped(toWidth: width, hanging: 2)
    // Two lines are for the empty line above the description and for the shell's prompt.
    let room = max(Self.leastText + more.count, fold.rows - head.count - 2)
    guard text.count > room else { return head + [""] + text }
    var shown = text.prefix(room - more.count)
    while shown.last == "" { shown.removeLast() }
    return head + [""] + shown + more.map(style.dim)
  }

  private var width: Int { min(columns, Self.widestText) }

  private var title: [String] {
    let number = "#\(item.id)"
    let lines = "\(number) \(item.title.sanitizedLine)".wrapped(toWidth: width, hanging: 2)
    guard let first = lines.first, first.hasPrefix(number) else { return lines.map(style.bold) }
    return [style.dim(number) + style.bold(String(first.dropFirst(number.count)))]
      + lines.dropFirst().map(style.bold)
  }

  /// Two lines if both prices do not fit on one.
  private var price: [String] {
    let runs = item.priceRuns(format, style)
    guard runs.displayWidth > columns, runs.count > 1, let old = runs.first else { return [runs.painted] }
    return [[old].painted, ([("→ ", style.dim)] + runs.dropFirst(2)).painted]
  }

  private var rating: [String] {
    item.rating?.line(format).map { [$0] } ?? []
  }

  private var facts: [String] {
    let facts: [LocalizedPhrase?] = [
      item.stock == 0 ? "sold out" : "\(format.count(item.stock)) in stock",
      "added \(format.age(item.registrationDate))",
      item.images.map { $0.isEmpty ? "no images" : $0.count == 1 ? "1 image" : "\($0.count) images" },
      item.rating?.count == 0 ? "no ratings" : nil,
    ]
    return format.facts(facts, width: width).map(style.dim)
  }

  /// Details, on a line of their own where the item has any.
  private var details: [String] {
    let details = DetailField.published.map { field in
      item.details[field].map { field.fact($0.words(format).sanitizedLine) }
    }
    return format.facts(details + [item.cost.map { "cost \(format.price($0))" }], width: width).map(style.dim)
  }

  private var text: [String] {
    guard let description = item.description, !description.isEmpty else { return [] }
    // A market without this limit may send a longer description, which '--json' writes whole.
    return description.beginning(scalars: ItemLimits.descriptionBytes).sanitizedKeepingLines
      .wrapped(toWidth: width)
  }
}
