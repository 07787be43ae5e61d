/// A response that is sent many times: its head is encoded once, except for the fields of each connection.
package final class ReadyResponse: Sendable {
  /// Most bytes of contents: each connection has a copy while it sends them.
  package static let largestContents = 1 << 16

  package let response: HTTPResponse
  /// The status line and the fields before `Date`.
  let start: [UInt8]

  package init(_ response: HTTPResponse) {
    self.response = response
    start = response.headStart
  }

  /// Returns the response with more fields behind its own.
  func appending(_ fields: [HTTPField]) -> ReadyResponse {
    var response = response
    for field in fields { response.headers.append(field.name, field.value) }
    return ReadyResponse(response, start: start + fields.flatMap { "\($0.name): \($0.value)\r\n".utf8 })
  }

  private init(_ response: HTTPResponse, start: [UInt8]) {
    (self.response, self.start) = (response, start)
  }
}
