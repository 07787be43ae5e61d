import Foundation
import TestSupport
import Testing

@testable import OpenMarket

@Suite struct ItemDraftTests {
  private static func draft(
    title: String = "MacBook", description: String = "", price: String = "10", _ code: String = "USD",
    discounted: String? = nil, stock: Int = 1
  ) throws -> ItemDraft {
    ItemDraft(
      title: title, description: description,
      price: Price(try #require(Decimal(exactly: price)), try #require(Currency(code))),
      discountedPrice: try discounted.map { try #require(Decimal(exactly: $0)) }, stock: stock)
  }

  private func message(of draft: ItemDraft) -> String? {
    do throws(ValidationError) {
      _ = try ValidDraft(draft)
      return nil
    } catch {
      return error.reason(calling: error.field.rawValue)
    }
  }

  @Test func `each validation error names the field, the value and the rule`() throws {
    let cases = try [
      (Self.draft(title: ""), "title '' is empty"),
      (Self.draft(title: " \u{3000}\n"), "title ' \u{3000}\n' is empty"),
      (Self.draft(title: "a\0b"), "title 'a\0b' contains a NUL character"),
      (
        Self.draft(title: String(repeating: "가", count: 334)),
        "title '\(String(repeating: "가", count: 59))…' is longer than 1,000 bytes"
      ),
      (Self.draft(description: "\0"), "descriptions '\0' contains a NUL character"),
      (
        Self.draft(description: String(repeating: "d", count: 65_537)),
        "descriptions '\(String(repeating: "d", count: 59))…' is longer than 65,536 bytes"
      ),
      (Self.draft(price: "-0.01"), "price '-0.01' is negative"),
      (Self.draft(price: "100000000000000.01"), "price '100000000000000.01' is above 100000000000000"),
      (Self.draft(price: "0.5", "KRW"), "price '0.5' has more decimals than KRW has (none)"),
      (Self.draft(price: "0.005"), "price '0.005' has more decimals than USD has (2)"),
      (Self.draft(price: "0.0001", "BHD"), "price '0.0001' has more decimals than BHD has (3)"),
      (Self.draft(price: "0.00001", "XAU"), "price '0.00001' has more decimals than XAU has (4)"),
      (Self.draft(discounted: "-1"), "discounted_price '-1' is negative"),
      (Self.draft(discounted: "10.01"), "discounted_price '10.01' is above the price '10'"),
      (Self.draft(discounted: "9.999"), "discounted_price '9.999' has more decimals than USD has (2)"),
      (Self.draft(stock: -1), "stock '-1' is negative"),
      (Self.draft(stock: 1_000_000_000_001), "stock '1000000000001' is above 1000000000000"),
    ]
    for (draft, sentence) in cases { #expect(message(of: draft) == sentence) }
  }

  @Test func `values at their limits are valid`() throws {
    let drafts = try [
      Self.draft(title: String(repeating: "t", count: 1_000)),
      Self.draft(title: "\u{1B}[31m\u{202E}\t'\"; DROP TABLE item;--"),
      Self.draft(description: String(repeating: "d", count: 65_536)),
      Self.draft(price: "0"), Self.draft(price: "100000000000000"), Self.draft(price: "0.50", "USD"),
      Self.draft(price: "1690000.00", "KRW"), Self.draft(price: "0.005", "BHD"),
      Self.draft(price: "0.0001", "CLF"), Self.draft(price: "0.0001", "XAU"),
      Self.draft(discounted: "10"), Self.draft(discounted: "0"), Self.draft(stock: 0),
      Self.draft(stock: 1_000_000_000_000),
    ]
    for draft in drafts { #expect(message(of: draft) == nil, "\(draft.price) \(draft.title.prefix(20))") }
  }

  @Test func `a long value in an error is truncated, even within one character`() {
    let pile = "a" + String(repeating: "\u{301}", count: 100_000)
    let error = ValidationError(.title, .longerThan(bytes: 1_000), value: pile)
    #expect(error.value == "a" + String(repeating: "\u{301}", count: 58) + "…")
  }

  @Test func `a password error does not contain the password`() {
    func message(of password: String) -> String? {
      do throws(ValidationError) {
        try validatePassword(password)
        return nil
      } catch {
        return error.reason(calling: error.field.rawValue)
      }
    }
    #expect(message(of: "") == "password is empty")
    #expect(message(of: "top\0secret") == "password contains a NUL character")
    #expect(message(of: String(repeating: "p", count: 257)) == "password is longer than 256 bytes")
    #expect(message(of: String(repeating: "p", count: 256)) == nil)
    #expect(message(of: "p") == nil)
  }

  @Test func `a patch changes only the fields it names`() throws {
    let draft = try Self.draft(discounted: "9")
    #expect(ItemPatch().applied(to: draft) == draft)
    #expect(ItemPatch().isEmpty)
    let everything = ItemPatch(
      title: "t", description: "d", amount: 5, currency: Currency("KRW"), discount: .to(4), stock: 3)
    let changed = try Self.draft(title: "t", description: "d", price: "5", "KRW", discounted: "4", stock: 3)
    #expect(everything.applied(to: draft) == changed)
    let undiscounted = try Self.draft()
    #expect(ItemPatch(discount: ItemPatch.Discount.none).applied(to: draft) == undiscounted)
    #expect(!ItemPatch(discount: ItemPatch.Discount.none).isEmpty)
    #expect(!ItemPatch(images: []).isEmpty)
  }

  @Test(arguments: [(true, 201), (false, 400)])
  func `a market validates the new items of clients in other processes`(isEmbedded: Bool, status: Int)
    async throws
  {
    var options = LocalMarket.Options.forTests
    options.isEmbedded = isEmbedded
    let market = LocalMarket(at: .memory, options)
    let draft = ItemDraft(title: "", price: Price(1, .usDollar))
    let request = try Endpoint.add(draft, images: [], password: "p").request(boundary: "cut")
    #expect(try await market.response(to: request).status == status)
  }
}
