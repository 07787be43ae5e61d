import SystemSupport

extension StringProtocol {
  /// The text with each `%` and the two hexadecimal digits after it replaced by the byte that they stand for (RFC 3986
  /// §2.1). Nil if a `%` lacks its digits, or if the result is not UTF-8.
  package var percentDecoded: String? {
    guard utf8.contains(.percent) else { return String(self).streamSafe }
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == .percent else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, rest.prefix(2).allSatisfy(\.isHexDigit),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest.removeFirst(2)
    }
    return bytes.withUnsafeBytes(UTF8Sequence.text)
  }

  /// Decodes text of a form, in which `+` is a space (WHATWG URL §5.1).
  var formDecoded: String? {
    String(decoding: utf8.map { $0 == UInt8(ascii: "+") ? .space : $0 }, as: UTF8.self).percentDecoded
  }
}
