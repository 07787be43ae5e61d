import OpenMarket
import SystemSupport

/// The lines of a plan in their order. They are read while the market works, and some lines ahead their images are read and
/// fetched.
struct UpcomingLines {
  /// A line and its position in the plan, from 0.
  struct Planned {
    let position: Int
    let line: PlanLine
    let images: PlannedImages
  }

  /// How many lines it is ahead: so many images are fetched at the same time.
  private static let ahead = 4

  private typealias Waiting = (position: Int, line: PlanLine, images: Task<PlannedImages, Never>?)

  /// Lines that are read at once, on another thread than that of the store.
  private static let pieceSize = 1_000

  private typealias Piece = Result<(lines: [PlanLine], reader: PlanReader), any Error>

  private var lines: ArraySlice<PlanLine> = []
  private var piece: Prefetch<Piece>?
  private let web: WebImages
  private let isSent: (Int, PlanLine) -> Bool
  private var waiting: [Waiting] = []
  private var position = 0

  init(plan path: String, web: WebImages, isSent: @escaping (Int, PlanLine) -> Bool) throws {
    piece = Self.piece(of: try PlanReader(path: path))
    (self.web, self.isSent) = (web, isSent)
  }

  /// The next line, once its images are ready; nil at the end. Throws for a plan that was cut off.
  mutating func next() async throws -> Planned? {
    while waiting.count < Self.ahead, let line = try await nextLine() {
      waiting.append((position, line, preparation(of: line)))
      position += 1
    }
    guard !waiting.isEmpty else { return nil }
    let (position, line, images) = waiting.removeFirst()
    return Planned(position: position, line: line, images: await images?.value ?? .ready(nil))
  }

  private mutating func nextLine() async throws -> PlanLine? {
    if lines.isEmpty, let read = try await piece?.value().get() {
      lines = read.lines[...]
      piece = lines.isEmpty ? nil : Self.piece(of: read.reader)
    }
    return lines.popFirst()
  }

  private static func piece(of reader: PlanReader) -> Prefetch<Piece> {
    Prefetch {
      Result {
        var (lines, reader) = ([PlanLine](), reader)
        while lines.count < pieceSize, let line = try reader.next() { lines.append(line) }
        return (lines, reader)
      }
    }
  }

  private func preparation(of line: PlanLine) -> Task<PlannedImages, Never>? {
    guard line.images != nil, isSent(position, line) else { return nil }
    return Task { [web] in await PlannedImages(of: line, from: web) }
  }
}
