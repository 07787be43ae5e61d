/// Returns when a condition holds; throws `NeverHappened` when it does not within a `WaitLimit`.
///
/// - Parameter event: What is waited for, as a clause.
package func eventually(
  _ event: String, fileID: String = #fileID, line: Int = #line,
  _ condition: @Sendable () async throws -> Bool
) async throws {
  let limit = WaitLimit(for: event, fileID: fileID, line: line)
  var pause = Duration.milliseconds(5)
  while try await !condition() {
    try limit.check()
    try await Task.sleep(for: pause)
    // Long waits poll less often, to leave the processor to other tests.
    pause = min(pause * 1.2, .milliseconds(50))
  }
}

/// Runs work that ends when it is cancelled. Throws `NeverHappened` when it has not ended within a `WaitLimit`.
///
/// - Parameter event: What is waited for, as a clause.
package func inTime<Result: Sendable>(
  _ event: String, time: Duration = WaitLimit.time, fileID: String = #fileID, line: Int = #line,
  _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  let limit = WaitLimit(for: event, time: time, fileID: fileID, line: line)
  return try await withThrowingTaskGroup(of: Result?.self) { group in
    defer { group.cancelAll() }
    group.addTask { try await work() }
    group.addTask {
      while (try? await Task.sleep(for: .milliseconds(100))) != nil { try limit.check() }
      return nil
    }
    while let result = try await group.next() {
      if let result { return result }
    }
    throw CancellationError()
  }
}
