import Foundation
package import HTTP
import SystemSupport

extension HTTPResponse {
  /// With an entity tag computed from the body (RFC 9110 §8.8.3).
  package var tagged: HTTPResponse {
    guard status == 200 else { return self }
    var hash = FNV1a()
    hash.combine(body)
    var tagged = self
    tagged.headers[.eTag] = "\"\(String(hash.value, radix: 36))\""
    return tagged
  }

  /// 412 where `If-Match` has not the response's tag, and 304 without a body where `If-None-Match` has it (RFC 9110 §13.2.2).
  package func conditional(on request: HTTPRequest) -> HTTPResponse {
    guard request.method == .get, status == 200 else { return self }
    let tag = headers[.eTag]
    // Tags of responses are strong, and a weak one equals none of them (§13.1.1). A response without a tag has none that is expected.
    if let expected = request.headers[.ifMatch], expected != "*",
      !expected.split(separator: ",").contains(where: { $0.trimmingCharacters(in: .whitespaces) == tag })
    {
      return APIError(
        status: 412, code: .preconditionFailed, reason: "It is not the state with the entity tag in If-Match",
        field: HTTPField.Name.ifMatch.rawValue
      ).response(in: .items)
    }
    guard let tag, let known = request.headers[.ifNoneMatch],
      known == "*" || known.split(separator: ",").contains(where: { $0.opaqueTag == tag })
    else { return self }
    var unchanged = HTTPResponse(status: 304, headers: headers)
    unchanged.headers[.contentType] = nil
    return unchanged
  }

  /// The response with the requested part of a body of `count` bytes (RFC 9110 §14.2), for one range of bytes. An
  /// invalid range, and more than one, give the whole body, as the RFC allows; HEAD has no ranges.
  ///
  /// - Parameter read: Reads a part of the body, or all of it; not called where no body is sent.
  func ranged(
    for request: HTTPRequest, of count: Int, read: (Range<Int>) async throws -> Data
  ) async throws -> HTTPResponse {
    guard status == 200 else { return self }
    var part = self
    guard let range = requestedRange(of: request, count) else {
      try await part.add(0..<count, for: request, read)
      return part
    }
    guard !range.isEmpty else {
      var refusal = APIError(
        status: 416, code: .refused, reason: "There are \(count) bytes, and none in the range",
        field: HTTPField.Name.range.rawValue
      ).response(in: .items)
      refusal.headers[.contentRange] = "bytes */\(count)"
      return refusal
    }
    part.status = 206
    part.headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
    try await part.add(range, for: request, read)
    return part
  }

  /// Reads contents, unless the request omits them.
  private mutating func add(
    _ range: Range<Int>, for request: HTTPRequest, _ read: (Range<Int>) async throws -> Data
  ) async throws {
    if request.omitsContents {
      omittedLength = range.count
    } else {
      body = try await read(range)
    }
  }

  /// Nil for the whole body; empty for a range beyond its end.
  private func requestedRange(of request: HTTPRequest, _ count: Int) -> Range<Int>? {
    guard !request.omitsContents, let field = request.headers[.range], field.hasPrefix("bytes=") else {
      return nil
    }
    if let condition = request.headers[.ifRange], condition != headers[.eTag] { return nil }
    let bounds = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    return bounds.count == 2 ? Self.range(bounds[0], bounds[1], of: count) : nil
  }

  /// Empty for a range beyond the end; nil for an invalid one.
  private static func range(_ first: String, _ last: String, of count: Int) -> Range<Int>? {
    func number(_ text: String) -> Int? {
      text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }
    if first.isEmpty {
      guard let suffix = number(last) else { return nil }
      return max(0, count - suffix)..<count
    }
    guard let start = number(first) else { return nil }
    guard !last.isEmpty else { return min(start, count)..<count }
    guard let end = number(last), end >= start else { return nil }
    return min(start, count)..<min(end, count - 1) + 1
  }
}
