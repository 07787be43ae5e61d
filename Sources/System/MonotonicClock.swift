import Dispatch

/// Time since an arbitrary start, such as boot; it never goes back (`CLOCK_MONOTONIC`, POSIX).
///
/// Whole numbers, for atomics and for arithmetic in hot paths. Elsewhere use Swift's `ContinuousClock`.
package enum MonotonicClock {
  /// Whole milliseconds since the start.
  package static func milliseconds() -> Int { nanoseconds() / 1_000_000 }

  /// Nanoseconds since the start; fits 64 bits for 292 years.
  package static func nanoseconds() -> Int { Int(DispatchTime.now().uptimeNanoseconds) }
}
