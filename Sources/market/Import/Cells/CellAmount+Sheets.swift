import Foundation
import OpenMarket
import Tables

extension CellAmount {
  /// Parses a cell of a table.
  init(_ cell: String, _ options: RowOptions) throws(CellNumber.Defect) {
    guard let sign = options.backslashSign, cell.utf8.contains(UInt8(ascii: "\\")) else {
      try self.init(cell, decimalSign: options.cellDecimalSign)
      return
    }
    try self.init(cell.replacingLeadingBackslash(with: sign), decimalSign: options.cellDecimalSign)
  }
}

extension String {
  /// A cell of an amount with a sign of a currency in place of a `\` before it: `\1,000`, `-\1,000`.
  func replacingLeadingBackslash(with sign: Character) -> String {
    guard let first = firstIndex(where: { !$0.isWhitespace && $0 != "-" }), self[first] == "\\" else {
      return self
    }
    return self[..<first] + String(sign) + self[index(after: first)...]
  }
}

extension Currency {
  /// The currencies that a number format of a workbook shows beside a number: `"₩"#,##0`, `[$€-2] #,##0.00`, `[$$-C09]#,##0`,
  /// `#,##0"원"`, `[$KRW] 0`. Empty where there is none, or two contradict each other; nil where a word or a sign is no
  /// currency.
  static func named(inNumberFormat code: String) -> [Currency]? {
    var found: [Currency]?
    for (name, locale) in texts(inNumberFormat: code) {
      // A backslash is the sign of the won and of the yen in the encodings of their countries.
      var named = name == "\\" ? ["KRW", "JPY"].compactMap { Currency($0) } : Self.named(name)
      if !locale.isEmpty, let candidates = named, candidates.count > 1 {
        let currency =
          locales[locale.uppercased()].flatMap { Currency($0) } ?? Currency(ofLocale: String(locale))
        guard let currency else { return nil }
        // The sign of the dollar is that of currencies that are rarer, too.
        guard name == "$" || candidates.contains(currency) else { return nil }
        named = [currency]
      }
      guard let named else { return nil }
      found = found.map { $0.filter(named.contains) } ?? named
    }
    return found ?? []
  }

  /// The words and signs that a number format shows beside a number, each with its locale, which is empty for none.
  fileprivate static func texts(inNumberFormat code: String) -> [(name: String, locale: Substring)] {
    var texts: [(String, Substring)] = []
    var rest = code[...]
    while let character = rest.popFirst() {
      var (text, locale) = ("", Substring())
      switch character {
      case "\"":
        text = String(rest.prefix { $0 != "\"" })
        rest = rest.dropFirst(text.count + 1)
      case "[":
        let inside = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inside.count + 1)
        // `[$€-2]`: a sign and a locale. Others are colours and conditions.
        if inside.first == "$" {
          text = String(inside.dropFirst().prefix { $0 != "-" })
          locale = inside.dropFirst(text.count + 2)
          if let tag = locale.wholeMatch(of: /0*([1-9A-Fa-f][0-9A-Fa-f]{2,3})/) { locale = tag.1 }
        }
      case "\\": text = rest.popFirst().map { String($0) } ?? ""
      case "_", "*": rest = rest.dropFirst()
      default: text = signs[character] == nil ? "" : String(character)
      }
      let name = text.trimmingCharacters(in: .whitespaces)
      // Signs of accounting: `-`, `(`.
      guard name.contains(where: { $0.isLetter || $0.isCurrencySymbol || $0 == "\\" }) else { continue }
      texts.append((name, locale))
    }
    return texts
  }

  /// The currency of a locale by its name (BCP 47), as newer workbooks have it: `en-AU`.
  private init?(ofLocale name: String) {
    guard name.contains("-"), let code = Locale(identifier: name).currency?.identifier else { return nil }
    self.init(code)
  }

  /// The currencies of locales in number formats, by their hexadecimal numbers (MS-LCID, 2.2).
  private static let locales = [
    "409": "USD", "C09": "AUD", "1009": "CAD", "C0C": "CAD", "1409": "NZD", "4809": "SGD", "C04": "HKD",
    "3C09": "HKD", "404": "TWD", "80A": "MXN", "340A": "CLP", "240A": "COP", "2C0A": "ARS", "416": "BRL",
    "41D": "SEK", "81D": "SEK", "406": "DKK", "414": "NOK", "814": "NOK", "40F": "ISK", "411": "JPY",
    "804": "CNY", "412": "KRW", "809": "GBP", "415": "PLN", "405": "CZK", "40E": "HUF", "418": "RON",
    "421": "IDR", "43E": "MYR", "419": "RUB", "422": "UAH", "42A": "VND", "41E": "THB", "439": "INR",
    "4009": "INR", "41F": "TRY", "40D": "ILS", "807": "CHF", "100C": "CHF", "140A": "CRC", "1004": "SGD",
    "380A": "UYU", "1404": "MOP", "2009": "JMD", "2809": "BZD", "2C09": "TTD", "810": "CHF", "1C09": "ZAR",
    "3409": "PHP", "464": "PHP", "C01": "EGP", "280A": "PEN", "407": "EUR", "40C": "EUR", "410": "EUR",
    "C0A": "EUR", "413": "EUR", "813": "EUR", "C07": "EUR", "1809": "EUR", "420": "PKR",
  ]
}

extension TableRow {
  /// The cells as texts, those of amounts with what their number formats show beside them: `USD 9000`, `12.5 Foo`. A text file
  /// has no formats, and without them the amounts would be others.
  ///
  /// - Parameter columns: Those of the table; nil for one of another shop, whose formats are not read.
  func texts(showingAmountsOf columns: ColumnMap?) -> [String] {
    var texts = texts
    for entry in columns?.entries ?? [] where [.price, .discountedPrice, .cost].contains(entry.column) {
      guard let code = numberFormats[entry.position], texts.indices.contains(entry.position) else { continue }
      if let named = Currency.named(inNumberFormat: code), named.count < 2 {
        texts[entry.position] = (named.map(\.code) + [texts[entry.position]]).joined(separator: " ")
        continue
      }
      // A sign with a locale that names no currency must not become the sign of another one.
      var names: [String] = []
      for (name, locale) in Currency.texts(inNumberFormat: code) {
        let name = locale.isEmpty ? name : "\(name)-\(locale)"
        if !names.contains(name) { names.append(name) }
      }
      texts[entry.position] = ([texts[entry.position]] + names).joined(separator: " ")
    }
    return texts
  }
}
