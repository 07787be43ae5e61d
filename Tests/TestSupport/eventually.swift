/// Returns when a condition holds; throws when it does not within `patience`.
package func eventually(_ condition: @Sendable () async throws -> Bool) async throws {
  let end = ContinuousClock.now + patience
  var pause = Duration.milliseconds(5)
  while try await !condition() {
    guard ContinuousClock.now < end else { throw NeverHappened() }
    try await Task.sleep(for: pause)
    // Long waits poll less often, to leave the processor to other tests.
    pause = min(pause * 1.2, .milliseconds(50))
  }
}

package struct NeverHappened: Error {
  package init() {}
}
