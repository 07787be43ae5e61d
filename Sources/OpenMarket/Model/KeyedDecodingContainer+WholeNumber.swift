import Foundation

extension KeyedDecodingContainer {
  /// A number without a fraction that fits 64 bits. Read as a decimal first: what JSONDecoder itself throws at a
  /// fraction does not say at which key.
  func wholeNumber(forKey key: Key) throws -> Int {
    let number = try decode(Decimal.self, forKey: key)
    guard let whole = Int(number.description) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "'\(number)' is not a whole number of 64 bits")
    }
    return whole
  }

  /// Nil where the key is absent or null.
  func wholeNumberIfPresent(forKey key: Key) throws -> Int? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try wholeNumber(forKey: key)
  }
}
