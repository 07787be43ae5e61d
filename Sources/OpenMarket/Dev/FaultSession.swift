import Foundation
import HTTP
import SystemSupport

/// Wraps the market of a world: lets requests and responses go wrong as its faults say.
struct FaultSession: Session {
  private let session: any Session
  private let faults: Faults
  private let contract: ProductContract

  init(_ session: any Session, _ faults: Faults, _ contract: ProductContract) {
    (self.session, self.faults, self.contract) = (session, faults, contract)
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard let (effect, delay) = faults.effect(on: request) else {
      return try await session.response(to: request)
    }
    let isV2 = ["api", "healthChecker"].contains(request.pathComponents?.first)
    let form: APIError.Contract = isV2 ? .products : .items
    if delay > 0 { try await Task.sleep(for: .milliseconds(delay)) }
    if effect.flags.contains(.hold) {
      do {
        try await faults.hold()
      } catch let error as APIError {
        return error.response(in: form)
      }
    }
    let isPicture = ["images", "thumbnails"].contains(request.pathComponents?.first)
    if let status = effect.status ?? (effect.flags.contains(.pictureNotFound) && isPicture ? 404 : nil) {
      var response = APIError(
        status: status, code: status == 404 ? .notFound : .overloaded,
        reason: "A fault of this world", retryAfter: effect.retryAfter
      ).response(in: form)
      if effect.flags.contains(.reset) { response.delivery = .reset }
      return response
    }
    return changed(try await session.response(to: request), effect)
  }

  private func changed(_ response: HTTPResponse, _ effect: FaultEffect) -> HTTPResponse {
    var response = response
    if response.headers[.contentType] == "application/json" {
      if effect.flags.contains(.emptyPage) { change(&response) { Self.withoutItems($0) } }
      if effect.flags.contains(.pictureNotFound) {
        change(&response) { body in
          Data(String(decoding: body, as: UTF8.self).replacing("/images/", with: "/no-images/").utf8)
        }
      }
      if effect.flags.contains(.brokenJSON) { change(&response) { $0.prefix($0.count * 2 / 3) } }
    }
    if effect.flags.contains(.slow) { response.delivery = .slow }
    if effect.flags.contains(.truncated) {
      response.omittedLength = response.body.count
      response.body = response.body.prefix(response.body.count / 2)
      response.delivery = .truncated
    }
    if effect.flags.contains(.reset) { response.delivery = .reset }
    return response
  }

  private func change(_ response: inout HTTPResponse, _ work: (Data) -> Data) {
    let body = work(response.body)
    guard body != response.body else { return }
    response.body = body
    response.headers[.eTag] = nil
  }

  /// A page of a list without its rows; other contents as they are.
  private static func withoutItems(_ body: Data) -> Data {
    guard case .object(let members)? = try? JSONReader.value(of: body, JSON.init) else { return body }
    let emptied = members.map { key, value -> (key: String, value: JSON) in
      if ["items", "pages"].contains(key), case .array = value { return (key, .array([])) }
      return (key, value)
    }
    var writer = JSONWriter()
    writer.value(JSON.object(emptied))
    return writer.takeBytes()
  }
}
