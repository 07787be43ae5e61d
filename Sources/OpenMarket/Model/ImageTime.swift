import Synchronization
import SystemSupport

/// The time that the checks of the images of one request may take: a request of 64 MiB has room for 240 images that take a third of a
/// second each.
final class ImageTime: Sendable {
  /// Bytes that are checked in a second by a machine a quarter as fast as that of a laptop.
  static let bytesPerSecond = 8_000_000

  private let left: Mutex<Duration?>
  private let clock: @Sendable () -> Duration

  /// - Parameters:
  ///   - limit: The time of the processor; nil for any.
  ///   - clock: The time that the present thread has worked.
  init(limit: Duration? = nil, clock: @escaping @Sendable () -> Duration = { MonotonicClock.ofThread }) {
    left = Mutex(limit)
    self.clock = clock
  }

  /// Checks an image, whose time counts whether or not it is refused. Throws `ValidationError` where the time is used up.
  func spend<Result>(_ check: () throws -> Result) throws -> Result {
    if let left = left.withLock(\.self), left <= .zero { throw ValidationError(.images, .tooLongToCheck) }
    let start = clock()
    defer { left.withLock { $0 = $0.map { $0 - (clock() - start) } } }
    return try check()
  }
}
