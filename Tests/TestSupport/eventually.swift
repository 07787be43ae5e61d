/// Returns when a condition holds; throws when it does not within a `WaitLimit`.
package func eventually(
  fileID: String = #fileID, line: Int = #line, _ condition: @Sendable () async throws -> Bool
) async throws {
  var limit = WaitLimit()
  var pause = Duration.milliseconds(5)
  while try await !condition() {
    guard !limit.isReached() else { throw NeverHappened("The condition", fileID: fileID, line: line) }
    try await Task.sleep(for: pause)
    // Long waits poll less often, to leave the processor to other tests.
    pause = min(pause * 1.2, .milliseconds(50))
  }
}
