import Foundation
import HTTP
import SystemSupport

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
    if let expiry = signature.expiry, expiry <= now() { throw APIError.badSignature("it has expired") }
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
