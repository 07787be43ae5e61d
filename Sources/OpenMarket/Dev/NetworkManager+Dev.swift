import HTTP

/// A server for development.
extension NetworkManager {
  /// Restores the contents of a world: the seed, or a snapshot.
  ///
  /// - Parameters:
  ///   - world: Empty for the one at the root.
  ///   - snapshot: Nil for the seed.
  package func resetWorld(_ world: String, to snapshot: String?) async throws(ClientError) {
    let base = world.isEmpty ? "" : "/w/\(world)"
    let query = snapshot.map { "?snapshot=\($0)" } ?? ""
    let request = HTTPRequest(.post, target: base + "/dev/reset" + query).addressed(to: server)
    let response = try await anyResponse(to: request, isRepeatable: true)
    guard response.isSuccess else { throw error(in: FailedResponse(response)) }
  }
}
