/// A number of bytes as options take it: `500M` or `10G`, in units of 1,024.
enum ByteSize {
  /// Nil for text that is not a size of at least one byte, and for one above 2⁶² bytes.
  static func parse(_ text: String) -> Int? {
    var number = text.lowercased()
    // `10GiB` and `10GB` are what some write for `10G`.
    for ending in ["ib", "b"] where number.hasSuffix(ending) {
      number.removeLast(ending.count)
      break
    }
    let units: [Character: Int] = ["k": 10, "m": 20, "g": 30, "t": 40]
    let shift = number.last.flatMap { units[$0] }
    if shift != nil { number.removeLast() }
    guard !number.isEmpty, number.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(number),
      count > 0, count <= (1 << 62) >> (shift ?? 0)
    else { return nil }
    return count << (shift ?? 0)
  }

}
