/// The last total that a page of a report has; the next page begins after it. In a request it is a text that clients pass
/// on as they received it.
package enum SalesCursor: Sendable, Hashable {
  /// A total of a vendor on a day.
  case day(Int, vendor: Int, currency: String)
  /// A total of an item in a part of the days of the report.
  case item(Int, part: Int, period: Int, currency: String)
  /// A total of an item in one period, in the order of pieces.
  case place(pieces: Int, revenue: Int, item: Int, currency: String)

  package var text: String {
    switch self {
    case .day(let day, let vendor, let currency): "d.\(day).\(vendor).\(currency)"
    case .item(let item, let part, let period, let currency): "i.\(item).\(part).\(period).\(currency)"
    case .place(let pieces, let revenue, let item, let currency):
      "p.\(pieces).\(revenue).\(item).\(currency)"
    }
  }

  /// Nil for a text that is not of a cursor of this query.
  package init?(_ text: String, of query: SalesQuery) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let kind = parts.first, let currency = parts.dropFirst().last.map(String.init),
      currency.isEmpty || Currency(currency)?.code == currency
    else { return nil }
    let numbers = parts.dropFirst().dropLast().compactMap { Int($0) }
    guard numbers.count == parts.count - 2 else { return nil }
    // Tags are added up from the totals of items.
    switch (kind, numbers.count, query.grouping == .tag ? .item : query.grouping, query.onlyPeriod) {
    case ("d", 2, .day, _), ("d", 2, .currency, _):
      self = .day(numbers[0], vendor: numbers[1], currency: currency)
    case ("i", 3, .item, nil):
      self = .item(numbers[0], part: numbers[1], period: numbers[2], currency: currency)
    case ("p", 3, .item, .some):
      self = .place(pieces: numbers[0], revenue: numbers[1], item: numbers[2], currency: currency)
    default: return nil
    }
  }
}

extension SalesQuery {
  /// Periods of a scale, by their numbers.
  struct Part: Equatable {
    let scale: SalesPeriod.Scale
    let numbers: ClosedRange<Int>
  }

  /// The period that the days of the query are exactly; nil for other days.
  package var onlyPeriod: SalesPeriod? {
    guard first != nil || last != nil else { return SalesPeriod(.allTime, number: 0) }
    guard let first, let last, first <= last else { return nil }
    return [SalesPeriod.Scale.day, .week, .month].map { SalesPeriod($0, containing: first) }
      .first { $0.days == first..<last + 1 }
  }

  /// The days of the query as whole months and the days before and after them.
  var parts: [Part] {
    if let first, let last, last < first { return [] }
    let months = SalesPeriod.Scale.month
    let before = first.map { SalesPeriod(months, containing: $0) }
    let after = last.map { SalesPeriod(months, containing: $0) }
    // A month whose first day the query begins with is a whole one, unless the query ends in it.
    let startsWhole = before.map { $0.days?.lowerBound == first } ?? true
    let endsWhole = after.map { $0.days?.upperBound == last.map { $0 + 1 } } ?? true
    if let first, let last, before == after, !(startsWhole && endsWhole) {
      return [Part(scale: .day, numbers: first.number...last.number)]
    }
    let lowest = before.map { startsWhole ? $0.number : $0.number + 1 } ?? .min
    let highest = after.map { endsWhole ? $0.number : $0.number - 1 } ?? .max
    var parts: [Part] = []
    if let first, !startsWhole, let end = before?.days?.upperBound {
      parts.append(Part(scale: .day, numbers: first.number...(end.number - 1)))
    }
    if lowest <= highest { parts.append(Part(scale: .month, numbers: lowest...highest)) }
    if let last, !endsWhole, let start = after?.days?.lowerBound {
      parts.append(Part(scale: .day, numbers: start.number...last.number))
    }
    return parts
  }
}
