/// What cells of text mean besides their text: the guard of spreadsheets, and the word that clears a value.
enum CellText {
  /// The cell that clears a value.
  static let clear = #"\empty"#

  /// The text as a cell that spreadsheets do not run as a formula: `'` before a text that begins with `=`, `+`, `-`, `@`,
  /// tab or CR, and before one from which `unguarded` would remove a `'` of its own.
  static func guarded(_ text: String) -> String {
    guard let first = text.utf8.first, isGuarded(first) || unguarded(text) != text else { return text }
    return "'" + text
  }

  /// The text as a cell of a report, which is not taken back: with `'` only where a spreadsheet would run it.
  static func reported(_ text: String) -> String {
    text.utf8.first.map(isGuarded) == true ? "'" + text : text
  }

  /// The text of a cell that may be guarded: without one leading `'`, if `=`, `+`, `-`, `@`, tab, CR or another `'` follows.
  static func unguarded(_ cell: String) -> String {
    var bytes = cell.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "'"), let second = bytes.next(),
      isGuarded(second) || second == UInt8(ascii: "'")
    else { return cell }
    return String(cell.unicodeScalars.dropFirst())
  }

  /// The key as a cell that is taken back exactly: guarded also where it looks like one that a spreadsheet has changed.
  static func guarded(key: String) -> String {
    isGuarded(key: key) || DamagedKey.isDamaged(key, inWorkbook: true) ? "'" + key : guarded(key)
  }

  /// Whether a cell is a key that only looks changed by a spreadsheet: `'2-Jan`.
  static func isGuarded(key cell: String) -> Bool {
    cell.utf8.first == UInt8(ascii: "'")
      && DamagedKey.isDamaged(String(cell.unicodeScalars.dropFirst()), inWorkbook: true)
  }

  /// The text as a cell that does not clear: `\empty` has one backslash more, and so has `\\empty`.
  static func escaped(_ text: String) -> String {
    isClearing(text) ? #"\"# + text : text
  }

  /// The text of a cell that is not `\empty`.
  static func unescaped(_ cell: String) -> String {
    isClearing(cell) ? String(cell.dropFirst()) : cell
  }

  private static func isGuarded(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 13: true
    default: false
    }
  }

  /// Whether it is `empty` after one backslash or more.
  private static func isClearing(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "\\"), text.hasSuffix("empty") else { return false }
    return text.utf8.dropLast(5).allSatisfy { $0 == UInt8(ascii: "\\") }
  }
}
