import Foundation
import OpenMarket
import SystemSupport

/// Writes a plan: a header, a line for each row, an end, and a digest of all bytes before it, as JSON lines. The file is
/// complete when `finish` returns. It has no name, and is gone with this value.
final class PlanWriter {
  private static let pieceSize = 64 * 1_024

  private let file: FileHandle
  private var writer = JSONWriter()
  private var hash = SHA256()
  private(set) var outside = OutsideImages()
  private let bounds: ImageBounds

  init(_ header: PlanHeader) throws {
    bounds = ImageBounds(header)
    let descriptor = UnnamedFile.open()
    guard descriptor >= 0 else { throw ImportError.unwritable(NSTemporaryDirectory()) }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try appendLine(header)
  }

  var path: String { "/dev/fd/\(file.fileDescriptor)" }

  func write(_ line: PlanLine) throws {
    outside.add(line, beyond: bounds)
    line.write(to: &writer)
    writer.endLine()
    if writer.count >= Self.pieceSize { try append(writer.takeBytes()) }
  }

  func finish(_ counts: PlanCounts, _ columns: [[String]]) throws {
    try append(writer.takeBytes())
    try appendLine(PlanEnd(counts: counts, columns: columns))
    try append(hash.planLine())
  }

  private func appendLine(_ value: some Encodable) throws {
    try append(JSON.encode(value) + Data("\n".utf8))
  }

  private func append(_ lines: Data) throws {
    hash.update(lines)
    do {
      try file.write(contentsOf: lines)
    } catch {
      throw ImportError.unwritable(NSTemporaryDirectory())
    }
  }
}

struct PlanReader {
  let header: PlanHeader
  private let path: String
  private var lines: FileLines
  /// Nil until it was read.
  private(set) var end: PlanEnd?
  /// The hash of the lines so far; nil where the digest is not compared.
  private var hash: SHA256?

  /// - Parameter verifies: Whether the digest is compared at the end. A plan is read several times, and compared once.
  init(path: String, verifies: Bool = false) throws {
    self.path = path
    lines = try FileLines(path: path)
    guard let first = try lines.next(), let header = try? JSON.decode(PlanHeader.self, from: first),
      header.plan == PlanHeader.version
    else { throw ImportError.notAPlan(path) }
    self.header = header
    if verifies { hash = SHA256() }
    hash?.update(first + Data("\n".utf8))
  }

  /// The next line; nil at the end. Throws for a plan that was cut off or changed.
  mutating func next() throws -> PlanLine? {
    guard let data = try lines.next() else {
      if end == nil { throw ImportError.notAPlan(path) }
      return nil
    }
    hash?.update(data + Data("\n".utf8))
    if let line = try? JSONReader.value(of: data, PlanLine.init) {
      guard line.item != nil || !line.action.isWrite, header.files.indices.contains(line.file) else {
        throw ImportError.notAPlan(path)
      }
      return line
    }
    guard let end = try? JSON.decode(PlanEnd.self, from: data) else { throw ImportError.notAPlan(path) }
    self.end = end
    guard let digest = try lines.next() else { throw ImportError.notAPlan(path) }
    guard try lines.next() == nil else { throw ImportError.changedPlan(path) }
    if let hash, digest + Data("\n".utf8) != hash.planLine() { throw ImportError.changedPlan(path) }
    hash = nil
    return nil
  }
}

extension SHA256 {
  /// The last line of a plan, whose other lines were hashed. It shows that a plan was edited or damaged; it does not prove its author.
  fileprivate func planLine() -> Data {
    Data(#"{"sha256":"\#(SHA256.hexadecimal(ofHash: finish()))"}"#.utf8) + Data("\n".utf8)
  }
}

struct PlanHeader: Codable, Equatable {
  static let version = 3

  var plan = version
  /// Names the lines of this plan at the market, so that none is done twice.
  let id: String
  var files: [PlannedFile]
  /// The store or the address: a store that is made by the import has no identity before.
  let market: String
  let isAtomic: Bool
  /// The folders that the command names for images.
  var imageFolders: [String]?
  /// When the rows were compared with the market.
  let date: Date

  /// Whether a line of the plan may have been sent so long ago that the market has forgotten its key.
  func isOld(at now: Date) -> Bool { now.timeIntervalSince(date) > PendingWrites.lifetime }

  func with(_ columns: [[String]]) -> PlanHeader {
    var header = self
    guard columns.count == files.count else { return header }
    for (index, names) in columns.enumerated() { header.files[index].columns = names }
    return header
  }
}

/// The last line of a plan; a plan without it was cut off.
struct PlanEnd: Codable, Equatable {
  let counts: PlanCounts
  /// The columns of each file: those of JSON may come with its rows.
  let columns: [[String]]
}
