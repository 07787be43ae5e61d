import Foundation
import OpenMarket

/// An amount of money in a cell: its number, and the currencies that a code or a sign beside it may name.
struct CellAmount: Sendable, Equatable {
  let number: CellNumber
  /// One for a code, several for a sign that several currencies share, none without a code or sign.
  let currencies: [Currency]

  /// Parses an amount with a code or a sign before or after it: `₩1,690,000`, `1,690,000원`, `USD 12.50`, `-$5`.
  init(_ text: String, decimalSign: CellNumber.DecimalSign) throws(CellNumber.Defect) {
    // Most amounts have nothing but digits and signs of numbers.
    if text.utf8.allSatisfy({ (43...57).contains($0) }) {
      (number, currencies) = (try CellNumber(text, decimalSign: decimalSign), [])
      return
    }
    let plain = text.plainCell
    var rest = plain[...]
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    let isNumeric: (Character) -> Bool = {
      $0.isASCII && ($0.isNumber || $0 == "-" || $0 == "." || $0 == ",")
    }
    let before = rest.prefix { !isNumeric($0) }
    let after = rest.dropFirst(before.count).reversed().prefix { !isNumeric($0) }.reversed()
    let names = [String(before), String(after)].map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      !$0.isEmpty
    }
    let middle = rest.dropFirst(before.count).dropLast(after.count)
    guard !middle.isEmpty, names.count < 2 else { throw .notANumber }
    // An exponent has its letter between digits.
    guard let found = names.first.map(Currency.named) ?? [] else { throw .notANumber }
    number = try CellNumber((isNegative ? "-" : "") + middle, decimalSign: decimalSign)
    currencies = found
  }
}

extension String {
  /// A cell of a number or a date, as it is read: without white space around it, full-width digits and signs as usual
  /// ones, no-break spaces as spaces, a minus sign as a hyphen.
  var plainCell: String {
    if utf8.allSatisfy({ $0 > 32 && $0 < 127 }) { return self }
    let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.value {
      case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
      case 0xFFE6: "₩"
      case 0xFFE5: "¥"
      case 0xFFE1: "£"
      case 0x2212: "-"
      case 0x2019: "'"
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }
}

extension Currency {
  /// The currencies that a code or a sign names; nil for other text.
  static func named(_ text: String) -> [Currency]? {
    if text.count == 1, let sign = text.first, let currencies = signs[sign] { return currencies }
    if let codes = longSigns[text.uppercased()] { return [codes].compactMap { Currency($0) } }
    return text.utf8.count == 3 ? Currency(text).map { [$0] } : nil
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
