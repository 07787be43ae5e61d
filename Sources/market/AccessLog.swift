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

  /// What was asked for. The paths that v2 deletes at end in a token, which is as good as a password.
  private func target(of entry: AccessLogEntry) -> String {
    guard entry.method == "DELETE", entry.target.hasPrefix("/api/products/"),
      let slash = entry.target.lastIndex(of: "/")
    else { return entry.target.sanitized }
    return String(entry.target[...slash]).sanitized + "…"
  }

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
