import Foundation
import OpenMarket

/// Writes a plan: a header, a line for each row, and an end, as JSON lines. The file is complete when `finish` returns.
final class PlanWriter {
  private static let pieceSize = 64 * 1_024

  private let path: String
  private let file: FileHandle
  private var writer = JSONWriter()

  init(path: String, _ header: PlanHeader) throws {
    self.path = path
    file = try FileHandle.creating(path)
    try appendLine(header)
  }

  func write(_ line: PlanLine) throws {
    line.write(to: &writer)
    writer.endLine()
    if writer.count >= Self.pieceSize { try append(writer.takeBytes()) }
  }

  /// - Parameter columns: Those of each file.
  func finish(_ counts: PlanCounts, _ columns: [[String]]) throws {
    try append(writer.takeBytes())
    try appendLine(PlanEnd(counts: counts, columns: columns))
    try file.synchronize()
    try file.close()
  }

  private func appendLine(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try append(encoder.encode(value) + Data("\n".utf8))
  }

  private func append(_ lines: Data) throws {
    do {
      try file.write(contentsOf: lines)
    } catch {
      throw ImportError.unwritable(path)
    }
  }
}

/// Reads a plan line by line.
struct PlanReader {
  let header: PlanHeader
  private let path: String
  private var lines: FileLines
  private let decoder = JSONDecoder()
  /// Nil until the end was read.
  private(set) var counts: PlanCounts?
  /// The columns of each file, where the end has them.
  private(set) var columns: [[String]]?

  init(path: String) throws {
    self.path = path
    lines = try FileLines(path: path)
    guard let first = try lines.next(), let header = try? decoder.decode(PlanHeader.self, from: first),
      header.plan == 1
    else { throw ImportError.notAPlan(path) }
    self.header = header
  }

  /// The next line; nil at the end. Throws for a plan that was cut off or changed.
  mutating func next() throws -> PlanLine? {
    guard let data = try lines.next() else {
      if counts == nil { throw ImportError.notAPlan(path) }
      return nil
    }
    let line = JSONScanner.value(of: data, PlanLine.init) ?? (try? decoder.decode(PlanLine.self, from: data))
    if let line {
      guard line.item != nil || !line.action.isWrite, header.files.indices.contains(line.file) else {
        throw ImportError.notAPlan(path)
      }
      return line
    }
    guard let end = try? decoder.decode(PlanEnd.self, from: data) else { throw ImportError.notAPlan(path) }
    (counts, columns) = (end.counts, end.columns)
    return nil
  }
}

/// The first line of a plan.
struct PlanHeader: Codable, Equatable {
  /// The version of the format.
  var plan = 1
  /// Names the lines of this plan at the market, so that none is done twice.
  let id: String
  let files: [PlannedFile]
  /// The store, or the address of the market.
  let market: String
  let isAtomic: Bool

  /// The header with the columns that were known at the end of the plan.
  func with(_ columns: [[String]]?) -> PlanHeader {
    guard let columns, columns.count == files.count else { return self }
    let files = zip(files, columns).map { planned, columns in
      var file = planned
      file.columns = columns
      return file
    }
    return PlanHeader(plan: plan, id: id, files: files, market: market, isAtomic: isAtomic)
  }
}

/// The last line of a plan; a plan without it was cut off.
struct PlanEnd: Codable, Equatable {
  let counts: PlanCounts
  /// The columns of each file: those of JSON may come with its rows. Nil in plans of earlier versions.
  var columns: [[String]]?
}
