import Foundation
import Synchronization

/// The end of a wait for an event, after `WaitLimit.time` of `FreeTime`: on a busy machine a wait may be many times as long, and a
/// test that hangs on an idle one ends soon.
package struct WaitLimit: Sendable {
  /// The thread sanitizer makes everything ten times as slow.
  package static let time: Duration = .seconds(isSanitized ? 200 : 20)

  /// Whether this process is built with the thread sanitizer.
  package static let isSanitized = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil

  private let neverHappened: NeverHappened
  private let time: Duration
  private let start = FreeTime.now

  /// - Parameter event: What is waited for, as a clause: `the server has closed the connection`.
  package init(
    for event: String, time: Duration = Self.time, fileID: String = #fileID, line: Int = #line
  ) {
    self.time = time
    neverHappened = NeverHappened(event, within: time, fileID: fileID, line: line)
  }

  package var isReached: Bool { FreeTime.now - start >= time }

  /// Throws `NeverHappened` once the limit is reached.
  package func check() throws(NeverHappened) {
    if isReached { throw neverHappened }
  }
}

/// An event that a test waited for and that did not come.
package struct NeverHappened: Error, CustomStringConvertible {
  package let description: String

  package init(
    _ event: String, within time: Duration = WaitLimit.time, fileID: String = #fileID, line: Int = #line
  ) {
    description = "Never happened, within \(time) in which a processor was free: \(event) (\(fileID):\(line))"
  }
}

/// A clock of the time that this process had for its work. It goes slower where processes share the processors, and where tests
/// wait for a thread of the tasks.
enum FreeTime {
  /// Since the first call.
  static var now: Duration {
    _ = ticks
    return counted.withLock(\.self)
  }

  private static let counted = Mutex(Duration.zero)
  private static let tick: Duration = .milliseconds(50)
  private static let hasRunTask = Atomic(true)

  private static let ticks: Void = Thread.detachNewThread {
    var last = ContinuousClock.now
    while true {
      Thread.sleep(forTimeInterval: tick / .seconds(1))
      let now = ContinuousClock.now
      // In a longer pause this thread had no processor.
      var time = min(now - last, tick * 2) * share
      last = now
      if hasRunTask.exchange(false, ordering: .relaxed) {
        Task { hasRunTask.store(true, ordering: .relaxed) }
      } else {
        // Other tests have the threads of the tasks. Where they never give them back, the clock still goes on.
        time = time / 10
      }
      counted.withLock { $0 += time }
    }
  }

  /// The part of a processor that each thread gets that could run, of all processes.
  private static var share: Double {
    let processors = Double(ProcessInfo.processInfo.activeProcessorCount)
    // The fourth field of /proc/loadavg (proc(5)) is the number of threads that could run now; elsewhere the mean of a minute.
    if let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8),
      let field = text.split(separator: " ").dropFirst(3).first,
      let running = field.split(separator: "/").first.flatMap({ Double($0) })
    {
      return min(1, processors / max(1, running))
    }
    var load = 0.0
    return getloadavg(&load, 1) == 1 ? min(1, processors / max(1, load)) : 1
  }
}
