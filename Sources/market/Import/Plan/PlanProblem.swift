import Console
import Foundation
import OpenMarket
import SystemSupport
import Tables
import Wording

/// A problem of a row, in words.
struct PlanProblem: Codable, Equatable {
  /// The header of the column; nil for the whole row.
  var column: String?
  var value: String?
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

  /// Why a row is skipped; nil for a row without text and one that says so itself.
  init?(skipping reason: RowReading.SkipReason, _ format: OutputFormat) {
    let found: (rule: String, sentence: LocalizedPhrase)? =
      switch reason {
      case .command, .blank: nil
      case .total: (RowDefect.isTotal.rule, RowDefect.isTotal.sentence())
      case .part(let line): ("part", "The row is part of row \(line)")
      case .notForSale(_, true): ("variants", "The shop sells the product as its variants or parts")
      case .notForSale(let cell, _) where cell.isVariablePrice:
        ("variable-price", "Its price is asked for at each sale")
      case .notForSale: ("not-for-sale", "The shop of the file does not sell it")
      }
    guard let found else { return nil }
    self.init(rule: found.rule, sentence: format.text(found.sentence))
    if case .notForSale(let cell, _) = reason { (column, value) = (cell.header, cell.text) }
  }

  init(_ error: ValidationError, _ format: OutputFormat) {
    self.init(
      column: error.field == .descriptions ? ImportColumn.description.rawValue : error.field.rawValue,
      value: error.value, rule: RowDefect.invalid(error).rule, sentence: format.text(error.message))
  }

  /// A field that has changed in the row and in the market since the export.
  static func changed(
    _ field: ItemVersion.Field, _ row: ImportRow, columns: ColumnMap?, former: BatchItem?, present: BatchItem,
    format: OutputFormat
  ) -> Self {
    let column = field.column
    let header = columns?.header(of: column) ?? column.rawValue
    let id = present.id ?? 0
    let (now, was) = (field.shown(of: present, format), former.flatMap { field.shown(of: $0, format) })
    let sentence: LocalizedPhrase =
      // Only the ends of long texts may differ.
      if let now, let was, now != was {
        "#\(id) \(header.shortened) \(was) → \(now) since the export"
      } else if let now, was == nil {
        "#\(id) \(header.shortened) is \(now) now, changed since the export"
      } else {
        "#\(id) \(header.shortened) has changed since the export"
      }
    return Self(
      column: header,
      value: (columns?.entry(of: column)).flatMap { row.source.texts.dropFirst($0.position).first },
      rule: "changed", sentence: format.text(sentence))
  }
}

extension BatchItem {
  /// `#7 Lamp`.
  var name: String { "#\(id ?? 0) \((title ?? "").shortened)" }
}

extension ItemVersion.Field {
  fileprivate var column: ImportColumn { ImportColumn(rawValue: name) ?? .title }

  /// The value of an item in a sentence; nil for images.
  fileprivate func shown(of item: BatchItem, _ format: OutputFormat) -> String? {
    func price(_ amount: Decimal?) -> String? {
      guard let amount else { return nil }
      return item.currency.flatMap { Currency($0) }.map { format.price(Price(amount, $0)) } ?? "\(amount)"
    }
    func quoted(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : "'\($0.shortened)'" } }
    let value: String? =
      switch self {
      case .title: quoted(item.title)
      case .description: quoted(item.description)
      case .price: price(item.price)
      case .discountedPrice: price(item.discountedPrice)
      case .stock: item.stock.map(format.number)
      case .registrationDate: item.registrationDate.map(format.dayAndTime)
      case .reference: quoted(item.reference)
      case .detail(let field): quoted(item.details[field]?.texts.joined(separator: "|"))
      case .images: nil
      }
    return value ?? (self == .images ? nil : format.text(LocalizedPhrase("none")))
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
  /// - Parameter line: That of the plan, which has been sent; nil where it is not known.
  init(_ refusal: BatchRefusal, of line: PlanLine? = nil, format: OutputFormat) {
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
    case .changed(_, let present):
      let id = line?.item?.id ?? 0
      let sentences = present.changedFields.map { field -> LocalizedPhrase in
        let name = field.column.rawValue
        guard let now = field.shown(of: present, format) else {
          return "#\(id) \(name) has changed since the plan"
        }
        guard let was = line?.before.flatMap({ field.shown(of: $0, format) }) else {
          return "#\(id) \(name) is \(now) now, changed since the plan"
        }
        return "#\(id) \(name) \(was) → \(now) since the plan"
      }
      self.init(
        column: present.changedFields.first?.column.rawValue, rule: "changed",
        sentence: format.text(
          sentences.isEmpty
            ? "The item has changed since the plan was made" : LocalizedPhrase(joining: sentences, by: "; ")))
    case .keyMissing: self.init(rule: "refused", sentence: format.text("The row has no key"))
    case .ledger(let refusal):
      self.init(column: ImportColumn.stock.rawValue, rule: "stock", sentence: format.text(refusal.message))
    case .other(let code, let field, let reason):
      self.init(
        column: field, rule: code ?? "refused",
        sentence: format.text(ServerReason.phrase(reason.sanitizedLine)))
    }
  }
}
