import Foundation
import HTTP
import Synchronization

extension NetworkManager {
  /// The identity in the responses so far: 128 bits in lower-case hexadecimal; nil if no response had one.
  package var knownIdentity: String? { identity.value }

  /// The identity of the market, which stays the same when its store is moved or served at another address.
  ///
  /// Requests one small page if the market has not responded yet. Nil if its responses have no identity, as those of other
  /// servers and of a store that does not exist yet. It proves nothing: any server can send the identity of another one.
  package func identity() async throws -> String? {
    guard !identity.hasResponse else { return knownIdentity }
    do {
      _ = try await page(PageQuery(size: 1))
    } catch {
      // A market that cannot list its items has still responded.
      guard identity.hasResponse else { throw error }
    }
    return knownIdentity
  }
}

/// Records the identity in the responses of one server.
final class IdentityRecorder: Session {
  private let session: any Session
  private let server: URL
  private let state = Mutex<(value: String?, hasResponse: Bool)>((nil, false))

  /// - Parameter server: The server whose identity is recorded. Images and redirects may be on others, whose responses are ignored.
  init(_ session: any Session, server: URL) {
    self.session = session
    self.server = server
  }

  var value: String? { state.withLock { $0.value } }

  var hasResponse: Bool { state.withLock { $0.hasResponse } }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await session.response(to: request)
    guard request.scheme == server.scheme, request.authority == server.authority else { return response }
    let identity = response.headers[.marketIdentity].flatMap { $0.isIdentity ? $0 : nil }
    state.withLock { $0 = (identity ?? $0.value, true) }
    return response
  }
}

extension String {
  /// Whether it is 32 lower-case hexadecimal digits, and so is safe in the name of a file.
  fileprivate var isIdentity: Bool {
    utf8.count == 32 && utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
