package import Foundation

/// The use cases of a market's operator: which vendors may sell through v2. Only the owner of the store can call them;
/// no API does.
package struct VendorRegistry: Sendable {
  /// The credentials of a new vendor, available only once: only a hash of the secret is stored.
  package struct Credentials: Sendable, Equatable {
    package let vendor: Vendor
    package let identifier: String
    package let secret: String
  }

  private let store: Store
  private let passwords: PasswordVerifier

  package init(_ store: Store, passwordCost: Int = 5) {
    self.store = store
    passwords = PasswordVerifier(cost: passwordCost)
  }

  /// Throws a `ValidationError` for a name that no vendor can have, and for one that looks like another vendor's or the
  /// market's own (`NameSkeleton`); for a secret that is no password; and `MarketplaceError.takenVendor`.
  ///
  /// - Parameters:
  ///   - id: Nil for the next one.
  ///   - identifier: Nil for a random one.
  ///   - secret: Nil for a random one.
  package func add(
    name: String, id: Int? = nil, identifier: String? = nil, secret: String? = nil, at date: Date
  ) async throws -> Credentials {
    try ValidDraft.checkTitle(name)
    let identifier = identifier?.lowercased() ?? UUID().uuidString.lowercased()
    let secret = secret ?? RandomSecret.make(length: 20)
    try validatePassword(secret)
    return try await ClientError.reporting {
      let hash = try await passwords.hash(secret, for: nil)
      let vendor = try await store.addVendor(
        id: id, name: name, identifier: identifier, secretHash: hash, at: date)
      return Credentials(vendor: vendor, identifier: identifier, secret: secret)
    }
  }

  /// All vendors, the oldest first.
  package func vendors() async throws -> [Vendor] {
    try await ClientError.reporting { try await store.vendors() }
  }

  /// Sets where buyers reach a vendor, or removes it. Returns whether there is such a vendor.
  package func setContact(_ contact: String?, ofVendor id: Int) async throws -> Bool {
    try await ClientError.reporting {
      guard try await store.vendors().contains(where: { $0.id == id }) else { return false }
      try await store.write { try MarketSettings(database: $0).setContact(contact, ofVendor: id) }
      return true
    }
  }

  /// Removes a vendor's identifier and secret; what it sold stays. Returns whether there was such a vendor.
  package func remove(id: Int) async throws -> Bool {
    try await ClientError.reporting { try await store.removeVendor(id: id) }
  }
}
