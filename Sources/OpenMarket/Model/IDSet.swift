/// A set of ids that takes a bit for each of those that a store gives one after another: a list of a million items takes about
/// 125 kB. Far larger ids, which other markets give, take a word for each block of 64.
struct IDSet: Sendable {
  /// The ids from 0 up to here have a place in `words`: 8 MiB.
  private static let dense = 1 << 26

  private var words: [UInt64] = []
  private var others: [Int: UInt64] = [:]

  var count: Int {
    words.reduce(0) { $0 + $1.nonzeroBitCount } + others.values.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// How many blocks of 64 ids it has beyond those that it always has room for.
  var scattered: Int { others.count }

  /// Inserts an id and returns whether it was new.
  @discardableResult
  mutating func insert(_ id: Int) -> Bool {
    let (block, bit) = (id >> 6, UInt64(1) << UInt64(id & 63))
    guard (0..<Self.dense).contains(id) else {
      let old = others[block, default: 0]
      others[block] = old | bit
      return old & bit == 0
    }
    if block >= words.count {
      let length = max(block + 1, min(2 * words.count, Self.dense >> 6))
      words.append(contentsOf: repeatElement(0, count: length - words.count))
    }
    let old = words[block]
    words[block] = old | bit
    return old & bit == 0
  }

  mutating func formIntersection(_ other: IDSet) {
    combine(other) { $0 & $1 }
  }

  mutating func subtract(_ other: IDSet) {
    combine(other) { $0 & ~$1 }
  }

  private mutating func combine(_ other: IDSet, _ operation: (UInt64, UInt64) -> UInt64) {
    for block in words.indices {
      words[block] = operation(words[block], block < other.words.count ? other.words[block] : 0)
    }
    for (block, bits) in others { others[block] = operation(bits, other.others[block] ?? 0) }
  }
}
