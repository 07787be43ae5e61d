/// Special forms of cells of text: the guard of spreadsheets, and the word that clears a value.
enum CellText {
  static let clear = #"\empty"#

  /// The text as a cell that spreadsheets do not change: `'` before a text that may be a formula (`isFormula`), a number, a date or a
  /// time, or that seems to have been one, and before one from which `unguarded` would remove a `'` of its own.
  static func guarded(_ text: String) -> String {
    isFormula(text[...]) || needsGuard(text) || unguarded(text) != text ? "'" + text : text
  }

  /// The text as a cell of a report, which is not taken back: with `'` only where a spreadsheet would run it.
  static func reported(_ text: String) -> String { isFormula(text[...]) ? "'" + text : text }

  /// The text of a cell that may be guarded: without one leading `'`, if a text that needs a guard or another `'` follows.
  static func unguarded(_ cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'") else { return cell }
    let rest = cell.unicodeScalars.dropFirst()
    return rest.first == "'" || isFormula(Substring(rest)) || needsGuard(String(rest)) ? String(rest) : cell
  }

  /// The text as a cell of text of a workbook, which no program runs: with `'` only before a text from which `unguarded` would
  /// remove one.
  static func typed(_ text: String) -> String { unguarded(text) != text ? "'" + text : text }

  /// The key as a cell of text of a workbook, which programs leave as it is: guarded where one seems to have changed it before.
  static func typed(key: String) -> String {
    isGuarded(key: key) || DamagedKey.isDamaged(key, inWorkbook: true) ? "'" + key : typed(key)
  }

  /// Whether a cell is a key that has a `'` for spreadsheets alone: `'2-Jan`, `'007`.
  static func isGuarded(key cell: String) -> Bool {
    guard cell.utf8.first == UInt8(ascii: "'") else { return false }
    let rest = String(cell.unicodeScalars.dropFirst())
    return needsGuard(rest) || isGuarded(key: rest)
  }

  /// Whether a spreadsheet that opens the text would change it, or seems to have done so.
  private static func needsGuard(_ text: String) -> Bool {
    DamagedKey.isDamaged(text, inWorkbook: true) || DamagedKey.isFragile(text)
  }

  /// The text as a cell that does not clear: `\empty` has one backslash more, and so has `\\empty`.
  static func escaped(_ text: String) -> String { isClearing(text) ? #"\"# + text : text }

  /// The text of a cell that is not `\empty`.
  static func unescaped(_ cell: String) -> String { isClearing(cell) ? String(cell.dropFirst()) : cell }

  /// Whether a spreadsheet may run the text: it begins with a tab, CR or LF, or with `=`, `+`, `-` or `@`, also in their
  /// full width and behind white space and characters without width, which programs remove or do not show.
  private static func isFormula(_ text: Substring) -> Bool {
    // Most texts begin with a letter.
    if let byte = text.utf8.first, (0x41...0x7F).contains(byte) { return false }
    if let first = text.unicodeScalars.first, "\t\r\n".unicodeScalars.contains(first) { return true }
    switch text.unicodeScalars.first(where: { !isSkipped($0) }) {
    case "=", "+", "-", "@", "＝", "＋", "－", "＠": return true
    default: return false
    }
  }

  /// White space, a byte order mark, and characters that are not shown, such as U+200B.
  private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
      || scalar.properties.generalCategory == .format || scalar.properties.generalCategory == .control
  }

  /// Whether it is `empty` after one backslash or more.
  private static func isClearing(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "\\"), text.hasSuffix("empty") else { return false }
    return text.utf8.dropLast(5).allSatisfy { $0 == UInt8(ascii: "\\") }
  }
}
