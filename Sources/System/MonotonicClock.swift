import Foundation

/// Time since an arbitrary start, such as boot; it never goes back (`CLOCK_MONOTONIC`, POSIX).
///
/// Whole numbers, for atomics and for arithmetic in hot paths. Elsewhere use Swift's `ContinuousClock`.
package enum MonotonicClock {
  /// Whole milliseconds since the start.
  package static func milliseconds() -> Int { nanoseconds() / 1_000_000 }

  /// Nanoseconds since the start; fits 64 bits for 292 years.
  package static func nanoseconds() -> Int { Int(DispatchTime.now().uptimeNanoseconds) }

  /// Seconds since the start.
  package static func seconds() -> Double { Double(milliseconds()) / 1_000 }

  /// The time that the processor has worked for this thread.
  package static var ofThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
