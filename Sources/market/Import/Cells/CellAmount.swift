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
    // The text before the first and behind the last character of the number names the currency.
    guard let first = plain.utf8.firstIndex(where: Self.isNumeric),
      let last = plain.utf8.lastIndex(where: Self.isNumeric)
    else { throw .notANumber }
    let (before, after) = (plain[..<first], plain[plain.utf8.index(after: last)...])
    guard before.isEmpty || after.isEmpty else { throw .notANumber }
    let name = (before.isEmpty ? after : before).trimmingCharacters(in: .whitespaces)
    guard let currencies = name.isEmpty ? [] : Currency.named(name) else { throw .notANumber }
    let number = try CellNumber(plain[first...last], decimalSign: decimalSign)
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
    if let codes = longSigns[text.uppercased()] { return [codes].compactMap { Currency($0) } }
    return text.utf8.count == 3 ? Currency(text).map { [$0] } : nil
  }

  /// The currencies that a number format of a workbook shows beside a number: `"₩"#,##0`, `[$€-2] #,##0.00`, `#,##0"원"`, `[$KRW] 0`.
  /// Empty where there is none, or two contradict each other.
  static func named(inNumberFormat code: String) -> [Currency] {
    var found: [Currency]?
    func take(_ text: String) -> Bool {
      let name = text.trimmingCharacters(in: .whitespaces)
      guard !name.isEmpty, let named = Self.named(name) else { return true }
      let common = found.map { $0.filter(named.contains) } ?? named
      found = common
      return !common.isEmpty
    }
    var rest = code[...]
    while let character = rest.popFirst() {
      var text = ""
      switch character {
      case "\"":
        text = String(rest.prefix { $0 != "\"" })
        rest = rest.dropFirst(text.count + 1)
      case "[":
        let inside = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inside.count + 1)
        // `[$€-2]`: a sign and a locale. Others are colours and conditions.
        if inside.first == "$" { text = String(inside.dropFirst().prefix { $0 != "-" }) }
      case "\\": text = rest.popFirst().map { String($0) } ?? ""
      case "_", "*": rest = rest.dropFirst()
      default: text = signs[character] == nil ? "" : String(character)
      }
      guard take(text) else { return [] }
    }
    return found ?? []
  }

  /// The signs of currencies, and the currencies that use them.
  static let signs: [Character: [Currency]] = [
    "₩": ["KRW"], "원": ["KRW"], "€": ["EUR"], "£": ["GBP", "EGP", "FKP", "GIP", "SHP"], "₹": ["INR"],
    "¥": ["JPY", "CNY"], "円": ["JPY"], "₫": ["VND"], "฿": ["THB"], "₱": ["PHP"], "₺": ["TRY"],
    "$": ["USD", "AUD", "CAD", "CLP", "COP", "HKD", "MXN", "NZD", "SGD", "TWD"],
  ].mapValues { codes in codes.compactMap { Currency($0) } }

  /// Signs of several letters, for which only one currency is meant.
  private static let longSigns = [
    "US$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "HK$": "HKD", "NT$": "TWD",
    "NZ$": "NZD",
    "S$": "SGD", "MX$": "MXN", "R$": "BRL", "元": "CNY", "달러": "USD", "유로": "EUR", "엔": "JPY",
  ]
}
