package import Foundation

/// An answer as a value (RFC 9110).
package struct HTTPResponse: Sendable, Equatable {
  /// The three-digit status code (RFC 9110 §15).
  package var status: Int
  package var headers: HTTPHeaders
  package var body: Data

  package init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Whether the status says that the request was understood and carried out (2xx).
  package var isSuccess: Bool { (200..<300).contains(status) }
}
