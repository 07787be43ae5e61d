/// A value that is computed on first use and then cached.
///
/// Unlike a `lazy var`, it can be passed on as a function, and its computation may throw; an error is not cached. For
/// one thread.
package final class Lazy<Value, Failure: Error> {
  private var value: Value?
  private let compute: () throws(Failure) -> Value

  package init(_ compute: @escaping () throws(Failure) -> Value) {
    self.compute = compute
  }

  /// The value; computes it on the first call.
  package func callAsFunction() throws(Failure) -> Value {
    if let value { return value }
    let computed = try compute()
    value = computed
    return computed
  }
}
