import Console
import Foundation
import TestSupport
import Testing

@testable import market

/// The plan, the line of progress and the rejects, as a person sees them at terminals of several widths.
struct ImportScreenTests {
  private static func market() async throws -> ImportMarket {
    let market = try ImportMarket()
    _ = try await market.importing(
      "sku,title,price,discounted_price,stock,note\nA,기계식 키보드,89000,79000,8,\nC,Chair,5,,,\n")
    try market.home.write(Pixel.png, to: "new.png")
    return market
  }

  private static let table = """
    sku,title,price,stock,note,images
    A,기계식 키보드 갈축 텐키리스 한글 각인 화이트 에디션,"₩99,000",5,A note that is longer than a narrow terminal is wide,new.png
    B,Desk,2000,,,
    C,,,,,missing.png
    D,Shelf,"1,69,000",,,
    E,Table,"1,79,000",,,
    F,,10,,,

    """

  private static func screen(columns: Int, locale: String, colored: Bool = false) async throws -> String {
    let market = try await market()
    let path = try market.home.write(table, to: "t.csv")
    var terminal = Terminal(home: market.home, columns: columns, isColored: colored)
    terminal.input = ["n"]
    terminal.environment = ["LC_ALL": locale]
    return await terminal.run("import \(path) --currency KRW").text(in: market)
  }

  @Test func `the plan at 40 columns`() async throws {
    #expect(try await Self.screen(columns: 40, locale: "C") == "E40")
    #expect(try await Self.screen(columns: 40, locale: "ko_KR") == "K40")
  }

  @Test func `the plan at 80 columns`() async throws {
    #expect(try await Self.screen(columns: 80, locale: "C") == "E80")
    #expect(try await Self.screen(columns: 80, locale: "ko_KR") == "K80")
  }

  @Test func `the plan at 120 columns`() async throws {
    #expect(try await Self.screen(columns: 120, locale: "C") == "E120")
    #expect(try await Self.screen(columns: 120, locale: "ko_KR") == "K120")
  }

  @Test func `the plan in colour: what was is struck through`() async throws {
    let market = try await Self.market()
    let path = try market.home.write("sku,price,stock\nA,99000,5\n", to: "t.csv")
    var terminal = Terminal(home: market.home, columns: 80, isColored: true)
    terminal.input = ["n"]
    #expect(await terminal.run("import \(path) --currency KRW").text == "COLOR")
  }

  @Test(arguments: [
    (40, "en", "P40"), (80, "en", "P80"), (120, "en", "P120"), (40, "ko", "K40"), (80, "ko", "K80"),
    (120, "ko", "K120"),
  ])
  func `the line of progress`(columns: Int, language: String, expected: String) {
    let progress = ImportProgress(total: 12_000)
    for _ in 0..<3_000 { progress.advance() }
    let locale = Locale(identifier: language == "ko" ? "ko_KR" : "en_US")
    let format = OutputFormat(
      language: language == "ko" ? .korean : .english, isAccessible: false, words: locale, money: locale,
      time: locale, timeZone: .gmt, currencyStyle: .code, now: .now)
    #expect(progress.line(after: .seconds(2), columns: columns, .plain, format) == expected)
  }
}
