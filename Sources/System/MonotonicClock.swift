import Dispatch

/// Time since an arbitrary start, such as boot; it never goes back (`CLOCK_MONOTONIC`, POSIX).
///
/// Whole numbers, for atomics and for arithmetic in hot paths. Elsewhere use Swift's `ContinuousClock`.
package enum MonotonicClock {
  package static func milliseconds() -> Int { nanoseconds() / 1_000_000 }

  package static func nanoseconds() -> Int { Int(DispatchTime.now().uptimeNanoseconds) }
}
