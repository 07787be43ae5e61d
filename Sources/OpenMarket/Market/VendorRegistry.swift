package import Foundation

/// Who may sell under a name in an embedded market. Only whoever has the file can change it: there is no way in over the
/// network.
package struct VendorRegistry: Sendable {
  /// What a new vendor needs to know, and is told once: only a hash of the secret is kept.
  package struct Credentials: Sendable, Equatable {
    package let vendor: Vendor
    package let identifier: String
    package let secret: String
  }

  private let store: ItemStore
  private let passwords: PasswordHash

  /// - Parameter path: The market's file.
  package init(path: String, passwordCost: Int = 5) {
    store = ItemStore(path: path, patience: .seconds(10))
    passwords = PasswordHash(cost: passwordCost)
  }

  /// Throws a `ValidationError` for a name that no vendor can have.
  package func add(name: String, at date: Date) async throws -> Credentials {
    try ItemDraft.checkTitle(name)
    let identifier = UUID().uuidString.lowercased()
    let secret = RandomSecret.make(length: 20)
    return try await translated {
      let hash = try passwords.hash(secret)
      let vendor = try await store.addVendor(name: name, identifier: identifier, secretHash: hash, at: date)
      return Credentials(vendor: vendor, identifier: identifier, secret: secret)
    }
  }

  /// The oldest first.
  package func vendors() async throws -> [Vendor] {
    try await translated { try await store.vendors() }
  }

  /// Takes a vendor's identifier and secret away; what it sold stays. Whether there was such a vendor.
  package func remove(id: Int) async throws -> Bool {
    try await translated { try await store.removeVendor(id: id) }
  }

  private func translated<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
    do {
      return try await work()
    } catch let error as StoreError {
      throw MarketError.store(error)
    }
  }
}
