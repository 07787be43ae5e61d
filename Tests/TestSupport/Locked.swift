#if canImport(Darwin)
  import os
#else
  import Synchronization
#endif

/// A value behind a lock. (`Mutex` needs macOS 15.)
package final class Locked<Value: Sendable>: Sendable {
  #if canImport(Darwin)
    private let lock: OSAllocatedUnfairLock<Value>
  #else
    private let lock: Mutex<Value>
  #endif

  package init(_ value: Value) {
    #if canImport(Darwin)
      lock = OSAllocatedUnfairLock(initialState: value)
    #else
      lock = Mutex(value)
    #endif
  }

  package var value: Value { withLock { $0 } }

  @discardableResult
  package func withLock<Result: Sendable>(_ body: @Sendable (inout Value) throws -> Result) rethrows -> Result
  {
    try lock.withLock { try body(&$0) }
  }
}
