import Foundation
import SystemSupport

/// The data that a connection still has to send, in order: bytes in memory and temporary files.
struct ConnectionOutput {
  enum Progress {
    /// Everything has been sent.
    case done
    /// The socket takes no more for now.
    case full
    /// The socket may take more, after other connections have had a turn.
    case more
    /// The connection is broken, or a file cannot be read.
    case broken
  }

  /// Bytes after which other connections have a turn.
  static let share = 256 * 1_024

  private var pieces: [HeldBody] = []
  /// How much of the first piece has been sent.
  private var offset = 0
  /// How many bytes have been sent since the connection began.
  private(set) var sent = 0

  var isEmpty: Bool { pieces.isEmpty }

  mutating func append(_ piece: HeldBody) {
    if piece.count > 0 { pieces.append(piece) }
  }

  /// Sends as much as the socket takes, up to about `share` bytes.
  /// - Parameter buffer: Memory for what is read from files.
  mutating func send(
    to socket: Socket, buffer: UnsafeMutableRawBufferPointer, atMost share: Int = share
  ) -> Progress {
    let end = sent + share
    while let piece = pieces.first {
      if sent >= end { return .more }
      let count: Int?
      switch piece.place {
      case .memory(let data):
        count = data.dropFirst(offset).prefix(end - sent).withUnsafeBytes { socket.send($0) }
      case .file(let file):
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(piece.count - offset))
        let found = file.read(into: room, at: offset)
        guard found > 0 else { return .broken }
        count = socket.send(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<found]))
      }
      guard let count else { return .broken }
      guard count > 0 else { return .full }
      sent += count
      offset += count
      if offset == piece.count {
        pieces.removeFirst()
        offset = 0
      }
    }
    return .done
  }
}
