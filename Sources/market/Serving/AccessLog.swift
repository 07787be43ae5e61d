import Console
import Dispatch
import Foundation
import HTTP
import Synchronization
import SystemSupport

/// One line on stderr for each request that was answered.
///
/// Lines are made and written by a thread of their own, a hundredth of a second later and as many at once as have come
/// by then: connections would else wait for each other to write. They do wait when whoever reads the log does not keep
/// up.
final class AccessLog: Sendable {
  enum Form: String {
    case text
    case json
  }

  private let form: Form
  private let console: Console
  private let waiting = StripedMutex<[Waiting]>(count: 4, [])
  /// Whether the writer has been told that there is something to write.
  private let isTold = Atomic<Bool>(false)
  private let writer = DispatchQueue(label: "access log")

  /// What is still to be written, and when it happened.
  private struct Waiting: Sendable {
    let entry: AccessLogEntry
    let time: timespec
  }

  /// In lines.
  private static let mostWaiting = 1_000

  init(_ form: Form, console: Console) {
    self.form = form
    self.console = console
  }

  func write(_ entry: AccessLogEntry) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let new = Waiting(entry: entry, time: time)
    let count = waiting.withAny { waiting in
      waiting.append(new)
      return waiting.count
    }
    if count >= Self.mostWaiting {
      finish()
    } else if !isTold.load(ordering: .relaxed), !isTold.exchange(true, ordering: .relaxed) {
      writer.asyncAfter(deadline: .now() + .milliseconds(10)) { self.writeWaiting() }
    }
  }

  /// Returns when all lines have been written.
  func finish() {
    writer.sync { writeWaiting() }
  }

  /// Only to be called by the writer.
  private func writeWaiting() {
    // First: whoever comes after the locks below says so again.
    isTold.store(false, ordering: .relaxed)
    var waiting: [Waiting] = []
    self.waiting.forEach { stripe in
      waiting += stripe
      stripe.removeAll(keepingCapacity: true)
    }
    waiting.sort { ($0.time.tv_sec, $0.time.tv_nsec) < ($1.time.tv_sec, $1.time.tv_nsec) }
    var second = (number: -1, text: "")
    let lines = waiting.map { waiting in
      // Made anew once a second.
      if waiting.time.tv_sec != second.number {
        let date = Date(timeIntervalSince1970: Double(waiting.time.tv_sec))
        second = (waiting.time.tv_sec, date.formatted(.iso8601))
      }
      return line(for: waiting.entry, at: second.text)
    }
    // As it is, a request a line, also at a terminal. What cannot be said on stderr is dropped.
    if !lines.isEmpty { try? console.error.write(lines.joined(separator: "\n") + "\n") }
  }

  private func line(for entry: AccessLogEntry, at time: String) -> String {
    switch form {
    case .text:
      "\(time) \(entry.peer) \(entry.method.sanitized) \(target(of: entry)) \(entry.status) \(entry.bytes) \(entry.milliseconds)ms"
    case .json:
      JSONValue.object([
        ("time", .string(time)), ("peer", .string(entry.peer)), ("method", .string(entry.method)),
        ("target", .string(target(of: entry))), ("status", .number(String(entry.status))),
        ("bytes", .number(String(entry.bytes))), ("milliseconds", .number(String(entry.milliseconds))),
      ]).text
    }
  }

  /// What was asked for. A path of v2 may end in a token that deletes, which is as good as a password, so of such a
  /// path only what cannot be one is told: the words of the API and numbers.
  private func target(of entry: AccessLogEntry) -> String {
    guard entry.target.hasPrefix("/api/") else { return entry.target.sanitized }
    let path = entry.target.prefix { $0 != "?" }
    let told = path.split(separator: "/", omittingEmptySubsequences: false).map { component in
      let isPlain =
        Self.words.contains(String(component)) || component.utf8.allSatisfy { (48...57).contains($0) }
      return isPlain ? String(component) : "…"
    }
    return told.joined(separator: "/") + String(entry.target[path.endIndex...]).sanitized
  }

  private static let words = ["api", "products", "secret", "archived"]
}
