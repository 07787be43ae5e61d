import Console
import Dispatch
import Foundation
import HTTP
import Synchronization
import SystemSupport

/// The log of a server on stderr: one line for each response and for each internal error, without secrets.
///
/// A dispatch queue formats and writes the lines, every 10 ms and all at once, so that connections do not contend for
/// stderr. When the reader of stderr is too slow, connections wait.
final class ServerLog: Sendable {
  enum Format: String {
    case text
    case json
  }

  private let format: Format
  private let console: Console
  private let pending = StripedMutex<[Line]>(count: 4, [])
  /// Whether a write has been scheduled.
  private let isScheduled = Atomic<Bool>(false)
  private let writer = DispatchQueue(label: "server-log")

  /// What is to be written, and when it happened.
  private struct Line: Sendable {
    let event: ServerEvent
    let time: timespec
  }

  /// Most pending lines.
  private static let capacity = 1_000

  init(_ format: Format, console: Console) {
    self.format = format
    self.console = console
  }

  /// Logs a response. Blocks the connection's thread when too many lines are pending.
  func write(_ entry: AccessLogEntry) {
    if append(.response(entry)) >= Self.capacity { writer.sync { writePending() } }
  }

  /// Logs an error that a client sees only as a status. Does not block.
  func write(_ error: any Error, for request: HTTPRequest) {
    _ = append(.failure(FailureLogEntry(error, for: request)))
  }

  /// Returns when all lines have been written.
  func finish() async {
    await withCheckedContinuation { continuation in
      writer.async {
        self.writePending()
        continuation.resume()
      }
    }
  }

  /// Returns the number of pending lines in the stripe.
  private func append(_ event: ServerEvent) -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let line = Line(event: event, time: time)
    let count = pending.withAny { pending in
      pending.append(line)
      return pending.count
    }
    if !isScheduled.load(ordering: .relaxed), !isScheduled.exchange(true, ordering: .relaxed) {
      writer.asyncAfter(deadline: .now() + .milliseconds(10)) { self.writePending() }
    }
    return count
  }

  /// Call it on the writer's queue only.
  private func writePending() {
    // Before the locks: a line that is appended after them schedules the next write.
    isScheduled.store(false, ordering: .relaxed)
    var lines: [Line] = []
    pending.forEach { stripe in
      lines += stripe
      stripe.removeAll(keepingCapacity: true)
    }
    lines.sort { ($0.time.tv_sec, $0.time.tv_nsec) < ($1.time.tv_sec, $1.time.tv_nsec) }
    var second = (number: -1, text: "")
    let texts = lines.map { line in
      // Formatted once a second.
      if line.time.tv_sec != second.number {
        let date = Date(timeIntervalSince1970: Double(line.time.tv_sec))
        second = (line.time.tv_sec, date.formatted(.iso8601))
      }
      return text(of: line.event, at: second.text)
    }
    // One line each, never wrapped, also on a terminal. Errors of stderr itself cannot be reported.
    if !texts.isEmpty { try? console.error.write(texts.joined(separator: "\n") + "\n") }
  }

  private func text(of event: ServerEvent, at time: String) -> String {
    switch format {
    case .json: JSONValue.object([("time", .string(time))] + event.fields).text
    case .text: "\(time) \(event.words)"
    }
  }
}

/// What one line of the log reports.
private enum ServerEvent: Sendable {
  case response(AccessLogEntry)
  case failure(FailureLogEntry)

  /// The fields of a JSON line, without the time.
  var fields: [(String, JSONValue)] {
    switch self {
    case .response(let entry):
      [
        ("peer", .string(entry.peer)), ("method", .string(entry.method)),
        ("target", .string(LoggedTarget(entry.target).text)), ("status", .number(String(entry.status))),
        ("bytes", .number(String(entry.bytes))), ("milliseconds", .number(String(entry.milliseconds))),
      ]
    case .failure(let entry):
      [
        ("peer", .string(entry.peer)), ("method", .string(entry.method)),
        ("target", .string(entry.target.text)), ("error", .string(entry.cause)),
      ]
    }
  }

  /// A text line, without the time.
  var words: String {
    switch self {
    case .response(let entry):
      """
      \(entry.peer.sanitized) \(entry.method.sanitized) \(LoggedTarget(entry.target).text) \(entry.status) \
      \(entry.bytes) \(entry.milliseconds)ms
      """
    case .failure(let entry):
      "\(entry.peer.sanitized) \(entry.method.sanitized) \(entry.target.text) error: \(entry.cause.sanitized)"
    }
  }
}

/// An internal error in the log, with the request that it belongs to.
private struct FailureLogEntry: Sendable {
  let peer: String
  let method: String
  let target: LoggedTarget
  /// The error's description, without the secrets of the request.
  let cause: String

  init(_ error: any Error, for request: HTTPRequest) {
    peer = request.peer ?? "-"
    method = request.method.rawValue
    target = LoggedTarget(request.target)
    let fields: [HTTPField.Name] = ["Authorization", "Cookie", "identifier"]
    let secrets = target.masked + fields.flatMap { request.headers.values(for: $0) }
    let description = String(reflecting: error).prefix(Self.length)
    cause = secrets.filter { !$0.isEmpty }.reduce(String(description)) { $0.replacing($1, with: "…") }
  }

  /// Most characters of an error's description.
  private static let length = 1_000
}
