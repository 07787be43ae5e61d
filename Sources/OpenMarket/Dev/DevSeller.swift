/// A seller of a market for development, as an app may have it compiled in.
package struct DevSeller: Sendable, Equatable {
  package let name: String
  package let identifier: String
  /// Empty until it is read from a file.
  package var secret: String
  package let id: Int
  /// Whether the secret is from a file: it is shown nowhere.
  package var isSecretKept = false

  package init(name: String, identifier: String, secret: String, id: Int) {
    (self.name, self.identifier, self.secret, self.id) = (name, identifier, secret, id)
  }

  /// Reads `NAME:UUID:SECRET:ID`, whose secret may have colons, and be empty. Nil for another text.
  package init?(_ text: String) {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 4, let id = Int(fields[fields.count - 1]), (1...1_000_000_000).contains(id),
      !fields[0].isEmpty, (1...100).contains(fields[1].utf8.count),
      fields[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    let secret = fields[2..<fields.count - 1].joined(separator: ":")
    guard secret.isEmpty || (try? validatePassword(secret)) != nil,
      (try? ValidDraft.checkTitle(fields[0])) != nil
    else {
      return nil
    }
    self.init(name: fields[0], identifier: fields[1].lowercased(), secret: secret, id: id)
  }

  /// The sellers of a market for which none are given.
  package static let standard = [
    DevSeller(
      name: "하늘상점", identifier: "c4b3f2d8-6061-11e9-8a5c-0242ac130003", secret: "password", id: 11),
    DevSeller(
      name: "Red Lamp", identifier: "5a7d1f0e-7424-11ed-9bb7-0242ac130003", secret: "password", id: 12),
    DevSeller(name: "바다마켓", identifier: "9e0c6b1a-cc3f-11ec-bfd1-0242ac130003", secret: "password", id: 13),
  ]

  /// Three sellers: the given ones, and standard ones whose names, identifiers and ids they leave free.
  static func all(_ given: [DevSeller]) -> [DevSeller] {
    let free = standard.filter { seller in
      !given.contains { $0.id == seller.id || $0.identifier == seller.identifier || $0.name == seller.name }
    }
    return given + free.prefix(max(0, 3 - given.count))
  }
}
