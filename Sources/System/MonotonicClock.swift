import Dispatch

/// The monotonic clock.
package enum MonotonicClock {
  package static func milliseconds() -> Int { nanoseconds() / 1_000_000 }

  package static func nanoseconds() -> Int { Int(DispatchTime.now().uptimeNanoseconds) }
}
