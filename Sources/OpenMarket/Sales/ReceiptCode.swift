import Foundation
import SystemSupport

/// The code of a sale on a receipt: 16 characters of base32 (RFC 4648 §6), at least one of them a digit.
///
/// It is made of the sale and a key of the store, and stored nowhere. The first half is an authentication code; the second
/// is the number of the sale, encrypted with a key stream that the first half gives. Without the key a guess is right in one
/// of 2⁴⁰ cases.
package struct ReceiptCode: Sendable, Equatable {
  /// 16 capital letters and digits 2 to 7.
  package let text: String

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
  private static let mask: UInt64 = (1 << 40) - 1

  /// Nil for a text without the form of a code.
  package init?(_ text: String) {
    guard text.utf8.count == 16, text.utf8.allSatisfy(Self.alphabet.contains),
      text.utf8.contains(where: { $0 < 0x41 })
    else { return nil }
    self.text = text
  }

  /// - Parameters:
  ///   - sale: The number of the sale's first movement, below 2⁴⁰.
  ///   - key: 32 random bytes of the store.
  init(sale: Int, item: Int, key: Data) {
    var attempt = 0
    while true {
      let tag = Self.bits(of: "sale \(sale) \(item) \(attempt)", key)
      let text = Self.encoded(tag) + Self.encoded((UInt64(sale) & Self.mask) ^ Self.stream(tag, key))
      // One in seventeen codes has letters only.
      if text.utf8.contains(where: { $0 < 0x41 }) {
        self.text = text
        return
      }
      attempt += 1
    }
  }

  /// The sale of a code for an item; nil for a code that is of no sale of this item. Letters of either case are read, and
  /// spaces and hyphens between them.
  static func sale(of text: String, item: Int, key: Data) -> Int? {
    let characters = text.uppercased().utf8.filter { $0 != 0x20 && $0 != 0x2D }
    guard characters.count == 16, let tag = decoded(characters.prefix(8)),
      let number = decoded(characters.suffix(8))
    else { return nil }
    let sale = Int(number ^ stream(tag, key))
    return ReceiptCode(sale: sale, item: item, key: key).text.utf8.elementsEqual(characters) ? sale : nil
  }

  private static func stream(_ tag: UInt64, _ key: Data) -> UInt64 { bits(of: "number \(tag)", key) }

  private static func bits(of message: String, _ key: Data) -> UInt64 {
    SHA256.authenticationCode(of: Data(message.utf8), key: key).prefix(5).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// 40 bits as eight characters.
  private static func encoded(_ bits: UInt64) -> String {
    String(
      decoding: stride(from: 35, through: 0, by: -5).map { alphabet[Int(bits >> UInt64($0) & 31)] },
      as: UTF8.self)
  }

  private static func decoded(_ characters: some Sequence<UInt8>) -> UInt64? {
    var bits: UInt64 = 0
    for character in characters {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      bits = bits << 5 | UInt64(value)
    }
    return bits
  }
}

/// A text in JSON. Decoding any other text throws: a server's text must not reach a terminal as a code.
extension ReceiptCode: Codable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let code = Self(try value.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "it is not the code of a receipt")
    }
    self = code
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }
}
