import Dispatch
import Foundation
import Synchronization
import Tables

/// Reads the rows of a table in pieces, on a thread of its own that is a few pieces ahead of their use.
struct RowPieces {
  typealias Piece = (rows: [TableRow], columns: [TableColumn])

  private static let size = 500
  /// Most pieces that wait.
  private static let ahead = 4

  let table: TableFile

  /// Calls `body` with each piece, in the order of the file, and the columns that are known by then. Throws what reading and
  /// `body` throw.
  func forEach(_ body: (Piece) async throws -> Void) async throws {
    let free = DispatchSemaphore(value: Self.ahead)
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Piece.self)
    let cancelled = OneWayFlag()
    let table = table
    Thread.detachNewThread {
      do {
        var piece: Piece = ([], table.columns)
        func send() throws {
          free.wait()
          guard !cancelled.isSet else { throw CancellationError() }
          continuation.yield(piece)
          piece.rows = []
        }
        try table.rows { row, columns in
          // A reader of rows expects the columns to be those of all its rows.
          if columns.count != piece.columns.count, !piece.rows.isEmpty { try send() }
          piece.columns = columns
          piece.rows.append(row)
          if piece.rows.count == Self.size { try send() }
        }
        if !piece.rows.isEmpty { try send() }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    defer {
      cancelled.set()
      for _ in 0...Self.ahead { free.signal() }
    }
    for try await piece in stream {
      try await body(piece)
      free.signal()
    }
  }
}

/// A flag that is set once.
final class OneWayFlag: Sendable {
  private let flag = Mutex(false)

  var isSet: Bool { flag.withLock(\.self) }

  func set() { flag.withLock { $0 = true } }
}
