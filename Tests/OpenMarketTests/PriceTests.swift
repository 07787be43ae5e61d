import Foundation
import Testing

@testable import OpenMarket

@Suite struct PriceTests {
  private func price(_ amount: String, _ code: String) throws -> Price {
    Price(try #require(Decimal(exactly: amount)), try #require(Currency(code)))
  }

  @Test(arguments: [
    ("1690000", "1690000"), ("12.50", "12.5"), ("0", "0"), ("0.000", "0"), ("007", "7"), ("-3.5", "-3.5"),
    ("-0", "0"), ("-0.00", "0"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ("0.123456789012345678901234567890123456", "0.123456789012345678901234567890123456"),
    ("999999999999999999999999999999999999.9", "999999999999999999999999999999999999.9"),
  ])
  func `an amount is parsed to its last digit`(text: String, written: String) {
    #expect(Decimal(exactly: text)?.description == written)
  }

  @Test(arguments: [
    "", "-", ".", "1.", ".5", "-.5", "+1", "--1", "1-", "1,000", "1 000", " 1", "1 ", "1\n", "1e3", "1E3",
    "0x10", "1.2.3", "１２", "٣", "½", "nan", "NaN", "inf", "₩1", "1\0", "1_000",
    String(repeating: "9", count: 39), "0." + String(repeating: "1", count: 39),
    String(repeating: "9", count: 100_000),
  ])
  func `text that is not a plain decimal is not an amount`(text: String) {
    #expect(Decimal(exactly: text) == nil)
  }

  @Test(arguments: [
    ("1690000", 0), ("12.50", 1), ("0.005", 3), ("100", 0), ("0.0001", 4), ("-1.25", 2), ("1.000", 0),
  ])
  func `fraction digits are counted without trailing zeros`(text: String, digits: Int) throws {
    #expect(try #require(Decimal(exactly: text)).fractionDigits == digits)
  }

  @Test(arguments: [
    ("1690000", "KRW", "KRW 1,690,000", "₩1,690,000"), ("12.50", "USD", "USD 12.50", "$12.50"),
    ("12", "USD", "USD 12.00", "$12.00"), ("0", "JPY", "JPY 0", "¥0"),
    ("1.5", "BHD", "BHD 1.500", "BHD 1.500"), ("0.0001", "CLF", "CLF 0.0001", "CLF 0.0001"),
    ("1690000", "IDR", "IDR 1,690,000.00", "IDR 1,690,000.00"), ("2.5", "XAU", "XAU 2.5", "XAU 2.5"),
    ("-3", "EUR", "-EUR 3.00", "-€3.00"),
  ])
  func `a price is formatted with its currency's minor digits`(
    amount: String, code: String, coded: String, signed: String
  ) throws {
    let english = Locale(identifier: "en_US")
    let price = try price(amount, code)
    #expect(price.formatted(.code, locale: english) == coded)
    #expect(price.formatted(.symbol, locale: english) == signed)
  }

  @Test func `prices are formatted for Korean and German locales`() throws {
    let (korean, german) = (Locale(identifier: "ko_KR"), Locale(identifier: "de_DE"))
    let euros = try price("1690000.5", "EUR")
    #expect(euros.formatted(.code, locale: korean) == "EUR 1,690,000.50")
    #expect(euros.formatted(.symbol, locale: korean) == "€1,690,000.50")
    #expect(euros.formatted(.code, locale: german) == "1.690.000,50 EUR")
    #expect(euros.formatted(.symbol, locale: german) == "1.690.000,50 €")
    let won = try price("1690000", "KRW")
    #expect(won.formatted(.symbol, locale: korean) == "₩1,690,000")
    #expect(won.formatted(.code, locale: german) == "1.690.000 KRW")
  }

  @Test func `a large price is formatted with all its digits`() throws {
    let english = Locale(identifier: "en_US")
    #expect(
      try price("12345678901234567890123456789012345.67", "USD").formatted(locale: english)
        == "USD 12,345,678,901,234,567,890,123,456,789,012,345.67")
    #expect(
      try price("99999999999999.9999", "USD").formatted(locale: english) == "USD 99,999,999,999,999.9999")
  }

  @Test(arguments: [
    ("3", "2", 33), ("1000", "990", 1), ("50000", "45000", 10), ("1", "0", 100), ("100", "0.01", 99),
    ("99999999999999.9999", "0.0001", 99), ("7", "3", 57),
  ])
  func `a discount percentage is rounded down`(
    price: String, discounted: String, percent: Int
  ) throws {
    #expect(try item(price, discounted).discountPercent == percent)
  }

  @Test func `a discount of less than one per cent has no percentage`() throws {
    #expect(try item("1000", "990.01").discountPercent == nil)
    #expect(try item("10", "10").discountPercent == nil)
    #expect(try item("0", "0").discountPercent == nil)
    #expect(try item("10", "11").discountPercent == nil)
    #expect(try item("10", nil).discountPercent == nil)
  }

  private func item(_ price: String, _ discounted: String?) throws -> Item {
    Item(
      id: 1, title: "", price: try self.price(price, "USD"),
      discountedPrice: try discounted.map { try self.price($0, "USD") }, stock: 0, thumbnails: [],
      registrationDate: .distantPast, description: nil, images: nil)
  }
}
