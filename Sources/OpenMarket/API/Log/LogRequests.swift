import Foundation
import HTTP
package import SystemSupport

/// `GET /item/{id}/log`: a page of the writes that have changed an item, the newest first, for the password of the item.
struct ListLog: TrashRequest {
  typealias Response = LogPageBody

  static let route = Route(method: .get, path: "/item/{id}/log", isNumbered: true)
  static let absence: ClientError? = .unsupported(.log)

  static let form = QueryForm<Self>.pages(\.page, \.size)

  let item: Int
  /// Counted from 1.
  var page = 1
  var size = PageQuery.defaultSize
  let credentials: BasicCredentials?

  var parameter: String { String(item) }

  static func read(_ received: ReceivedRequest) throws -> Self {
    try received.query(
      of: Self(item: received.id(), credentials: received.requiredCredentials()))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard let credentials else { throw APIError.wrongPassword }
    try api.checkLogPage(of: size)
    return try await api.response(
      with: api.marketplace.log(
        ofItem: item, page: page, size: size, credentials.credentials, client: message.peer), number: page)
  }

  func error(in failure: FailedResponse) -> ClientError? {
    failure.code == .notInTrash ? .noSuchItem(id: item) : failure.error(about: parameter)
  }
}

/// `GET /log`: a page of the writes that have changed items of the password's seller, or of the vendor, the newest first.
struct ListSellerLog: TrashRequest {
  typealias Response = LogPageBody

  static let route = Route(method: .get, path: "/log")
  static let absence: ClientError? = .unsupported(.log)

  static let form = QueryForm<Self>.pages(\.page, \.size)

  /// Counted from 1.
  var page = 1
  var size = PageQuery.defaultSize
  let credentials: BasicCredentials?

  static func read(_ received: ReceivedRequest) throws -> Self {
    try received.query(of: Self(credentials: received.requiredCredentials()))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard let credentials else { throw APIError.wrongPassword }
    try api.checkLogPage(of: size)
    return try await api.response(
      with: api.marketplace.log(page, size: size, credentials.credentials, client: message.peer), number: page
    )
  }
}

/// `POST /undo/{id}`: takes an entry of the log back, for the password of its items.
struct UndoEntry: TrashRequest, Identifiable {
  typealias Response = UndoResult

  static let route = Route(method: .post, path: "/undo/{id}", isNumbered: true)
  static let absence: ClientError? = .unsupported(.log)

  let id: Int
  /// Whether what has changed since is taken back, too.
  let isForced: Bool
  /// Whether the result is told and nothing is changed.
  let isPlan: Bool
  let credentials: BasicCredentials?

  private struct Body: Codable {
    var force: Bool?
    var plan: Bool?
  }

  static func read(_ received: ReceivedRequest) throws -> Self {
    let body = received.message.body.count == 0 ? Body() : try received.message.json(Body.self)
    return Self(
      id: try received.id(), isForced: body.force ?? false, isPlan: body.plan ?? false,
      credentials: try received.requiredCredentials())
  }

  func write(to message: inout HTTPRequest, boundary: String) throws {
    message.headers[.authorization] = credentials?.text
    try message.setJSON(Body(force: isForced ? true : nil, plan: isPlan ? true : nil))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard let credentials else { throw APIError.wrongPassword }
    var result = try await api.marketplace.undo(
      id, isForced: isForced, isPlan: isPlan, credentials.credentials, client: message.peer)
    result.changes = api.shown(result.changes)
    return try .json(result)
  }

  func error(in failure: FailedResponse) -> ClientError? {
    UndoRefusal(failure, ofEntry: id).map { .undo($0) }
  }
}

extension APIContext {
  /// A page for the operator may have more entries: others' cost is bounded.
  fileprivate func checkLogPage(of size: Int) throws(APIError) {
    guard isOperated || size <= LogLimits.served else {
      throw .malformed(
        "per_page '\(size)' is not a whole number from 1 to \(LogLimits.served)", field: "per_page")
    }
  }

  /// The changes with parts of long texts for others than the operator.
  fileprivate func shown(_ changes: [LogChange]) -> [LogChange] {
    isOperated ? changes : changes.map(\.shortened)
  }

  fileprivate func response(with page: LogPage, number: Int) throws -> HTTPResponse {
    let entries = page.entries.map { entry in
      var shown = entry
      shown.changes = self.shown(entry.changes)
      return shown
    }
    return try .json(
      LogPageBody(number: number, entries: entries, isCut: page.isCut),
      headers: [.cacheControl: "no-store", ResponseField.totalCount.name: String(page.total)])
  }
}

/// A page of the log in JSON; a field of the header has the number of entries on all pages.
struct LogPageBody: ObjectCodable {
  let number: Int
  let entries: [LogEntry]
  let isCut: Bool

  static func pass(_ page: Self?, _ json: ObjectMembers) throws -> Self {
    Self(
      number: try json.page(page?.number), entries: try json.known("entries", page?.entries),
      isCut: try json.flag("cut", page?.isCut))
  }
}

extension LogEntry: ObjectCodable {
  package static func pass(_ entry: Self?, _ json: ObjectMembers) throws -> Self {
    let changes = try json.known("changes", entry?.changes)
    let count = entry.flatMap { $0.count > $0.changes.count ? $0.count : nil }
    return LogEntry(
      id: try json("entry", entry?.id), date: try json("date", entry?.date),
      command: try json("command", entry?.command), changes: changes,
      count: max(changes.count, try json.optional("count", count) ?? 0),
      undoes: try json.optional("undoes", entry?.undoes), undone: try json.optional("undone", entry?.undone))
  }
}

extension LogChange: Codable {
  package init(from decoder: any Decoder) throws {
    self = try Self(JSON(from: decoder)).orThrow(JSONDefect.notExpected)
  }

  package func encode(to encoder: any Encoder) { json.encode(to: encoder) }
}

extension UndoResult: ObjectCodable {
  package static func pass(_ result: Self?, _ json: ObjectMembers) throws -> Self {
    var passed = UndoResult(
      entry: try json("entry", result?.entry), command: try json("command", result?.command),
      changes: try json.known("changes", result?.changes))
    passed.remaining = try json.known("remaining", result?.remaining)
    passed.undo = try json.optional("undo", result?.undo)
    return passed
  }
}

extension RemainingItem: ObjectCodable {
  package static func pass(_ item: Self?, _ json: ObjectMembers) throws -> Self {
    RemainingItem(
      item: try json("item", item?.item), title: try json.optional("title", item?.title) ?? "",
      reason: try json("reason", item?.reason))
  }
}
