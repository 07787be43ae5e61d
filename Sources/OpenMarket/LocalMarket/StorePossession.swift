package import Foundation
import HTTP
import SystemSupport

/// The secret by which a server on this machine proves that it has a store open: every process that may read the
/// store's file has it.
package struct PossessionKey: Sendable {
  /// The store's identity.
  package let identity: String
  private let key: Data

  init(identity: String, key: Data) {
    (self.identity, self.key) = (identity, key)
  }

  /// The code of a challenge at a server that listens at these addresses: 64 hexadecimal digits. The addresses are part of it,
  /// so that another server cannot pass the challenge on to this one.
  func code(_ nonce: String, addresses: [String]) -> String {
    let message = ([nonce] + addresses).joined(separator: " ")
    return SHA256.hexadecimal(ofHash: SHA256.authenticationCode(of: Data(message.utf8), key: key))
  }
}

/// The response of a server to a challenge: the code, and the addresses at which it listens.
package struct PossessionProof: Sendable, Equatable {
  private let nonce: String
  private let code: String
  private let addresses: [String]

  /// Reads the field `Market-Proof`; nil for a text that is none.
  init?(_ field: String, nonce: String) {
    let words = field.split(separator: " ").map(String.init)
    guard let code = words.first, code.utf8.count == 64, (2...16).contains(words.count) else { return nil }
    (self.nonce, self.code, addresses) = (nonce, code, Array(words.dropFirst()))
  }

  /// Whether the server at an address has the store of this key open.
  package func holds(_ key: PossessionKey, at server: URL) -> Bool {
    key.code(nonce, addresses: addresses) == code && isOf(server)
  }

  /// Whether every address that the URL may lead to is one of the server.
  private func isOf(_ server: URL) -> Bool {
    if let path = server.unixSocket { return addresses.contains(LocalAddress.unix(path: path).url) }
    guard server.scheme?.lowercased() == "http", let host = server.host()?.lowercased() else { return false }
    let port = server.port ?? 80
    func has(_ host: String, _ wildcard: String) -> Bool {
      [host, wildcard].contains { addresses.contains(LocalAddress.network(host: $0, port: port).url) }
    }
    // A name may lead to either.
    if host == "localhost" { return has("127.0.0.1", "0.0.0.0") && has("::1", "::") }
    let bare = host.trimmingCharacters(in: ["[", "]"])
    return has(bare, bare.contains(":") ? "::" : "0.0.0.0")
  }
}

extension Store {
  /// The key by which a server proves that it has this store open; nil if there is no store.
  package func possessionKey() async throws -> PossessionKey? {
    let key = try await read { try MarketSettings(database: $0).key(for: .possession) }
    guard let key, let identity = knownIdentity else { return nil }
    return PossessionKey(identity: identity, key: key)
  }
}

extension NetworkManager {
  /// Asks the server to prove that it has its store open. Nil where it does not.
  package func possessionProof() async throws(ClientError) -> PossessionProof? {
    let nonce = RandomSecret.make(length: 32)
    guard
      var request = try? Endpoint.page(PageQuery(size: 1)).request(boundary: boundary()).addressed(to: server)
    else {
      return nil
    }
    request.headers.forbidStoring()
    request.headers[.marketNonce] = nonce
    let response = try await anyResponse(to: request, isRepeatable: true)
    return response.headers[.marketProof].flatMap { PossessionProof($0, nonce: nonce) }
  }
}

extension HTTPRequest {
  /// The challenge of a client that has the store's file; nil where it has none, or one that is not 16 to 64 letters and digits.
  var nonce: String? {
    headers[.marketNonce].flatMap { text in
      let isNonce =
        (16...64).contains(text.utf8.count)
        && text.utf8.allSatisfy { Character(UnicodeScalar($0)).isLetterOrDigit }
      return isNonce ? text : nil
    }
  }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}

extension HTTPField.Name {
  /// A challenge to a server on this machine, and what it returns.
  static let marketNonce: Self = "Market-Nonce"
  static let marketProof: Self = "Market-Proof"
}
