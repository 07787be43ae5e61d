import Foundation
import OpenMarket

/// An amount of money in a cell: its number, and the currencies that a code or a sign beside it may name.
struct CellAmount: Sendable, Equatable {
  let number: CellNumber
  /// One for a code, several for a sign that several currencies share, none without a code or sign.
  var currencies: [Currency]

  /// Parses an amount with a code or a sign before or after it: `₩1,690,000`, `1,690,000원`, `USD 12.50`, `-$5`.
  init(_ text: String, decimalSign: CellNumber.DecimalSign) throws(CellNumber.Defect) {
    // Most amounts have nothing but digits and signs of numbers.
    if text.utf8.allSatisfy({ (43...57).contains($0) }) {
      (number, currencies) = (try CellNumber(text, decimalSign: decimalSign), [])
      return
    }
    var plain = text.plainCell[...]
    let isNegative = plain.utf8.first == UInt8(ascii: "-")
    if isNegative { plain.removeFirst() }
    // The text before the first and behind the last character of the number names the currency. The point of `kr.` and `Rs.`
    // belongs to the name.
    guard let digit = plain.utf8.firstIndex(where: Self.isDigit),
      let last = plain.utf8.lastIndex(where: Self.isDigit)
    else { throw .notANumber }
    let sign = plain[..<digit].utf8.reversed().prefix { Self.isNumeric($0) }.count
    var first = plain.utf8.index(digit, offsetBy: -sign)
    let end = plain[last...].utf8.prefix { Self.isNumeric($0) }.endIndex
    if plain[..<first].last?.isLetter == true { first = digit }
    let (before, after) = (plain[..<first], plain[end...])
    guard before.isEmpty || after.isEmpty else { throw .notANumber }
    let name = (before.isEmpty ? after : before).trimmingCharacters(in: .whitespaces)
    guard let currencies = name.isEmpty ? [] : Currency.named(name) else { throw .notANumber }
    let number = try CellNumber(plain[first..<end], decimalSign: decimalSign)
    guard !isNegative || !number.isNegative else { throw .notANumber }
    self.number = isNegative ? number.negated : number
    self.currencies = currencies
  }

  /// Parses a cell of a table.
  init(_ cell: String, _ options: RowOptions) throws(CellNumber.Defect) {
    guard let sign = options.backslashSign, cell.utf8.contains(UInt8(ascii: "\\")) else {
      try self.init(cell, decimalSign: options.cellDecimalSign)
      return
    }
    try self.init(cell.replacingLeadingBackslash(with: sign), decimalSign: options.cellDecimalSign)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","): true
    default: false
    }
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

  /// A cell of a number or a date, as it is read: without white space around it, full-width digits and signs as usual
  /// ones, no-break spaces as spaces, a minus sign as a hyphen.
  var plainCell: String {
    guard unicodeScalars.contains(where: { $0.plain != $0 || $0 == " " }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map(\.plain))).split(separator: " ").joined(
      separator: " ")
  }
}

extension Unicode.Scalar {
  /// The scalar that it means in a number.
  fileprivate var plain: Unicode.Scalar {
    switch value {
    case 33..<127: self
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
    case 0xFFE6: "₩"
    case 0xFFE5: "¥"
    case 0xFFE1: "£"
    case 0x2212: "-"
    case 0x2019: "'"
    default: properties.isWhitespace ? " " : self
    }
  }
}

extension Currency {
  /// The currencies that a code or a sign names; nil for other text.
  static func named(_ text: String) -> [Currency]? {
    if text.count == 1, let sign = text.first, let currencies = signs[sign] { return currencies }
    if let codes = longSigns[text.uppercased()] {
      return codes.split(separator: " ").compactMap { Currency(String($0)) }
    }
    return text.utf8.count == 3 ? Currency(text).map { [$0] } : nil
  }

