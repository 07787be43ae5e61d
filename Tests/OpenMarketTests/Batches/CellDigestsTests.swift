import Foundation
import Testing

@testable import OpenMarket

struct CellDigestsTests {
  private static func line(_ change: (inout BatchItem) -> Void) -> CellDigests {
    var line = BatchItem(.update)
    change(&line)
    return CellDigests(of: line)
  }

  @Test func `a cell is the same where its values are`() {
    let one = Self.line { ($0.price, $0.currency, $0.cost) = (5, "USD", 2) }
    #expect(one.has(.price, of: one) && one.has(nil, of: one))
    #expect(!one.has(.stock, of: one), "neither has a stock")
    for other in [
      Self.line { ($0.price, $0.currency) = (6, "USD") }, Self.line { ($0.price, $0.currency) = (5, "EUR") },
      Self.line { $0.price = 5 }, Self.line { $0.stock = 5 },
    ] {
      #expect(!one.has(.price, of: other) && !one.has(nil, of: other))
    }
    #expect(Self.line { $0.price = 5 }.has(.price, of: Self.line { $0.price = Decimal(string: "5.00") }))
    let tags = Self.line { $0.tags = ["ab", "c"] }
    #expect(!tags.has(.detail(.tags), of: Self.line { $0.tags = ["a", "bc"] }))
    // A cell that clears is one, too.
    let clear = Self.line { $0.clear = [.note] }
    #expect(
      clear.has(.detail(.note), of: clear) && !clear.has(.detail(.note), of: Self.line { $0.note = "-" }))
  }

  @Test func `later cells take the place of those of their fields`() {
    let first = Self.line { ($0.title, $0.stock) = ("Lamp", 1) }
    let later = Self.line { $0.stock = 2 }
    let both = first.replaced(by: later)
    #expect(both.has(.title, of: first) && both.has(.stock, of: later) && !both.has(.stock, of: first))
    let rest = both.without(["stock", "sku"])
    #expect(rest == Self.line { $0.title = "Lamp" })
    #expect(Self.line { ($0.price, $0.currency) = (5, "USD") }.without(["currency"]) == CellDigests())
  }

  @Test func `the bytes and their text are read back, and no others`() throws {
    let cells = Self.line { ($0.title, $0.stock, $0.cost, $0.tags) = ("Lamp", 1, 2, ["a"]) }
    #expect(cells.bytes.count == 20)
    #expect(CellDigests(cells.bytes) == cells && CellDigests(rawValue: cells.rawValue) == cells)
    for count in [0, 1, 4, 6, 19, 325] {
      #expect(CellDigests(Data(count: count)) == nil, "\(count)")
      #expect(CellDigests(rawValue: Data(count: count).base64EncodedString()) == nil, "\(count)")
    }
    #expect(CellDigests(rawValue: "AAAA*") == nil)
  }
}
