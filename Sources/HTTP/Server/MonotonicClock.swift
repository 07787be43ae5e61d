import Dispatch
import Foundation
import Synchronization

/// The monotonic clock.
enum MonotonicClock {
  static func milliseconds() -> Int { nanoseconds() / 1_000_000 }

  static func nanoseconds() -> Int { Int(DispatchTime.now().uptimeNanoseconds) }
}

/// The Date field (RFC 9110 §6.6.1), made anew once a second and not for every answer.
final class DateField: Sendable {
  private let current = Mutex<(second: Int, text: String)>((-1, ""))

  var text: String {
    let second = time(nil)
    return current.withLock { current in
      if current.second != second {
        current = (second, Date(timeIntervalSince1970: Double(second)).httpDate)
      }
      return current.text
    }
  }
}
