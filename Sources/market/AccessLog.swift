import Console
import Foundation
import HTTP
import Synchronization

/// One line on stderr for each request that was answered.
final class AccessLog: Sendable {
  enum Form: String {
    case text
    case json
  }

  private let form: Form
  private let console: Console
  private let clock = Mutex<(second: Int, text: String)>((-1, ""))

  init(_ form: Form, console: Console) {
    self.form = form
    self.console = console
  }

  func write(_ entry: AccessLogEntry) {
    switch form {
    case .text:
      console.note(
        "\(timestamp) \(entry.peer) \(entry.method.sanitized) \(target(of: entry)) \(entry.status) \(entry.bytes) \(entry.milliseconds)ms"
      )
    case .json:
      console.note(
        JSONValue.object([
          ("time", .string(timestamp)), ("peer", .string(entry.peer)), ("method", .string(entry.method)),
          ("target", .string(target(of: entry))), ("status", .number(String(entry.status))),
          ("bytes", .number(String(entry.bytes))), ("milliseconds", .number(String(entry.milliseconds))),
        ]).text)
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

  /// Made anew once a second.
  private var timestamp: String {
    let second = Int(Date().timeIntervalSince1970)
    return clock.withLock { clock in
      if clock.second != second {
        clock = (second, Date(timeIntervalSince1970: Double(second)).formatted(.iso8601))
      }
      return clock.text
    }
  }
}
