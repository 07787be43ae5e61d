/// A text as a QR code (ISO/IEC 18004): its bytes at error correction level M, in versions 1 to 10.
package struct QRCode: Sendable, Equatable {
  /// Modules of a side, without the quiet zone of four modules around the code.
  package let side: Int
  private var modules: [Bool]
  /// The modules of patterns, which hold no data and are not masked.
  private var isReserved: [Bool]

  /// By version: all codewords, those of error correction in a block, and blocks (table 9).
  private static let versions: [(codewords: Int, correction: Int, blocks: Int)] = [
    (26, 10, 1), (44, 16, 1), (70, 26, 1), (100, 18, 2), (134, 24, 2), (172, 16, 4), (196, 18, 4),
    (242, 22, 4),
    (292, 22, 5), (346, 26, 5),
  ]
  /// The quiet zone of each side, in modules.
  package static let margin = 4

  /// Nil for a text that is too long: more than 213 bytes.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = Self.versions.indices.map({ $0 + 1 }).first(where: { Self.fits(bytes.count, in: $0) })
    else { return nil }
    side = 17 + 4 * version
    modules = Array(repeating: false, count: side * side)
    isReserved = modules
    drawPatterns(version)
    place(Self.codewords(of: bytes, version))
    let data = self
    let candidates = (0..<8).map { mask in
      var code = data
      code.apply(mask: mask)
      return code
    }
    if let best = candidates.min(by: { $0.penalty < $1.penalty }) { modules = best.modules }
  }

  /// Whether the module in a column and a row is dark.
  package subscript(column: Int, row: Int) -> Bool { modules[row * side + column] }

  // MARK: Codewords

  private static func dataCodewords(_ version: Int) -> Int {
    let layout = versions[version - 1]
    return layout.codewords - layout.correction * layout.blocks
  }

  /// Bits of the number of bytes (table 3).
  private static func countBits(_ version: Int) -> Int { version < 10 ? 8 : 16 }

  private static func fits(_ count: Int, in version: Int) -> Bool {
    4 + countBits(version) + 8 * count <= 8 * dataCodewords(version)
  }

  /// The codewords of the text in blocks, interleaved, followed by those of error correction.
  private static func codewords(of bytes: [UInt8], _ version: Int) -> [UInt8] {
    let layout = versions[version - 1]
    let capacity = dataCodewords(version)
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for shift in stride(from: count - 1, through: 0, by: -1) { bits.append(value >> shift & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, countBits(version))
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, 8 * capacity - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var data = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var padding: UInt8 = 0xEC
    while data.count < capacity {
      data.append(padding)
      padding ^= 0xEC ^ 0x11
    }
    var (blocks, start) = ([ArraySlice<UInt8>](), 0)
    for index in 0..<layout.blocks {
      // The longer blocks come last.
      let count = capacity / layout.blocks + (index >= layout.blocks - capacity % layout.blocks ? 1 : 0)
      blocks.append(data[start..<start + count])
      start += count
    }
    let corrections = blocks.map { correction(of: $0, count: layout.correction) }
    return interleaved(blocks.map(Array.init)) + interleaved(corrections)
  }

  private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    // The longest block is the last one.
    for index in 0..<(blocks.last?.count ?? 0) {
      for block in blocks where index < block.count { bytes.append(block[index]) }
    }
    return bytes
  }

  /// The remainder of a division by the generator polynomial of Reed and Solomon in GF(256).
  private static func correction(of data: ArraySlice<UInt8>, count: Int) -> [UInt8] {
    var generator: [UInt8] = [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      let longer = generator + [0]
      let shifted = [0] + generator.map { product($0, root) }
      generator = zip(longer, shifted).map { $0 ^ $1 }
      root = product(root, 2)
    }
    var remainder = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in 0..<count { remainder[index] ^= product(generator[index + 1], factor) }
    }
    return remainder
  }

  /// A product in GF(256) with the polynomial x⁸ + x⁴ + x³ + x² + 1.
  private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
    var product = 0
    for shift in stride(from: 7, through: 0, by: -1) {
      product = product << 1 ^ (product >> 7 & 1) * 0x11D
      product ^= Int(other >> UInt8(shift) & 1) * Int(one)
    }
    return UInt8(truncatingIfNeeded: product)
  }

  // MARK: Patterns

  private mutating func set(_ column: Int, _ row: Int, _ isDark: Bool) {
    modules[row * side + column] = isDark
    isReserved[row * side + column] = true
  }

  private mutating func drawPatterns(_ version: Int) {
    for index in 0..<side {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (column, row) in [(3, 3), (side - 4, 3), (3, side - 4)] { drawFinder(column, row) }
    let centers = Self.alignments(version, side: side)
    for column in centers {
      for row in centers {
        // The corners have finder patterns.
        if [(6, 6), (6, side - 7), (side - 7, 6)].contains(where: { $0 == (column, row) }) { continue }
        for x in -2...2 {
          for y in -2...2 { set(column + x, row + y, max(abs(x), abs(y)) != 1) }
        }
      }
    }
    drawFormat(mask: 0)
    guard version >= 7 else { return }
    let bits = version << 12 | Self.remainder(version << 12, by: 0x1F25)
    for index in 0..<18 {
      let (near, far) = (index / 3, side - 11 + index % 3)
      set(near, far, bits >> index & 1 == 1)
      set(far, near, bits >> index & 1 == 1)
    }
  }

  /// A finder pattern with the light modules around it.
  private mutating func drawFinder(_ column: Int, _ row: Int) {
    for x in -4...4 {
      for y in -4...4
      where (0..<side).contains(column + x) && (0..<side).contains(row + y) {
        let distance = max(abs(x), abs(y))
        set(column + x, row + y, distance != 2 && distance != 4)
      }
    }
  }

  /// The columns and rows of the centres of alignment patterns (annex E).
  private static func alignments(_ version: Int, side: Int) -> [Int] {
    guard version > 1 else { return [] }
    return version < 7 ? [6, side - 7] : [6, (side - 1) / 2, side - 7]
  }

  /// The level and the mask, twice.
  private mutating func drawFormat(mask: Int) {
    // The bits of level M are 00.
    let bits = (mask << 10 | Self.remainder(mask << 10, by: 0x537)) ^ 0x5412
    for index in 0..<15 {
      let isDark = bits >> index & 1 == 1
      switch index {
      case 0..<6: set(8, index, isDark)
      case 6, 7: set(8, index + 1, isDark)
      case 8: set(7, 8, isDark)
      default: set(14 - index, 8, isDark)
      }
      if index < 8 { set(side - 1 - index, 8, isDark) } else { set(8, side - 15 + index, isDark) }
    }
    set(8, side - 8, true)
  }

  /// The remainder of a division of polynomials over GF(2).
  private static func remainder(_ bits: Int, by generator: Int) -> Int {
    func length(_ value: Int) -> Int { Int.bitWidth - value.leadingZeroBitCount }
    var bits = bits
    while length(bits) >= length(generator) { bits ^= generator << (length(bits) - length(generator)) }
    return bits
  }

  // MARK: Data

  /// Fills the free modules in columns of two, from the right, upwards first.
  private mutating func place(_ codewords: [UInt8]) {
    let columns = Array(stride(from: side - 1, to: 6, by: -2)) + Array(stride(from: 5, to: 0, by: -2))
    var index = 0
    for (turn, right) in columns.enumerated() {
      for step in 0..<side {
        let row = turn % 2 == 0 ? side - 1 - step : step
        for column in [right, right - 1] where !isReserved[row * side + column] {
          guard index < 8 * codewords.count else { return }
          modules[row * side + column] = codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1
          index += 1
        }
      }
    }
  }

  private mutating func apply(mask: Int) {
    for row in 0..<side {
      for column in 0..<side where !isReserved[row * side + column] {
        let inverts =
          switch mask {
          case 0: (row + column) % 2 == 0
          case 1: row % 2 == 0
          case 2: column % 3 == 0
          case 3: (row + column) % 3 == 0
          case 4: (row / 2 + column / 3) % 2 == 0
          case 5: row * column % 2 + row * column % 3 == 0
          case 6: (row * column % 2 + row * column % 3) % 2 == 0
          default: ((row + column) % 2 + row * column % 3) % 2 == 0
          }
        if inverts { modules[row * side + column].toggle() }
      }
    }
    drawFormat(mask: mask)
  }

  /// How hard the code is to read: runs, squares, patterns like a finder, and a share of dark modules far from a half (7.8.3).
  private var penalty: Int {
    var penalty = 0
    for line in 0..<side {
      for run in [(0..<side).map { self[$0, line] }, (0..<side).map { self[line, $0] }] {
        penalty += Self.penalty(of: run)
      }
    }
    for row in 1..<side {
      for column in 1..<side {
        let first = self[column, row]
        if first == self[column - 1, row], first == self[column, row - 1], first == self[column - 1, row - 1]
        {
          penalty += 3
        }
      }
    }
    let dark = modules.count { $0 }
    return penalty + abs(20 * dark - 10 * modules.count) / modules.count * 10
  }

  private static func penalty(of line: [Bool]) -> Int {
    var (penalty, length) = (0, 1)
    for index in 1...line.count {
      if index < line.count, line[index] == line[index - 1] {
        length += 1
      } else {
        if length >= 5 { penalty += length - 2 }
        length = 1
      }
    }
    let finder = [true, false, true, true, true, false, true]
    let light = [Bool](repeating: false, count: 4)
    for pattern in [finder + light, light + finder] where pattern.count <= line.count {
      for start in 0...line.count - pattern.count
      where line[start..<start + pattern.count].elementsEqual(pattern) {
        penalty += 40
      }
    }
    return penalty
  }
}
