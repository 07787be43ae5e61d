import Foundation
import Synchronization
import TestSupport
import Testing

/// A shell on a terminal of its own, whose controlling terminal it is, so that Ctrl-C and Ctrl-Z are what they are for a
/// person. `market` is the program, and HOME the home folder.
final class TerminalProgram: Sendable {
  struct CannotStart: Error {}

  /// Kept as long as the program may look into it.
  private let home: Home
  private let screenSide: Int32
  private let userSide: Int32
  private let process: pid_t
  private let screen: Mutex<Screen>
  private let status = Mutex<Int32?>(nil)
  private let isHungUp = Atomic(false)
  private let before: [UInt8]

  init(_ home: Home, _ line: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:])
    throws
  {
    self.home = home
    var ends: (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&ends.0, &ends.1, &name, nil, &size) == 0 else { throw CannotStart() }
    (screenSide, userSide) = ends
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    screen = Mutex(Screen(columns: columns, rows: rows))
    before = Self.settings(of: userSide)

    let variables = try Program.environment(of: home)
      .merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 }.merging(environment) { $1 }
    process = try Self.start(["/bin/sh", "-c", line], variables, terminal: name)
    let (screenSide, process) = (screenSide, process)
    Thread.detachNewThread { [weak self] in
      defer { close(screenSide) }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while let self, !self.isHungUp.load(ordering: .relaxed) {
        // Closed by another thread, it would stay open as long as it is being read.
        var request = pollfd(fd: screenSide, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 20) > 0 else { continue }
        let count = buffer.withUnsafeMutableBytes { read(screenSide, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        self.screen.withLock { $0.feed(buffer.prefix(count)) }
      }
    }
    Thread.detachNewThread { [weak self] in
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      self?.status.withLock { $0 = signal == 0 ? status >> 8 & 0xFF : 128 + signal }
    }
  }

  deinit {
    if status.withLock({ $0 }) == nil { kill(-process, SIGKILL) }
    hangUp()
    close(userSide)
  }

  /// A session of its own; the terminal that is opened as its input becomes the one that controls it.
  private static func start(_ words: [String], _ environment: [String: String], terminal: [CChar]) throws
    -> pid_t
  {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
      let newSession = Int16(POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
      // POSIX_SPAWN_SETSID of spawn.h, a macro that Swift does not see.
      let newSession: Int16 = 0x80
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What the threads of a test block would stay blocked.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    #if !canImport(Darwin)
      // Another test may have just opened something, and not yet kept it to this process.
      for descriptor in 3..<Int32(1_024) { posix_spawn_file_actions_addclose(&actions, descriptor) }
    #endif
    var process: pid_t = 0
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    guard posix_spawn(&process, words[0], &actions, &attributes, arguments, variables) == 0 else {
      throw CannotStart()
    }
    return process
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

  // MARK: What they see

  var seen: Screen { screen.withLock { $0 } }

  private var lastLine: Substring {
    seen.text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
  }

  /// Waits until that is on the screen, all of it. Throws when it never is: nothing that follows could be right then.
  func shows(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try? await eventually { self.seen.text == expected }
    try #require(seen.text == expected, sourceLocation: sourceLocation)
    try #require(seen.unknown == [], sourceLocation: sourceLocation)
  }

  /// Waits until the last line is that; throws when it never is.
  func shows(lastLine expected: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try? await eventually { self.lastLine == expected }
    try #require(lastLine == expected, sourceLocation: sourceLocation)
  }

  /// Whether the terminal's settings are what they were at first, byte for byte.
  var isAsItWas: Bool { Self.settings(of: userSide) == before }

  /// The exit code of the shell, once it has ended; throws when it does not.
  func end() async throws -> Int32? {
    try await eventually { self.status.withLock { $0 } != nil }
    return status.withLock { $0 }
  }

  private static func settings(of terminal: Int32) -> [UInt8] {
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { return [] }
    return withUnsafeBytes(of: &settings) { Array($0) }
  }
}
