/// Holds whoever comes until it is opened.
package final class Gate: Sendable {
  private let state = Locked((waiting: 0, isOpen: false))

  package init() {}

  package func open() {
    state.withLock { $0.isOpen = true }
  }

  package func wait() async throws {
    state.withLock { $0.waiting += 1 }
    while !state.value.isOpen { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// Returns when so many wait; throws when they do not within a minute.
  package func isReached(by count: Int = 1) async throws {
    try await eventually { self.state.value.waiting >= count }
  }
}

/// Returns when a condition holds; throws when it does not within a minute: a thousand tests may be waiting for their
/// turn on two cores, and the thread sanitizer makes each of them take ten times as long.
package func eventually(_ condition: @Sendable () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    guard ContinuousClock.now < end else { throw NeverHappened() }
    try await Task.sleep(for: .milliseconds(5))
  }
}

package struct NeverHappened: Error {}
