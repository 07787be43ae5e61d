import Foundation
import SystemSupport

/// The use cases of the operator alone: settings, vendors, and forgetting deleted items.
extension Marketplace {
  // MARK: Settings

  /// The settings; those of a new market where there is no store.
  func settings() async throws -> StoredSettings { try await store.settings() }

  /// Changes settings in one transaction, and returns them with the sales that move to another day. Makes the store where there is
  /// none.
  ///
  /// - Parameter isPlan: Whether the result is told and nothing is changed.
  package func change(_ change: SettingsChange, isPlan: Bool = false) async throws -> StoredSettings {
    isPlan ? try await store.plan(change) : try await store.change(change, at: now())
  }

  // MARK: Vendors

  /// All vendors, the oldest first.
  package func vendors() async throws -> [Vendor] {
    try await store.read { try VendorRows(database: $0).all() } ?? []
  }

  /// Adds a vendor, whose secret is known here alone: only a hash of it is stored. Throws a `ValidationError` for a name that no
  /// vendor can have, and for one that looks like another vendor's or the market's own (`NameSkeleton`); for a secret that is no
  /// password; and `MarketplaceError.takenVendor`.
  ///
  /// - Parameters:
  ///   - id: Nil for the next one.
  ///   - identifier: Nil for a random one.
  ///   - secret: Nil for a random one.
  package func addVendor(
    name: String, id: Int? = nil, identifier: String? = nil, secret: String? = nil
  ) async throws -> VendorCredentials {
    try ValidDraft.checkTitle(name)
    let identifier = identifier?.lowercased() ?? UUID().uuidString.lowercased()
    let secret = secret ?? RandomSecret.make(length: 20)
    try validatePassword(secret)
    let hash = try await passwords.hash(secret, for: nil)
    let vendor = try await store.addVendor(
      id: id, name: name, identifier: identifier, secretHash: hash, at: now())
    return VendorCredentials(vendor: vendor, identifier: identifier, secret: secret)
  }

  /// Ends the identifier and the secret of a vendor, and returns what it was; what it sold stays. Throws
  /// `MarketplaceError.noSuchVendor`.
  package func removeVendor(id: Int) async throws -> Vendor {
    try await store.removeVendor(id: id).orThrow(MarketplaceError.noSuchVendor(String(id)))
  }

  /// Sets where buyers reach a vendor, or removes it for nil. Throws `MarketplaceError.noSuchVendor`.
  package func setContact(_ contact: String?, ofVendor id: Int) async throws -> Vendor {
    let changed = try await store.writeExisting { database -> Vendor? in
      guard var vendor = try VendorRows(database: database).all().first(where: { $0.id == id }) else {
        return nil
      }
      try MarketSettings(database: database).setContact(contact, ofVendor: id)
      vendor.contact = contact
      return vendor
    }
    return try (changed ?? nil).orThrow(MarketplaceError.noSuchVendor(String(id)))
  }

  // MARK: Forgetting

  /// How long a transaction of a purge goes on, and how long others have the store to themselves then: a process that waits for the
  /// store looks every 100 ms at the latest, and has to find it free.
  private static var purgeStep: (time: Duration, pause: Duration) { (.milliseconds(50), .milliseconds(50)) }
  /// How long a request goes on.
  private static let purgeTime = Duration.seconds(1)

  /// Counts the rows that a purge would delete. Throws `MarketplaceError.noSuchItem` and `noSuchVendor`.
  package func purgePlan(_ request: PurgeRequest) async throws -> PurgePlan {
    let query = try await query(of: request)
    var plan = try await store.readAll { try PurgeRows(database: $0).plan(query) } ?? PurgePlan()
    plan.request = PurgeRequest(
      deletedBefore: query.deletedBefore.map { GivenDay($0) }, seller: query.seller.map { .init($0) },
      item: query.item)
    switch plan.missing {
    case .item(let id): throw MarketplaceError.noSuchItem(id: id)
    case .seller(let seller): throw MarketplaceError.noSuchVendor(seller.text)
    case nil: return plan
    }
  }

  /// Forgets the next part, beside other writes: each transaction takes about 50 ms, after each the store adds up. Returns how much
  /// it was, and where the next part begins.
  package func purge(
    _ request: PurgeRequest, from start: PurgeState = PurgeState()
  ) async throws -> (PurgeCounts, PurgeState) {
    let query = try await query(of: request)
    let end = ContinuousClock.now + Self.purgeTime
    var (counts, state) = (PurgeCounts(), start)
    while !state.isDone, ContinuousClock.now < end {
      let before = state
      let step = try await store.writeExisting(.forgetting) { database in
        let end = ContinuousClock.now + Self.purgeStep.time
        var (state, counts) = (before, PurgeCounts())
        let rows = PurgeRows(database: database)
        while !state.isDone, ContinuousClock.now < end { counts = try counts + rows.step(query, &state) }
        return (state, counts)
      }
      guard let step else {
        state.isDone = true
        break
      }
      state = step.0
      counts = counts + step.1
      if !state.isDone { try await Task.sleep(for: Self.purgeStep.pause) }
    }
    state.hasForgotten = start.hasForgotten || !counts.isEmpty
    if state.isDone, state.hasForgotten {
      let date = now()
      _ = try await store.writeExisting(.deleting) {
        try LogRows($0, at: date).record(.purge, LogChange(.purged))
      }
    }
    return (counts, state)
  }

  private func query(of request: PurgeRequest) async throws -> PurgeQuery {
    var query = PurgeQuery(item: request.item)
    if let day = request.deletedBefore {
      query.deletedBefore =
        if let fixed = day.fixed { fixed } else { day.day(today: try await store.today(at: now())) }
    }
    switch request.seller {
    case .known(let seller): query.seller = seller
    case .named(let name):
      let id = try await store.read { try PurgeRows(database: $0).vendor(named: name) } ?? nil
      guard let id else { throw MarketplaceError.noSuchVendor(name) }
      query.seller = .vendor(id)
    case nil: break
    }
    return query
  }
}

/// The credentials of a new vendor.
package struct VendorCredentials: Sendable, Equatable {
  package let vendor: Vendor
  package let identifier: String
  package let secret: String
}

/// The rules for an identifier and an id of a vendor.
package enum VendorLimits {
  package static let ids = 1...1_000_000_000

  /// Whether it has 1 to 100 visible ASCII characters: it is sent in a header field.
  package static func isIdentifier(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Whether it is a line of 1 to 200 bytes. A page makes a link of one that is an address.
  static func isContact(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count) && !text.contains(where: \.isNewline)
  }
}
