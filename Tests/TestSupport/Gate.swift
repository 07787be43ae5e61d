/// Suspends the callers of `wait` until it is opened.
package final class Gate: Sendable {
  private let state = Locked((waiting: 0, isOpen: false))

  package init() {}

  package func open() {
    state.withLock { $0.isOpen = true }
  }

  /// Throws when it is not opened within a `WaitLimit`.
  package func wait(fileID: String = #fileID, line: Int = #line) async throws {
    state.withLock { $0.waiting += 1 }
    let limit = WaitLimit(for: "the gate is opened", fileID: fileID, line: line)
    while !state.value.isOpen {
      try await Task.sleep(for: .milliseconds(5))
      try limit.check()
    }
  }

  /// Returns when `count` callers have come to `wait`; throws when they do not within a `WaitLimit`.
  package func isReached(by count: Int = 1, fileID: String = #fileID, line: Int = #line) async throws {
    try await eventually("\(count) wait at the gate", fileID: fileID, line: line) {
      self.state.value.waiting >= count
    }
  }
}
