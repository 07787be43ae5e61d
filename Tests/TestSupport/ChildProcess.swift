package import Foundation
import Synchronization

/// A process that a test starts, with three descriptors and nothing else of the test's process.
///
/// Foundation's `Process` gives the child every descriptor that another test is about to give its own child: the end of a
/// pipe that should close when that one ends, or a file that cannot be run while it is open for writing (ETXTBSY).
package final class ChildProcess: Sendable {
  package struct CannotStart: Error {
    package let program: String
    package let code: Int32
  }

  /// Where a standard descriptor leads.
  package enum Stream: Sendable {
    case null
    case inherited
    case descriptor(Int32)
    /// A file that exists; output is appended to it.
    case file(String)
  }

  package let id: pid_t
  private let line: String
  private let exit = Mutex<(status: Int32?, waiting: [CheckedContinuation<Int32, Never>])>((nil, []))

  /// - Parameters:
  ///   - words: The program, which is searched for in PATH, and its arguments.
  ///   - environment: Nil for that of this process.
  ///   - folder: The working folder; nil for that of this process.
  ///   - terminal: The path of a terminal that becomes the controlling one of a new session, and all three streams.
  package init(
    _ words: [String], environment: [String: String]? = nil, folder: String? = nil, input: Stream = .null,
    output: Stream = .inherited, error: Stream = .inherited, terminal: String? = nil
  ) throws {
    line = words.joined(separator: " ")
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
      var flags = Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
      let newSession = Int16(POSIX_SPAWN_SETSID)
    #else
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
      var flags: Int16 = 0
      // POSIX_SPAWN_SETSID of spawn.h, a macro that Swift does not see.
      let newSession: Int16 = 0x80
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads that run tests block signals, and a child inherits that: a shell would never receive SIGCHLD.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    flags |= Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    if terminal != nil { flags |= newSession }
    posix_spawnattr_setflags(&attributes, flags)

    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let reading = (input, O_RDONLY), appending = O_WRONLY | O_APPEND
    let streams = terminal.map { path in [0, 1, 2].map { _ in (Stream.file(path), O_RDWR) } }
    for (number, (stream, mode)) in (streams ?? [reading, (output, appending), (error, appending)])
      .enumerated()
    {
      let number = Int32(number)
      switch stream {
      case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .file(let path): posix_spawn_file_actions_addopen(&actions, number, path, mode, 0)
      // Duplicated onto itself it loses FD_CLOEXEC, and on Darwin it is one to keep.
      case .inherited: posix_spawn_file_actions_adddup2(&actions, number, number)
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }

    let words = folder.map { ["sh", "-c", #"cd "$0" && exec "$@""#, $0] + words } ?? words
    let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
    var (arguments, settings) = (words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
    defer { for text in arguments + settings { free(text) } }
    var started: pid_t = 0
    let code = Self.opening { posix_spawnp(&started, words[0], &actions, &attributes, &arguments, &settings) }
    guard code == 0 else { throw CannotStart(program: words[0], code: code) }
    let id = started
    self.id = id
    Thread.detachNewThread { [self] in
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      let code = signal == 0 ? status >> 8 & 0xFF : 128 + signal
      let waiting = exit.withLock { exit in
        defer { exit = (code, []) }
        return exit.waiting
      }
      for continuation in waiting { continuation.resume(returning: code) }
    }
  }

  private static let starts = Mutex(())

  /// Runs work that opens descriptors and sets their FD_CLOEXEC, while no child is started that would inherit them.
  package static func opening<Result>(_ work: () -> Result) -> Result {
    starts.withLock { _ in work() }
  }

  /// The exit code, or 128 and the number of the signal that ended the process; nil while it runs.
  package var status: Int32? { exit.withLock { $0.status } }

  /// Sends a signal, unless the process has ended.
  package func send(_ signal: Int32) {
    if status == nil { kill(id, signal) }
  }

  /// Waits for the end, and returns the status. Throws `NeverHappened` when the process has not ended within a `WaitLimit`, and
  /// kills it.
  package func end(time: Duration = WaitLimit.time, fileID: String = #fileID, line: Int = #line) async throws
    -> Int32
  {
    try await inTime(ended, time: time, fileID: fileID, line: line) { [self] in
      await withTaskCancellationHandler {
        await status()
      } onCancel: {
        send(SIGKILL)
      }
    }
  }

  private var ended: String { "'\(line)' has ended" }

  private func status() async -> Int32 {
    await withCheckedContinuation { continuation in
      let status = exit.withLock { exit in
        if exit.status == nil { exit.waiting.append(continuation) }
        return exit.status
      }
      if let status { continuation.resume(returning: status) }
    }
  }

  /// Runs a program to its end, and returns its status and its standard output. Throws `NeverHappened` when it has not ended within
  /// a `WaitLimit`, and kills it. Blocks the thread.
  package static func run(
    _ words: [String], folder: String? = nil, error: Stream = .inherited,
    time: Duration = WaitLimit.time, fileID: String = #fileID, line: Int = #line
  ) throws -> (status: Int32, output: Data) {
    var ends: [Int32] = [-1, -1]
    Self.opening {
      pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    let (reading, writing) = (ends[0], ends[1])
    let reader = FileHandle(fileDescriptor: reading, closeOnDealloc: true)
    let process: ChildProcess
    do {
      defer { close(writing) }
      process = try ChildProcess(words, folder: folder, output: .descriptor(writing), error: error)
    }
    let limit = WaitLimit(for: process.ended, time: time, fileID: fileID, line: line)
    func check() throws {
      do {
        try limit.check()
      } catch {
        process.send(SIGKILL)
        throw error
      }
    }
    var output = Data()
    var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    while true {
      guard poll(&entry, 1, 100) > 0 else {
        try check()
        continue
      }
      guard let more = try reader.read(upToCount: 1 << 16), !more.isEmpty else { break }
      output += more
    }
    while process.status == nil {
      try check()
      Thread.sleep(forTimeInterval: 0.001)
    }
    return (process.status ?? -1, output)
  }
}
