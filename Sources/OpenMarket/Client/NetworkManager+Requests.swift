import Foundation
import HTTP
import SystemSupport

/// Requests beside v1. A market that has items and no such path lacks what they are about.
extension NetworkManager {
  /// Sends a request and returns what the response holds.
  func value<Request: MarketRequest>(
    of request: Request, key: String? = nil
  ) async throws(ClientError) -> Request.Response where Request.Response: Decodable {
    try decode(Request.Response.self, from: try await response(to: request, key: key))
  }

  /// Sends a request and returns the response if it reports success.
  ///
  /// - Parameters:
  ///   - target: The path and query of a link; nil for those of the request.
  ///   - key: The Idempotency-Key.
  func response<Request: MarketRequest>(
    to request: Request, at target: String? = nil, key: String? = nil
  ) async throws(ClientError) -> HTTPResponse {
    var message = try message(for: request, at: target)
    if let key { message.headers[.idempotencyKey] = key }
    let response = try await anyResponse(to: message, isRepeatable: Request.isRepeatable || key != nil)
    if response.isSuccess { return response }
    let failure = FailedResponse(response)
    if let error = request.error(in: failure) { throw error }
    guard let absence = Request.absence, failure.code != .wrongPassword else { throw error(in: failure) }
    switch failure.status {
    case 404:
      // A missing item and a market without the path give one 404: `item(id:)` throws for a missing item.
      for id in request.items { _ = try await item(id: id) }
      throw absence
    case 405, 501: throw absence
    default: throw error(in: failure)
    }
  }

  /// Decodes a body and makes values of it.
  func read<Body: Decodable, Value>(
    _ type: Body.Type, from response: HTTPResponse, _ make: (Body) throws(JSONDefect) -> Value
  ) throws(ClientError) -> Value {
    let body = try decode(type, from: response)
    do {
      return try make(body)
    } catch {
      throw unreadable(error, in: response)
    }
  }

  func message(
    for request: some MarketRequest, at target: String? = nil
  ) throws(ClientError) -> HTTPRequest {
    guard var message = try? request.message(boundary: boundary()) else { throw unexpected(.noRequest) }
    if let target { message.target = target }
    return message.addressed(to: server)
  }
}
