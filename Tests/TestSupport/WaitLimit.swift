import Foundation

/// The end of a wait, after `WaitLimit.time` in which a processor was free for this process: on a busy machine a wait may be
/// many times as long, and a test that hangs on an idle one ends soon.
package struct WaitLimit {
  package static let time: Duration = .seconds(20)

  private var last = ContinuousClock.now
  private var used = Duration.zero

  package init() {}

  /// Counts the time since the last call; true after `time`. Call it at least every 100 ms: a longer pause, in which this
  /// thread had no processor, counts as that.
  package mutating func isReached() -> Bool {
    let now = ContinuousClock.now
    used += min(now - last, .milliseconds(100)) * Self.share
    last = now
    return used >= Self.time
  }

  /// The part of a processor that each thread gets that could run, of all processes.
  private static var share: Double {
    let processors = Double(ProcessInfo.processInfo.activeProcessorCount)
    // The fourth field of /proc/loadavg (proc(5)) is the number of threads that could run now, of all; elsewhere the mean of a minute.
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

/// An event that a test waited for and that did not come within `WaitLimit.time`.
package struct NeverHappened: Error, CustomStringConvertible {
  package let description: String

  package init(_ event: String = "", fileID: String = #fileID, line: Int = #line) {
    description =
      "\(event.isEmpty ? "What is waited for" : event) at \(fileID):\(line) did not come within \(WaitLimit.time) of a processor's time"
  }
}
