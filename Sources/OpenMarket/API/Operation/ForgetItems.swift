import Foundation
import HTTP
package import SystemSupport

/// `POST /forget`: forgets what deleted items have left, or the sales of an item, a part of it in each request: the client repeats
/// it from where the response says.
struct ForgetItems: OperatorRequest {
  typealias Response = PurgePart

  static let route = Route(method: .post, path: "/forget")

  let request: PurgeRequest
  /// Whether the result is told and nothing is changed.
  let isPlan: Bool
  /// Where the last response ended.
  let state: PurgeState

  static func read(_ received: ReceivedRequest) throws -> Self {
    let request = try received.message.json(Self.self)
    guard !request.request.isEmpty else { throw APIError.missing("deleted_before") }
    return request
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard !isPlan else { return try .privateJSON(await api.marketplace.purgePlan(request)) }
    let (counts, state) = try await api.marketplace.purge(request, from: state)
    return try .privateJSON(PurgePart(counts: counts, state: state))
  }

  func error(in failure: FailedResponse) -> ClientError? {
    if failure.code == .notFound {
      return request.item.flatMap { failure.body?.field == "id" ? .noSuchItem(id: $0) : nil }
    }
    return failure.error(about: request.seller?.text ?? "")
  }
}

extension ForgetItems: ObjectCodable {
  /// The body of the request.
  static func pass(_ forget: Self?, _ json: ObjectMembers) throws -> Self {
    let request = forget?.request
    var state = PurgeState()
    state.after = try json.optional("after", (forget?.state.after).flatMap { $0 > 0 ? $0 : nil }) ?? 0
    state.last = try json.optional("last", forget?.state.last)
    // Whether a request before has forgotten something: the log has one entry for all requests.
    state.hasForgotten = try json.flag("forgotten", forget?.state.hasForgotten)
    return Self(
      request: PurgeRequest(
        deletedBefore: try json.optional("deleted_before", request?.deletedBefore),
        seller: try json.optional("seller", request?.seller), item: try json.optional("item", request?.item)),
      isPlan: try json.flag("plan", forget?.isPlan), state: state)
  }
}

/// The JSON of what a request has forgotten, and where the next one begins.
struct PurgePart: ObjectCodable {
  let counts: PurgeCounts
  let state: PurgeState

  static func pass(_ part: Self?, _ json: ObjectMembers) throws -> Self {
    var state = PurgeState()
    state.isDone = try json("done", part?.state.isDone)
    state.after = try json("after", part?.state.after)
    state.last = try json.optional("last", part?.state.last)
    return Self(counts: try .pass(part?.counts, json), state: state)
  }
}

extension PurgeCounts: ObjectCodable {
  package static func pass(_ counts: Self?, _ json: ObjectMembers) throws -> Self {
    var passed = PurgeCounts()
    passed.items = try json("items", counts?.items)
    passed.movements = try json("movements", counts?.movements)
    passed.sales = try json("sales", counts?.sales)
    passed.changes = try json("changes", counts?.changes)
    passed.removedReviews = try json("removed_reviews", counts?.removedReviews)
    return passed
  }
}

/// The JSON of what would be forgotten, with the day and the seller that the words of the request stand for.
extension PurgePlan: ObjectCodable {
  package static func pass(_ plan: Self?, _ json: ObjectMembers) throws -> Self {
    PurgePlan(
      request: PurgeRequest(
        deletedBefore: try json.optional("deleted_before", plan?.request.deletedBefore),
        seller: try json.optional("seller", plan?.request.seller)), counts: try .pass(plan?.counts, json),
      sellers: try json.optional("sellers", plan?.sellers) ?? [],
      remaining: try json.optional("remaining", plan?.remaining))
  }
}

extension PurgePlan.Group: ObjectCodable {
  package static func pass(_ group: Self?, _ json: ObjectMembers) throws -> Self {
    PurgePlan.Group(
      seller: try json("seller", group?.seller), name: try json.optional("name", group?.name),
      items: try json("items", group?.items))
  }
}

extension PurgeRequest.Seller: TextCodable {
  package static var rule: String { "is no id of a seller" }
  package var description: String { text }
}

extension GivenDay: TextCodable {
  package static var rule: String { "is not a day" }
  package var description: String { text }
}
