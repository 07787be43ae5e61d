import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// A change of the log as text.
extension LogChange {
  /// The change on one line for a person: `#7 Lamp · Price 12.5 → 10`.
  func line(_ format: OutputFormat) -> String {
    let subject = [item.map { "#\($0)" }, title?.sanitizedLine].compactMap(\.self).joined(separator: " ")
    var facts: [LocalizedPhrase] = subject.isEmpty ? [] : [LocalizedPhrase(verbatim: subject)]
    if let phrase { facts.append(phrase) }
    let currencies = currencies
    facts += fields.map { $0.phrase(currencies, format) }
    if let images {
      let (before, after) = (format.number(formerImages?.count ?? 0), format.number(images.count))
      facts.append(
        LocalizedPhrase(verbatim: "\(format.text(LocalizedPhrase("Images"))) \(before) → \(after)"))
    }
    return format.facts(facts)
  }

  /// The currencies of prices before and after the change; nil where it has none.
  private var currencies: (before: Currency?, after: Currency?) {
    let changed = fields.first { $0.name == ItemField.currency.rawValue }
    return (
      changed?.before.flatMap { Currency($0) } ?? currency,
      changed?.after.flatMap { Currency($0) } ?? currency
    )
  }

  /// The kind of the change; nil where its fields say it.
  private var phrase: LocalizedPhrase? {
    switch kind {
    case .added: LocalizedPhrase("added")
    case .deleted: LocalizedPhrase("deleted")
    case .deletedForGood: LocalizedPhrase("deleted for good")
    case .restored: LocalizedPhrase("restored")
    case .edited where fields.isEmpty && images == nil: LocalizedPhrase("long texts changed")
    case .edited, .moved, .set: nil
    case .reviewed: "review \(review ?? 0) written"
    case .reviewChanged: "review \(review ?? 0) changed"
    case .reviewDeleted: "review \(review ?? 0) deleted"
    case .answered: "review \(review ?? 0) answered"
    case .unanswered: "answer to review \(review ?? 0) removed"
    case .folded: "review \(review ?? 0) folded"
    case .unfolded: "review \(review ?? 0) unfolded"
    case .vendorAdded: LocalizedPhrase("vendor added")
    case .vendorRemoved: LocalizedPhrase("vendor removed")
    case .purged: LocalizedPhrase("purged")
    case .forgotten: LocalizedPhrase("purged since")
    }
  }

  /// For another program: lines of the kind, the item, the title, and the field with its values before and after.
  func rows() -> [[String]] {
    let head = [kind.rawValue, item.map(String.init) ?? "", title ?? ""]
    let fields = fields.map { [$0.name, $0.before ?? "", $0.after ?? ""] }
    return fields.isEmpty ? [head] : fields.map { head + $0 }
  }

  /// The change as JSON.
  var members: JSON {
    var members: [(key: String, value: JSON)] = [("kind", .string(kind.rawValue))]
    if let item { members.append(("item", .number(String(item)))) }
    if let title { members.append(("title", .string(title))) }
    if let review { members.append(("review", .number(String(review)))) }
    func value(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    if !fields.isEmpty {
      let fields = fields.map {
        JSON.object([("field", .string($0.name)), ("before", value($0.before)), ("after", value($0.after))])
      }
      members.append(("fields", .array(fields)))
    }
    if !movements.isEmpty {
      members.append(("entries", .array(movements.map { .number(String($0)) })))
    }
    return .object(members)
  }
}

extension LogChange.Field {
  fileprivate func phrase(
    _ currencies: (before: Currency?, after: Currency?), _ format: OutputFormat
  ) -> LocalizedPhrase {
    func shown(_ value: String?, _ currency: Currency?) -> LocalizedPhrase {
      guard let value, !value.isEmpty else { return LocalizedPhrase("none") }
      if isPrice, let currency, let amount = Decimal(exactly: value) {
        return LocalizedPhrase(verbatim: format.price(Price(amount, currency)))
      }
      if name == ItemField.stock.rawValue, let number = Int(value) {
        return LocalizedPhrase(verbatim: format.number(number))
      }
      if name == "registration_date", let microseconds = Double(value) {
        let date = Date(timeIntervalSince1970: microseconds / 1_000_000)
        return LocalizedPhrase(verbatim: format.dayAndTime(date))
      }
      return LocalizedPhrase(verbatim: value.sanitizedLine.truncated(toWidth: 40))
    }
    let texts = [
      label, shown(before, currencies.before), LocalizedPhrase(verbatim: "→"), shown(after, currencies.after),
    ].map(format.text)
    return LocalizedPhrase(verbatim: texts.joined(separator: " "))
  }

  private var label: LocalizedPhrase {
    switch name {
    case "description": ItemField.descriptions.name
    case "registration_date": LocalizedPhrase("Date")
    case "time_zone": LocalizedPhrase("Time zone")
    case "trash_days": LocalizedPhrase("Days in the trash")
    default: ItemField(rawValue: name)?.name ?? LocalizedPhrase(verbatim: name)
    }
  }
}
