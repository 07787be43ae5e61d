import Console
import OpenMarket
import SystemSupport
import Wording

/// The fields of an item or a review that `--json` writes.
struct OutputFields: Sendable {
  /// Nil for all fields.
  private let names: [String]?

  static let all = OutputFields(names: nil)

  /// The fields of an item that was deleted: without its images, whose URLs lead nowhere any more, and its ratings.
  static let ofDeleted = OutputFields(
    names: Item.allFields.filter { !["thumbnails", "images", "rating", "rating_count"].contains($0) })

  private init(names: [String]?) {
    self.names = names
  }

  fileprivate init(_ given: GivenOption, known: [String]) throws(UsageError) {
    let names = given.texts.last?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if let unknown = names?.first(where: { !known.contains($0) }) {
      throw given.unknown(unknown, among: known)
    }
    self.names = names
  }

  /// The item as one line of JSON.
  func line(_ item: Item, _ format: OutputFormat) -> String { line(item.members(format)) }

  /// All fields with their values, those of them that are written as one line of JSON.
  func line(_ members: [(key: String, value: JSON)]) -> String {
    guard let names else { return JSON.object(members).text }
    return JSON.object(
      names.map { name in (name, members.first { $0.key == name }?.value ?? .null) }
    ).text
  }
}

extension Option<OutputFields?> {
  static func json(of fields: [String]) -> Self {
    Self(
      "json", "fields", help: "Write JSON, one object a line: all fields, or the given ones.",
      candidates: .list(fields), optionalValue: true, section: .output
    ) { try OutputFields($0, known: fields) }.listed(.rare)
  }
}

/// An item as JSON: the API's names, exact amounts, dates in ISO 8601.
extension Item {
  /// The fields of an item in a list.
  static let rowFields = columns(.ofNames).fields()
  /// The fields of a full item.
  static let allFields = rowFields + ["descriptions", "images"]

  /// The fields with their values, in the order of the API.
  func members(_ format: OutputFormat) -> [(key: String, value: JSON)] {
    var members = Self.columns(format).members(of: self)
    if let description { members.append(("descriptions", .string(description))) }
    if let images { members.append(("images", .array(images.map { .string($0.absoluteString) }))) }
    if let cost { members.append((ItemField.cost.key, .number("\(cost.amount)"))) }
    return members
  }
}

extension ItemDetails {
  /// The value of a field; null, or an empty array, for none.
  func json(_ field: DetailField) -> JSON {
    switch self[field] ?? field.empty {
    case .text(let text): self[field] == nil ? .null : .string(text)
    case .list(let words): .array(words.map { .string($0) })
    case .number(let number): number.map { .number(String($0)) } ?? .null
    case .flag(let isSet): .truth(isSet)
    }
  }
}

extension Option {
  static var json: Option<OutputFields?> { .json(of: Item.allFields) }
  /// `--json` of lists, whose items have fewer fields.
  static var rowJSON: Option<OutputFields?> { .json(of: Item.rowFields) }
  static var movementJSON: Option<OutputFields?> { .json(of: HistoryEntry.columns(.ofNames).fields()) }
  static var reviewJSON: Option<OutputFields?> { .json(of: Review.fields) }
}

extension JSON {
  /// Null for none.
  static func number(_ value: Int?) -> JSON { value.map { .number(String($0)) } ?? .null }

  static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

  /// The value in a line of data: empty for null, with a vertical bar between several.
  var cell: String {
    switch self {
    case .null: ""
    case .array(let values): values.map(\.plainText).joined(separator: "|")
    default: plainText
    }
  }
}
