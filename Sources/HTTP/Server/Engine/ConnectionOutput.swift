import Foundation
import SystemSupport

/// What a connection still has to send, in order: bytes in memory, temporary files and streams.
struct ConnectionOutput {
  enum Progress {
    /// Everything has been sent.
    case done
    /// The socket takes no more for now.
    case full
    /// The next piece of a stream has to be read.
    case needsPiece(BodyStream, Range<Int>)
    /// The connection is broken, or a file cannot be read.
    case broken
  }

  private enum Piece {
    case bytes(Data)
    case file(SpoolFile, end: Int)
    case stream(BodyStream)
  }

  /// Most bytes of a stream or a file in memory at one time.
  static let pieceSize = 256 * 1_024

  private var pieces: [Piece] = []
  /// How much of the first piece has been sent.
  private var offset = 0
  /// What has been read of a stream, and where it begins.
  private var read: (data: Data, start: Int)?
  private var isReading = false
  /// How many bytes have been sent since the connection began.
  private(set) var sent = 0

  var isEmpty: Bool { pieces.isEmpty }

  mutating func append(_ data: Data) {
    if !data.isEmpty { pieces.append(.bytes(data)) }
  }

  mutating func append(_ body: HeldBody) {
    switch body.place {
    case .memory(let data): append(data)
    case .file(let file): pieces.append(.file(file, end: body.count))
    }
  }

  mutating func append(_ stream: BodyStream) {
    if stream.count > 0 { pieces.append(.stream(stream)) }
  }

  /// Adds what was read for `needsPiece`.
  mutating func add(_ data: Data) {
    read = (data, offset)
    isReading = false
  }

  /// Sends as much as the socket takes.
  /// - Parameter buffer: Memory for what is read from files.
  mutating func send(to socket: Socket, buffer: UnsafeMutableRawBufferPointer) -> Progress {
    while let piece = pieces.first {
      let size: Int
      let count: Int?
      switch piece {
      case .bytes(let data):
        size = data.count
        count = Self.send(data.dropFirst(offset), to: socket)
      case .file(let file, let end):
        size = end
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(end - offset))
        let found = file.read(into: room, at: offset)
        guard found > 0 else { return .broken }
        count = socket.send(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<found]))
      case .stream(let stream):
        size = stream.count
        guard let read, offset < read.start + read.data.count else {
          if isReading { return .full }
          isReading = true
          read = nil
          return .needsPiece(stream, offset..<min(offset + Self.pieceSize, size))
        }
        count = Self.send(read.data.dropFirst(offset - read.start), to: socket)
      }
      guard let count else { return .broken }
      guard count > 0 else { return .full }
      sent += count
      offset += count
      if offset == size {
        pieces.removeFirst()
        (offset, read) = (0, nil)
      }
    }
    return .done
  }

  private static func send(_ data: Data, to socket: Socket) -> Int? {
    data.withUnsafeBytes { socket.send($0) }
  }
}
