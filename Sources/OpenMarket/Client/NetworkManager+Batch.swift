import Foundation
import HTTP

/// Many items in one request. `MarketError.takesNoBatches` is thrown where the market has no such paths.
extension NetworkManager {
  /// Applies the lines of a batch in one request, and returns their results in their order.
  ///
  /// - Parameters:
  ///   - lines: At most `BatchLimits.items` for a server, each with the images that replace those of its item; nil leaves
  ///     them.
  ///   - isAtomic: Whether one refused line undoes all; throws `MarketError.batchRefused`.
  package func apply(
    _ lines: [(item: BatchItem, images: [ItemImage]?)], password: String, isAtomic: Bool = false
  ) async throws(MarketError) -> [BatchResult] {
    let response = try await response(to: .apply(lines, .password(password), isAtomic: isAtomic))
    let results = try jsonLines(in: response, BatchResultBody.init).map(\.value)
    guard results.count == lines.count else { throw unexpected(.unreadable(.notExpected)) }
    return results
  }

  /// Items for an export, in the order of their ids; fewer than the limit at the end. Notes are there where the password is
  /// that of the item, and at a market in this process.
  package func export(
    _ query: ExportQuery, password: String? = nil
  ) async throws(MarketError) -> [BatchItem] {
    let credentials: Credentials? = password.map { .password($0) }
    return try jsonLines(in: try await response(to: .export(query, credentials)), BatchItem.init)
  }

  private func response(to endpoint: BatchEndpoint) async throws(MarketError) -> HTTPResponse {
    guard let request = try? endpoint.request(boundary: boundary()).addressed(to: server) else {
      throw unexpected(.noRequest)
    }
    // Each line has a key, and a change that was made before changes nothing.
    let response = try await anyResponse(to: request, isRepeatable: true)
    if response.isSuccess { return response }
    if response.status == 409, let body = try? JSON.decode(BatchResultBody.self, from: response.body),
      let line = body.line, let refusal = body.value.refusal
    {
      throw .batchRefused(BatchRefused(line: line, refusal: refusal))
    }
    switch (response.status, response.errorCode) {
    case (404, .wrongPassword?): throw error(in: response)
    case (404, _), (405, _), (501, _): throw .takesNoBatches
    default: throw error(in: response)
    }
  }

  /// - Parameter scan: Reads the values that this market writes; others are decoded.
  private func jsonLines<Value: Decodable>(
    in response: HTTPResponse, _ scan: (inout JSONScanner) -> Value?
  ) throws(MarketError) -> [Value] {
    let decoder = JSONDecoder()
    do {
      return try response.body.split(separator: UInt8(ascii: "\n")).map {
        try JSONScanner.value(of: $0, scan) ?? decoder.decode(Value.self, from: $0)
      }
    } catch {
      throw unexpected(.unreadable(JSONDefect(error, in: response)))
    }
  }
}
