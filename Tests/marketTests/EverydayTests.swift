import Console
import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// Small things of everyday use.
struct EverydayTests {
  @Test func `a price that is asked for is checked in the currency of the market's items`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5000 --currency KRW")
    var terminal = home.terminal(80)
    terminal.input = ["Desk", "12.50", "12500", "", "", "", ""]
    let outcome = await terminal.run("add")
    #expect(outcome.error.contains("Price '12.5' has more decimals than KRW has (none)"), "\(outcome.text)")
    #expect(
      await home.pipe.run("show 2 --json=price,currency").output == #"{"price":12500,"currency":"KRW"}"#
        + "\n")
  }

  @Test func `a number of pieces that is none has an example`() async throws {
    let home = try Home()
    await home.pipe.run("sell 1:0").prints(
      """
      ! Error: Quantity '0' is not at least 1
      ! Help:  Write the number of pieces behind the item, such as 1:2
      exit 2
      """)
    let korean = await home.pipe.run("sell 1:0 --locale ko_KR").error
    #expect(korean.contains("도움말: 상품 뒤에 수량을 입력하세요. 예: 1:2"))
  }

  @Test func `the rows of a problem are named in Korean as in English`() async throws {
    let home = try Home()
    try Data("sku,title,price,stock\nA-1,Lamp,x,1\n".utf8).write(to: URL(filePath: home.path + "/items.csv"))
    let korean = await home.pipe.run(
      "import \(home.path)/items.csv --currency KRW --dry-run --locale ko_KR")
    #expect(korean.text.contains("  amount, 행 2 (A-1 Lamp)"), "\(korean.text)")
  }

  @Test func `a mapping is completed behind its header`() async throws {
    let home = try Home()
    func candidates(_ word: String) async -> [String] {
      await home.pipe.run("--complete -- import --map \(word)").output.split(separator: "\n")
        .map { String($0.prefix { $0 != "\t" && $0 != " " }) }
    }
    #expect(await candidates("가격=pr") == ["가격=price"])
    #expect(await candidates("a=b=co") == ["a=b=cost", "a=b=command"])
    #expect(await candidates("pr") == [])
  }

  @Test func `a stock that was adjusted is one in the history`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5 --stock 2 --currency USD")
    _ = await home.pipe.run("edit 1 --stock +3")
    #expect(await home.terminal().run("history 1 --locale ko_KR").output.contains("재고 조정"))
    #expect(await home.terminal().run("history 1").output.contains("adjustment"))
  }

  @Test func `a note for a screen reader has no signs`() async throws {
    let home = try Home()
    let error = await home.terminal().run("list --accessible").error
    #expect(error.contains("No items for sale yet, add one: market add"), "\(error)")
    #expect(await home.terminal().run("list").error.contains("No items for sale yet · add one"))
  }

  @Test func `one card is as wide as the terminal`() async throws {
    let home = try Home()
    let title = String(repeating: "a", count: 60)
    _ = await home.pipe.run("add --title \(title) --price 5 --currency USD")
    let line = await home.terminal(50).run("list --grid").output.split(separator: "\n").first
    #expect(line?.count == 50, "\(line ?? "")")
  }

  @Test func `the column of the order is in the narrowest table`() async throws {
    let home = try Home()
    _ = await home.pipe.run(
      "add --title 'A very long title of a lamp' --price 123456789012 --currency KRW --stock 7")
    let output = await home.terminal(40).run("list --sort stock").output
    #expect(output.contains("STOCK") && output.contains(" 7\n"), "\(output)")
    let korean = await home.terminal(40).run("list --sort stock --locale ko_KR").output
    #expect(korean.contains("재고"))
  }

  @Test(arguments: [
    ("Asia/Seoul", "2026-11-21T14:58:00+09:00"), (nil, "2026-11-21T05:58:00Z"),
    ("../x", "2026-11-21T05:58:00Z"),
  ])
  func `exported dates have the offset that a server names`(zone: String?, expected: String) async throws {
    let market = try ImportMarket(isServed: true, behind: { ZoneNaming(session: $0, zone: zone) })
    _ = try await market.importing("title,price\nLamp,5\n")
    #expect(
      await market.run("export --columns registration_date").output == "registration_date\r\n\(expected)\r\n")
  }

  @Test func `more changes are shown for the answer v`() async throws {
    let market = try ImportMarket()
    let rows = (1...60).map { "A-\($0),Lamp \($0),5" }.joined(separator: "\n")
    let path = try market.home.write("sku,title,price\n\(rows)\n", to: "a.csv")
    let outcome = await market.run("import \(path) --currency KRW", columns: 80, input: ["v", "n"])
    #expect(outcome.error.contains("… and 10 more new items"))
    #expect(outcome.error.contains("Add 60 items? (v: view all) [y/N/v]"))
    #expect(outcome.error.components(separatedBy: "Lamp 60 ").count == 2)
    #expect(outcome.exitCode == .declined)
    let korean = await market.run("import \(path) --currency KRW --locale ko_KR", columns: 80, input: ["n"])
    #expect(korean.error.contains("60건을 등록할까요? (v: 모두 보기) [y/N/v]"))
  }

  @Test func `a plan ends with the next command`() async throws {
    let market = try ImportMarket()
    let path = try market.home.write("sku,title,price\nA,Lamp,5\n", to: "a.csv")
    let shown = await market.run("import \(path) --currency KRW --dry-run", columns: 200).error
    #expect(shown.hasSuffix("next: market import \(path) --currency KRW\n"), "\(shown)")
    let kept = await market.run("import \(path) --currency KRW --plan \(market.home.path)/p", columns: 200)
      .error
    #expect(kept.hasSuffix("next: market import --apply \(market.home.path)/p\n"), "\(kept)")
    let done = await market.run("import \(path) --currency KRW --yes", columns: 200).error
    #expect(done.hasSuffix("next: market list\n"), "\(done)")
  }
}

/// A server that names another time zone; nil for one of an earlier release, which names none.
private struct ZoneNaming: Session {
  let session: LocalMarket
  let zone: String?

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    var response = try await session.response(to: request)
    response.headers["Market-Time-Zone"] = zone
    return response
  }
}
