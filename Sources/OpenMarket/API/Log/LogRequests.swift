import Foundation
import HTTP
import SystemSupport

/// `GET /item/{id}/log`: a page of the writes that have changed an item, the newest first, for the password of the item.
struct ListLog: TrashRequest {
  typealias Response = LogPage

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
    return try await api.marketplace.log(
      ofItem: item, page: page, size: size, credentials.credentials, client: message.peer
    ).response(number: page, isWhole: api.isOperated)
  }

  func error(in failure: FailedResponse) -> ClientError? {
    switch (failure.status, failure.code) {
    case (404, .wrongPassword): .wrongPassword(id: item)
    case (404, .notInTrash): .noSuchItem(id: item)
    default: nil
    }
  }
}

/// `GET /log`: a page of the writes that have changed items of the password's seller, or of the vendor, the newest first.
struct ListSellerLog: TrashRequest {
  typealias Response = LogPage

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
    return try await api.marketplace.log(
      page, size: size, credentials.credentials, client: message.peer
    ).response(number: page, isWhole: api.isOperated)
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
    let result = try await api.marketplace.undo(
      id, isForced: isForced, isPlan: isPlan, credentials.credentials, client: message.peer)
    return .json(status: 200) { $0.value(result.json(isWhole: api.isOperated)) }
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
}

extension LogPage {
  /// - Parameter isWhole: Whether long texts are sent whole.
  fileprivate func response(number: Int, isWhole: Bool) -> HTTPResponse {
    var members: [(key: String, value: JSON)] = [
      ("entries", .array(entries.map { $0.json(isWhole: isWhole) })), ("page", .number(String(number))),
    ]
    if isCut { members.append(("cut", .truth(true))) }
    var response = HTTPResponse.json(status: 200) { $0.value(.object(members)) }
    response.headers[.cacheControl] = "no-store"
    response.headers[.totalCount] = String(total)
    return response
  }
}

extension LogEntry {
  fileprivate func json(isWhole: Bool) -> JSON {
    var members: [(key: String, value: JSON)] = [
      ("changes", changes.json(isWhole: isWhole)), ("command", .string(command.rawValue)),
      ("date", .number(JSON.seconds(date))), ("entry", .number(String(id))),
    ]
    if count > changes.count { members.append(("count", .number(String(count)))) }
    if let undone { members.append(("undone", .number(String(undone)))) }
    if let undoes { members.append(("undoes", .number(String(undoes)))) }
    return .object(members)
  }

  init?(_ json: JSON) {
    guard let id = json.member("entry")?.integer,
      let command = json.member("command")?.string.flatMap(LogCommand.init),
      case .number(let seconds)? = json.member("date"), let date = Double(seconds)
    else { return nil }
    let changes = (json.member("changes")?.elements ?? []).compactMap { LogChange($0) }
    self.init(
      id: id, date: Date(secondsInYears: date), command: command, changes: changes,
      count: max(changes.count, json.member("count")?.integer ?? 0),
      undoes: json.member("undoes")?.integer, undone: json.member("undone")?.integer)
  }
}

extension UndoResult {
  fileprivate func json(isWhole: Bool) -> JSON {
    var members: [(key: String, value: JSON)] = [
      ("changes", changes.json(isWhole: isWhole)), ("command", .string(command.rawValue)),
      ("entry", .number(String(entry))),
      (
        "remaining",
        .array(
          remaining.map {
            .object([
              ("item", .number(String($0.item))), ("reason", .string($0.reason.rawValue)),
              ("title", .string($0.title)),
            ])
          })
      ),
    ]
    if let undo { members.append(("undo", .number(String(undo)))) }
    return .object(members)
  }

  init?(_ json: JSON) {
    guard let entry = json.member("entry")?.integer,
      let command = json.member("command")?.string.flatMap(LogCommand.init)
    else { return nil }
    self.init(entry: entry, command: command)
    changes = (json.member("changes")?.elements ?? []).compactMap { LogChange($0) }
    remaining = (json.member("remaining")?.elements ?? []).compactMap { json in
      guard let item = json.member("item")?.integer,
        let reason = json.member("reason")?.string.flatMap(RemainingItem.Reason.init)
      else { return nil }
      return RemainingItem(item: item, title: json.member("title")?.string ?? "", reason: reason)
    }
    undo = json.member("undo")?.integer
  }
}

extension [LogChange] {
  fileprivate func json(isWhole: Bool) -> JSON {
    .array(map { isWhole ? $0.json : $0.shortened.json })
  }
}

extension JSON {
  fileprivate static func seconds(_ date: Date) -> String { "\(date.timeIntervalSince1970)" }
}
