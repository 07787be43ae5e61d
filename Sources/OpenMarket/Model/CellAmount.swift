import Foundation

/// An amount of money in a cell of a sheet or a field of a form: its number, and the currencies that a code or a sign beside it may name.
package struct CellAmount: Sendable, Equatable {
  package let number: CellNumber
  /// One for a code, several for a sign that several currencies share, none without a code or sign.
  package var currencies: [Currency]

  /// Parses an amount with a code or a sign before or after it: `₩1,690,000`, `1,690,000원`, `USD 12.50`, `-$5`.
  package init(_ text: String, decimalSign: CellNumber.DecimalSign) throws(CellNumber.Defect) {
    // Most amounts have nothing but digits and signs of numbers.
    if text.utf8.allSatisfy({ (43...57).contains($0) }), text.utf8.last != UInt8(ascii: "-") {
      (number, currencies) = (try CellNumber(text, decimalSign: decimalSign), [])
      return
    }
    var (plain, decimalSign) = (text.plainCell[...], decimalSign)
    // `12.-` and `12:-` have no hundredths, and of `1.690,-` the comma is before them.
    if let dash = plain.dropFirst().lastIndex(where: { "-–—".contains($0) }),
      case let sign = plain.index(before: dash), ".,:".contains(plain[sign])
    {
      if case .sign(let found) = CellNumber.evidence(in: String(plain)) { decimalSign = found }
      plain.removeSubrange(sign...dash)
    }
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

  /// Parses an amount as a person types it. The last of two signs is before decimals, and so is one without three digits behind it.
  /// Three digits behind a comma are a group; behind a point they are one in a currency without decimals.
  ///
  /// - Parameter currency: That of an amount that names none, where it is known.
  package init(typed text: String, in currency: Currency? = nil) throws(CellNumber.Defect) {
    var sign = CellNumber.DecimalSign.point
    let evidence = CellNumber.evidence(in: text.plainCell)
    if case .sign(let found) = evidence {
      // Four digits behind a comma are a group with one too many.
      let behind = text.plainCell.split(separator: ",").last?.prefix { $0.isNumber }.count ?? 0
      if found == .point || behind <= 3 { sign = found }
    }
    try self.init(text, decimalSign: sign)
    guard evidence == .separator(.point), (currencies.first ?? currency)?.minorDigits == 0 else { return }
    try self.init(text, decimalSign: .comma)
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
  /// A cell of a number or a date, as it is read: without white space around it, full-width digits and signs as usual
  /// ones, no-break spaces as spaces, a minus sign as a hyphen.
  package var plainCell: String {
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
  package static func named(_ text: String) -> [Currency]? {
    if text.count == 1, let sign = text.first, let currencies = signs[sign] { return currencies }
    if let codes = longSigns[text.uppercased()] {
      return codes.split(separator: " ").compactMap { Currency(String($0)) }
    }
    return text.utf8.count == 3 ? Currency(text).map { [$0] } : nil
  }

  /// The signs of currencies, and the currencies that use them.
  package static let signs: [Character: [Currency]] = [
    "₩": ["KRW"], "원": ["KRW"], "€": ["EUR"], "£": ["GBP", "EGP", "FKP", "GIP", "SHP"], "₹": ["INR"],
    "¥": ["JPY", "CNY"], "円": ["JPY"], "₫": ["VND"], "฿": ["THB"], "₱": ["PHP"], "₺": ["TRY"],
    "$": ["USD", "AUD", "CAD", "CLP", "COP", "HKD", "MXN", "NZD", "SGD", "TWD"],
    "₽": ["RUB"], "₪": ["ILS"], "₴": ["UAH"], "₦": ["NGN"], "₸": ["KZT"], "₾": ["GEL"], "₲": ["PYG"],
    "₡": ["CRC"],
    "₭": ["LAK"], "₮": ["MNT"], "₼": ["AZN"], "֏": ["AMD"], "؋": ["AFN"], "៛": ["KHR"], "৳": ["BDT"],
    "₵": ["GHS"], "đ": ["VND"], "₨": ["INR", "PKR", "LKR", "NPR", "MUR"],
  ].mapValues { codes in codes.compactMap { Currency($0) } }

  /// Signs of several letters, in upper case, and the currencies that use them.
  private static let longSigns = [
    "US$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "HK$": "HKD", "NT$": "TWD",
    "NZ$": "NZD", "S$": "SGD", "MX$": "MXN", "R$": "BRL", "元": "CNY", "달러": "USD", "유로": "EUR", "엔": "JPY",
    "위안": "CNY",
    "ZŁ": "PLN", "KČ": "CZK", "FT": "HUF", "RP": "IDR", "RP.": "IDR", "RM": "MYR", "TL": "TRY", "R": "ZAR",
    "LEI": "RON",
    "FR.": "CHF", "SFR": "CHF", "SFR.": "CHF", "S/": "PEN", "S/.": "PEN", "KR": #"SEK NOK DKK ISK"#,
    "KR.": #"DKK ISK SEK NOK"#,
    "Р.": "RUB", "$U": "UYU", "ДИН": "RSD", "ДИН.": "RSD", "ДЕН": "MKD", "ДЕН.": "MKD", "KM": "BAM",
    "LEKË": "ALL",
    "ГРН": "UAH", "ГРН.": "UAH", "РУБ": "RUB", "РУБ.": "RUB", "СОМ": "KGS", "RD$": "DOP", "TT$": "TTD",
    "BZ$": "BZD",
    "J$": "JMD", "B/.": "PAB", "KSH": "KES", "TSH": "TZS", "USH": "UGX", "د.إ": "AED", "ر.س": "SAR",
    "د.ك": "KWD",
    "ر.ق": "QAR", "د.ب": "BHD", "د.ت": "TND", "د.ج": "DZD",
    "RS": #"INR PKR LKR NPR MUR"#, "RS.": #"INR PKR LKR NPR MUR"#,
  ]
}
