import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// A change of the log as text.
extension LogChange {
  /// The change on one line for a person: `#7 Lamp · Price 12.5 → 10`.
  ///
  /// - Parameter titleWidth: The columns of a longer title, so that on a line of a table the change is seen.
  func line(_ format: OutputFormat, titleWidth: Int = .max) -> String {
    let facts = values(format).map { name, before, after in
      let none = format.text(LocalizedPhrase("none"))
      let (old, new) = String.truncated(
        before.sanitizedLine, toWidth: Self.valueWidth, after.sanitizedLine, toWidth: Self.valueWidth)
      return LocalizedPhrase(
        verbatim: "\(name) \(old.isEmpty ? none : old) → \(new.isEmpty ? none : new)")
    }
    return format.facts([subject(titleWidth: titleWidth), phrase] + facts)
  }

  /// The change in lines of at most `columns` columns: the item, and below it its fields with their values.
  func lines(_ format: OutputFormat, style: Style, columns: Int) -> [String] {
    let rest = phrase.map { format.text($0).displayWidth + 3 } ?? 0
    let subject = subject(titleWidth: .max).map {
      LocalizedPhrase(verbatim: format.text($0).truncated(toWidth: columns - rest))
    }
    let heading = format.facts([subject, phrase])
    return (heading.isEmpty ? [] : [heading])
      + FieldChange.lines(values(format), format, style: style, columns: columns)
  }

  /// The most columns of a value on one line with others.
  private static let valueWidth = 40

  /// The item and its title; nil for a change of none.
  private func subject(titleWidth: Int) -> LocalizedPhrase? {
    let title = title?.sanitizedLine.truncated(toWidth: titleWidth)
    let subject = [item.map { "#\($0)" }, title].compactMap(\.self).joined(separator: " ")
    return subject.isEmpty ? nil : LocalizedPhrase(verbatim: subject)
  }

  /// The changes in the words of the plan of an edit: names with the values before and after, empty for none.
  private func values(_ format: OutputFormat) -> [(name: String, before: String, after: String)] {
    let currencies = currencies
    var values = fields.map { field in
      (
        name: format.text(field.label), before: field.words(field.before, currencies.before, format),
        after: field.words(field.after, currencies.after, format)
      )
    }
    if images != nil {
      let (before, after) = isCounted ? imageCounts(format) : imageTexts
      values.append(
        (
          format.text(LocalizedPhrase("Images")), before.joined(separator: ", "),
          after.joined(separator: ", ")
        ))
    }
    return values
  }

  /// Whether the numbers of images say more than the images: new ones have no names.
  private var isCounted: Bool {
    names == nil && images?.contains { formerImages?.contains($0) != true } ?? false
  }

  private func imageCounts(_ format: OutputFormat) -> (before: [String], after: [String]) {
    ([format.number(formerImages?.count ?? 0)], [format.number(images?.count ?? 0)])
  }

  /// The images before and after: their file names, or their numbers before the change, where there are no names that tell them apart.
  private var imageTexts: (before: [String], after: [String]) {
    let (before, after) = (formerImages ?? [], images ?? [])
    func number(_ image: Int) -> String { before.firstIndex(of: image).map { String($0 + 1) } ?? "?" }
    guard let formerNames, let names, formerNames != names, formerNames.count == before.count,
      names.count == after.count
    else { return (before.map(number), after.map(number)) }
    return (
      zip(before, formerNames).map { $1 ?? number($0) }, zip(after, names).map { $1 ?? number($0) }
    )
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
    var fields = fields.map { [$0.name, $0.before ?? "", $0.after ?? ""] }
    if images != nil {
      let (before, after) = imageTexts
      fields.append([ItemField.images.key, before.joined(separator: "|"), after.joined(separator: "|")])
    }
    return fields.isEmpty ? [head] : fields.map { head + $0 }
  }

  /// The change as JSON.
  var members: JSON {
    var members: [(key: String, value: JSON)] = [("kind", .string(kind.rawValue))]
    if let item { members.append(("item", .number(String(item)))) }
    if let title { members.append(("title", .string(title))) }
    if let review { members.append(("review", .number(String(review)))) }
    func value(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    var fields = fields.map {
      JSON.object([("field", .string($0.name)), ("before", value($0.before)), ("after", value($0.after))])
    }
    if images != nil {
      let (before, after) = imageTexts
      func list(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
      fields.append(
        .object([("field", .string(ItemField.images.key)), ("before", list(before)), ("after", list(after))]))
    }
    if !fields.isEmpty { members.append(("fields", .array(fields))) }
    if !movements.isEmpty {
      members.append(("entries", .array(movements.map { .number(String($0)) })))
    }
    return .object(members)
  }
}

extension LogChange.Field {
  /// A value for a person; empty for none.
  fileprivate func words(_ value: String?, _ currency: Currency?, _ format: OutputFormat) -> String {
    guard let value, !value.isEmpty else { return "" }
    if isPrice, let currency, let amount = Decimal(exactly: value) {
      return format.price(Price(amount, currency))
    }
    if name == ItemField.stock.rawValue, let number = Int(value) { return format.number(number) }
    if name == "registration_date", let microseconds = Double(value) {
      return format.dayAndTime(Date(timeIntervalSince1970: microseconds / 1_000_000))
    }
    if case .detail(let field)? = ItemField(rawValue: name) {
      return DetailValue(stored: value, of: field).words(format)
    }
    return value
  }

  fileprivate var label: LocalizedPhrase {
    switch name {
    case "description": ItemField.descriptions.name
    case "registration_date": LocalizedPhrase("Date")
    case "time_zone": LocalizedPhrase("Time zone")
    case "trash_days": LocalizedPhrase("Days in the trash")
    default: ItemField(rawValue: name)?.name ?? LocalizedPhrase(verbatim: name)
    }
  }
}
