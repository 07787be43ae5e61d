import Synchronization

/// A value that is computed on first use, and may be used by several threads.
///
/// For a value that takes noticeable time to make and is often not needed, such as Foundation's data of a locale.
package final class OnDemand<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let compute: @Sendable () -> Value

  package init(_ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
  }

  /// The value; computes it on the first call.
  package func callAsFunction() -> Value {
    value.withLock { value in
      if let value { return value }
      let computed = compute()
      value = computed
      return computed
    }
  }
}
