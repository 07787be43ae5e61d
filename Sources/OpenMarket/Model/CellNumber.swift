package import Foundation

/// A number as spreadsheets write it, exactly: `1,690,000`, `12.50`, `12,50`, `１２`.
package struct CellNumber: Sendable, Equatable {
  /// The character that separates the decimals of a number.
  package enum DecimalSign: String, CaseIterable, Sendable {
    case point, comma

    fileprivate var byte: UInt8 { self == .point ? UInt8(ascii: ".") : UInt8(ascii: ",") }
    /// The other one separates groups of three digits.
    fileprivate var groupByte: UInt8 { self == .point ? UInt8(ascii: ",") : UInt8(ascii: ".") }
  }

  /// Why a text is not a number.
  package enum Defect: Error, Equatable {
    case notANumber
    /// `1.69E+06`: a spreadsheet has shortened it, so that digits may be missing.
    case exponent
    /// Groups that do not have three digits.
    case grouping
    /// One comma, before one or two digits, where a point separates decimals, or one point where a comma does; and what is
    /// a number with the other sign only.
    case otherDecimalSign
    /// More than 19 digits.
    case tooLong
  }

  /// The digits as one number, without zeros after the last decimal.
  package let digits: UInt64
  /// How many of the digits are decimals.
  package let decimals: Int
  package let isNegative: Bool
  /// Whether groups have two digits, but for the last one, as in India: `12,34,567`.
  package private(set) var isOfIndia = false

  package var amount: Decimal {
    let amount =
      decimals == 0
      ? Decimal(digits) : Decimal(sign: .plus, exponent: -decimals, significand: Decimal(digits))
    return isNegative ? -amount : amount
  }

  /// The number if it is whole: `5`, `5.0`.
  package var whole: Int? {
    guard decimals == 0, !isOfIndia, let number = Int(exactly: digits) else { return nil }
    return isNegative ? -number : number
  }

  /// The number below zero.
  package var negated: Self { Self(digits: digits, decimals: decimals, isNegative: digits != 0) }

  private init(digits: UInt64, decimals: Int, isNegative: Bool) {
    self.digits = digits
    self.decimals = decimals
    self.isNegative = isNegative
  }

  /// Parses ASCII text without white space around it. One kind of sign separates groups: a comma (a point where a comma
  /// separates decimals), a space or an apostrophe.
  package init(_ text: some StringProtocol, decimalSign: DecimalSign) throws(Defect) {
    do {
      try self.init(parsing: text, decimalSign)
    } catch {
      let other: DecimalSign = decimalSign == .point ? .comma : .point
      guard error == .notANumber, (try? Self(parsing: text, other)) != nil else { throw error }
      throw .otherDecimalSign
    }
  }

  private init(parsing text: some StringProtocol, _ decimalSign: DecimalSign) throws(Defect) {
    var (digits, group, decimals, count) = (UInt64(0), 0, 0, 0)
    var (separator, hasPoint, isNegative, isFirst) = (UInt8(0), false, false, true)
    // The number of digits of the first group, and of those behind it but the last.
    var (first, size) = (0, Int?.none)
    for byte in text.utf8 {
      switch byte {
      case 48...57:
        let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt64(byte - 48))
        guard !overflow, !carry else { throw .tooLong }
        digits = sum
        count += 1
        if hasPoint { decimals += 1 } else { group += 1 }
      case UInt8(ascii: "-") where isFirst:
        isNegative = true
      // A number may begin with the sign: `.50`.
      case decimalSign.byte where !hasPoint && (group > 0 || count == 0):
        guard separator == 0 || group == 3 else { throw .grouping }
        hasPoint = true
      case decimalSign.groupByte, UInt8(ascii: " "), UInt8(ascii: "'"):
        guard !hasPoint, group > 0 else { throw .notANumber }
        if separator == 0 {
          // A zero before three digits is before decimals: `0,250`.
          guard digits > 0 || byte != decimalSign.groupByte else { throw .otherDecimalSign }
          guard group <= 3 else { throw .grouping }
          first = group
        } else {
          // Indian groups have two digits, but for the last one: `12,34,567`.
          let isOfIndia = byte == UInt8(ascii: ",") && group == 2 && first < 3
          guard separator == byte, size ?? group == group, group == 3 || isOfIndia else { throw .grouping }
          size = group
        }
        (separator, group) = (byte, 0)
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        throw count > 0 && String(text).contains(/[0-9.][eE][+\-]?[0-9]/) ? .exponent : .notANumber
      default:
        throw .notANumber
      }
      isFirst = false
    }
    guard count > 0, !hasPoint || decimals > 0 else { throw .notANumber }
    if separator != 0, !hasPoint, group != 3 {
      let isOne = text.utf8.count { $0 == separator } == 1
      throw isOne && separator == decimalSign.groupByte && (1...2).contains(group)
        ? .otherDecimalSign : .grouping
    }
    while decimals > 0, digits % 10 == 0 { (digits, decimals) = (digits / 10, decimals - 1) }
    (self.digits, self.decimals, self.isNegative) = (digits, decimals, isNegative && digits != 0)
    isOfIndia = size == 2
  }
}

extension CellNumber {
  /// The evidence of a number's signs for the sign of its decimals.
  package enum Evidence: Equatable {
    case sign(DecimalSign)
    /// One sign before three digits: of decimals, or of a group.
    case separator(DecimalSign)
    case none
  }

  package static func evidence(in text: String) -> Evidence {
    let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: isDigit), let last = bytes.lastIndex(where: isDigit) else {
      return .none
    }
    let number = bytes[first...last]
    let (points, commas) = (
      number.count { $0 == UInt8(ascii: ".") }, number.count { $0 == UInt8(ascii: ",") }
    )
    // `1.690,-`: the sign before the dash is the one before decimals.
    let behind = bytes[(last + 1)...]
    if let sign = DecimalSign.allCases.first(where: { $0.byte == behind.first }), !number.contains(sign.byte),
      behind.dropFirst().starts(with: "-".utf8) || behind.dropFirst().starts(with: [0xE2, 0x80])
    {
      return .sign(sign)
    }
    guard points + commas > 0,
      let end = number.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
    else { return .none }
    let sign: DecimalSign = number[end] == UInt8(ascii: ".") ? .point : .comma
    let other: DecimalSign = sign == .point ? .comma : .point
    let count = sign == .point ? points : commas
    // Several are between groups, and one behind groups is before decimals.
    if count > 1 { return points == 0 || commas == 0 ? .sign(other) : .none }
    if points + commas > 1 { return .sign(sign) }
    let (before, after) = (end - first, last - end)
    return after == 3 && before <= 3 && number[first] != UInt8(ascii: "0") ? .separator(sign) : .sign(sign)
  }
}
