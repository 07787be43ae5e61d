import HTTP

extension NetworkManager {
  /// Changes an item whose stock is the expected one. Throws `LedgerRefusal.stockMoved` where it is not, or changes before
  /// the market has the request.
  package func edit(
    id: Int, _ patch: ItemPatch, expectedStock: Int, password: String
  ) async throws(MarketError) -> Item {
    // Another field may change meanwhile, and with it the entity tag: then the stock is compared again.
    for _ in 1...5 {
      let found = try await response(to: .item(id: id))
      let present = try decode(Item.self, from: found)
      guard present.stock == expectedStock else {
        throw .ledger(.stockMoved(item: id, expected: expectedStock, stock: present.stock))
      }
      let endpoint = Endpoint.edit(id: id, patch, password: password)
      if let changed = try await response(to: endpoint, ifMatch: found.headers[.eTag]) {
        return try decode(Item.self, from: changed)
      }
    }
    throw .unavailable(server: name, status: 412, reason: nil)
  }

  /// The response to a conditional request (RFC 9110 §13.1.1); nil where the item has another entity tag.
  private func response(to endpoint: Endpoint, ifMatch tag: String?) async throws(MarketError)
    -> HTTPResponse?
  {
    var request = try request(for: endpoint)
    request.headers[.ifMatch] = tag
    let response = try await anyResponse(to: request, isRepeatable: false)
    return response.status == 412 ? nil : try await checked(response, of: endpoint)
  }
}
