import Console
import Foundation
import Testing

struct InputDescriptorTests {
  private func input(_ bytes: Data) throws -> (InputDescriptor, Pipe) {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
    try pipe.fileHandleForWriting.close()
    return (InputDescriptor(pipe.fileHandleForReading.fileDescriptor), pipe)
  }

  @Test func `lines are read without line ends, the last one also if it has none`() throws {
    let (input, pipe) = try input(Data("one\r\n\ntwo\nthree".utf8))
    let lines = try [
      input.readLine(), input.readLine(), input.readLine(), input.readLine(), input.readLine(),
    ]
    #expect(lines == ["one", "", "two", "three", nil])
    try pipe.fileHandleForReading.close()
  }

  @Test func `bytes after a line are kept for the next read`() throws {
    let (input, pipe) = try input(Data("first\nsecond\n".utf8))
    #expect(try input.readLine() == "first")
    #expect(try input.readAll(limit: 7) == Data("second\n".utf8))
    try pipe.fileHandleForReading.close()
  }

  @Test func `input over the limit is an error`() throws {
    let (input, pipe) = try input(Data("12345678".utf8))
    #expect(throws: ConsoleError.inputTooLong(limit: 7)) { try input.readAll(limit: 7) }
    try pipe.fileHandleForReading.close()
  }

  @Test func `a line that is not UTF-8 is an error`() throws {
    let (input, pipe) = try input(Data([0x61, 0xFF, 0x0A]))
    #expect(throws: ConsoleError.inputNotText) { try input.readLine() }
    try pipe.fileHandleForReading.close()
  }

  @Test func `a secret from a file is its first line`() throws {
    let (input, pipe) = try input(Data("s3cret\nmore\n".utf8))
    #expect(try input.readSecret {} == "s3cret")
    try pipe.fileHandleForReading.close()
  }

  @Test func `a directory cannot be read, and the error says so`() throws {
    let directory = open("/", O_RDONLY)
    defer { close(directory) }
    #expect(throws: ConsoleError.cannotRead(reason: "it is a directory")) {
      try InputDescriptor(directory).readLine()
    }
  }
}
