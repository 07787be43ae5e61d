import Console
import Dispatch
import Foundation
import HTTP
import OpenMarket
import Synchronization
import SystemSupport

/// The log of a server on stderr: one line for each response and for each internal error, without secrets.
///
/// A dispatch queue formats and writes the lines, every 10 ms and all at once. Requests never wait for stderr: when its
/// reader is too slow, lines are dropped, and a later line says how many.
final class ServerLog: Sendable {
  enum Format: String, CaseIterable {
    case text
    case json
  }

  private let format: Format
  /// Whether the reasons of refusals of all clients are written; otherwise those of clients of this machine.
  private let showsReasons: Bool
  /// Whether a client of the other form of v2 was seen: each of its requests has the same error.
  private let hasOtherContract = Atomic<Bool>(false)
  /// Whether a text line has the method, the whole target, the status and the reason alone.
  private let isBrief: Bool
  private let console: Console
  private let pending = StripedMutex<Pending>(count: stripes, Pending())
  /// Whether a write has been scheduled.
  private let isScheduled = Atomic<Bool>(false)
  private let writer = DispatchQueue(label: "server-log")

  /// An event to write, with its time.
  private struct Line: Sendable {
    let event: ServerEvent
    let time: timespec
  }

  private struct Pending: Sendable {
    var lines: [Line] = []
    /// How many lines found no room.
    var dropped = 0
  }

  private static let stripes = 4
  /// Most pending lines; the default is a second or two of a busy server.
  private let capacity: Int

  /// - Parameters:
  ///   - isVerbose: Whether the reasons of all refusals are written, as in JSON.
  ///   - isBrief: Whether lines are for a developer on this machine whose client sent the requests.
  ///   - capacity: The most pending lines.
  init(
    _ format: Format, console: Console, isVerbose: Bool = false, isBrief: Bool = false,
    capacity: Int = 100_000
  ) {
    self.isBrief = isBrief
    showsReasons = isVerbose || isBrief || format == .json
    self.capacity = capacity
    self.format = format
    self.console = console
  }

  /// Logs a response. Does not block.
  func write(_ entry: AccessLogEntry) {
    var entry = entry
    if !showsReasons, !entry.isLocal { entry.reason = nil }
    append(.response(entry))
  }

  /// Logs an error that a client sees only as a status. Does not block.
  func write(_ error: any Error, for request: HTTPRequest) {
    if error is OtherContract, hasOtherContract.exchange(true, ordering: .relaxed) { return }
    append(.failure(FailureLogEntry(error, for: request)))
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

  private func append(_ event: ServerEvent) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let line = Line(event: event, time: time)
    pending.withAny { pending in
      if pending.lines.count < capacity / Self.stripes {
        pending.lines.append(line)
      } else {
        pending.dropped += 1
      }
    }
    if !isScheduled.load(ordering: .relaxed), !isScheduled.exchange(true, ordering: .relaxed) {
      writer.asyncAfter(deadline: .now() + .milliseconds(10)) { self.writePending() }
    }
  }

  /// Call it on the writer's queue only.
  private func writePending() {
    // Before the locks: a line that is appended after them schedules the next write.
    isScheduled.store(false, ordering: .relaxed)
    var (lines, dropped) = ([Line](), 0)
    pending.forEach { stripe in
      lines += stripe.lines
      dropped += stripe.dropped
      stripe.lines.removeAll(keepingCapacity: stripe.lines.count < 1_000)
      stripe.dropped = 0
    }
    lines.sort { ($0.time.tv_sec, $0.time.tv_nsec) < ($1.time.tv_sec, $1.time.tv_nsec) }
    if dropped > 0, let last = lines.last { lines.append(Line(event: .dropped(dropped), time: last.time)) }
    var second = (number: -1, text: "")
    var targets = LoggedTargets()
    var text = ""
    text.reserveCapacity(lines.count * 64)
    for line in lines {
      // Formatted once a second.
      if line.time.tv_sec != second.number {
        let date = Date(timeIntervalSince1970: Double(line.time.tv_sec))
        second = (line.time.tv_sec, date.formatted(.iso8601))
      }
      switch format {
      case .json:
        text += JSON.object([("time", .string(second.text))] + line.event.fields(&targets)).text
      case .text:
        if isBrief, let brief = line.event.brief {
          text += brief
          break
        }
        text += second.text
        line.event.append(to: &text, &targets)
      }
      text += "\n"
    }
    // One line each, never wrapped, also on a terminal. Errors of stderr itself cannot be reported.
    if !text.isEmpty { try? console.error.write(text) }
  }
}

/// An event that one line of the log reports.
private enum ServerEvent: Sendable {
  case response(AccessLogEntry)
  case failure(FailureLogEntry)
  /// So many lines were not written.
  case dropped(Int)

  /// The fields of a JSON line, without the time.
  func fields(_ targets: inout LoggedTargets) -> [(String, JSON)] {
    switch self {
    case .response(let entry):
      [
        ("peer", .string(entry.peer)), ("method", .string(entry.method)),
        ("target", .string(targets.text(of: entry.target))), ("status", .number(String(entry.status))),
        ("bytes", .number(String(entry.bytes))), ("milliseconds", .number(String(entry.milliseconds))),
      ] + (entry.loggedReason.map { [("reason", .string($0))] } ?? [])
    case .failure(let entry):
      [
        ("peer", .string(entry.peer)), ("method", .string(entry.method)),
        ("target", .string(entry.target.text)), ("error", .string(entry.cause)),
      ]
    case .dropped(let count): [("dropped", .number(String(count)))]
    }
  }

  /// The line of a response without time, client and size; nil for other events.
  var brief: String? {
    guard case .response(let entry) = self else { return nil }
    let words = ["\(entry.method) \(entry.target.sanitized) \(entry.status)", entry.reason?.sanitized]
    return words.compactMap(\.self).joined(separator: " ")
  }

  /// Appends the words of a text line, each after a space. A busy server logs tens of thousands of lines a second:
  /// interpolation would take several times as long.
  func append(to line: inout String, _ targets: inout LoggedTargets) {
    func add(_ word: String) {
      line += " "
      line += word
    }
    switch self {
    case .response(let entry):
      // An address, and what the parser takes for a method (RFC 9110 §5.6.2), have nothing to escape.
      add(entry.peer)
      add(entry.method)
      add(targets.text(of: entry.target))
      add(String(entry.status))
      add(String(entry.bytes))
      add(String(entry.milliseconds))
      line += "ms"
      if let reason = entry.loggedReason { add(reason.sanitized) }
    case .failure(let entry):
      add(entry.peer.sanitized)
      add(entry.method.sanitized)
      add(entry.target.text)
      add("error: \(entry.cause.sanitized)")
    case .dropped(let count): add("- - - dropped \(count) lines: the log is read too slowly")
    }
  }
}

extension AccessLogEntry {
  /// The reason without what the target masks, which it quotes.
  fileprivate var loggedReason: String? {
    reason.map { reason in
      LoggedTarget(target).masked.reduce(reason) { $0.replacing("'\($1.percentDecoded ?? $1)'", with: "'…'") }
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
    let description = String(reflecting: error).withoutQueryValues.prefix(Self.length)
    cause = secrets.filter { !$0.isEmpty }.reduce(String(description)) { $0.replacing($1, with: "…") }
  }

  /// Most characters of an error's description.
  private static let length = 1_000
}
