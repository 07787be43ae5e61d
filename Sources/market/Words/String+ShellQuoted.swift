extension String {
  /// The text as one word of a shell's command line: bare where that is safe, else in single quotes.
  var shellQuoted: String {
    let isBare =
      !isEmpty
      && utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || "-_./:@%+=,".utf8.contains(byte)
      }
    return isBare ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
