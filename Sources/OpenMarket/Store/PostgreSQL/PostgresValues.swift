import CPostgres
import Foundation

extension DatabaseValue {
  /// The type that is sent, by its number in pg_type; 0 for that which the statement has.
  var postgresType: UInt32 {
    switch self {
    case .null: 0
    case .integer: UInt32(CPOSTGRES_INT8)
    case .text: UInt32(CPOSTGRES_TEXT)
    case .blob: UInt32(CPOSTGRES_BYTEA)
    }
  }

  var postgresBytes: Int {
    switch self {
    case .null: 0
    case .integer: 8
    case .text(let text): text.utf8.count
    case .blob(let data): data.count
    }
  }
}

/// Values in the binary format, one behind the other.
struct EncodedValues {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var isNull: [Bool] = []

  /// - Parameter areStored: Whether a text with NUL is refused by the server. One that is only looked for is sent as NULL, which is
  ///   equal to no text, as NUL is in none.
  init(_ values: [DatabaseValue], areStored: Bool) {
    bytes.reserveCapacity(values.reduce(1) { $0 + $1.postgresBytes })
    for value in values {
      var hasNone = false
      switch value {
      case .null: hasNone = true
      case .integer(let number):
        for byte in 1...8 { bytes.append(UInt8(truncatingIfNeeded: number >> (64 - 8 * byte))) }
      case .text(let text) where !areStored && text.utf8.contains(0): hasNone = true
      case .text(let text): bytes.append(contentsOf: text.utf8)
      case .blob(let data): bytes.append(contentsOf: data)
      }
      ends.append(bytes.count)
      isNull.append(hasNone)
    }
    // A value without bytes has an address, too.
    bytes.append(0)
  }

  func withPointers(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Int32
  ) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      var pointers: [UnsafePointer<CChar>?] = []
      var (lengths, formats): ([Int32], [Int32]) = ([], [])
      var start = 0
      for (end, isNull) in zip(ends, isNull) {
        pointers.append(
          isNull ? nil : bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) })
        lengths.append(Int32(end - start))
        formats.append(1)
        start = end
      }
      pointers.append(nil)
      lengths.append(0)
      formats.append(0)
      return body(pointers, lengths, formats)
    }
  }
}