  /// The currencies that a number format of a workbook shows beside a number: `"₩"#,##0`, `[$€-2] #,##0.00`, `[$$-C09]#,##0`,
  /// `#,##0"원"`, `[$KRW] 0`. Empty where there is none, or two contradict each other; nil where a word or a sign is no
  /// currency.
  static func named(inNumberFormat code: String) -> [Currency]? {
    var found: [Currency]?
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
        }
      case "\\": text = rest.popFirst().map { String($0) } ?? ""
      case "_", "*": rest = rest.dropFirst()
      default: text = signs[character] == nil ? "" : String(character)
      }
      let name = text.trimmingCharacters(in: .whitespaces)
      // Signs of accounting: `-`, `(`.
      guard name.contains(where: { $0.isLetter || $0.isCurrencySymbol }) else { continue }
      var named = Self.named(name)
      if let currency = locales[locale.uppercased()].flatMap({ Currency($0) }),
        named?.contains(currency) != false
      {
        named = [currency]
      }
      guard let named else { return nil }
      found = found.map { $0.filter(named.contains) } ?? named
    }
    return found ?? []
  }

  /// The signs of currencies, and the currencies that use them.
  static let signs: [Character: [Currency]] = [
    "₩": ["KRW"], "원": ["KRW"], "€": ["EUR"], "£": ["GBP", "EGP", "FKP", "GIP", "SHP"], "₹": ["INR"],
    "¥": ["JPY", "CNY"], "円": ["JPY"], "₫": ["VND"], "฿": ["THB"], "₱": ["PHP"], "₺": ["TRY"],
    "$": ["USD", "AUD", "CAD", "CLP", "COP", "HKD", "MXN", "NZD", "SGD", "TWD"],
    "₽": ["RUB"], "₪": ["ILS"], "₴": ["UAH"], "₦": ["NGN"], "₸": ["KZT"], "₾": ["GEL"], "₲": ["PYG"],
    "₡": ["CRC"],
    "₭": ["LAK"], "₮": ["MNT"], "₼": ["AZN"], "֏": ["AMD"], "؋": ["AFN"], "៛": ["KHR"], "৳": ["BDT"],
    "₵": ["GHS"],
  ].mapValues { codes in codes.compactMap { Currency($0) } }

  /// Signs of several letters, in upper case, and the currencies that use them.
  private static let longSigns = [
    "US$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "HK$": "HKD", "NT$": "TWD",
    "NZ$": "NZD", "S$": "SGD", "MX$": "MXN", "R$": "BRL", "元": "CNY", "달러": "USD", "유로": "EUR", "엔": "JPY",
    "위안": "CNY",
    "ZŁ": "PLN", "KČ": "CZK", "FT": "HUF", "RP": "IDR", "RP.": "IDR", "RM": "MYR", "TL": "TRY", "R": "ZAR",
    "LEI": "RON",
    "FR.": "CHF", "S/": "PEN", "S/.": "PEN", "KR": #"SEK NOK DKK ISK"#, "KR.": #"DKK ISK SEK NOK"#,
    "RS": #"INR PKR LKR NPR MUR"#, "RS.": #"INR PKR LKR NPR MUR"#,
  ]

  /// The currencies of locales in number formats, by their hexadecimal numbers (MS-LCID, 2.2).
  private static let locales = [
    "409": "USD", "C09": "AUD", "1009": "CAD", "C0C": "CAD", "1409": "NZD", "4809": "SGD", "C04": "HKD",
    "3C09": "HKD",
    "404": "TWD", "80A": "MXN", "340A": "CLP", "240A": "COP", "2C0A": "ARS", "416": "BRL", "41D": "SEK",
    "81D": "SEK",
    "406": "DKK", "414": "NOK", "814": "NOK", "40F": "ISK", "411": "JPY", "804": "CNY", "412": "KRW",
    "809": "GBP",
    "415": "PLN", "405": "CZK", "40E": "HUF", "418": "RON", "421": "IDR", "43E": "MYR", "419": "RUB",
    "422": "UAH",
    "42A": "VND", "41E": "THB", "439": "INR", "4009": "INR", "41F": "TRY", "40D": "ILS", "807": "CHF",
    "100C": "CHF",
    "810": "CHF", "1C09": "ZAR", "3409": "PHP", "464": "PHP", "C01": "EGP", "280A": "PEN", "407": "EUR",
    "40C": "EUR",
    "410": "EUR", "C0A": "EUR", "413": "EUR", "813": "EUR", "C07": "EUR", "1809": "EUR",
  ]
}
