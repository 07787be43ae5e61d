/// How long a test waits for what has to come: far longer than anything takes, since a thousand tests may be waiting for
/// their turn on two cores, the thread sanitizer makes each of them take ten times as long, and a machine may be slow.
/// Only a test that fails waits so long.
package let patience: Duration = .seconds(patientSeconds)
package let patientSeconds = 240

/// Returns when a condition holds; throws when it does not within `patience`.
package func eventually(_ condition: @Sendable () async throws -> Bool) async throws {
  let end = ContinuousClock.now + patience
  var pause = Duration.milliseconds(5)
  while try await !condition() {
    guard ContinuousClock.now < end else { throw NeverHappened() }
    try await Task.sleep(for: pause)
    // Who waits for long leaves the machine to those who are waited for.
    pause = min(pause * 1.2, .milliseconds(50))
  }
}

package struct NeverHappened: Error {}
