import Foundation
import HTTP

/// Requests of one review, which they return.
extension MarketRequest where Response == Review {
  static var absence: ClientError? { .unsupported(.reviews) }
}

/// `POST /item/{id}/reviews`: writes a review; with a receipt that has one, changes that.
struct WriteReview: MarketRequest {
  typealias Response = Review

  static let route = Route(method: .post, path: "/item/{id}/reviews", isNumbered: true)

  let item: Int
  let draft: ReviewDraft
  let password: String

  var items: [Int] { [item] }

  static func read(_ received: ReceivedRequest) throws -> Self {
    let body = try received.message.json(ReviewBody.self)
    guard let stars = body.stars else { throw APIError.missing(ReviewField.stars.rawValue) }
    guard let whole = Int(stars.description) else {
      throw ReviewValidationError(.stars, .notStars, value: stars.description)
    }
    let draft = try ReviewDraft(
      stars: whole, text: body.text, author: body.author, receipt: body.receipt)
    return Self(item: try received.id(), draft: draft, password: try body.password.requiredPassword())
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    try message.setJSON(
      ReviewBody(
        stars: Decimal(draft.stars.rawValue), text: draft.left.contains(.text) ? nil : draft.text,
        author: draft.left.contains(.author) ? nil : draft.author ?? "", receipt: draft.receipt,
        password: password))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    let (review, isNew, isRepeated) = try await api.marketplace.write(
      draft, item: item, password: password, key: message.headers[.idempotencyKey], client: message.peer)
    return try .json(review, status: isNew ? 201 : 200, headers: HTTPHeaders().replayed(isRepeated))
  }

  func error(in failure: FailedResponse) -> ClientError? {
    switch (failure.status, failure.code, failure.body?.field) {
    case (404, .wrongPassword, _): .wrongReviewPassword(id: nil)
    case (400, .refused, ReviewField.receipt.rawValue): .unknownReceipt(draft.receipt ?? "")
    default: nil
    }
  }
}

/// `GET /review/{id}`: one review, as a list of reviews has it.
struct ShowReview: MarketRequest, Identifiable {
  typealias Response = Review

  static let route = Route(method: .get, path: "/review/{id}", isNumbered: true)

  let id: Int

  static func read(_ received: ReceivedRequest) throws -> Self { Self(id: try received.id()) }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    try .json(await api.marketplace.review(id: id))
  }
}

/// `PATCH /review/{id}`: answers a review or folds its text, for the password of the item.
struct ChangeReview: MarketRequest, Identifiable {
  typealias Response = Review

  enum Change: Equatable {
    case answer(String)
    case fold
  }

  static let route = Route(method: .patch, path: "/review/{id}", isNumbered: true)

  let id: Int
  let change: Change
  let password: String

  static func read(_ received: ReceivedRequest) throws -> Self {
    let body = try received.message.json(ChangeBody.self)
    let change: Change
    switch (body.answer, body.folded) {
    case (let text?, nil): change = .answer(text)
    case (nil, true?): change = .fold
    case (nil, nil): throw APIError.missing(ReviewField.answer.rawValue)
    case (_, _?):
      throw APIError.refused("folded can only be true, and without an answer", field: "folded")
    }
    return Self(id: try received.id(), change: change, password: try body.password.requiredPassword())
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    switch change {
    case .answer(let text): try message.setJSON(ChangeBody(answer: text, password: password))
    case .fold: try message.setJSON(ChangeBody(folded: true, password: password))
    }
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    let marketplace = api.marketplace
    return switch change {
    case .answer(let text):
      try .json(await marketplace.answer(review: id, text, password: password, client: message.peer))
    case .fold: try .json(await marketplace.fold(review: id, password: password, client: message.peer))
    }
  }

  func error(in failure: FailedResponse) -> ClientError? {
    switch failure.code {
    case .wrongPassword: .wrongItemPassword(review: id)
    case .answered: .answered(review: id)
    default: failure.error(about: parameter)
    }
  }
}

/// `DELETE /review/{id}`: deletes a review, for its own password, or by the operator for a reason, which is recorded.
struct DeleteReview: MarketRequest, Identifiable {
  typealias Response = Review

  static let route = Route(method: .delete, path: "/review/{id}", isNumbered: true)

  enum Right: Equatable {
    case password(String)
    case operation(reason: String)
  }

  let id: Int
  let right: Right

  static func read(_ received: ReceivedRequest) throws -> Self {
    let body = try received.message.json(RightBody.self)
    guard let reason = body.reason else {
      return Self(id: try received.id(), right: .password(try body.password.requiredPassword()))
    }
    guard body.password == nil else {
      throw APIError.refused("reason is the operator's, and without a password", field: "reason")
    }
    return Self(id: try received.id(), right: .operation(reason: reason))
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    switch right {
    case .password(let password): try message.setJSON(RightBody(password: password))
    case .operation(let reason): try message.setJSON(RightBody(reason: reason))
    }
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    switch right {
    case .password(let password):
      return try .json(await api.marketplace.delete(review: id, password: password, client: message.peer))
    case .operation(let reason):
      guard api.isOperated else { throw APIError.operatorOnly }
      return try .json(await api.marketplace.remove(review: id, reason: reason))
    }
  }

  func error(in failure: FailedResponse) -> ClientError? {
    failure.code == .wrongPassword ? .wrongReviewPassword(id: id) : failure.error(about: parameter)
  }
}

/// A review in the body of a request.
private struct ReviewBody: Codable {
  let stars: Decimal?
  let text, author, receipt, password: String?
}

/// The answer to a review, or its folding, in the body of a request.
private struct ChangeBody: Codable {
  var answer: String?
  var folded: Bool?
  let password: String?
}

/// The right to delete a review in the body of a request.
private struct RightBody: Codable {
  var password: String?
  var reason: String?
}

extension String? {
  /// The password of a body, trimmed as text in a form is.
  fileprivate func requiredPassword() throws(APIError) -> String {
    guard let self else { throw .missing(ItemField.password.rawValue) }
    return self.trimmedAsInForms
  }
}
