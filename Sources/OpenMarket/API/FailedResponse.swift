import Foundation
import HTTP
import SystemSupport

/// A response that reports an error, decoded once.
struct FailedResponse {
  let status: Int
  let contents: Data
  let body: APIError.Body?
  /// Nil for an unknown code, and for markets that send none.
  let code: APIError.Code?

  init(_ response: HTTPResponse) {
    (status, contents) = (response.status, response.body)
    body = try? JSON.decode(APIError.Body.self, from: contents)
    code = body?.code.flatMap(APIError.Code.init)
  }
}
