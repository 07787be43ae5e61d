package import Foundation
package import SystemSupport

/// Amounts by their digits. Almost all have few, and arithmetic and text of a `Decimal` take microseconds.
extension Decimal {
  /// The digits as one number, and the power of ten that it is multiplied by; nil for what is negative, and for more digits
  /// than a `Double` holds exactly.
  private var short: (digits: Int, exponent: Int)? {
    guard isFinite, sign == .plus else { return nil }
    let digits = NSDecimalNumber(decimal: significand).doubleValue
    guard digits < 0x1p53 else { return nil }
    return (Int(digits), exponent)
  }

  /// The amount multiplied by 10 to a power, where it is short and the result is whole.
  private func multiplied(byPowerOfTen power: Int) -> Int? {
    guard let (digits, exponent) = short, (0...18).contains(exponent + power) else { return nil }
    var result = digits
    for _ in 0..<(exponent + power) {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      result = product
    }
    return result
  }

  /// Whether it is greater.
  package func exceeds(_ other: Decimal) -> Bool {
    guard let one = multiplied(byPowerOfTen: 4), let two = other.multiplied(byPowerOfTen: 4) else {
      return self > other
    }
    return one > two
  }

  /// The amount as data has it: the same as `description`.
  package var plainText: String {
    if exponent >= 0 { return multiplied(byPowerOfTen: 0).map(String.init) ?? description }
    let decimals = fractionDigits
    guard (1...15).contains(decimals), let number = multiplied(byPowerOfTen: decimals) else {
      return description
    }
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    return padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// The number of digits after the point, without trailing zeros.
  package var fractionDigits: Int {
    if exponent >= 0 { return 0 }
    if let (digits, exponent) = short {
      var (digits, decimals) = (digits, -exponent)
      while decimals > 0, digits % 10 == 0 { (digits, decimals) = (digits / 10, decimals - 1) }
      return decimals
    }
    let text = description
    guard let point = text.firstIndex(of: ".") else { return 0 }
    let fraction = text[text.index(after: point)...]
    return (fraction.lastIndex { $0 != "0" }).map { fraction.distance(from: fraction.startIndex, to: $0) + 1 }
      ?? 0
  }

  /// The amount in ten-thousandths.
  var tenThousandths: Int {
    multiplied(byPowerOfTen: 4) ?? NSDecimalNumber(decimal: self * 10_000).intValue
  }

  init(tenThousandths: Int) {
    let (units, rest) = tenThousandths.quotientAndRemainder(dividingBy: 10_000)
    self = rest == 0 ? Decimal(units) : Decimal(tenThousandths) / 10_000
  }
}

extension JSONWriter {
  package mutating func value(_ amount: Decimal) { literal(amount.plainText) }

  /// A member that is left out where there is no amount.
  package mutating func member(_ name: StaticString, _ amount: Decimal?) {
    guard let amount else { return }
    key(name)
    value(amount)
  }
}
