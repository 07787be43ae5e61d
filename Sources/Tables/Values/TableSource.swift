import Foundation
import SystemSupport

/// The bytes of a file, which can be read several times and from any offset.
///
/// The file stays open: what is read later are the bytes of the same file, also when another one was given its name.
package struct TableSource: Sendable {
  /// How the user names the file.
  package let name: String
  private let file: FileHandle

  /// Bytes that are taken of what is no regular file: `/dev/zero` and some pipes have no end.
  package static let streamLimit = 1 << 30

  /// How long a named pipe waits for its first writer.
  static let writerTime = Duration.seconds(10)

  /// Opens a file. A pipe, or anything else that is no regular file, is first copied to a temporary file.
  package init(path: String, limit: Int = streamLimit) throws(TableError) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(.EISDIR) }
    name = path
    self.file = status.st_mode & S_IFMT == S_IFREG ? file : try Self.spooled(file, limit: limit)
  }

  /// Copies what a descriptor yields to a temporary file without a name, which is gone when it is closed. Blocks.
  package init(spooling descriptor: Int32, name: String) throws(TableError) {
    self.name = name
    file = try Self.spooled(FileHandle(fileDescriptor: descriptor), limit: Self.streamLimit)
  }

  /// The bytes in a temporary file, for tests.
  package init(bytes: [UInt8], name: String) {
    self.name = name
    file = FileHandle(fileDescriptor: UnnamedFile.open(), closeOnDealloc: true)
    try? file.write(contentsOf: Data(bytes))
  }

  var count: Int {
    get throws(TableError) {
      var status = stat()
      guard fstat(file.fileDescriptor, &status) == 0 else { throw .last }
      return Int(status.st_size)
    }
  }

  /// Reads into the buffer, which is full unless the file ends, and returns the number of bytes.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(TableError) -> Int {
    var total = 0
    while total < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[total...])
      let count = pread(file.fileDescriptor, rest.baseAddress, rest.count, off_t(offset + total))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      guard count > 0 else { break }
      total += count
    }
    return total
  }

  /// The bytes of a range, as far as the file reaches.
  package func bytes(at offset: Int, count: Int) throws(TableError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    return Array(buffer[..<(try read(at: offset, into: buffer))])
  }
}

/// Files without a name, for what can be read once.
extension TableSource {
  /// Copies what another file yields to a temporary file without a name.
  private static func spooled(_ other: FileHandle, limit: Int) throws(TableError) -> FileHandle {
    let descriptor = UnnamedFile.open()
    guard descriptor >= 0 else { throw .last }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let end = ContinuousClock.now + writerTime
    var (total, hasWriter) = (0, false)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1_024, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = Foundation.read(other.fileDescriptor, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        hasWriter = true
        try wait(for: other, atMost: -1)
        continue
      }
      guard count >= 0 else { throw .last }
      // A pipe that was opened before its writer reads as one that has ended.
      if count == 0, !hasWriter, isNamedPipe(other) {
        guard ContinuousClock.now < end else { throw .noWriter(writerTime) }
        hasWriter = try wait(for: other, atMost: 100)
        continue
      }
      guard count > 0 else { return file }
      hasWriter = true
      total += count
      guard total <= limit else { throw .streamTooLong(limit: limit) }
      guard (try? file.write(contentsOf: Data(buffer[..<count]))) != nil else { throw .last }
    }
  }

  private static func isNamedPipe(_ file: FileHandle) -> Bool {
    var status = stat()
    return fstat(file.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Waits until there is something to read, or the last writer is gone. Returns false after so many milliseconds.
  @discardableResult
  private static func wait(for file: FileHandle, atMost milliseconds: Int32) throws(TableError) -> Bool {
    var event = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&event, 1, milliseconds)
    guard count >= 0 || errno == EINTR else { throw .last }
    return count > 0
  }
}

extension TableError {
  /// The error of the last system call. Read it before any other call.
  static var last: TableError { .unreadable(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
