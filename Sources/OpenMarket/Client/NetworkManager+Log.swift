import Foundation
import HTTP
import SystemSupport

/// The log. A market that has items and no such paths keeps none.
extension NetworkManager {
  /// Fetches a page of the writes that have changed an item, the newest first.
  package func log(
    ofItem id: Int, _ page: Int, size: Int, password: String
  ) async throws(ClientError) -> LogPage {
    let request = ListLog(
      item: id, page: page, size: size, credentials: BasicCredentials(password: password))
    return try log(in: try await response(to: request))
  }

  /// Fetches a page of the writes that have changed items of the password's seller, the newest first.
  package func log(_ page: Int, size: Int, password: String) async throws(ClientError) -> LogPage {
    let request = ListSellerLog(page: page, size: size, credentials: BasicCredentials(password: password))
    return try log(in: try await response(to: request))
  }

  /// Whether the market keeps a log: one that does says that the request has no password.
  package func hasLog() async throws(ClientError) -> Bool {
    let response = try await anyResponse(
      to: try message(for: ListSellerLog(credentials: nil)), isRepeatable: true)
    let failure = FailedResponse(response)
    if failure.status == 429 || failure.status >= 500 { throw error(in: failure) }
    return response.isSuccess || failure.body?.field == ItemField.password.rawValue
  }

  private func log(in response: HTTPResponse) throws(ClientError) -> LogPage {
    let page = try json(in: response)
    let entries = page.member("entries")?.elements ?? []
    return LogPage(
      entries: entries.compactMap { LogEntry($0) }, total: response.total ?? entries.count,
      isCut: page.member("cut") == .truth(true))
  }

  /// Takes an entry of the log back.
  ///
  /// - Parameters:
  ///   - isForced: Whether what has changed since is taken back, too.
  ///   - isPlan: Whether the result is told and nothing is changed.
  package func undo(
    _ entry: Int, isForced: Bool, isPlan: Bool, password: String
  ) async throws(ClientError) -> UndoResult {
    let request = UndoEntry(
      id: entry, isForced: isForced, isPlan: isPlan, credentials: BasicCredentials(password: password))
    let response = try await response(to: request)
    guard let result = UndoResult(try json(in: response)) else { throw unexpected(.unreadable(.notExpected)) }
    return result
  }

  private func json(in response: HTTPResponse) throws(ClientError) -> JSON {
    do {
      return try JSONReader.value(of: response.body, JSON.init)
    } catch {
      throw unreadable(error, in: response)
    }
  }
}
