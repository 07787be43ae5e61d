import Foundation
import HTTP

/// `GET /movements`: the movements of sales by their receipt, reference or time. A server looks among the sales of one item, for its
/// password: what it does is bounded by one index range, and an answer tells nothing of the sales of others.
struct FindSales: LedgerRequest {
  typealias Response = RecordedBody

  static let route = Route(method: .get, path: "/movements")

  static let form = QueryForm<Self>(
    items: [
      .init(name: "item", text: { $0.sales.item.map(String.init) }) {
        $1.sales.item = try Int.positive($0, of: "item")
      },
      .text("receipt", \.sales.receipt, \.text, { ReceiptCode(typed: $0) }, rule: "the code of a receipt"),
      .text(
        "reference", \.sales.reference, \.self,
        { $0.isEmpty ? nil : SalesLookup(reference: $0).reference }, rule: "a reference"),
      .scale(of: \.sales.period), .date(of: \.sales.period),
    ], isOrdered: true)

  var sales: SalesLookup
  /// The item's password; the market in this process needs none.
  let password: String?

  var items: [Int] { sales.item.map { [$0] } ?? [] }

  static func read(_ received: ReceivedRequest) throws -> Self {
    let request = try received.query(
      of: Self(
        sales: SalesLookup(), password: received.message.credentials?.password.trimmedAsInForms))
    let sales = request.sales
    guard sales.receipt != nil || sales.reference != nil || sales.period != nil else {
      throw APIError.missing("receipt")
    }
    return request
  }

  func write(to message: inout HTTPRequest, boundary: String) {
    message.headers[.cacheControl] = "no-store"
    message.headers[.authorization] = password.map { BasicCredentials(password: $0).text }
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    if !api.isOperated {
      guard let item = sales.item else { throw APIError.missing("item") }
      guard let password else { throw APIError.missing(ItemField.password.rawValue) }
      try await api.marketplace.check(.password(password), ofItem: item, client: message.peer)
    }
    return try .json(api.shown(await api.marketplace.movements(of: sales)), headers: .unstored)
  }
}
