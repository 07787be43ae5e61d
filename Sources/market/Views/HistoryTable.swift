import Console
import OpenMarket
import Wording

/// The entries of a history as a table. What a narrow terminal has no column for follows below each entry: nothing is
/// truncated.
struct HistoryTable {
  /// The width of a title below which another column is left out.
  private static let enoughTitle = 24
  /// The width of the details below which they have lines of their own.
  private static let enoughDetails = 20

  let entries: [HistoryEntry]
  let columns: [String]
  let format: OutputFormat
  /// The titles of the items by their ids, for a table of several items.
  var titles: [Int: String] = [:]

  func lines(for console: Console, showsHeader: Bool) -> [String] {
    let chosen = columns.filter { $0 != "details" }
    if console.isAccessible { return table(columns).labelledLines }
    var shown = chosen
    while shown.count > 1, table(shown).leastWidth(enough: Self.enoughTitle) > console.columns {
      shown.remove(at: shown.lastIndex(where: HistoryEntry.less.contains) ?? shown.count - 1)
    }
    let others = chosen.filter { !shown.contains($0) }
    let table = table(shown)
    let widths = table.widths(fitting: console.columns)
    var lines = table.lines(widths: widths, style: console.style, showsHeader: showsHeader)
    guard columns.contains("details") || !others.isEmpty else { return lines }
    // Beside the columns where there is room, else below them.
    let width = widths.reduce(0, +) + Table.gap * widths.count
    let isBeside = console.columns - width >= Self.enoughDetails
    let start = isBeside ? width : min((widths.first ?? 0) + Table.gap, console.columns / 2)
    let indent = String(repeating: " ", count: start)
    func beside(_ line: String, _ text: String) -> String { line.padded(toWidth: start) + text }
    var header: [String] = []
    if showsHeader {
      let title = console.style.bold(format.text(LocalizedPhrase("DETAILS")))
      // A style has no width, but its escape sequences would be counted.
      let plain = table.lines(widths: widths, style: .plain, showsHeader: true)[0]
      let padding = String(repeating: " ", count: max(0, start - plain.displayWidth))
      header = [lines.removeFirst() + (isBeside ? padding + title : "")]
    }
    let body = zip(lines, entries).flatMap { line, entry in
      let facts = entry.facts(format, besides: shown, naming: others, details: columns.contains("details"))
      let texts = format.facts(facts, width: console.columns - start)
      return isBeside
        ? [beside(line, texts.first ?? "").withoutTrailingSpaces] + texts.dropFirst().map { indent + $0 }
        : [line] + texts.map { indent + $0 }
    }
    return header + body
  }

  private func table(_ columns: [String]) -> Table {
    let known = HistoryEntry.columns(format, titles: titles, besides: columns)
    return Table(entries, in: known.named(columns), format)
  }
}
