import HTTP
import SystemSupport

/// Requests of the operator. Each throws `ClientError.operatorOnly` where the market takes the client for another.
extension NetworkManager {
  /// Gives an item a password.
  package func setPassword(_ password: String, ofItem id: Int) async throws(ClientError) -> Item {
    try await value(of: SetPassword(id: id, password: password))
  }

  /// The settings of the market.
  package func settings() async throws(ClientError) -> StoredSettings {
    try await value(of: ShowSettings())
  }

  /// Changes settings of the market, and returns them with the sales that move to another day.
  ///
  /// - Parameter isPlan: Whether the result is told and nothing is changed.
  package func change(
    _ change: SettingsChange, isPlan: Bool = false
  ) async throws(ClientError) -> StoredSettings {
    try await value(of: ChangeSettings(change: change, isPlan: isPlan))
  }

  /// The vendors, the oldest first.
  package func vendors() async throws(ClientError) -> [Vendor] {
    try await value(of: ListVendors())
  }

  /// Adds a vendor; nil for a random identifier and secret, and for the next id. Throws `ClientError.vendorTaken`.
  package func addVendor(
    name: String, id: Int?, identifier: String?, secret: String?
  ) async throws(ClientError) -> VendorCredentials {
    try await value(of: AddVendor(name: name, id: id, identifier: identifier, secret: secret))
  }

  /// Ends the identifier and the secret of a vendor. Throws `ClientError.noSuchVendor`.
  package func removeVendor(id: Int) async throws(ClientError) {
    _ = try await value(of: RemoveVendor(id: id))
  }

  /// Sets where buyers reach a vendor, or removes it for nil. Throws `ClientError.noSuchVendor`.
  package func setContact(_ contact: String?, ofVendor id: Int) async throws(ClientError) {
    _ = try await value(of: SetContact(id: id, contact: contact))
  }

  /// Counts what a purge would forget. Throws `ClientError.noSuchItem` and `noSuchVendor`.
  package func purgePlan(_ request: PurgeRequest) async throws(ClientError) -> PurgePlan {
    let response = try await response(
      to: ForgetItems(request: request, isPlan: true, state: PurgeState()))
    var plan = try decode(PurgePlan.self, from: response)
    plan.request.item = request.item
    return plan
  }

  /// Forgets, in requests that take about a second, and returns how much it was. What an interrupted one has left, the same purge
  /// forgets later.
  ///
  /// - Parameter progress: Gets the number of movements of each request.
  package func purge(
    _ request: PurgeRequest, progress: (Int) -> Void = { _ in }
  ) async throws(ClientError) -> PurgeCounts {
    var (counts, state) = (PurgeCounts(), PurgeState())
    while true {
      let part = try await value(of: ForgetItems(request: request, isPlan: false, state: state))
      counts = counts + part.counts
      progress(part.counts.movements)
      guard !part.state.isDone else { return counts }
      state = part.state
      state.hasForgotten = !counts.isEmpty
    }
  }
}

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
