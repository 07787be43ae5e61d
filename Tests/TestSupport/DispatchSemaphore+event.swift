package import Dispatch

extension DispatchSemaphore {
  /// Waits for a signal. Throws `NeverHappened` when none comes within a `WaitLimit`. Blocks the thread.
  ///
  /// - Parameter event: What the signal says, as a clause.
  package func wait(for event: String, fileID: String = #fileID, line: Int = #line) throws {
    let limit = WaitLimit(for: event, fileID: fileID, line: line)
    while wait(timeout: .now() + .milliseconds(100)) == .timedOut { try limit.check() }
  }
}
