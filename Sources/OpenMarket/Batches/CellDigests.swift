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

  private var digests: [UInt8: UInt32] = [:]

  package init() {}

  /// Those of all fields that a line sets or clears.
  package init(of line: BatchItem) {
    for field in line.changedFields {
      digests[Self.number(of: field)] = Self.digest(line.values(of: field))
    }
    if let cost = line.cost { digests[Self.cost] = Self.digest(["\(cost.tenThousandths)"]) }
  }

  /// Nil for bytes that are none.
  init?(_ bytes: Data) {
    guard !bytes.isEmpty, bytes.count <= Self.limit, bytes.count.isMultiple(of: Self.size) else { return nil }
    let bytes = Array(bytes)
    for start in stride(from: 0, to: bytes.count, by: Self.size) {
      digests[bytes[start]] = bytes[start + 1..<start + Self.size].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  package init?(rawValue: String) {
    guard let bytes = Data(base64Encoded: rawValue), let digests = Self(bytes) else { return nil }
    self = digests
  }

  package var rawValue: String { bytes.base64EncodedString() }

  var bytes: Data {
    var bytes = Data(capacity: digests.count * Self.size)
    for (number, digest) in digests.sorted(by: { $0.key < $1.key }) {
      bytes.append(number)
      for shift in stride(from: 24, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: digest >> shift))
      }
    }
    return bytes
  }

  /// Whether the cell of a field is the same in a later import; false where one of the two has none.
  ///
  /// - Parameter field: Nil for the cost.
  package func has(_ field: ItemVersion.Field?, of later: CellDigests) -> Bool {
    let number = field.map(Self.number) ?? Self.cost
    return digests[number] != nil && digests[number] == later.digests[number]
  }

  /// These, and those of a later import in the place of their own.
  package func replaced(by later: CellDigests) -> CellDigests {
    var all = self
    all.digests.merge(later.digests) { $1 }
    return all
  }

  /// These, but those of fields by their names in the log, in which the currency is one of its own.
  func without(_ names: [String]) -> CellDigests {
    var rest = self
    for field in ItemVersion.Field.allCases
    where names.contains(field.name) || field == .price && names.contains("currency") {
      rest.digests[Self.number(of: field)] = nil
    }
    return rest
  }

  /// Part of what is stored: a new field is the last one.
  private static func number(of field: ItemVersion.Field) -> UInt8 {
    UInt8(clamping: 1 + (ItemVersion.Field.allCases.firstIndex(of: field) ?? 0))
  }

  private static func digest(_ values: [String]) -> UInt32 {
    var message: [UInt8] = []
    // The lengths keep `ab`, `c` apart from `a`, `bc`.
    for value in values {
      message += "\(value.utf8.count):".utf8
      message += value.utf8
    }
    return UInt32(truncatingIfNeeded: SHA256.leadingBits(32, of: message))
  }
}
