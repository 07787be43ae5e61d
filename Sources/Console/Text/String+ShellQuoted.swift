extension String {
  /// The text as one word of a shell command line: bare where that is safe, else in quotes.
  package var shellQuoted: String {
    let isBare =
      !isEmpty
      && utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || "-_./:@%+=,".utf8.contains(byte)
      }
    return isBare ? self : inShellQuotes
  }

  /// The text in quotes as one word (POSIX XCU 2.2.2). Control characters and invisible ones are octal escapes in `$'…'`
  /// (POSIX 2024), three digits each.
  package var inShellQuotes: String {
    guard sanitized != self else { return "'" + replacing("'", with: "'\\''") + "'" }
    let escaped = utf8.map { byte -> String in
      switch byte {
      case 0x27: "\\'"
      case 0x5C: "\\\\"
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\" + String(String(0o1000 + Int(byte), radix: 8).dropFirst())
      }
    }
    return "$'" + escaped.joined() + "'"
  }
}
