import Foundation

/// The characters of an encoding with one or two bytes a character, made once from Foundation's converter.
///
/// Foundation carries its own tables (ICU), also in a statically linked program. glibc's iconv reads them from files that a
/// minimal system lacks. `String(data:encoding:)` returns nil for these encodings in a static program;
/// `NSString(data:encoding:)` does not. A table of all pairs also tells exactly which bytes are no character, where a
/// converter only says that a text has some.
struct DoubleByteTable: Sendable {
  /// By first and second byte; 0 where the pair is no character.
  private let scalars: [UInt16]
  /// How many pairs are characters.
  let count: Int

  /// kCFStringEncodingDOSKorean. Foundation's EUC-KR takes some pairs of Unified Hangul Code for other letters.
  static let cp949 = DoubleByteTable(foundation: 0x8000_0422, isInjective: true)
  /// kCFStringEncodingDOSJapanese. Code page 932 has 398 characters under two pairs.
  static let shiftJIS = DoubleByteTable(foundation: 0x8000_0420, isInjective: false)

  private init(foundation encoding: UInt, isInjective: Bool) {
    var scalars = [UInt16](repeating: 0, count: 1 << 16)
    for first in UInt8(0x81)...0xFE {
      for second in UInt8(0x40)...0xFE {
        let pair = [first, second]
        guard let scalar = Self.scalar(pair, encoding) else { continue }
        // Proved by encoding it again: as the same pair, or as one that is the same character.
        guard let again = NSString(string: String(scalar)).data(using: encoding) else { continue }
        guard again.elementsEqual(pair) || !isInjective && Self.scalar([UInt8](again), encoding) == scalar
        else { continue }
        scalars[Int(first) << 8 | Int(second)] = UInt16(scalar.value)
      }
    }
    self.scalars = scalars
    count = scalars.count { $0 != 0 }
  }

  /// The one character of a pair, unless it is for private use: such a character has no meaning elsewhere.
  private static func scalar(_ pair: [UInt8], _ encoding: UInt) -> Unicode.Scalar? {
    guard let text = NSString(data: Data(pair), encoding: encoding) as String?,
      let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, scalar.value >= 0x80,
      scalar.value <= 0xFFFF, !(0xE000...0xF8FF).contains(scalar.value), scalar.value != 0xFFFD
    else { return nil }
    return scalar
  }

  func scalar(_ first: UInt8, _ second: UInt8) -> Unicode.Scalar? {
    let value = scalars[Int(first) << 8 | Int(second)]
    return value == 0 ? nil : Unicode.Scalar(value)
  }
}
