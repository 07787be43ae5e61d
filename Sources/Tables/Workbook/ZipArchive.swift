/// The directory of a ZIP file (APPNOTE.TXT 6.3.10), as far as workbooks use it: one disk, stored and deflated entries,
/// no encryption, no ZIP64.
struct ZipArchive: Sendable {
  struct Entry: Sendable {
    let name: String
    let isDeflated: Bool
    let checksum: UInt32
    let compressedSize: Int
    let size: Int
    let offset: Int
  }

  private static let directoryLimit = 16 << 20
  private static let nameLimit = 1_024

  let source: TableSource
  private let entries: [String: Entry]
  /// Where the directory begins; entries are before it.
  private let directory: Int

  init(_ source: TableSource) throws(TableError) {
    self.source = source
    let count = try source.count
    // The end record, and behind it a comment of up to 65,535 bytes (4.3.16).
    let tail = try source.bytes(at: max(0, count - 22 - 0xFFFF), count: min(count, 22 + 0xFFFF))
    guard
      let end = stride(from: tail.count - 22, through: 0, by: -1).first(where: {
        tail.number32(at: $0) == 0x0605_4B50 && $0 + 22 + tail.number16(at: $0 + 20) == tail.count
      })
    else { throw .workbook(.zip) }
    let (disks, total) = (
      tail.number16(at: end + 4) + tail.number16(at: end + 6), tail.number16(at: end + 10)
    )
    let (size, offset) = (tail.number32(at: end + 12), tail.number32(at: end + 16))
    guard disks == 0, tail.number16(at: end + 8) == total, total != 0xFFFF, offset != 0xFFFF_FFFF else {
      throw .workbook(.zipFeature)
    }
    guard size <= Self.directoryLimit, offset + size <= count - tail.count + end else {
      throw .workbook(.zip)
    }
    let records = try source.bytes(at: offset, count: size)
    directory = offset
    entries = try Self.entries(records, count: total)
  }

  private static func entries(_ records: [UInt8], count: Int) throws(TableError) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    var index = 0
    for _ in 0..<count {
      guard index + 46 <= records.count, records.number32(at: index) == 0x0201_4B50 else {
        throw .workbook(.zip)
      }
      let nameLength = records.number16(at: index + 28)
      let next = index + 46 + nameLength + records.number16(at: index + 30) + records.number16(at: index + 32)
      guard next <= records.count, nameLength <= nameLimit,
        let name = String(validating: records[index + 46..<index + 46 + nameLength], as: UTF8.self)
      else { throw .workbook(.zip) }
      guard records.number16(at: index + 8) & 1 == 0 else { throw .workbook(.encrypted) }
      let method = records.number16(at: index + 10)
      guard method == 0 || method == 8 else { throw .workbook(.zipFeature) }
      let entry = Entry(
        name: name, isDeflated: method == 8, checksum: UInt32(records.number32(at: index + 16)),
        compressedSize: records.number32(at: index + 20), size: records.number32(at: index + 24),
        offset: records.number32(at: index + 42))
      guard [entry.compressedSize, entry.size, entry.offset].allSatisfy({ $0 != 0xFFFF_FFFF }) else {
        throw .workbook(.zipFeature)
      }
      // Two programs could read one of two entries with a name each. Names of a package ignore case (OPC §6.2.2).
      guard entries.updateValue(entry, forKey: name.lowercased()) == nil else { throw .workbook(.zip) }
      index = next
    }
    return entries
  }

  /// The entry with this name, without regard to case; nil where there is none.
  func entry(_ name: String) -> Entry? { entries[name.lowercased()] }

  /// Where the contents of an entry begin. Throws unless they are before the directory.
  func contentsOffset(of entry: Entry) throws(TableError) -> Int {
    let header = try source.bytes(at: entry.offset, count: 30)
    guard header.count == 30, header.number32(at: 0) == 0x0403_4B50 else { throw .workbook(.zip) }
    let offset = entry.offset + 30 + header.number16(at: 26) + header.number16(at: 28)
    guard offset + entry.compressedSize <= directory else { throw .workbook(.zip) }
    return offset
  }
}

extension [UInt8] {
  /// Little-endian.
  fileprivate func number16(at index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }
  fileprivate func number32(at index: Int) -> Int { number16(at: index) | number16(at: index + 2) << 16 }
}
