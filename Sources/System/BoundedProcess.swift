package import Foundation

/// Runs a program with time and output limits; its stderr is discarded.
///
/// The program reads one file as its standard input and sees no environment variables but those given.
package struct BoundedProcess {
  let path: String
  let arguments: [String]
  let environment: [String: String]
  /// Most bytes of output.
  let limit: Int
  let timeout: Duration

  /// - Parameters:
  ///   - path: The absolute path of the executable.
  ///   - limit: Most bytes of output; a program that writes more is killed.
  ///   - timeout: For the whole run; a program that takes longer is killed.
  package init(
    path: String, arguments: [String], environment: [String: String], limit: Int, timeout: Duration
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.limit = limit
    self.timeout = timeout
  }

  /// Finds an executable in `PATH`: the first with this name, or nil. Relative folders of `PATH` are skipped.
  package static func path(of name: String, _ environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  /// The end of a program.
  package enum Outcome: Sendable, Equatable {
    /// It has exited with 0.
    case output(Data)
    case exit(Int32)
    case signal(Int32)
    /// It was killed for exceeding a limit.
    case exceeded
    /// It could not be started.
    case failed
  }

  /// Runs the program and returns its standard output; nil for every other outcome. Blocks the thread.
  package func output(for input: Data) -> Data? {
    guard case .output(let data) = outcome(for: input) else { return nil }
    return data
  }

  /// Runs the program. Blocks the thread.
  package func outcome(for input: Data) -> Outcome {
    let deadline = ContinuousClock.now + timeout
    guard let file = Self.unnamedFile(holding: input) else { return .failed }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = file
    process.standardError = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    // A process of Foundation may live on, and its handles with it.
    defer {
      try? file.close()
      try? pipe.fileHandleForReading.close()
    }
    let hasEnded = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in hasEnded.signal() }
    guard (try? process.run()) != nil else {
      try? pipe.fileHandleForWriting.close()
      return .failed
    }
    try? pipe.fileHandleForWriting.close()

    let output = read(from: pipe.fileHandleForReading.fileDescriptor, until: deadline)
    let rest = max(.zero, deadline - .now)
    guard let output, hasEnded.wait(timeout: .now() + (rest / .seconds(1))) == .success else {
      kill(process.processIdentifier, SIGKILL)
      return .exceeded
    }
    let status = process.terminationStatus
    guard process.terminationReason == .exit else { return .signal(status) }
    return status == 0 ? .output(output) : .exit(status)
  }

  /// Reads the pipe to its end; nil at the deadline, above the limit, and on errors.
  private func read(from descriptor: Int32, until deadline: ContinuousClock.Instant) -> Data? {
    var output = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while output.count <= limit {
      let rest = (deadline - .now) / .milliseconds(1)
      guard rest > 0 else { return nil }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, Int32(rest.rounded(.up)))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return output }
      output.append(contentsOf: buffer[..<count])
    }
    return nil
  }

  /// Makes a temporary file with the given contents, at offset 0. With a pipe, the input would have to be written while the
  /// output is read.
  private static func unnamedFile(holding data: Data) -> FileHandle? {
    let descriptor = UnnamedFile.open()
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard (try? file.write(contentsOf: data)) != nil, (try? file.seek(toOffset: 0)) != nil else { return nil }
    return file
  }
}

/// Runs a program in the foreground of the terminal, which it shares with this process, as an editor needs it.
package enum ForegroundCommand {
  /// Runs a line of `sh` to its end, with the terminal and the environment of this process. SIGINT and SIGQUIT are the program's
  /// alone meanwhile (system(3)). Blocks the thread.
  ///
  /// Returns the exit code; nil where it could not be started, or was ended by a signal.
  package static func exitCode(of line: String) -> Int32? {
    // With a trap the shell waits for a program that survives the signal; the program itself has the default.
    let status = system("trap : INT QUIT\n" + line)
    // The macros of wait(2) are not imported: the low seven bits are the signal.
    return status >= 0 && status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}
