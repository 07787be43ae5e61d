package import Foundation

/// Reads a body from its first byte to its last in chunks, holding one chunk and one open file at a time.
package struct HTTPBodyReader {
  private var parts: ArraySlice<HTTPBody.Part>
  private var offset = 0
  private var file: FileHandle?

  package init(_ body: HTTPBody) {
    parts = body.parts[...]
  }

  /// The next bytes, at least one and at most `limit` of them; nil at the end.
  ///
  /// Throws `SessionError.unreadableBody` when a file cannot be read or is shorter than its part says: sending
  /// less than was announced would leave the other side waiting.
  package mutating func next(_ limit: Int) throws -> Data? {
    while let part = parts.first {
      let left = part.count - offset
      guard left > 0 else {
        advance()
        continue
      }
      let size = min(left, limit)
      switch part {
      case .bytes(let data):
        let start = data.startIndex + offset
        offset += size
        return data[start..<start + size]
      case .file(let path, _):
        guard let chunk = try? read(size, from: path), !chunk.isEmpty else {
          throw SessionError.unreadableBody(path: path)
        }
        offset += chunk.count
        return chunk
      }
    }
    return nil
  }

  /// Straight from the descriptor, since `FileHandle` asks the system for 8 KiB at a time, however much is wanted.
  private mutating func read(_ size: Int, from path: String) throws -> Data {
    let handle = try file ?? FileHandle(forReadingFrom: URL(filePath: path))
    file = handle
    var chunk = Data(count: size)
    let count = chunk.withUnsafeMutableBytes { buffer in
      var count = -1
      repeat {
        count = Foundation.read(handle.fileDescriptor, buffer.baseAddress, buffer.count)
      } while count < 0 && errno == EINTR
      return count
    }
    guard count >= 0 else { throw CocoaError(.fileReadUnknown) }
    return chunk.prefix(count)
  }

  private mutating func advance() {
    try? file?.close()
    file = nil
    offset = 0
    parts = parts.dropFirst()
  }
}
