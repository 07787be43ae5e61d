import Foundation

/// A ranking in the JSON of the API: days as `2026-11-20`, the revenue as an object of amounts by currency.
extension BestSellers: Codable {
  private enum CodingKeys: String, CodingKey {
    case by, currency, date, days, first, items, nearest, period, pieces, revenue, today, total
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func invalid(_ key: CodingKeys, _ text: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: values, debugDescription: "'\(text)' is not known")
    }
    let name = try values.decode(String.self, forKey: .period)
    guard let scale = SalesPeriod.Scale(rawValue: name) else {
      throw invalid(.period, name)
    }
    let by = try values.decode(String.self, forKey: .by)
    guard let measure = BestQuery.Measure(rawValue: by) else { throw invalid(.by, by) }
    let code = try values.decodeIfPresent(String.self, forKey: .currency)
    let currency = code.flatMap { Currency($0) }
    if let code, currency == nil { throw invalid(.currency, code) }
    self.init(
      period: SalesPeriod(scale, containing: try values.decode(CalendarDay.self, forKey: .date)),
      today: try values.decode(CalendarDay.self, forKey: .today), measure: measure,
      currency: currency, total: try values.plausibleNumber(forKey: .total),
      pieces: try values.plausibleNumber(forKey: .pieces),
      revenue: try values.decodeIfPresent(Decimal.self, forKey: .revenue),
      items: try values.decode([BestSeller].self, forKey: .items),
      days: try values.decode([CalendarDay].self, forKey: .days),
      nearest: try values.decodeIfPresent(CalendarDay.self, forKey: .nearest)
        .map { SalesPeriod(scale, containing: $0) },
      first: try values.decodeIfPresent(CalendarDay.self, forKey: .first))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(period.scale.rawValue, forKey: .period)
    try values.encode(period.days.lowerBound, forKey: .date)
    try values.encode(today, forKey: .today)
    try values.encode(measure.rawValue, forKey: .by)
    try values.encode(currency?.code, forKey: .currency)
    try values.encode(total, forKey: .total)
    try values.encode(pieces, forKey: .pieces)
    try values.encodeIfPresent(revenue, forKey: .revenue)
    try values.encode(items, forKey: .items)
    try values.encode(days, forKey: .days)
    try values.encodeIfPresent(first, forKey: .first)
    try values.encode(nearest?.days.lowerBound, forKey: .nearest)
  }
}

extension BestSeller: Codable {
  private enum CodingKeys: String, CodingKey {
    case rank, change, status, id, title, pieces, revenue, item
    case previousRank = "previous_rank"
    case piecesToDate = "pieces_to_date"
    case isOnSale = "on_sale"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let revenue = try values.decodeIfPresent([String: Decimal].self, forKey: .revenue)
    let prices = try revenue?.sorted { $0.key < $1.key }.map { code, amount in
      guard let currency = Currency(code) else {
        throw DecodingError.dataCorruptedError(
          forKey: .revenue, in: values,
          debugDescription: "'\(code)' is not a currency that ISO 4217 lists")
      }
      return Price(amount, currency)
    }
    self.init(
      rank: try values.plausibleNumber(forKey: .rank),
      previousRank: try values.decodeIfPresent(Int.self, forKey: .previousRank) == nil
        ? nil : values.plausibleNumber(forKey: .previousRank),
      status: try values.decode(Status.self, forKey: .status), id: try values.plausibleNumber(forKey: .id),
      title: try values.decode(String.self, forKey: .title),
      pieces: try values.plausibleNumber(forKey: .pieces),
      piecesToDate: try values.plausibleNumber(forKey: .piecesToDate), revenue: prices,
      item: try values.decode(Item.self, forKey: .item),
      isOnSale: try values.decodeIfPresent(Bool.self, forKey: .isOnSale) ?? true)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(rank, forKey: .rank)
    try values.encode(previousRank, forKey: .previousRank)
    try values.encode(change, forKey: .change)
    try values.encode(status, forKey: .status)
    try values.encode(id, forKey: .id)
    try values.encode(title, forKey: .title)
    try values.encode(pieces, forKey: .pieces)
    try values.encode(piecesToDate, forKey: .piecesToDate)
    try values.encodeIfPresent(
      revenue.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.currency.code, $0.amount) }) },
      forKey: .revenue)
    try values.encode(item, forKey: .item)
    if !isOnSale { try values.encode(false, forKey: .isOnSale) }
  }
}
