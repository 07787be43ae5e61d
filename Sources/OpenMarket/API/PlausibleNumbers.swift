/// Numbers of a server's response that can be added, subtracted and shown.
enum PlausibleNumbers {
  static let range = -1 << 53...1 << 53
}

extension KeyedDecodingContainer {
  /// A whole number of a response, far from the ends of 64 bits.
  func plausibleNumber(forKey key: Key) throws -> Int {
    let number = try decode(Int.self, forKey: key)
    guard PlausibleNumbers.range.contains(number) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "'\(number)' is out of range")
    }
    return number
  }
}
