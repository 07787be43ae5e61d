import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// Results computed from the digits equal those of the arithmetic and the text of a `Decimal`.
struct DecimalDigitsTests {
  private static let seed = UInt64.random(in: 0...UInt64.max)

  private static let amounts: [Decimal] = {
    var chance = SeededChance(seed: seed)
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
    for amount in Self.amounts { #expect(amount.plainText == amount.description, "seed \(Self.seed)") }
  }

  @Test func `decimals are counted as in the text`() {
    for amount in Self.amounts {
      let parts = amount.description.split(separator: ".")
      #expect(
        amount.fractionDigits == (parts.count == 2 ? parts[1].count : 0), "\(amount), seed \(Self.seed)")
    }
  }

  @Test func `an amount in ten-thousandths comes back`() {
    for amount in Self.amounts
    where !amount.isNaN && amount.fractionDigits <= 4 && amount < 900_000_000_000_000 {
      #expect(
        amount.tenThousandths == NSDecimalNumber(decimal: amount * 10_000).intValue, "seed \(Self.seed)")
      #expect(Decimal(tenThousandths: amount.tenThousandths) == amount, "seed \(Self.seed)")
    }
  }

  @Test func `amounts are compared`() {
    var chance = SeededChance(seed: Self.seed)
    for (one, other) in zip(Self.amounts, Self.amounts.shuffled(using: &chance)) {
      #expect(one.exceeds(other) == (one > other), "\(one) \(other), seed \(Self.seed)")
      #expect(!one.exceeds(one))
    }
  }
}
