/// A response that is sent many times: its head is encoded once, except for the fields of each connection.
package final class ReadyResponse: Sendable {
  package let response: HTTPResponse
  /// The status line and the fields before `Date`.
  let start: [UInt8]

  /// - Parameter response: A response whose contents are in memory.
  package init(_ response: HTTPResponse) {
    self.response = response
    start = response.headStart
  }
}
