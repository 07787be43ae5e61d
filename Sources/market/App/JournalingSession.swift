import Foundation
import HTTP
import OpenMarket
import SystemSupport

/// Records the writes of items that a server confirms, with the items before and after them as its responses have them.
///
/// It is around the cache, so that it sees the body of each response.
struct JournalingSession: Session {
  private let session: any Session
  private let journal: WriteJournal

  init(_ session: any Session, _ journal: WriteJournal) {
    self.session = session
    self.journal = journal
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await session.response(to: request)
    guard response.isSuccess, response.headers[.idempotentReplayed] != "true" else { return response }
    switch (request.method, request.itemPath) {
    case (.get, .item(let id)?): journal.note(response.body, ofItem: id)
    case (.post, .items?): await journal.record(.add, after: Self.item(in: response))
    case (.patch, .item(let id)?):
      await journal.record(.edit, before: journal.item(id), after: Self.item(in: response))
      journal.note(response.body, ofItem: id)
    case (.delete, .item(let id)?):
      await journal.record(.delete, before: journal.item(id) ?? Self.item(in: response))
    default: break
    }
    return response
  }

  private static func item(in response: HTTPResponse) -> Item? {
    try? JSON.decode(Item.self, from: response.body)
  }
}

/// The paths of v1 at which items are written.
private enum ItemPath {
  case items
  case item(Int)
}

extension HTTPRequest {
  /// Nil for another path. A server's own path may stand before that of the API.
  fileprivate var itemPath: ItemPath? {
    let components = target.prefix { $0 != "?" }.split(separator: "/")
    if components.last == "item" { return .items }
    guard components.dropLast().last == "item", let id = components.last.flatMap({ Int($0) }) else {
      return nil
    }
    return .item(id)
  }
}
