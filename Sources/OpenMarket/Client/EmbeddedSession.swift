package import HTTP

/// A session for the market in this process: a failure of its store is thrown as `StoreError`.
///
/// An error response names the failure by the key `code` of its body. Only the composition of the program knows that
/// the market is its own and that the name can be trusted, so it wraps that market, and no other session, in this one.
package struct EmbeddedSession: Session {
  private let market: any Session

  package init(_ market: any Session) {
    self.market = market
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await market.response(to: request)
    guard !response.isSuccess, let body = try? JSON.decode(APIError.Body.self, from: response.body),
      let error = body.code.flatMap(APIError.Code.init)?.storeError
    else { return response }
    throw error
  }
}
