package import Foundation

/// The contents of a request: bytes and files, one after the other. Files are read from disk while they are sent; the
/// total length is always known.
package struct HTTPBody: Sendable, Equatable {
  /// A piece of the contents.
  package enum Part: Sendable, Equatable {
    case bytes(Data)
    /// The first `count` bytes of a file.
    case file(path: String, count: Int)

    /// Length in bytes.
    package var count: Int {
      switch self {
      case .bytes(let data): data.count
      case .file(_, let count): count
      }
    }
  }

  /// In the order in which they are sent.
  package var parts: [Part]

  package init(parts: [Part]) {
    self.parts = parts
  }

  package init(_ data: Data) {
    parts = data.isEmpty ? [] : [.bytes(data)]
  }

  package static let empty = HTTPBody(parts: [])

  /// Length in bytes: the Content-Length.
  package var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// Reads the whole contents into memory. Throws `SessionError.unreadableBody` for a file that is missing or shorter
  /// than it was.
  package func bytes() throws -> Data {
    if case .bytes(let data)? = parts.first, parts.count == 1 { return data }
    var whole = Data(count: count)
    var reader = HTTPBodyReader(self)
    try whole.withUnsafeMutableBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        rest = rest.dropFirst(try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: rest)))
      }
    }
    return whole
  }
}

/// Reads a body from start to end, with at most one open file and no buffer.
package struct HTTPBodyReader {
  private var parts: ArraySlice<HTTPBody.Part>
  private var offset = 0
  private var file: FileHandle?

  package init(_ body: HTTPBody) {
    parts = body.parts[...]
  }

  /// Reads the next bytes into the start of the buffer and returns their number: 0 only at the end.
  ///
  /// Throws `SessionError.unreadableBody` when a file cannot be read or is shorter than its part: the server would wait
  /// for the rest of the announced length.
  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while let part = parts.first {
      let left = part.count - offset
      guard left > 0 else {
        advance()
        continue
      }
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(left))
      let count =
        switch part {
        case .bytes(let data): data.dropFirst(offset).copyBytes(to: room)
        case .file(let path, _): try read(path, into: room)
        }
      offset += count
      return count
    }
    return 0
  }

  /// Reads the next 1 to `limit` bytes; nil at the end.
  package mutating func next(_ limit: Int) throws -> Data? {
    var chunk = Data(count: limit)
    let count = try chunk.withUnsafeMutableBytes { try read(into: $0) }
    return count > 0 ? chunk.prefix(count) : nil
  }

  /// Reads from the descriptor itself: `FileHandle` reads 8 KiB a call, however large the buffer.
  private mutating func read(_ path: String, into room: UnsafeMutableRawBufferPointer) throws -> Int {
    guard let handle = try? file ?? FileHandle(forReadingFrom: URL(filePath: path)) else {
      throw SessionError.unreadableBody(path: path)
    }
    file = handle
    while true {
      let count = Foundation.read(handle.fileDescriptor, room.baseAddress, room.count)
      if count > 0 { return count }
      guard count < 0, errno == EINTR else { throw SessionError.unreadableBody(path: path) }
    }
  }

  private mutating func advance() {
    try? file?.close()
    file = nil
    offset = 0
    parts = parts.dropFirst()
  }
}
