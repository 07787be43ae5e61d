import Foundation
import SystemSupport

/// Digests of the cells from which an item was imported, by field: a cell that is as it was at its row's last import changes nothing,
/// whatever became of the item since.
///
/// As bytes, five a field in the order of the fields: the number of the field, and 32 bits of the SHA-256 of its values. Two values
/// have the same digest with a probability of one in four billion. In JSON the bytes are base64.
package struct CellDigests: RawRepresentable, Sendable, Equatable {
  private static let size = 5
  /// More than fields can need.
  private static let limit = 64 * size
  /// The cost is no field of a version.
  private static let cost: UInt8 = 0

  private(set) var bytes = Data()

  package init() {}

  /// Makes the digests of all fields that a line sets or clears.
  package init(of line: BatchItem) {
    if let cost = line.cost { append(Self.cost, ["\(cost.tenThousandths)"]) }
    for field in line.changedFields { append(Self.number(of: field), line.values(of: field)) }
  }

  /// Nil for bytes that are none.
  init?(_ bytes: Data) {
    guard !bytes.isEmpty, bytes.count <= Self.limit, bytes.count.isMultiple(of: Self.size) else { return nil }
    self.bytes = bytes
  }

  package init?(rawValue: String) {
    guard let bytes = Data(base64Encoded: rawValue), let digests = Self(bytes) else { return nil }
    self = digests
  }

  package var rawValue: String { bytes.base64EncodedString() }

  /// Whether the cell of a field is the same in a later import; false where one of the two has none.
  ///
  /// - Parameter field: Nil for the cost.
  package func has(_ field: ItemVersion.Field?, of later: CellDigests) -> Bool {
    let number = field.map(Self.number) ?? Self.cost
    return cells.contains { $0.first == number && later.cells.contains($0) }
  }

  /// These, and those of a later import in the place of their own.
  package func replaced(by later: CellDigests) -> CellDigests {
    let others = cells.filter { cell in !later.cells.contains { $0.first == cell.first } }
    guard !others.isEmpty else { return later }
    return CellDigests(cells: others + later.cells)
  }

  /// These, but those of fields by their names in the log, in which the currency is one of its own.
  func without(_ names: [String]) -> CellDigests {
    let gone = ItemVersion.Field.allCases.filter { field in
      names.contains(field.name) || field == .price && names.contains("currency")
    }.map(Self.number)
    return CellDigests(cells: cells.filter { cell in !gone.contains { $0 == cell.first } })
  }

  private init(cells: [Data]) {
    for cell in cells.sorted(by: { ($0.first ?? 0) < ($1.first ?? 0) }) { bytes += cell }
  }

  /// The number and the digest of each field.
  private var cells: [Data] {
    stride(from: 0, to: bytes.count, by: Self.size).map { bytes.dropFirst($0).prefix(Self.size) }
  }

  /// Part of what is stored: a new field is the last one.
  private static func number(of field: ItemVersion.Field) -> UInt8 {
    UInt8(clamping: 1 + (ItemVersion.Field.allCases.firstIndex(of: field) ?? 0))
  }

  private mutating func append(_ number: UInt8, _ values: [String]) {
    var message: [UInt8] = []
    message.append(values)
    let digest = SHA256.leadingBits(32, of: message)
    bytes.append(number)
    for shift in stride(from: 24, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: digest >> shift))
    }
  }
}
