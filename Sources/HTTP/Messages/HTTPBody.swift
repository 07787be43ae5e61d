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
    var reader = HTTPBodyReader(self)
    var whole = Data(count: count)
    try whole.withUnsafeMutableBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        rest = rest.dropFirst(try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: rest)))
      }
    }
    return whole
  }
}
