import CZlib

/// Makes ZIP files for tests.
struct ZipWriter {
  struct Entry {
    var name: String
    var contents: [UInt8]
    /// Deflated contents; nil to write them as stored blocks of deflate.
    var deflated: [UInt8]?
    var method = 8
    var flags = 0
    /// The size that the directory says.
    var size: Int?
    var checksum: UInt32?
    /// The offset of the local header in the file.
    var offset: Int?

    init(_ name: String, _ text: String) {
      self.init(name, Array(text.utf8))
    }

    init(_ name: String, _ contents: [UInt8]) {
      self.name = name
      self.contents = contents
    }
  }

  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Deflate without compression (RFC 1951 §3.2.4).
  static func storedBlocks(_ contents: [UInt8]) -> [UInt8] {
    guard !contents.isEmpty else { return [1, 0, 0, 0xFF, 0xFF] }
    return stride(from: 0, to: contents.count, by: 0xFFFF).flatMap { start in
      let block = contents[start...].prefix(0xFFFF)
      let isLast = start + block.count == contents.count
      return [isLast ? 1 : 0] + little(block.count, 2) + little(~block.count, 2) + block
    }
  }

  /// - Parameter hasDescriptors: Whether sizes follow the contents, and the local headers have none.
  static func archive(_ entries: [Entry], hasDescriptors: Bool = false, comment: String = "") -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let data = entry.method == 0 ? entry.contents : entry.deflated ?? storedBlocks(entry.contents)
      let checksum = entry.checksum ?? UInt32(crc32(0, entry.contents, UInt32(entry.contents.count)))
      let sizes =
        little(Int(checksum), 4) + little(data.count, 4) + little(entry.size ?? entry.contents.count, 4)
      let flags = entry.flags | (hasDescriptors ? 8 : 0)
      let common = little(20, 2) + little(flags, 2) + little(entry.method, 2) + little(0, 4)
      directory += [0x50, 0x4B, 1, 2] + little(20, 2) + common + sizes + little(entry.name.utf8.count, 2)
      directory += little(0, 12) + little(entry.offset ?? file.count, 4) + entry.name.utf8
      file += [0x50, 0x4B, 3, 4] + common + (hasDescriptors ? little(0, 12) : sizes)
      file += little(entry.name.utf8.count, 2) + little(0, 2) + entry.name.utf8 + data
      if hasDescriptors { file += [0x50, 0x4B, 7, 8] + sizes }
    }
    let end =
      little(entries.count, 2) + little(entries.count, 2) + little(directory.count, 4) + little(file.count, 4)
    return file + directory + [0x50, 0x4B, 5, 6] + little(0, 4) + end + little(comment.utf8.count, 2)
      + comment.utf8
  }
}
