import Foundation
import OpenMarket
import SystemSupport
import Tables

/// A problem of a row, in words.
struct PlanProblem: Equatable {
  /// The header of the column; nil for the whole row.
  var column: String?
  var value: String?
  /// A stable word for the rule.
  let rule: String
  let sentence: String
}

/// Problems of a row, and those that are found in the comparison with the market.
extension PlanProblem {
  init(_ problem: RowProblem, _ format: OutputFormat) {
    self.init(
      column: problem.column, value: problem.value, rule: problem.rule,
      sentence: format.text(problem.sentence))
  }

  /// A value that is not valid in any market.
  init(_ error: ValidationError, _ format: OutputFormat) {
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

  /// A SKU or a reference that another item has.
  static func taken(_ key: RowKey, header: String, _ format: OutputFormat) -> Self {
    Self(
      column: header, value: key.text, rule: "taken",
      sentence: format.text("'\(key.text.shortened)' in '\(header.shortened)' is that of another item"))
  }
}

extension PlanProblem {
  init(_ reader: inout JSONReader) throws(JSONDefect) {
    var (column, rule, sentence, value): (String?, String?, String?, String?)
    try reader.object { reader, name throws(JSONDefect) in
      switch name {
      case "column": try reader.read(&column)
      case "rule": try reader.read(&rule)
      case "sentence": try reader.read(&sentence)
      case "value": try reader.read(&value)
      default: try reader.skip()
      }
    }
    guard let rule, let sentence else { throw .notExpected }
    self.init(column: column, value: value, rule: rule, sentence: sentence)
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("column", column)
      writer.member("rule", rule)
      writer.member("sentence", sentence)
      writer.member("value", value)
    }
  }
}

/// Why the market refuses a line, in words.
extension PlanProblem {
  init(_ refusal: BatchRefusal, _ format: OutputFormat) {
    switch refusal {
    case .invalid(let error): self.init(error, format)
    case .taken(let key):
      // The key of a row is no column.
      let column = key == .rowKey ? nil : key.rawValue
      self.init(column: column, rule: "taken", sentence: format.text("Another item has this value"))
    case .noSuchItem:
      self.init(rule: "no-such-item", sentence: format.text("The item was deleted since the plan was made"))
    case .wrongPassword:
      self.init(rule: "wrong-password", sentence: format.text("The item has another password"))
    case .tooManyAttempts(let seconds):
      self.init(
        rule: "too-many-attempts",
        sentence: format.text("Too many wrong passwords for this item; try again in \(seconds) s"))
    case .changed:
      self.init(rule: "changed", sentence: format.text("The item has changed since the plan was made"))
    case .ledger(let refusal):
      self.init(column: ImportColumn.stock.rawValue, rule: "stock", sentence: format.text(refusal.message))
    case .other(let code, let field, let reason):
      self.init(column: field, rule: code ?? "refused", sentence: reason.sanitizedLine)
    }
  }
}
