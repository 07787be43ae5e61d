import Synchronization

/// Remembers a value that is computed from many rows of a store, for as long as the store has the same version; where there are many
/// rows, for a few seconds at least, so that a busy store does not compute it for each write.
final class RowsCache<Value: Sendable>: Sendable {
  private struct Computed: Sendable {
    let version: UInt64?
    let date: ContinuousClock.Instant
    let rows: Int
    let value: Value
  }

  /// For how long a value of many rows is not computed again.
  private let age: Duration
  private let many: Int
  private let last = Mutex<Computed?>(nil)

  init(many: Int = 5_000, age: Duration = .seconds(10)) { (self.many, self.age) = (many, age) }

  /// The value, computed where it is not known.
  ///
  /// - Parameters:
  ///   - version: The version from before it is computed.
  ///   - rows: The number of the rows that were read for a value.
  func value(at version: UInt64?, rows: (Value) -> Int, _ compute: () throws -> Value) rethrows -> Value {
    if let known = value(at: version) { return known }
    let value = try compute()
    last.withLock { $0 = Computed(version: version, date: .now, rows: rows(value), value: value) }
    return value
  }

  /// The value; nil where it is to be computed.
  ///
  /// - Parameter version: The version that the caller is to see; nil where it is not known.
  func value(at version: UInt64?) -> Value? {
    last.withLock(\.self).flatMap { last in
      let isPresent = version != nil && last.version == version
      return isPresent || last.rows >= many && last.date + age > .now ? last.value : nil
    }
  }
}
