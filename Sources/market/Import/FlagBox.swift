import Synchronization

/// A flag that is set once.
final class FlagBox: Sendable {
  private let flag = Mutex(false)
  var isSet: Bool { flag.withLock(\.self) }
  func set() { flag.withLock { $0 = true } }
}
