import SystemSupport

/// The code of a sale on a receipt: 16 random characters of base32 (RFC 4648 §6), at least one of them a digit. It is stored
/// with the sale, and shown to its seller alone.
package struct ReceiptCode: Sendable, Equatable {
  /// 16 capital letters and digits 2 to 7.
  package let text: String

  /// Nil for a text without the form of a code.
  package init?(_ text: String) {
    guard text.utf8.count == 16, text.utf8.allSatisfy(Base32.alphabet.contains),
      text.utf8.contains(where: { $0 < 0x41 })
    else { return nil }
    self.text = text
  }

  /// A code as a customer types it: letters of either case, with spaces and hyphens between them.
  package init?(typed text: String) {
    self.init(String(decoding: text.uppercased().utf8.filter { $0 != 0x20 && $0 != 0x2D }, as: UTF8.self))
  }

  /// A code that no one can guess: 80 random bits.
  static func random() -> ReceiptCode {
    while true {
      // One in seventeen has letters only.
      if let code = ReceiptCode(encoded(.random(in: 0..<1 << 40)) + encoded(.random(in: 0..<1 << 40))) {
        return code
      }
    }
  }

  /// 40 bits as eight characters.
  static func encoded(_ bits: UInt64) -> String {
    String(decoding: Base32.characters(bits, count: 8), as: UTF8.self)
  }
}

extension ReceiptCode: TextCodable {
  package var description: String { text }
}
