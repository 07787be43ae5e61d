import OpenMarket
import SystemSupport

/// Detects keys that a spreadsheet has changed because they looked like numbers, dates or formulas.
enum DamagedKey {
  private static let errors: Set<String> = [
    "#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!", "#GETTING_DATA",
    "#ERROR!", "#FIELD!", "#BLOCKED!", "#UNKNOWN!", "#CONNECT!", "#BUSY!",
    // In German, French and Spanish.
    "#NV", "#BEZUG!", "#WERT!", "#ZAHL!", "#VALEUR!", "#NOMBRE!", "#NOM?", "#¡REF!", "#¿NOMBRE?", "#¡VALOR!",
    "#¡DIV/0!", "#¡NUM!",
  ]
  /// `2-Jan`, `Jan-26`, `2-Jan-26` or `2-Jan-2026`.
  private static let englishDates = [
    Pattern(/\d{1,2}-(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(-\d\d(\d\d)?)?/),
    Pattern(/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d\d/),
  ]
  private static let workbookDate = Pattern(/\d{4}-\d\d-\d\d(T[\d:.]+)?/)
  /// `1월 2일`, `2026년 1월 2일` or `01월-26`.
  private static let koreanDate = Pattern(/(\d{4}년 ?)?\d{1,2}월( ?\d{1,2}일|-\d\d)/)
  private static let dayAndMonth = Pattern(/(\d{1,4}[-\/ ]?)?[A-Za-z]{3,9}\.?([-\/ ]?\d{1,4}){0,2}/)
  /// Dates, times and parts of them; amounts; numbers with an exponent.
  private static let fragile = [
    Pattern(/\d{1,4}[-\/.: ]\d{1,2}([-\/.: ]\d{1,4})?|\d{1,2}:\d\d:\d\d\.\d+|\d{1,2}[-\/.]\d{4}/),
    Pattern(/[\d,]+(\.\d*)?( ?%)?|\d+(\.\d*)?[eE][+-]?\d+/),
    Pattern(/\d{1,3}( \d{3})+|\d{1,2}(( |(:\d\d){1,2} ?)[AaPp][Mm]?)/),
    Pattern(
      /(\d{2,4}\. ?)?\d{1,2}\. ?\d{1,2}\.|\([\d,]+(\.\d*)?\)|\p{Sc} ?[\d.,]+|(오전|오후) ?\d{1,2}(:\d\d){0,2}/),
    Pattern(/[\d.,]+ ?(\p{Sc}|원|円)|\d{1,2}시( ?\d{1,2}분)?( ?\d{1,2}초)?/),
    Pattern(
      /\d{1,2}\. ?(jan|feb|mär|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec)\p{L}*\.?( ?\d{2,4})?/
        .ignoresCase()),
  ]

  /// Whether a key has the form of a number that was shortened (`8.80E+12`), of a date (`2-Jan`, `1월 2일`) or of an error
  /// (`#N/A`). A key like `1E5` or `2-JAN` has not: spreadsheets do not write it so.
  ///
  /// - Parameter inWorkbook: Whether a date of a workbook is one too, which is read as ISO 8601.
  static func isDamaged(_ key: String, inWorkbook: Bool) -> Bool {
    guard key.utf8.count <= 20, let first = key.utf8.first else { return false }
    // The first byte of a letter of Hangul is 0xEA to 0xED.
    if key.utf8.contains(where: { (0xEA...0xED).contains($0) }) { return koreanDate.isWhole(key) }
    if first == UInt8(ascii: "#") { return isError(key) }
    if isDigit(first), isShortened(key) { return true }
    if inWorkbook, isDigit(first), workbookDate.isWhole(key) { return true }
    return (5...11).contains(key.utf8.count) && key.utf8.contains(UInt8(ascii: "-"))
      && englishDates.contains { $0.isWhole(key) }
  }

  /// Whether a cell is the value of a formula that a spreadsheet could not compute: `#REF!`, or `Err:502` of LibreOffice.
  static func isError(_ cell: String) -> Bool {
    switch cell.utf8.first {
    case UInt8(ascii: "#"): errors.contains(cell)
    case UInt8(ascii: "E"): cell.utf8.count == 7 && cell.hasPrefix("Err:5")
    default: false
    }
  }

  /// Whether a spreadsheet that opens a text file would change a key: it takes `007`, `8801234567890`, `3E5`, `(5)` and `1 000` for
  /// numbers, `$5.5` and `5 €` for amounts, `1-2`, `1.2.3`, `5. 12.`, `5. Mai` and `MAR1` for dates, `10:30 PM`, `오후 3:30` and `10시 30분`
  /// for times, and `true` for a truth; and all of them with full-width digits.
  static func isFragile(_ key: String) -> Bool {
    let bytes = key.utf8
    guard bytes.count <= 40, let first = bytes.first else { return false }
    if isDigit(first) {
      if bytes.allSatisfy(isDigit) { return bytes.count > 11 || first == 0x30 && bytes.count > 1 }
      return fragile.contains { $0.isWhole(key) } || isDate(key)
    }
    switch first {
    // Brackets, the signs of currencies, and 오 before a time.
    case UInt8(ascii: "("), UInt8(ascii: "$"), 0xC2, 0xE0...0xE2: return fragile.contains { $0.isWhole(key) }
    case 0xEC: return key.hasPrefix("오") && fragile.contains { $0.isWhole(key) }
    // Characters of full width.
    case 0xEF: return key.plainCell != key && isFragile(key.plainCell)
    default: break
    }
    if first == UInt8(ascii: ".") { return bytes.dropFirst().allSatisfy(isDigit) }
    return isLetter(first) && (isDate(key) || ["true", "false"].contains(key.lowercased()))
  }

  /// A day and a month by its name, in any case: `MAR1`, `1-Dec`, `March 5`, `SEPT-2`.
  private static func isDate(_ key: String) -> Bool {
    guard key.utf8.contains(where: isDigit),
      let start = key.utf8.firstIndex(where: isLetter), isMonth(key[start...].prefix(while: \.isLetter))
    else { return false }
    return dayAndMonth.isWhole(key)
  }

  /// Whether a word is the English name of a month, or its first three or four letters, in any case.
  private static func isMonth(_ word: Substring) -> Bool {
    let word = word.lowercased()
    return monthNames.contains { $0 == word || (3...4).contains(word.count) && $0.hasPrefix(word) }
  }

  /// In English, in lower case.
  static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
  ]

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  /// `8.80E+12`: a digit before the point, a sign and two digits or more in the exponent.
  static func isShortened(_ key: String) -> Bool {
    guard let letter = key.utf8.firstIndex(of: UInt8(ascii: "E")) else { return false }
    let (mantissa, exponent) = (key[..<letter].utf8, key[letter...].utf8.dropFirst())
    guard let sign = exponent.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      exponent.count > 2, exponent.dropFirst().allSatisfy(isDigit)
    else { return false }
    return mantissa.count == 1
      || mantissa.dropFirst().first == UInt8(ascii: ".") && mantissa.dropFirst(2).allSatisfy(isDigit)
  }
}
