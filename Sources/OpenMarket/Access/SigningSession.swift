package import Foundation
package import HTTP
import Synchronization

/// Signs the requests of a market's operator to a server, where it has the key. The key itself stays here.
package struct SigningSession: Session {
  private let session: any Session
  private let signer: OperatorSigner

  package init(_ session: any Session, _ signer: OperatorSigner) {
    (self.session, self.signer) = (session, signer)
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    guard request.isSigned, let key = signer.key else { return try await session.response(to: request) }
    var request = request
    try request.sign(with: key.bytes, nonce: RandomSecret.make(length: 32), now: signer.now())
    return try await session.response(to: request)
  }
}

/// The key with which a command signs its requests, once it has one.
package final class OperatorSigner: Sendable {
  /// Nil until it is known whether there is one.
  private let present = Mutex<OperatorKey??>(nil)
  let now: @Sendable () -> Date

  package init(now: @escaping @Sendable () -> Date) { self.now = now }

  package var key: OperatorKey? { present.withLock { $0 ?? nil } }

  /// Whether it is known that there is a key, or none.
  package var isDecided: Bool { present.withLock { $0 != nil } }

  package func use(_ key: OperatorKey?) { present.withLock { $0 = .some(key) } }
}
