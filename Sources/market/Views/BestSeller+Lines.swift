import Console
import OpenMarket
import SystemSupport
import Wording

/// A place of a ranking in lines of text.
extension BestSeller {
  /// The fields of `--json`.
  static let fields = [
    "rank", "previous_rank", "change", "status", "id", "title", "pieces", "pieces_to_date", "revenue",
  ]

  /// The fields with their values, in that order.
  var members: [(key: String, value: JSON)] {
    func number(_ value: Int?) -> JSON { value.map { .number(String($0)) } ?? .null }
    return [
      ("rank", number(rank)), ("previous_rank", number(previousRank)), ("change", number(change)),
      ("status", .string(status.rawValue)), ("id", number(id)), ("title", .string(title)),
      ("pieces", number(pieces)), ("pieces_to_date", number(piecesToDate)),
      (
        "revenue",
        revenue.map { .object($0.map { ($0.currency.code, .number("\($0.amount)")) }) } ?? .null
      ),
    ]
  }

  /// The fields of a row for other programs; empty where there is no value.
  var columns: [String] {
    [
      String(rank), previousRank.map { String($0) } ?? "", change.map { String($0) } ?? "", status.rawValue,
      String(id), title, String(pieces), String(piecesToDate),
      (revenue ?? []).map { "\($0.currency.code) \($0.amount)" }.joined(separator: ", "),
    ]
  }

  /// The change in words: `up 2`.
  var changeWords: LocalizedPhrase { status.words(change: change ?? 0) }

  /// The change as a sign, `▲2`, or in words.
  func changeRun(_ format: OutputFormat, _ style: Style, isSign: Bool) -> Cell.Run {
    guard isSign, !format.isAccessible else { return (format.text(changeWords), nil) }
    let places = String(abs(change ?? 0))
    return switch status {
    case .new: (format.text(LocalizedPhrase("NEW")), style.bold)
    case .re: (format.text(LocalizedPhrase("RE")), style.bold)
    case .up: ("▲" + places, style.red)
    case .down: ("▼" + places, style.magenta)
    case .same: ("–", style.dim)
    }
  }

  func priceRuns(_ format: OutputFormat, _ style: Style, showsOldPrice: Bool) -> [Cell.Run] {
    item.priceRuns(format, style, showsOldPrice: showsOldPrice)
  }

  /// The revenue, an amount in each currency.
  func revenueText(_ format: OutputFormat) -> String {
    (revenue ?? []).map(format.price).joined(separator: ", ")
  }

  /// For a screen reader: a name and a value on each line.
  func flatLines(_ format: OutputFormat, of best: BestSellers) -> [String] {
    let fields: [(name: LocalizedPhrase, value: LocalizedPhrase)] = [
      (LocalizedPhrase("Rank"), "\(format.number(rank))"),
      (LocalizedPhrase("Change"), changeWords),
      (LocalizedPhrase("ID"), "\(id)"),
      (LocalizedPhrase("Title"), LocalizedPhrase(verbatim: title.sanitizedLine)),
      (LocalizedPhrase("Price"), item.priceWords(format)),
      (LocalizedPhrase("Pieces"), LocalizedPhrase(verbatim: format.number(pieces))),
      (LocalizedPhrase("Share"), LocalizedPhrase(verbatim: best.shareText(of: self, format))),
      ("Sold in all", LocalizedPhrase(verbatim: format.number(piecesToDate))),
      (LocalizedPhrase("Revenue"), LocalizedPhrase(verbatim: revenueText(format))),
    ]
    return fields.filter { revenue != nil || $0.name != LocalizedPhrase("Revenue") }.map {
      format.text("\($0.name): \($0.value)")
    }
  }
}
