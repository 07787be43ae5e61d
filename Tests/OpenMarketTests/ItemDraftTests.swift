import Foundation
import TestSupport
import Testing

@testable import OpenMarket

@Suite struct ItemDraftTests {
  private static func draft(
    title: String = "MacBook", description: String = "", price: String = "10", _ code: String = "USD",
    discounted: String? = nil, stock: Int = 1, sku: String? = nil, tags: [String] = [], note: String? = nil
  ) throws -> ItemDraft {
    ItemDraft(
      title: title, description: description,
      price: Price(try #require(Decimal(exactly: price)), try #require(Currency(code))),
      discountedPrice: try discounted.map { try #require(Decimal(exactly: $0)) }, stock: stock, sku: sku,
      tags: tags, note: note)
  }

  private func message(of draft: ItemDraft) -> String? {
    do throws(ValidationError) {
      _ = try ValidDraft(draft)
      return nil
    } catch {
      return error.reason(calling: error.field.rawValue)
    }
  }

  @Test func `characters are controls and white space by their properties`() {
    for value in 0...UInt32(0x10FFFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(scalar.isControl == (scalar.properties.generalCategory == .control))
      #expect(scalar.isSpace == scalar.properties.isWhitespace)
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
      (Self.draft(title: "a\u{FFFE}"), "title 'a\u{FFFE}' contains U+FFFE or U+FFFF, which XML cannot carry"),
      (
        Self.draft(description: "\u{FFFF}b"),
        "descriptions '\u{FFFF}b' contains U+FFFE or U+FFFF, which XML cannot carry"
      ),
      (Self.draft(title: "\u{200B}"), "title '\u{200B}' has no visible character"),
      (Self.draft(title: " \u{3164}\n\u{2800}"), "title ' \u{3164}\n\u{2800}' has no visible character"),
      (Self.draft(title: "\u{1}\u{85}\u{E0041}"), "title '\u{1}\u{85}\u{E0041}' has no visible character"),
      (Self.draft(title: "\u{1D159}"), "title '\u{1D159}' has no visible character"),
      (Self.draft(description: "\u{200B} "), "descriptions '\u{200B} ' has no visible character"),
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
      (Self.draft(sku: ""), "sku '' is empty"),
      (Self.draft(sku: "A\tB"), "sku 'A\tB' contains a control character"),
      (Self.draft(sku: "A\u{85}"), "sku 'A\u{85}' contains a control character"),
      (Self.draft(sku: "A "), "sku 'A ' begins or ends with white space"),
      (Self.draft(sku: "\u{200B}"), "sku '\u{200B}' has no visible character"),
      (Self.draft(sku: "\u{3000}A"), "sku '\u{3000}A' begins or ends with white space"),
      (
        Self.draft(sku: String(repeating: "A", count: 101)),
        "sku '\(String(repeating: "A", count: 59))…' is longer than 100 bytes"
      ),
      (Self.draft(tags: [""]), "tags '' is empty"),
      (Self.draft(tags: ["a", "b|c"]), "tags 'b|c' contains a '|'"),
      (Self.draft(tags: ["b|\u{301}c"]), "tags 'b|\u{301}c' contains a '|'"),
      (Self.draft(tags: ["a\n"]), "tags 'a\n' contains a control character"),
      (Self.draft(tags: [" a"]), "tags ' a' begins or ends with white space"),
      (Self.draft(tags: ["a", "b", "a"]), "tags 'a' is given twice"),
      (Self.draft(tags: (1...21).map(String.init)), "Too many tags: an item can have at most 20"),
      (
        Self.draft(tags: [String(repeating: "a", count: 51)]),
        "tags '\(String(repeating: "a", count: 51))' is longer than 50 characters"
      ),
      (Self.draft(tags: ["a", "\u{200B}"]), "tags '\u{200B}' has no visible character"),
      (Self.draft(tags: ["\u{FFFE}"]), "tags '\u{FFFE}' contains U+FFFE or U+FFFF, which XML cannot carry"),
      (Self.draft(note: ""), "note is empty"),
      (Self.draft(note: "\u{200B}"), "note '\u{200B}' has no visible character"),
      (Self.draft(note: "a\0"), "note 'a\0' contains a NUL character"),
      (
        Self.draft(note: String(repeating: "n", count: 4_097)),
        "note '\(String(repeating: "n", count: 59))…' is longer than 4,096 bytes"
      ),
    ]
    for (draft, sentence) in cases { #expect(message(of: draft) == sentence) }
  }

  @Test func `values at their limits are valid`() throws {
    let drafts = try [
      Self.draft(title: String(repeating: "t", count: 1_000)),
      Self.draft(title: "\u{1B}[31m\u{202E}\t'\"; DROP TABLE item;--"),
      Self.draft(description: String(repeating: "d", count: 65_536)), Self.draft(description: " \n"),
      Self.draft(title: "👨\u{200D}👩"), Self.draft(title: "\u{200B}한"),
      Self.draft(title: "\u{FFFD}ﬁ\u{1FFFE}"),
      Self.draft(sku: String(repeating: "A", count: 100)), Self.draft(sku: "=1+1 'x', \"y\""),
      Self.draft(tags: (1...20).map(String.init)), Self.draft(tags: [String(repeating: "a", count: 50)]),
      // Equal to Swift, and different bytes.
      Self.draft(tags: ["\u{E9}", "e\u{301}"]),
      Self.draft(note: String(repeating: "n", count: 4_096)), Self.draft(note: " two\nlines\t"),
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

  @Test(arguments: [true, false])
  func `a market validates what it is sent, also in this process`(isEmbedded: Bool) async throws {
    var options = LocalMarket.Options.forTests
    options.isEmbedded = isEmbedded
    let market = LocalMarket(at: .memory, options)
    let draft = ItemDraft(title: "", price: Price(1, .usDollar))
    let request = try Endpoint.add(draft, images: [], password: "p").request(boundary: "cut")
    #expect(try await market.response(to: request).status == 400)
  }
}
