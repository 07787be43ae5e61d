import Foundation
import SystemSupport

/// The credentials of HTTP Basic authentication (RFC 7617): a password without a user name, or the identifier and the
/// secret of a vendor.
struct BasicCredentials {
  let user: String
  let password: String

  init(user: String = "", password: String) {
    self.user = user
    self.password = password
  }

  /// Reads the field. Nil for another scheme.
  init?(_ field: String) {
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "basic",
      let data = Data(base64Encoded: parts[1].trimmingCharacters(in: .whitespaces)),
      let text = data.withUnsafeBytes(UTF8Sequence.text), let colon = text.firstIndex(of: ":")
    else { return nil }
    user = String(text[..<colon])
    password = String(text[text.index(after: colon)...])
  }

  /// The value of the field.
  var text: String { "Basic " + Data("\(user):\(password)".utf8).base64EncodedString() }
}
