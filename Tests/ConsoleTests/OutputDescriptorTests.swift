import Console
import Foundation
import Testing

struct OutputDescriptorTests {
  init() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// The bytes from a pipe that another thread writes to. In one task a blocked writer would block the reader.
  private func received(_ write: @escaping @Sendable (OutputDescriptor, Int32) throws -> Void) throws -> Data?
  {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting
    Thread.detachNewThread {
      let stream = OutputDescriptor(writing.fileDescriptor)
      try? write(stream, writing.fileDescriptor)
      try? stream.flush()
      try? writing.close()
    }
    return try pipe.fileHandleForReading.readToEnd()
  }

  @Test func `many lines are written to a pipe whole and in order`() throws {
    let lines = (1...50_000).map { "line \($0)\n" }
    let data = try received { stream, _ in
      for line in lines { try stream.write(line) }
    }
    #expect(data == Data(lines.joined().utf8))
  }

  @Test func `a file gets its lines in blocks, and the last of them with the flush`() throws {
    let pipe = Pipe()
    let reading = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    let stream = OutputDescriptor(pipe.fileHandleForWriting.fileDescriptor)
    try stream.write("held back\n")
    var buffer = [UInt8](repeating: 0, count: 64)
    #expect(read(reading, &buffer, buffer.count) == -1)
    try stream.flush()
    #expect(read(reading, &buffer, buffer.count) == 10)
  }

  @Test func `an unbuffered stream writes at once`() throws {
    let pipe = Pipe()
    try OutputDescriptor(pipe.fileHandleForWriting.fileDescriptor, isBuffered: false).write("now")
    #expect(pipe.fileHandleForReading.availableData == Data("now".utf8))
  }

  @Test func `a descriptor that does not block is waited for`() throws {
    let text = String(repeating: "0123456789", count: 50_000)
    let data = try received { stream, descriptor in
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      try stream.write(text)
    }
    #expect(data == Data(text.utf8))
  }

  @Test func `a closed pipe is its own error, also for later writes`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let stream = OutputDescriptor(pipe.fileHandleForWriting.fileDescriptor)
    try stream.write("a")
    #expect(throws: ConsoleError.closedPipe) { try stream.flush() }
    #expect(throws: ConsoleError.closedPipe) { try stream.write("b") }
    #expect(throws: ConsoleError.closedPipe) { try stream.flush() }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is an error at the last flush too`() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let stream = OutputDescriptor(full.fileDescriptor)
    try stream.write("a")
    #expect(throws: ConsoleError.cannotWrite(reason: "no space left")) { try stream.flush() }
    #expect(throws: ConsoleError.cannotWrite(reason: "no space left")) { try stream.flush() }
    try full.close()
  }

  @Test func `output that was closed before the start is an error`() throws {
    let readOnly = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    let stream = OutputDescriptor(readOnly.fileDescriptor)
    try stream.write("a")
    #expect(throws: ConsoleError.cannotWrite(reason: "it is closed")) { try stream.flush() }
  }

  @Test func `the width is that of the terminal, or COLUMNS if that is less`() throws {
    let terminal = try PseudoTerminal(columns: 132)
    #expect(OutputDescriptor(terminal.user).columns == 132)
    #expect(OutputDescriptor(terminal.user, columns: 60).columns == 60)
    #expect(OutputDescriptor(terminal.user).isTerminal)
    let pipe = Pipe()
    let stream = OutputDescriptor(pipe.fileHandleForWriting.fileDescriptor)
    #expect(stream.columns == nil && !stream.isTerminal)
  }
}
