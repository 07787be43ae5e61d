package import Foundation

/// Another program, run for what it writes: for so long, and so much of it. It gets one file as its input, hears of no
/// variable but those named, and what it complains of is heard by nobody.
package struct BoundedProcess {
  let path: String
  let arguments: [String]
  let environment: [String: String]
  /// In bytes.
  let limit: Int
  let patience: Duration

  package init(
    path: String, arguments: [String], environment: [String: String], limit: Int, patience: Duration
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.limit = limit
    self.patience = patience
  }

  /// The first program of that name in `PATH`; nil without one. Folders that are named relative to the current one are
  /// passed over.
  package static func path(of name: String, _ environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }

  /// What the program wrote, if it ended well. Nil when it did not, wrote more or took longer, or could not be run: then
  /// it is ended. Blocks.
  package func output(for input: Data) -> Data? {
    let deadline = ContinuousClock.now + patience
    guard let file = Self.unnamedFile(holding: input) else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = file
    process.standardError = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    let hasEnded = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in hasEnded.signal() }
    guard (try? process.run()) != nil else { return nil }
    try? pipe.fileHandleForWriting.close()

    let output = read(from: pipe.fileHandleForReading.fileDescriptor, until: deadline)
    let rest = max(.zero, deadline - .now)
    if output == nil || hasEnded.wait(timeout: .now() + (rest / .seconds(1))) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      return nil
    }
    return process.terminationReason == .exit && process.terminationStatus == 0 ? output : nil
  }

  /// Everything up to the end of the pipe; nil when that does not come in time, or after too much.
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

  /// A file without a name, so that nothing is left behind however this ends: the program reads it as its input. A pipe
  /// would have to be filled while the output is read.
  private static func unnamedFile(holding data: Data) -> FileHandle? {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      .path(percentEncoded: false)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    unlink(path)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard (try? file.write(contentsOf: data)) != nil, (try? file.seek(toOffset: 0)) != nil else { return nil }
    return file
  }
}
