package import Foundation
package import SystemSupport

/// A condition on the items of a list. A new one is a case here and the properties that the compiler then asks for: options, query
/// items, exports and SQL read them.
///
/// The raw value is the option without its dashes, and the query item.
package enum ItemCondition: String, Sendable, CaseIterable {
  case soldOut = "sold-out"
  case inStock = "in-stock"
  /// Fewer pieces than a number.
  case below
  case currency
  /// At least, and at most, of what is paid.
  case min
  case max
  case discounted
  /// The name of a vendor, or its id.
  case vendor
  /// All of some tags.
  case tag
  /// Added on a day or later.
  case since
  case soldSince = "sold-since"
  /// Not sold, and in the market, for a number of days.
  case unsoldFor = "unsold-for"
  case withoutImage = "without-image"
  /// With a stock at or below the item's own level.
  case low
  case offSale = "off-sale"

  package enum Kind: Sendable {
    case flag
    /// A number of pieces from 1.
    case count
    case currency
    /// An amount in major units of whatever currency.
    case amount
    case text
    /// Words, all of which have to be there.
    case words
    case day
    /// A number of days from 1, such as `30d`.
    case days
  }

  package var kind: Kind {
    switch self {
    case .soldOut, .inStock, .discounted, .withoutImage, .low, .offSale: .flag
    case .below: .count
    case .currency: .currency
    case .min, .max: .amount
    case .vendor: .text
    case .tag: .words
    case .since, .soldSince: .day
    case .unsoldFor: .days
    }
  }

  /// Describes the values that it takes, as the end of a sentence.
  package var rule: LocalizedPhrase {
    switch kind {
    case .flag: "1"
    case .count: "a whole number from 1"
    case .currency: "a currency that ISO 4217 lists"
    case .amount: "an amount, such as 12.50"
    case .text: "a text of up to \(ListFilter.textBytes) bytes"
    case .words: "up to \(ItemLimits.tags) tags of up to \(ItemLimits.tagCharacters) characters"
    case .day: GivenDay.examples
    case .days: "a number of days from 1 to \(ListFilter.days), such as 30d"
    }
  }
}

/// Which items of a list are wanted: those for which all conditions hold.
package struct ListFilter: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case flag
    case count(Int)
    case currency(Currency)
    case amount(Decimal)
    case text(String)
    case words([String])
    case day(GivenDay)
    case days(Int)
  }

  static let textBytes = 1_000
  /// A hundred years.
  static let days = 36_500

  private var values: [ItemCondition: Value] = [:]

  package init() {}

  package subscript(_ condition: ItemCondition) -> Value? {
    get { values[condition] }
    set { values[condition] = newValue }
  }

  package var isEmpty: Bool { values.isEmpty }

  /// Whether the items that it leaves change with time, without a write.
  var dependsOnTime: Bool { values.keys.contains { [.since, .soldSince, .unsoldFor].contains($0) } }

  /// The conditions that are given, in the order of their declaration.
  package var conditions: [(condition: ItemCondition, value: Value)] {
    ItemCondition.allCases.compactMap { condition in values[condition].map { (condition, $0) } }
  }

  /// The conditions as a server repeats them in `Applied-Filters`: `below, tag`.
  package var names: String { conditions.map(\.condition.rawValue).joined(separator: ", ") }
}

extension ListFilter.Value {
  /// Reads the texts of a condition, one for all but words; nil for texts that are none of its kind.
  package init?(_ texts: [String], of condition: ItemCondition) {
    guard let text = texts.last else { return nil }
    let value: Self? =
      switch condition.kind {
      case .flag: text == "1" || text == "true" ? .flag : nil
      case .count: Int.positive(text).flatMap { $0 <= ItemLimits.stock ? .count($0) : nil }
      case .currency: Currency(text).map { .currency($0) }
      case .amount:
        Decimal(exactly: text).flatMap { (0...ItemLimits.price).contains($0) ? .amount($0) : nil }
      case .text:
        (1...ListFilter.textBytes).contains(text.utf8.count) && !text.utf8.contains(0) ? .text(text) : nil
      case .words:
        (try? ValidDraft.check(.list(texts.map(\.composed)), of: .tags)).map { .words(texts.map(\.composed)) }
      case .day: GivenDay(text).map { .day($0) }
      case .days:
        Int.positive(text.hasSuffix("d") ? String(text.dropLast()) : text)
          .flatMap { $0 <= ListFilter.days ? .days($0) : nil }
      }
    guard let value else { return nil }
    self = value
  }

  /// The value of a condition of its kind; nil for one of another.
  var count: Int? { if case .count(let count) = self { count } else { nil } }
  package var currency: Currency? { if case .currency(let currency) = self { currency } else { nil } }
  var amount: Decimal? { if case .amount(let amount) = self { amount } else { nil } }
  var name: String? { if case .text(let text) = self { text } else { nil } }
  var words: [String]? { if case .words(let words) = self { words } else { nil } }
  var day: GivenDay? { if case .day(let day) = self { day } else { nil } }
  var days: Int? { if case .days(let days) = self { days } else { nil } }

  /// The value as a query item and an export have it.
  package var text: String {
    switch self {
    case .flag: "1"
    case .count(let count): String(count)
    case .currency(let currency): currency.code
    case .amount(let amount): amount.description
    case .text(let text): text
    case .words(let words): ItemTags.text(of: words) ?? ""
    case .day(let day): day.text
    case .days(let days): "\(days)d"
    }
  }
}
