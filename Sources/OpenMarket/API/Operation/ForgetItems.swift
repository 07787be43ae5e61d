import Foundation
import HTTP
import SystemSupport

/// `POST /forget`: forgets what deleted items have left, or the sales of an item, a part of it in each request: the client repeats
/// it from where the response says.
struct ForgetItems: OperatorRequest {
  typealias Response = ForgottenBody

  static let route = Route(method: .post, path: "/forget")

  let request: PurgeRequest
  /// Whether the result is told and nothing is changed.
  let isPlan: Bool
  /// Where the last response ended.
  let state: PurgeState

  private struct Body: Codable {
    var deletedBefore: String?
    var seller: String?
    var item: Int?
    var plan: Bool?
    var after: Int?
    var last: Int?
    /// Whether a request before has forgotten something: the log has one entry for all requests.
    var forgotten: Bool?

    private enum CodingKeys: String, CodingKey {
      case seller, item, plan, after, last, forgotten
      case deletedBefore = "deleted_before"
    }
  }

  static func read(_ received: ReceivedRequest) throws -> Self {
    let body = try received.message.json(Body.self)
    var request = PurgeRequest()
    request.deletedBefore = try body.deletedBefore.map { text in
      try GivenDay(text).orThrow(
        APIError.malformed("deleted_before '\(text)' is not a day", field: "deleted_before"))
    }
    request.seller = try body.seller.map { text in
      try PurgeRequest.Seller(text).orThrow(
        APIError.malformed("seller '\(text)' is no id of a seller", field: "seller"))
    }
    request.item = body.item
    guard !request.isEmpty else { throw APIError.missing("deleted_before") }
    var state = PurgeState()
    (state.after, state.last, state.hasForgotten) = (body.after ?? 0, body.last, body.forgotten ?? false)
    return Self(request: request, isPlan: body.plan ?? false, state: state)
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    try message.setJSON(
      Body(
        deletedBefore: request.deletedBefore?.text, seller: request.seller?.text, item: request.item,
        plan: isPlan ? true : nil, after: state.after > 0 ? state.after : nil, last: state.last,
        forgotten: state.hasForgotten ? true : nil))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard !isPlan else { return try .privateJSON(ForgottenBody(await api.marketplace.purgePlan(request))) }
    let (counts, state) = try await api.marketplace.purge(request, from: state)
    return try .privateJSON(ForgottenBody(counts, state))
  }

  func error(in failure: FailedResponse) -> ClientError? {
    switch failure.code {
    case .operatorOnly: .operatorOnly
    case .noSuchVendor: request.seller.map { .noSuchVendor($0.text) }
    case .notFound: request.item.flatMap { failure.body?.field == "id" ? .noSuchItem(id: $0) : nil }
    default: nil
    }
  }
}

/// The JSON of what is forgotten, or would be.
struct ForgottenBody: Codable {
  struct Seller: Codable {
    let seller: String
    let name: String?
    let items: Int
  }

  let items: Int
  let movements: Int
  let sales: Int
  let changes: Int
  let removedReviews: Int
  /// The sellers with the most items, and the title of the item that stays; of a plan alone.
  var sellers: [Seller]?
  var remaining: String?
  /// The day and the seller that the words of a plan stood for; of a plan alone.
  var deletedBefore: String?
  var seller: String?
  /// Whether this part was the last one, and where the next one begins.
  var done: Bool?
  var after: Int?
  var last: Int?

  private enum CodingKeys: String, CodingKey {
    case items, movements, sales, changes, sellers, seller, remaining, done, after, last
    case deletedBefore = "deleted_before"
    case removedReviews = "removed_reviews"
  }

  private init(_ counts: PurgeCounts) {
    (items, movements, sales) = (counts.items, counts.movements, counts.sales)
    (changes, removedReviews) = (counts.changes, counts.removedReviews)
  }

  init(_ counts: PurgeCounts, _ state: PurgeState) {
    self.init(counts)
    (done, after, last) = (state.isDone, state.after, state.last)
  }

  init(_ plan: PurgePlan) {
    self.init(plan.counts)
    sellers = plan.sellers.map { Seller(seller: $0.seller.text, name: $0.name, items: $0.items) }
    remaining = plan.remaining
    (deletedBefore, seller) = (plan.request.deletedBefore?.text, plan.request.seller?.text)
  }

  var counts: PurgeCounts {
    var counts = PurgeCounts()
    (counts.items, counts.movements, counts.sales) = (items, movements, sales)
    (counts.changes, counts.removedReviews) = (changes, removedReviews)
    return counts
  }

  /// The plan of a request. Throws for a seller that is none, and for a day that no calendar has.
  func plan(of request: PurgeRequest) throws(JSONDefect) -> PurgePlan {
    var plan = PurgePlan()
    (plan.counts, plan.remaining, plan.request) = (counts, remaining, request)
    if let deletedBefore {
      guard let day = GivenDay(deletedBefore) else { throw .notExpected }
      plan.request.deletedBefore = day
    }
    if let seller {
      guard let seller = PurgeRequest.Seller(seller) else { throw .notExpected }
      plan.request.seller = seller
    }
    for group in sellers ?? [] {
      guard let seller = PurgeQuery.Seller(group.seller) else { throw .notExpected }
      plan.sellers.append(PurgePlan.Group(seller: seller, name: group.name, items: group.items))
    }
    return plan
  }
}
