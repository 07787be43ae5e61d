import Foundation
import HTTP

/// The trash. A market that has items and no such paths deletes them for good.
extension NetworkManager {
  /// Fetches a page of the trash, the last deleted item first.
  ///
  /// - Parameter password: Whose items; the market in this process needs none, and lists all.
  package func trash(_ page: Int, size: Int, password: String?) async throws(ClientError) -> TrashPage {
    let request = ListTrash(
      page: page, size: size, credentials: password.map { BasicCredentials(password: $0) })
    let response = try await response(to: request)
    return try decode(TrashBody.self, from: response).contents(of: response.total)
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
    try await value(of: RestoreItem(id: id, sku: sku, credentials: BasicCredentials(password: password)))
  }

  /// Deletes an item in the trash for good.
  package func discard(id: Int, password: String) async throws(ClientError) {
    let discarded = try await value(
      of: DiscardItem(id: id, credentials: BasicCredentials(password: password)))
    guard discarded.id == id else { throw unexpected(.deletedOther(id: discarded.id, insteadOf: id)) }
  }
}
