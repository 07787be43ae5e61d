import Foundation
import SystemSupport

/// The SHA-256 of rows, in the order of their key. It does not depend on the database: of each value it has the type, the length
/// and the bytes, and columns are in the order of their names.
struct TableDigest: Sendable {
  private var hash = SHA256()
  private var buffer: [UInt8] = []
  private(set) var rows = 0
  /// Bytes of values.
  private(set) var bytes = 0

  /// The weight of a row in the progress, beside the bytes of its values.
  static let rowWeight = 100
  var weight: Int { rows * Self.rowWeight + bytes }

  private static let mostBuffered = 64 << 10

  /// Adds a row, its blobs last.
  mutating func add(_ row: [DatabaseValue]) {
    rows += 1
    for value in row { add(value) }
    if buffer.count > Self.mostBuffered { flush() }
  }

  private mutating func add(_ value: DatabaseValue) {
    switch value {
    case .null: buffer.append(0)
    case .integer(let number):
      buffer.append(1)
      append(number)
      bytes += 8
    case .text(let text):
      buffer.append(2)
      append(text.utf8.count)
      buffer.append(contentsOf: text.utf8)
      bytes += text.utf8.count
    case .blob(let data):
      buffer.append(3)
      append(data.count)
      bytes += data.count
      guard data.count > Self.mostBuffered else { return buffer.append(contentsOf: data) }
      flush()
      hash.update(data)
    }
  }

  private mutating func append(_ number: Int) {
    withUnsafeBytes(of: number.bigEndian) { buffer.append(contentsOf: $0) }
  }

  private mutating func flush() {
    hash.update(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// The digest of the rows so far, in 64 hexadecimal digits.
  var text: String {
    var copy = self
    copy.flush()
    return SHA256.hexadecimal(ofHash: copy.hash.finish())
  }
}
