import Foundation

/// Bytes of a response while the client reads them: large contents, and what the socket did not take at once of others. They are in
/// memory as far as the budget allows, otherwise in a temporary file. Gives the bytes back to the budget when it is no longer used.
final class HeldBody: Sendable {
  /// Bytes up to which contents are sent together with the head, and held only if the socket does not take them.
  static let small = ReadyResponse.largestContents
  /// Bytes up to which contents may stay in memory.
  private static let memory = 1 << 20

  enum Place: Sendable {
    case memory(Data)
    case file(SpoolFile)
  }

  let place: Place
  /// In bytes.
  let count: Int
  private let budget: BodyBudget
  private let client: String

  /// Throws 503 when there is no room for the contents, and 507 when the disk is full.
  init(_ data: Data, of client: String, server: HTTPServer) throws(HTTPError) {
    (count, self.client) = (data.count, client)
    if data.count <= Self.memory, server.downloads.reserve(data.count, of: client, besides: 0) {
      (budget, place) = (server.downloads, .memory(data))
      return
    }
    let file = try SpoolFile()
    try server.spool(data.count, of: client, besides: 0)
    (budget, place) = (server.spool, .file(file))
    try file.write(data, at: 0)
  }

  deinit {
    budget.release(count, of: client)
  }
}
