import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// A review as lines on a terminal.
struct ReviewText {
  private static let widestText = 100
  private static let indent = "  "

  let review: Review
  let format: OutputFormat
  let style: Style
  let columns: Int
  /// The most lines of the text; nil for all.
  var limit: Int?
  /// Whether a text that the seller has folded is shown.
  var unfolds = false

  var lines: [String] { head + text + answer }

  private var width: Int { max(8, min(columns, Self.widestText) - Self.indent.count) }

  private var head: [String] {
    let facts: [String?] = [
      "#\(review.id) \(review.stars.signs)", review.author?.sanitizedLine,
      review.isVerified ? format.text("verified purchase") : nil, format.age(review.date),
      review.editDate == nil ? nil : format.text(LocalizedPhrase("edited")),
    ]
    let lines = facts.compactMap(\.self).flowing(toWidth: min(columns, Self.widestText))
    guard let first = lines.first else { return [] }
    let number = "#\(review.id)"
    return [style.dim(number) + first.dropFirst(number.count)] + lines.dropFirst()
  }

  private var text: [String] {
    if review.isFolded, !unfolds {
      return [Self.indent + style.dim(format.text("folded by the seller"))]
    }
    return cut(review.text).map { Self.indent + $0 }
  }

  private var answer: [String] {
    guard let answer = review.answer else { return [] }
    let title = style.dim(
      format.facts(["Seller's answer", LocalizedPhrase(verbatim: format.age(answer.date))]))
    return [Self.indent + title] + cut(answer.text).map { Self.indent + $0 }
  }

  private func cut(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    // A market without this limit may send a longer text, which '--json' writes whole.
    let lines = text.beginning(scalars: ReviewLimits.text).sanitizedKeepingLines.wrapped(toWidth: width)
    guard let limit, lines.count > limit else { return lines }
    var shown = Array(lines.prefix(limit))
    shown[limit - 1] = (shown[limit - 1] + " …").truncated(toWidth: width)
    return shown
  }
}

extension Review {
  /// For a screen reader: a name and a value on each line.
  ///
  /// - Parameter unfolds: Whether a text that the seller has folded is shown.
  func flatLines(_ format: OutputFormat, unfolds: Bool = false) -> [String] {
    func verbatim(_ text: String) -> LocalizedPhrase { LocalizedPhrase(verbatim: text) }
    let text: LocalizedPhrase? =
      isFolded && !unfolds
      ? "folded by the seller" : self.text.isEmpty ? nil : verbatim(self.text.sanitizedLine)
    return format.labelled([
      (LocalizedPhrase("Review"), verbatim(String(id))),
      (LocalizedPhrase("Stars"), stars.words),
      author.map { (LocalizedPhrase("Author"), verbatim($0.sanitizedLine)) },
      isVerified ? (LocalizedPhrase("Purchase"), LocalizedPhrase("verified")) : nil,
      (LocalizedPhrase("Written"), verbatim(format.age(date))),
      editDate.map { (LocalizedPhrase("Edited"), verbatim(format.age($0))) },
      text.map { (LocalizedPhrase("Text"), $0) },
      answer.map { ("Seller's answer", verbatim($0.text.sanitizedLine)) },
    ])
  }

  /// The names of the fields, for `--json`.
  static var fields: [String] { columns(.ofNames).fields() }

  static func columns(_ format: OutputFormat) -> [RowColumn<Review>] {
    func date(
      _ key: String, _ header: LocalizedPhrase, _ date: @escaping (Review) -> Date?
    ) -> RowColumn<Review> {
      RowColumn(header) { date($0).map(format.age) ?? "" }
        .field(key) { date($0).map { .string(format.timestamp($0)) } ?? .null }
    }
    return [
      RowColumn("id", LocalizedPhrase("ID")) { .number($0.id) },
      RowColumn("item_id", LocalizedPhrase("ITEM")) { .number($0.itemID) },
      RowColumn("stars", LocalizedPhrase("STARS")) { .number($0.stars.rawValue) },
      RowColumn("text", LocalizedPhrase("TEXT"), flexible: true) { .string($0.text) },
      RowColumn("author", LocalizedPhrase("AUTHOR"), flexible: true) { .text($0.author) },
      RowColumn("verified") { .truth($0.isVerified) },
      RowColumn("folded") { .truth($0.isFolded) },
      date("reviewed_at", LocalizedPhrase("WRITTEN"), \.date),
      date("edited_at", LocalizedPhrase("EDITED"), \.editDate),
      RowColumn("answer", LocalizedPhrase("ANSWER"), flexible: true) { .text($0.answer?.text) },
      date("answered_at", LocalizedPhrase("ANSWERED")) { $0.answer?.date },
    ]
  }

  /// The fields with their values.
  func members(_ format: OutputFormat) -> [(key: String, value: JSON)] {
    Self.columns(format).members(of: self)
  }
}

extension CommandContext {
  /// A review for a person.
  ///
  /// - Parameter limit: The most lines of the text; nil for all.
  func lines(of review: Review, limit: Int? = nil, unfolds: Bool = false) -> [String] {
    format.isFlat
      ? review.flatLines(format, unfolds: unfolds)
      : ReviewText(
        review: review, format: format, style: console.style, columns: console.columns, limit: limit,
        unfolds: unfolds
      ).lines
  }

  /// Writes one review: as JSON, as lines for a person, or in a pipe as lines of name, tab and value.
  func write(_ review: Review, as fields: OutputFields?) throws {
    let members = review.members(format)
    let lines =
      if let fields {
        [fields.line(members)]
      } else if isForPerson {
        lines(of: review)
      } else {
        members.filter { $0.value != .null }.map { TSV.line([$0.key, $0.value.plainText]) }
      }
    for line in lines { try console.print(line) }
  }
}
