import Foundation
import Synchronization
import TestSupport
import Testing

/// A shell on a terminal of its own, whose controlling terminal it is, so that Ctrl-C and Ctrl-Z are what they are for a
/// person. `market` is the program, and HOME the home folder.
final class TerminalProgram: Sendable {
  struct NoTerminal: Error {}

  /// Kept as long as the program may look into it.
  private let home: Home
  private let screenSide: Int32
  private let userSide: Int32
  private let process: ChildProcess
  private let screen: Mutex<Screen>
  private let isHungUp = Atomic(false)
  /// How often there was nothing to read.
  private let pauses = Atomic(0)
  private let before: [UInt8]

  init(_ home: Home, _ line: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:])
    throws
  {
    self.home = home
    var ends: (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 128)
    let isOpen = ChildProcess.opening {
      guard openpty(&ends.0, &ends.1, &name, nil, &size) == 0 else { return false }
      for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return true
    }
    guard isOpen else { throw NoTerminal() }
    (screenSide, userSide) = ends
    screen = Mutex(Screen(columns: columns, rows: rows))
    before = Self.settings(of: userSide)

    let variables = try Program.environment(of: home)
      .merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 }.merging(environment) { $1 }
    let terminal = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    process = try ChildProcess(["sh", "-c", line], environment: variables, terminal: terminal)
    let screenSide = screenSide
    Thread.detachNewThread { [weak self] in
      defer { close(screenSide) }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while let self, !self.isHungUp.load(ordering: .relaxed) {
        // Closed by another thread, it would stay open as long as it is being read.
        var request = pollfd(fd: screenSide, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 20) > 0 else {
          self.pauses.add(1, ordering: .relaxed)
          continue
        }
        let count = buffer.withUnsafeMutableBytes { read(screenSide, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        self.screen.withLock { $0.feed(buffer.prefix(count)) }
      }
    }
  }

  deinit {
    if process.status == nil { kill(-process.id, SIGKILL) }
    hangUp()
    close(userSide)
  }

  // MARK: The person

  func type(_ text: String) { _ = write(screenSide, text, text.utf8.count) }

  /// To whatever is in the foreground, as the terminal does it.
  func send(_ signal: Int32) {
    let group = tcgetpgrp(screenSide)
    if group > 1 { kill(-group, signal) }
  }

  func resize(columns: Int, rows: Int) {
    screen.withLock { $0.resize(columns: columns, rows: rows) }
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(screenSide, UInt(TIOCSWINSZ), &size)
  }

  /// As when the window is closed.
  func hangUp() { isHungUp.store(true, ordering: .relaxed) }

  // MARK: Output

  var seen: Screen { screen.withLock { $0 } }

  private var lastLine: Substring {
    seen.text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
  }

  /// Waits until that is on the screen, all of it. Throws when it never is: nothing that follows could be right then.
  func shows(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try? await eventually("the screen is as expected") { self.seen.text == expected }
    try #require(seen.text == expected, sourceLocation: sourceLocation)
    try #require(seen.unknown == [], sourceLocation: sourceLocation)
  }

  /// Waits until the last line is that; throws when it never is.
  func shows(lastLine expected: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try? await eventually("the last line is as expected") { self.lastLine == expected }
    try #require(lastLine == expected, "\(seen.text)", sourceLocation: sourceLocation)
  }

  /// Waits until that is somewhere on the screen; throws when it never is.
  func shows(part: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try? await eventually("a part of the screen is as expected") { self.seen.text.contains(part) }
    try #require(seen.text.contains(part), sourceLocation: sourceLocation)
  }

  /// Waits until the screen ends with that; throws when it never does.
  func ends(with end: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try? await eventually("the end of the screen is as expected") { self.seen.text.hasSuffix(end) }
    try #require(seen.text.hasSuffix(end), sourceLocation: sourceLocation)
  }

  /// Whether the terminal's settings are what they were at first, byte for byte.
  var isAsItWas: Bool { Self.settings(of: userSide) == before }

  /// The exit code of the shell, once it has ended and all of its output was read; throws when it does not end.
  func end() async throws -> Int32? {
    try await eventually("the shell has ended") { self.process.status != nil }
    // The second pause began after the end.
    let pauses = pauses.load(ordering: .relaxed)
    try await eventually("the output is read") {
      self.pauses.load(ordering: .relaxed) >= pauses + 2 || self.isHungUp.load(ordering: .relaxed)
    }
    return process.status
  }

  private static func settings(of terminal: Int32) -> [UInt8] {
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { return [] }
    return withUnsafeBytes(of: &settings) { Array($0) }
  }
}
