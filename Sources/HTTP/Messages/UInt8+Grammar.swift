/// The character classes of HTTP's grammar (RFC 9110 §5.6, RFC 3986 §2).
extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }

  var isHexDigit: Bool { isDigit || (0x41...0x46).contains(self & 0xDF) }

  /// Space or tab: the optional white space of RFC 9110 §5.6.3.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// `tchar`.
  var isTokenCharacter: Bool { Self.classes[Int(self)] & 1 != 0 }

  /// `pchar`, `/` and `?`, without `%`.
  var isTargetCharacter: Bool { Self.classes[Int(self)] & 2 != 0 }

  /// `field-vchar`, space and tab.
  var isFieldCharacter: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }

  private static let classes: [UInt8] = {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    var classes = [UInt8](repeating: 0, count: 256)
    for byte in (letters + "!#$%&'*+-.^_`|~").utf8 { classes[Int(byte)] |= 1 }
    for byte in (letters + "-._~!$&'()*+,;=:@/?").utf8 { classes[Int(byte)] |= 2 }
    return classes
  }()
}

extension ArraySlice<UInt8> {
  var isToken: Bool { !isEmpty && allSatisfy(\.isTokenCharacter) }

  /// A host and perhaps a port: a name, an IPv4 address, or an IPv6 address in brackets (RFC 3986 §3.2.2). No name or
  /// password before it.
  var isAuthority: Bool {
    var host = self
    if host.first == 0x5B {
      guard let bracket = host.firstIndex(of: 0x5D), bracket > host.startIndex + 1,
        host[(host.startIndex + 1)..<bracket].allSatisfy({ $0.isHexDigit || $0 == 0x3A || $0 == 0x2E })
      else { return false }
      host = host[(bracket + 1)...]
    } else {
      let name = host.prefix { $0 != 0x3A }
      guard !name.isEmpty, name.allSatisfy({ $0.isTargetCharacter && $0 != 0x2F && $0 != 0x3F && $0 != 0x40 })
      else {
        return false
      }
      host = host[name.endIndex...]
    }
    guard let colon = host.popFirst() else { return true }
    return colon == 0x3A && host.count <= 5 && host.allSatisfy(\.isDigit)
  }

  var trimmingBlanks: ArraySlice<UInt8> {
    let start = firstIndex { !$0.isBlank } ?? endIndex
    let end = (lastIndex { !$0.isBlank }).map { $0 + 1 } ?? start
    return self[start..<end]
  }
}

extension StringProtocol {
  /// The text without spaces and tabs around it.
  var trimmingBlanks: String {
    String(decoding: Array(utf8)[...].trimmingBlanks, as: UTF8.self)
  }
}
