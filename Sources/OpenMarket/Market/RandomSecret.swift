/// Random secrets in letters and digits that can be read aloud: Crockford's base 32.
package enum RandomSecret {
  /// Five random bits for each character.
  package static func make(length: Int) -> String {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
    var generator = SystemRandomNumberGenerator()
    return String((0..<length).map { _ in alphabet[Int(generator.next(upperBound: UInt(alphabet.count)))] })
  }
}
