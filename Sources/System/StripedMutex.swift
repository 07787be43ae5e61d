package import Synchronization

/// Several values of one type, each behind its own lock (lock striping); a thread uses the first that is free.
///
/// For state that every connection touches on every request. A single contended lock is handed from waiter to waiter,
/// and each has to be woken first: the more threads, the longer the queue.
package final class StripedMutex<Value: Sendable>: Sendable {
  @usableFromInline let stripes: [Stripe]

  /// - Parameters:
  ///   - count: The number of values; about the number of threads that run at the same time.
  ///   - value: The initial value of each.
  package init(count: Int, _ value: Value) {
    stripes = (0..<max(1, count)).map { _ in Stripe(value) }
  }

  /// Locks one of the values: the first that is free, or else the first, after waiting for it.
  @inlinable package func withAny<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows
    -> Result
  {
    for stripe in stripes {
      if let result = try stripe.value.withLockIfAvailable(body) { return result }
    }
    return try stripes[0].value.withLock(body)
  }

  /// Locks each of the values in turn.
  package func forEach(_ body: (inout sending Value) -> Void) {
    for stripe in stripes { stripe.value.withLock { body(&$0) } }
  }

  @usableFromInline final class Stripe: Sendable {
    @usableFromInline let value: Mutex<Value>

    init(_ value: Value) {
      self.value = Mutex(value)
    }
  }
}
