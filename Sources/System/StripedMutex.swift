import Synchronization

/// Several values of one kind, each behind a lock of its own: whoever finds one taken uses the next (lock striping).
///
/// For what every connection touches at every request. A single lock hands itself, once somebody had to wait, from
/// waiter to waiter, and each has to be woken before the next can have it: the more threads, the longer the queue.
package final class StripedMutex<Value: Sendable>: Sendable {
  private let stripes: [Stripe]

  /// - Parameter count: How many values; about as many as threads may be at it in the same moment.
  package init(count: Int, _ value: Value) {
    stripes = (0..<max(1, count)).map { _ in Stripe(value) }
  }

  /// Works on one of the values, whichever is free.
  package func withAny<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> Result {
    for stripe in stripes {
      if let result = try stripe.value.withLockIfAvailable(body) { return result }
    }
    return try stripes[0].value.withLock(body)
  }

  /// Works on each of the values, one after the other.
  package func forEach(_ body: (inout sending Value) -> Void) {
    for stripe in stripes { stripe.value.withLock { body(&$0) } }
  }

  private final class Stripe: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) {
      self.value = Mutex(value)
    }
  }
}
