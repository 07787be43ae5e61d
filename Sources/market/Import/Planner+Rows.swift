import Foundation
import OpenMarket
import Tables

extension PlanProblem {
  init(_ error: ValidationError, of row: ImportRow, _ format: OutputFormat) {
    self.init(
      column: error.field == .descriptions ? ImportColumn.description.rawValue : error.field.rawValue,
      value: error.value, rule: RowDefect.invalid(error).rule, sentence: format.text(error.message))
  }

  static func missingItem(_ row: ImportRow, _ format: OutputFormat) -> Self {
    Self(
      value: row.key?.text, rule: "no-such-item",
      sentence: format.text("There is no item with the key '\((row.key?.text ?? "").sanitizedLine)'"))
  }

  static func existingItem(_ row: ImportRow, _ format: OutputFormat) -> Self {
    Self(
      value: row.key?.text, rule: "item-exists",
      sentence: format.text("There is an item with the key '\((row.key?.text ?? "").sanitizedLine)' already"))
  }

  static func changedItem(_ row: ImportRow, _ format: OutputFormat) -> Self {
    Self(
      column: ImportColumn.version.rawValue, value: row.version, rule: "changed",
      sentence: format.text("The item has changed since it was exported"))
  }
}

extension ImportRow {
  /// Whether the contents of the row identify its item, where its key does not: without a key, and with the id that the
  /// item has in the market of an export.
  var isKnownByContents: Bool {
    switch key {
    case nil, .id?: true
    case .sku?, .reference?: false
    }
  }

  /// Whether the row was exported from another state of an item.
  func isOutdated(_ item: BatchItem?) -> Bool { version != nil && version != item?.version }
}

extension TableRow {
  /// The cells as texts, empty where absent.
  var texts: [String] { cells.map { $0?.plainText ?? "" } }
}

extension TableCell {
  /// The cell as text; the texts of a list with bars between them.
  var plainText: String {
    switch self {
    case .text(let text): text
    case .list(let texts): texts.joined(separator: "|")
    }
  }
}
