import Foundation
import SystemSupport

/// The key of a market, by which its operator signs requests to a server (see `MessageSignature`). It may do what the file of the store
/// may, but for what is of the machine. It follows from the secret of the store and a number, which a new key raises: reading it
/// writes nothing, and a copy of the store has it.
package struct OperatorKey: Sendable, Equatable {
  /// 64 hexadecimal digits, as a file has them.
  package let text: String

  init(_ bytes: Data) { text = SHA256.hexadecimal(ofHash: bytes) }

  /// Reads the contents of a file; nil for a text that is no key. Space around it is ignored.
  package init?(_ contents: String) {
    let text = contents.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    guard text.utf8.count == 64, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
      return nil
    }
    self.text = text
  }

  /// Key of the HMAC: the digits as text, as another program reads them from the file.
  var bytes: Data { Data(text.utf8) }
}

/// Whether the present request is signed with the key of the store's operator, or in a session that began with that key.
package enum RequestOperator {
  @TaskLocal package static var isPresent = false

  /// The password of a request that names none; nil where it needs one.
  static var passwordOfNone: String? { isPresent ? "" : nil }
}
