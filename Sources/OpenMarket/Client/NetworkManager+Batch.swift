package import Foundation
import HTTP
import SystemSupport

/// Many items in one request. `ClientError.unsupported(.batches)` is thrown where the market has no such paths.
extension NetworkManager {
  /// Applies the lines of a batch in one request, and returns their results in their order.
  ///
  /// - Parameters:
  ///   - lines: At most `BatchLimits.items` for a server, each with the images that replace those of its item; nil leaves
  ///     them.
  ///   - isAtomic: Whether one refused line undoes all; throws `ClientError.batchAborted`.
  ///   - run: Names the requests of an import, which the market logs as one write; nil for one request.
  package func apply(
    _ lines: [(item: BatchItem, images: [ItemImage]?)], password: String, isAtomic: Bool = false,
    run: String? = nil
  ) async throws(ClientError) -> [BatchResult] {
    let response = try await response(
      to: ApplyBatch(lines: lines, credentials: .password(password), isAtomic: isAtomic, run: run))
    let results = try jsonLines(in: response, BatchResultBody.init).map(\.value)
    guard results.count == lines.count else { throw unexpected(.unreadable(.notExpected)) }
    return results
  }

  /// Items for an export, in the order of their ids; fewer than the limit at the end. Notes are there where the password is
  /// that of the item, and at a market in this process.
  package func export(
    _ query: ExportQuery, password: String? = nil
  ) async throws(ClientError) -> [BatchItem] {
    try await exportedPiece(query, password: password).items
  }

  /// The items of an export, and the time zone of the market; nil of a market that does not name one, or none that is known.
  package func exportedPiece(
    _ query: ExportQuery, password: String? = nil
  ) async throws(ClientError) -> (items: [BatchItem], timeZone: TimeZone?) {
    let credentials: Credentials? = password.map { .password($0) }
    let response = try await response(to: ExportItems(export: query, credentials: credentials))
    try checkFilter(query.filter, isAppliedIn: response)
    return (try jsonLines(in: response, BatchItem.init), response.timeZone)
  }

  private func jsonLines<Value>(
    in response: HTTPResponse, _ read: (inout JSONReader) throws(JSONDefect) -> Value
  ) throws(ClientError) -> [Value] {
    do {
      return try response.body.lines.map { line throws(JSONDefect) in try JSONReader.value(of: line, read) }
    } catch {
      throw unreadable(error, in: response)
    }
  }
}

extension HTTPResponse {
  /// The time zone that the market names; nil for none, and for a text that is no name of the time zone database.
  fileprivate var timeZone: TimeZone? {
    guard let name = headers[.marketTimeZone], (1...64).contains(name.utf8.count),
      name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_+\-]*(\/[A-Za-z0-9_+\-]+)*/) != nil
    else { return nil }
    return TimeZone(identifier: name)
  }
}

/// The trash. A market that has items and no such paths deletes them for good.
extension NetworkManager {
  /// Fetches a page of the trash, the last deleted item first.
  ///
  /// - Parameter password: Whose items; the market in this process needs none, and lists all.
  package func trash(
    _ page: Int, size: Int, _ filter: ListFilter = ListFilter(), password: String?
  ) async throws(ClientError) -> TrashPage {
    let request = ListTrash(
      page: page, size: size, filter: filter, credentials: password.map { BasicCredentials(password: $0) })
    let response = try await response(to: request)
    try checkFilter(filter, isAppliedIn: response)
    var trash = try decode(TrashPage.self, from: response)
    trash.total = response.total
    return trash
  }

  /// Whether the market keeps what is deleted: one that does says that the request has no password, and one whose trash is
  /// turned off says that.
  package func hasTrash() async throws(ClientError) -> Bool {
    let response = try await anyResponse(
      to: try message(for: ListTrash(credentials: nil)), isRepeatable: true)
    return response.isSuccess || FailedResponse(response).body?.field == ItemField.password.rawValue
  }

  /// Puts an item back and returns it.
  ///
  /// - Parameter sku: The SKU in place of the item's own; nil for that.
  package func restore(id: Int, sku: String?, password: String) async throws(ClientError) -> Item {
    try await value(
      of: RestoreItem(id: id, sku: sku, credentials: BasicCredentials(password: password), run: run))
  }

  /// Deletes an item in the trash for good.
  package func discard(id: Int, password: String) async throws(ClientError) {
    let discarded = try await value(
      of: DiscardItem(id: id, credentials: BasicCredentials(password: password)))
    guard discarded.id == id else { throw unexpected(.deletedOther(id: discarded.id, insteadOf: id)) }
  }
}

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

  private func log(in response: HTTPResponse) throws(ClientError) -> LogPage {
    let page = try decode(LogPageBody.self, from: response)
    return LogPage(entries: page.entries, total: response.total ?? page.entries.count, isCut: page.isCut)
  }

  /// Takes an entry of the log back.
  ///
  /// - Parameters:
  ///   - isForced: Whether what has changed since is taken back, too.
  ///   - isPlan: Whether the result is told and nothing is changed.
  package func undo(
    _ entry: Int, isForced: Bool, isPlan: Bool, password: String
  ) async throws(ClientError) -> UndoResult {
    try await value(
      of: UndoEntry(
        id: entry, isForced: isForced, isPlan: isPlan, credentials: BasicCredentials(password: password)))
  }
}

extension Data {
  /// The lines that are not empty, without their ends: as `split` does, without a check of each byte.
  fileprivate var lines: [Data] {
    var (lines, start) = ([Data](), startIndex)
    while start < endIndex {
      let rest = self[start...]
      let length = rest.withUnsafeBytes { bytes in
        bytes.baseAddress.flatMap { first in
          memchr(first, Int32(UInt8(ascii: "\n")), bytes.count).map { UnsafeRawPointer($0) - first }
        }
      }
      let end = start + (length ?? rest.count)
      if end > start { lines.append(self[start..<end]) }
      start = end + 1
    }
    return lines
  }
}
