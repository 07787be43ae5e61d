import Foundation
package import HTTP

/// A header field that the API adds to HTTP's in its responses.
package enum ResponseField: String, CaseIterable {
  /// The conditions of a list that a server has applied, by their names.
  case appliedFilters = "Applied-Filters"
  /// Whether a request was carried out before, under the same key: the name that payment APIs use.
  case idempotentReplayed = "Idempotent-Replayed"
  /// The identity of the store that answers, wherever it is served: 32 hexadecimal digits.
  case marketIdentity = "Market-Identity"
  /// The time zone of the market, by its name in the time zone database: its days are those of this zone.
  case marketTimeZone = "Market-Time-Zone"
  /// Whether an item that was added is the first one of its password in a market with others: a mistyped password begins a
  /// seller.
  case newSeller = "New-Seller"
  /// The first and the last day of the sales of a response, such as 2026-11-20.
  case salesFrom = "Sales-From"
  case salesTo = "Sales-To"
  /// Until when a deleted item can be restored, in the response to its deletion; `0` where it was deleted for good.
  case trashExpires = "Trash-Expires"
  /// How many items a list has on all pages.
  case totalCount = "X-Total-Count"

  package var name: HTTPField.Name { HTTPField.Name(rawValue) }

  /// The fields that web pages of allowed origins read (`Access-Control-Expose-Headers`): these, and the fields of HTTP that
  /// responses have and that browsers hide unless they are named.
  package static let exposed =
    allCases.map(\.name) + [.acceptRanges, .allow, .contentRange, .eTag, .link, .retryAfter]
}

extension HTTPHeaders {
  package subscript(field: ResponseField) -> String? {
    get { self[field.name] }
    set { self[field.name] = newValue }
  }

  mutating func set(trashExpiry date: Date?) { self[.trashExpires] = date?.httpDate ?? "0" }
}
