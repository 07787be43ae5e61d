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

extension FailedResponse {
  /// The error of a client that the code stands for, wherever it is sent; nil for another code.
  ///
  /// - Parameter subject: What the request is about: the id of an item, a review or a vendor.
  func error(about subject: String) -> ClientError? {
    let id = Int(subject)
    return switch code {
    case .wrongPassword: id.map { .wrongPassword(id: $0) }
    case .notInTrash: .notInTrash(subject)
    case .noSuchReview: id.map { .noSuchReview(id: $0) }
    case .noSuchVendor: .noSuchVendor(subject)
    case .operatorOnly: .operatorOnly
    case .privateSales: .privateSales
    case .privateRevenue: .privateRevenue
    case .privateRankings: .privateRankings
    default: nil
    }
  }
}
