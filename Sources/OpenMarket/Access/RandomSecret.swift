/// Secrets from the system's random generator.
package enum RandomSecret {
  /// Bytes in hexadecimal digits, for keys.
  static func hexadecimal(bytes count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in
      let byte: UInt8 = generator.next()
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Letters and digits that can be read aloud, of Crockford's base 32.
  ///
  /// Five random bits for each character.
  package static func make(length: Int) -> String {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
    var generator = SystemRandomNumberGenerator()
    return String((0..<length).map { _ in alphabet[Int(generator.next(upperBound: UInt(alphabet.count)))] })
  }
}
