import Console
import Dispatch
import Foundation
import HTTP
import Synchronization

/// One line on stderr for each request that was answered.
///
/// Lines are made and written by a thread of their own, as many at once as have come meanwhile: connections would else
/// wait for each other to write. They do wait when whoever reads the log does not keep up.
final class AccessLog: Sendable {
  enum Form: String {
    case text
    case json
  }

  private let form: Form
  private let console: Console
  /// What is still to be written, and the second of each.
  private let waiting = Mutex<[(entry: AccessLogEntry, second: Int)]>([])
  private let writer = DispatchQueue(label: "access log")

  /// In lines.
  private static let mostWaiting = 1_000

  init(_ form: Form, console: Console) {
    self.form = form
    self.console = console
  }

  func write(_ entry: AccessLogEntry) {
    let second = time(nil)
    let count = waiting.withLock { waiting in
      waiting.append((entry, second))
      return waiting.count
    }
    if count == 1 {
      writer.async { self.writeWaiting() }
    } else if count >= Self.mostWaiting {
      finish()
    }
  }

  /// Returns when all lines have been written.
  func finish() {
    writer.sync { writeWaiting() }
  }

  /// Only to be called by the writer.
  private func writeWaiting() {
    let entries = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    var time = (second: -1, text: "")
    let lines = entries.map { entry, second in
      // Made anew once a second.
      if second != time.second {
        time = (second, Date(timeIntervalSince1970: Double(second)).formatted(.iso8601))
      }
      return line(for: entry, at: time.text)
    }
    if !lines.isEmpty { console.note(lines.joined(separator: "\n")) }
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
