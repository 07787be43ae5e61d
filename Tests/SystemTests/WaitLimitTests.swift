import TestSupport
import Testing

/// Waits of tests that end by their limit, a short one here.
struct WaitLimitTests {
  private static let short: Duration = .milliseconds(200)

  @Test func `a wait for what never comes ends, and says for what`() async throws {
    let limit = WaitLimit(for: "the moon is full", time: Self.short, fileID: "Tests/A.swift", line: 7)
    try limit.check()
    let error = await #expect(throws: NeverHappened.self) {
      while true {
        try limit.check()
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    #expect(error?.description.hasSuffix(": the moon is full (Tests/A.swift:7)") == true)
  }

  @Test func `work that hangs is cancelled, and work that ends has its result`() async throws {
    #expect(try await inTime("it ends") { 7 } == 7)
    await #expect(throws: NeverHappened.self) {
      try await inTime("it ends", time: Self.short) { try await Task.sleep(for: .seconds(3_600)) }
    }
  }

  @Test func `a process that hangs is killed`() async throws {
    let process = try ChildProcess(["sleep", "3600"])
    await #expect(throws: NeverHappened.self) { try await process.end(time: Self.short) }
    try await eventually("the process has ended") { process.status == 128 + 9 }
    #expect(throws: NeverHappened.self) { try ChildProcess.run(["sleep", "3600"], time: Self.short) }
  }
}
