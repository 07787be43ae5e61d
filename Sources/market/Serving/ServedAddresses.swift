import HTTP
import Synchronization

/// The addresses at which a server listens, which are known when it has started.
final class ServedAddresses: Sendable {
  private let addresses = Mutex<[LocalAddress]>([])

  var urls: [String] { addresses.withLock { $0.map(\.url) } }

  func set(_ addresses: [LocalAddress]) {
    self.addresses.withLock { $0 = addresses }
  }
}
