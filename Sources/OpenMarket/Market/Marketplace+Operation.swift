package import Foundation
import SystemSupport

/// The use cases of the operator alone: settings, vendors, and forgetting deleted items.
extension Marketplace {
  // MARK: Settings

  /// The settings; those of a new market where there is no store.
  package func settings() async throws -> StoredSettings { try await store.settings() }

  /// Changes settings in one transaction, and returns them with the sales that move to another day. Makes the store where there is
  /// none.
  ///
  /// - Parameter isPlan: Whether the result is told and nothing is changed.
  package func change(_ change: SettingsChange, isPlan: Bool = false) async throws -> StoredSettings {
    isPlan ? try await store.plan(change) : try await store.change(change, at: now())
  }

  /// The bytes of the logo; nil for a name that is not the present one's.
  package func logo(named name: String) async throws -> Data? {
    try await store.read { database in
      let settings = MarketSettings(database: database)
      return try settings.shop(.logo) == name ? try settings.logo(named: name) : nil
    } ?? nil
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
    let date = now()
    let removed = try await store.writeExisting { database -> Vendor? in
      let rows = VendorRows(database: database)
      guard let vendor = try rows.all().first(where: { $0.id == id }), try rows.remove(id) else { return nil }
      try LogRows(database, at: date).record(.removeVendor, LogChange(.vendorRemoved, title: vendor.name))
      return vendor
    }
    return try (removed ?? nil).orThrow(MarketplaceError.noSuchVendor(String(id)))
  }

  /// Where buyers reach a vendor; nil where only the shop has an address.
  package func contact(ofVendor id: Int) async throws -> String? {
    try await store.read { try MarketSettings(database: $0).contact(ofVendor: id) } ?? nil
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
    let date = now()
    return try await store.readAll { database in
      let rows = PurgeRows(database: database)
      return try rows.plan(rows.resolved(request, at: date))
    } ?? PurgePlan(request: request)
  }

  /// Forgets the next part, beside other writes: each transaction takes about 50 ms, after each the store adds up. Returns how much
  /// it was, and where the next part begins.
  package func purge(
    _ request: PurgeRequest, from start: PurgeState = PurgeState()
  ) async throws -> (PurgeCounts, PurgeState) {
    let date = now()
    let end = ContinuousClock.now + Self.purgeTime
    var (counts, state) = (PurgeCounts(), start)
    while !state.isDone, ContinuousClock.now < end {
      let before = state
      let step = try await store.writeExisting(.forgetting) { database in
        let end = ContinuousClock.now + Self.purgeStep.time
        var (state, counts) = (before, PurgeCounts())
        let rows = PurgeRows(database: database)
        let query = try rows.resolved(request, at: date)
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
      _ = try await store.writeExisting(.deleting) {
        try LogRows($0, at: date).record(.purge, LogChange(.purged))
      }
    }
    return (counts, state)
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
    (1...200).contains(text.utf8.count) && !text.contains(where: \.isNewline) && ShopSetting.allows(text)
  }
}
