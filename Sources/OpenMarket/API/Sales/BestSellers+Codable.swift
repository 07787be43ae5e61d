package import SystemSupport
import Foundation

/// A ranking in the JSON of the API: days as `2026-11-20`, the revenue as an object of amounts by currency.
extension BestSellers: ObjectCodable {
  package static func pass(_ best: Self?, _ json: ObjectMembers) throws -> Self {
    let scale = try json("period", best?.period.scale)
    return BestSellers(
      period: SalesPeriod(scale, containing: try json("date", best?.period.days.lowerBound)),
      today: try json("today", best?.today), measure: try json("by", best?.measure),
      currency: try json.nullable("currency", best?.currency), total: try json("total", best?.total),
      pieces: try json("pieces", best?.pieces), revenue: try json.optional("revenue", best?.revenue),
      items: try json("items", best?.items), days: try json("days", best?.days),
      nearest: try json.nullable("nearest", best?.nearest?.days.lowerBound)
        .map { SalesPeriod(scale, containing: $0) },
      first: try json.optional("first", best?.first))
  }
}

extension BestSeller: ObjectCodable {
  package static func pass(_ seller: Self?, _ json: ObjectMembers) throws -> Self {
    _ = try json.nullable("change", seller?.change)
    let revenue = try json.optional(
      "revenue",
      seller?.revenue.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.currency.code, $0.amount) }) })
    return BestSeller(
      rank: try json("rank", seller?.rank),
      previousRank: try json.nullable("previous_rank", seller?.previousRank),
      status: try json("status", seller?.status), id: try json("id", seller?.id),
      title: try json("title", seller?.title), pieces: try json("pieces", seller?.pieces),
      piecesToDate: try json("pieces_to_date", seller?.piecesToDate),
      revenue: try revenue?.sorted { $0.key < $1.key }.map { code, amount in
        Price(
          amount,
          try Currency(code).orThrow(
            JSONDefect.notValid("revenue", reason: "'\(code)' \(Currency.rule)")))
      }, item: try json("item", seller?.item),
      isOnSale: try json.optional("on_sale", seller?.isOnSale == false ? false : nil) ?? true)
  }
}
