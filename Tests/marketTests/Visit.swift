import Foundation
import TestSupport
import Testing

/// The program as it is built, started by somebody at a terminal of its own, who types and looks.
final class Visit: Sendable {
  private let terminal: PseudoTerminal
  private let process: pid_t
  private let screen: Locked<Screen>
  private let status = Locked<Int32?>(nil)

  /// - Parameters:
  ///   - line: Words parted by spaces, and kept together by single quotes.
  ///   - environment: Besides HOME, TERM and the time zone.
  init(
    _ home: Home, _ line: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    let terminal = try PseudoTerminal(columns: UInt16(columns), rows: UInt16(rows))
    let screen = Locked(Screen(columns: columns, rows: rows))
    (self.terminal, self.screen) = (terminal, screen)
    let environment = [
      "HOME": home.path, "TERM": "xterm-256color", "TZ": "Asia/Seoul", "LANG": "C.UTF-8", "NO_COLOR": "1",
      "SWIFT_BACKTRACE": "enable=no",
    ].merging(environment) { $1 }
    process = try Self.start(
      [try Program.path()] + Terminal.words(of: line), environment: environment, at: terminal.name)
    let (process, status) = (process, status)
    Thread.detachNewThread {
      var rest = Data()
      while let bytes = terminal.next() {
        rest += bytes
        // A letter may come in two parts.
        guard let text = String(validating: rest, as: UTF8.self) else { continue }
        rest = Data()
        screen.withLock { $0.show(text) }
      }
    }
    Thread.detachNewThread {
      var code: Int32 = 0
      while waitpid(process, &code, 0) < 0, errno == EINTR {}
      let ended = code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + code & 0x7F
      status.withLock { $0 = ended }
    }
  }

  deinit {
    if status.value == nil { kill(process, SIGKILL) }
  }

  var text: String { screen.value.text }

  func type(_ keys: String) { terminal.type(keys) }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Returns when these words are to be seen.
  func shows(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    try? await eventually { self.text.contains(words) || self.status.value != nil }
    #expect(text.contains(words), sourceLocation: sourceLocation)
  }

  /// Waits for the end, and expects the whole of what is to be seen then, and the exit code: 128 and more for a signal.
  func ends(
    _ expected: String, status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    try? await eventually { self.status.value != nil && self.timeless == expected }
    #expect(timeless == expected, sourceLocation: sourceLocation)
    #expect(self.status.value == status, sourceLocation: sourceLocation)
  }

  /// The screen without ages of some seconds.
  private var timeless: String {
    text.replacing(#/now|\d+ seconds? ago/#, with: "⟨now⟩").replacing(#/지금|\d+초 전/#, with: "⟨지금⟩")
  }

  /// In a session of its own, of which the terminal becomes the one that signals come from when it is opened.
  private static func start(
    _ words: [String], environment: [String: String], at terminal: String
  ) throws -> pid_t {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
      let newSession = Int16(POSIX_SPAWN_SETSID)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
      // POSIX_SPAWN_SETSID, of which <spawn.h> tells GNU programs only.
      let newSession: Int16 = 0x80
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for descriptor in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, terminal, O_RDWR, 0)
    }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    guard posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables) == 0 else {
      throw CocoaError(.executableLoad)
    }
    return process
  }
}
