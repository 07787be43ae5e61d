import OpenMarket
import Synchronization
import SystemSupport

/// The link by which the operator signs in once, at the machine of the server: `market serve` prints it on a terminal.
package final class SignInLink: Sendable {
  private let secret: String
  private let isUsed = Atomic(false)

  package init() { secret = RandomSecret.make(length: 32) }

  /// The link, below the address of a server.
  package func address(at base: String) -> String {
    "\(base)/sell?\(PageRequest.QueryName.link.rawValue)=\(secret)"
  }

  /// Whether a text is the secret of the link, for the first time.
  func redeem(_ text: String) -> Bool {
    text.utf8.elementsEqual(secret.utf8) && !isUsed.exchange(true, ordering: .relaxed)
  }
}
