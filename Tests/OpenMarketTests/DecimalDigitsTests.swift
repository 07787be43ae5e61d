import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// What is computed from the digits is what arithmetic and text of a `Decimal` give.
struct DecimalDigitsTests {
  private static let amounts: [Decimal] = {
    var chance = SeededChance(seed: .random(in: 0...UInt64.max))
    let texts = [
      "0", "1", "10", "1690000", "0.1", "0.05", "12.5", "9007199254740991", "9007199254740992",
      "9007199254740993",
      "100000000000000", "100000000000000.0001", "99999999999999.9999", "-1", "-0.5", "1e30", "1e-30",
      "0.00000000000000000001", "340282366920938463463374607431768211455",
    ]
    return texts.compactMap { Decimal(string: $0) } + [.nan]
      + (0..<2_000).map { _ in
        let digits =
          UInt64.random(in: 0...UInt64.max, using: &chance) >> Int.random(in: 0..<64, using: &chance)
        return Decimal(
          sign: .plus, exponent: Int.random(in: -20...12, using: &chance), significand: Decimal(digits))
      }
  }()

  @Test func `the text is the description`() {
    for amount in Self.amounts { #expect(amount.plainText == amount.description) }
  }

  @Test func `decimals are counted as in the text`() {
    for amount in Self.amounts {
      let parts = amount.description.split(separator: ".")
      #expect(amount.fractionDigits == (parts.count == 2 ? parts[1].count : 0), "\(amount)")
    }
  }

  @Test func `an amount in ten-thousandths comes back`() {
    for amount in Self.amounts
    where !amount.isNaN && amount.fractionDigits <= 4 && amount < 900_000_000_000_000 {
      #expect(amount.tenThousandths == NSDecimalNumber(decimal: amount * 10_000).intValue)
      #expect(Decimal(tenThousandths: amount.tenThousandths) == amount)
    }
  }

  @Test func `amounts are compared`() {
    for (one, other) in zip(Self.amounts, Self.amounts.shuffled()) {
      #expect(one.exceeds(other) == (one > other), "\(one) \(other)")
      #expect(!one.exceeds(one))
    }
  }
}
