import Synchronization

/// A value that is computed on first use and then cached; several threads may use it.
///
/// For a value that takes noticeable time to make and is often not needed, such as Foundation's data of a locale. An error is
/// not cached.
package final class Lazy<Value: Sendable, Failure: Error>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let compute: @Sendable () throws(Failure) -> Value

  package init(_ compute: @escaping @Sendable () throws(Failure) -> Value) {
    self.compute = compute
  }

  /// The value; computes it on the first call.
  package func callAsFunction() throws(Failure) -> Value {
    try value.withLock { value throws(Failure) in
      if let value { return value }
      let computed = try compute()
      value = computed
      return computed
    }
  }
}
