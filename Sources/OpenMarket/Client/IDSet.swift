/// A set of ids in about one bit for each where they lie close together, as counted ids do: a list of a million items
/// needs not much more than 100 kB to tell which it has shown.
struct IDSet: Sendable {
  private var words: [Int: UInt64] = [:]

  /// Whether the id was new.
  mutating func insert(_ id: Int) -> Bool {
    let bit = UInt64(1) << UInt64(id & 63)
    let old = words[id >> 6, default: 0]
    words[id >> 6] = old | bit
    return old & bit == 0
  }
}
