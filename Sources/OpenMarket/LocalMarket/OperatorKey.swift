import Foundation
import HTTP
import SystemSupport

/// The key of a market, by which its operator signs requests to a server (see `MessageSignature`). It may do what the file of the store
/// may, but for what is of the machine. It follows from the secret of the store and a number, which a new key raises: reading it
/// writes nothing, and a copy of the store has it.
package struct OperatorKey: Sendable, Equatable {
  /// 64 hexadecimal digits, as a file has them.
  package let text: String

  init(_ bytes: Data) { text = SHA256.hexadecimal(ofHash: bytes) }

  /// Reads the contents of a file; nil for a text that is no key. Space around it is ignored.
  package init?(_ contents: String) {
    let text = contents.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    guard text.utf8.count == 64, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
      return nil
    }
    self.text = text
  }

  /// What signatures are made with.
  var bytes: Data { Data(text.utf8) }
}

/// Whether the present request is from the operator of the store, who has signed it, or has signed in with the key.
package enum RequestOperator {
  @TaskLocal package static var isPresent = false

  /// The password of a request that names none; nil where it needs one.
  static var passwordOfNone: String? { isPresent ? "" : nil }
}

extension Store {
  /// The key of the market; nil where there is no store.
  package func operatorKey() async throws -> OperatorKey? {
    try await read { OperatorKey(try MarketSettings(database: $0).operatorKey()) }
  }

  /// The key of the market, whose store is made where there is none.
  ///
  /// - Parameter isNew: Whether it replaces the present one, which ends.
  package func operatorKey(isNew: Bool) async throws -> OperatorKey {
    if !isNew, let present = try await operatorKey() { return present }
    return try await write { database in
      let settings = MarketSettings(database: database)
      if isNew { try settings.renewOperatorKey() }
      return OperatorKey(try settings.operatorKey())
    }
  }

  /// Notes the number of a signature; returns false where a request had it before.
  fileprivate func accept(nonce: String, at date: Date) async throws -> Bool {
    try await write { database in
      let records = IdempotencyRecords(database: database)
      try records.deleteExpired(at: date)
      return try records.insert(nonce: nonce, at: date)
    }
  }
}

extension Marketplace {
  /// Whether a key is that of the market's operator.
  package func isOperator(with key: OperatorKey) async throws -> Bool {
    guard let present = try await store.operatorKey() else { return false }
    return zip(present.bytes, key.bytes).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
  }
}

/// The signatures of a market's operator, as a server verifies them.
struct OperatorSignatures {
  let store: Store
  /// The URLs at which the server listens, and those that clients use.
  let addresses: [String]
  let publicURLs: [URL]
  let now: @Sendable () -> Date

  /// Throws an `APIError` for a request whose signature is not that of the operator, and a `StoreError`. A key costs nothing until
  /// its signature is right: the contents are hashed and the number is noted only then.
  func verify(_ request: HTTPRequest) async throws {
    let signature: MessageSignature
    do {
      signature = try MessageSignature(of: request)
    } catch {
      throw APIError.badSignature(error.reason)
    }
    let age = now().timeIntervalSince(signature.created)
    guard abs(age) <= MessageSignature.lifetime else {
      throw APIError.badSignature(
        "it was made \(Int(abs(age))) seconds \(age < 0 ? "from now" : "ago"): 300 at most")
    }
    guard let key = try await store.operatorKey(),
      signature.isValid(for: request, at: origins, key: key.bytes)
    else {
      throw APIError.badSignature(
        """
        it is not that of the market's key for an address of this server, which are \
        \(origins.joined(separator: ", "))
        """)
    }
    guard try MessageSignature.hasSignedContents(request) else {
      throw APIError.badSignature("the contents are not those of Content-Digest")
    }
    guard try await store.accept(nonce: signature.nonce, at: now()) else {
      throw APIError.badSignature("a request with its nonce was received before")
    }
  }

  /// The origins for which a request may be signed: another server cannot pass a request on that was signed for its own address.
  private var origins: [String] {
    let listening = addresses.flatMap { address -> [String] in
      guard let url = URL(string: address), let host = url.host(), !host.isEmpty else {
        return [address.removingPercentEncoding ?? address]
      }
      let port = url.port.map { ":\($0)" } ?? ""
      let names =
        switch host.trimmingCharacters(in: ["[", "]"]) {
        case "127.0.0.1": ["127.0.0.1", "localhost"]
        case "::1": ["[::1]", "localhost"]
        case "0.0.0.0": ["127.0.0.1", "localhost"]
        case "::": ["[::1]", "127.0.0.1", "localhost"]
        default: [url.authority.map { String($0.dropLast(port.count)) } ?? host]
        }
      return names.compactMap { URL(string: "http://\($0)\(port)").flatMap(HTTPRequest.signedOrigin) }
    }
    let named = publicURLs.compactMap { url in
      HTTPRequest.signedOrigin(of: url).map {
        $0 + (url.path().hasSuffix("/") ? String(url.path().dropLast()) : url.path())
      }
    }
    return (listening + named).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension MessageSignatureDefect {
  fileprivate var reason: String {
    switch self {
    case .malformed: "Signature-Input and Signature are not those of one signature (RFC 9421)"
    case .components: #"it is not over "@method", "@target-uri" and "content-digest""#
    case .algorithm: "its algorithm is not hmac-sha256"
    case .parameters: "it needs 'created' and a 'nonce' of 16 to 128 characters"
    }
  }
}

extension APIError {
  fileprivate static func badSignature(_ reason: String) -> APIError {
    APIError(status: 401, code: .badSignature, reason: "The signature is not accepted: \(reason)")
  }
}
