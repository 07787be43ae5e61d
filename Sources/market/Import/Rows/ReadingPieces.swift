import Dispatch
import Foundation
import SystemSupport
import Tables

/// Reads the rows of a table in pieces, on a thread of its own that is a few pieces ahead of their use.
struct ReadingPieces {
  typealias Piece = (readings: [RowReading], reader: ImportReader)

  private static let size = 500
  private static let ahead = 4

  let table: TableFile
  let reader: ImportReader

  /// Calls `body` with each piece, in the order of the file. Throws what reading and `body` throw.
  func forEach(_ body: (Piece) async throws -> Void) async throws {
    let free = DispatchSemaphore(value: Self.ahead)
    let isCancelled = CancellationFlag()
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Piece.self)
    Thread.detachNewThread {
      do {
        var (reader, readings) = (reader, [RowReading]())
        func send() throws {
          free.wait()
          guard !isCancelled.isCancelled else { throw CancellationError() }
          continuation.yield((readings, reader))
          readings.removeAll(keepingCapacity: true)
        }
        try table.rows { row, columns in
          try reader.read(row, columns) { readings.append($0) }
          if readings.count >= Self.size { try send() }
        }
        try reader.finish { readings.append($0) }
        if !readings.isEmpty { try send() }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    defer {
      isCancelled.cancel()
      for _ in 0...Self.ahead { free.signal() }
    }
    for try await piece in stream {
      try await body(piece)
      free.signal()
    }
  }
}
