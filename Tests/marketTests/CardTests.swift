import Console
import Foundation
import OpenMarket
import Testing
import Wording

@testable import market

struct CardTests {
  private let desk: Item

  init() throws {
    let won = try #require(Currency("KRW"))
    desk = Item(
      id: 7, title: "원목 책상, 서랍 둘과 무선 충전기가 있는", price: Price(1_290_000, won),
      discountedPrice: Price(990_000, won), stock: 12_999, thumbnails: [],
      registrationDate: Date(timeIntervalSince1970: 1_795_240_680 - 3 * 86_400),
      description: """
        오래 쓴 책상입니다. Solid oak from a workshop in Jeonju, oiled once a year, with two drawers that still \
        close without a sound.

        직접 가져가셔야 합니다.
        """, images: [])
  }

  private func lines(
    _ columns: Int, _ language: Language = .english, _ locale: String = "en_US", style: Style = .plain,
    rows: Int? = nil, of item: Item? = nil, in store: String = ""
  ) -> String {
    let locale = Locale(identifier: locale)
    let format = OutputFormat.fixture(
      language, locale: locale, now: Date(timeIntervalSince1970: 1_795_240_680))
    let card = ItemCard(
      item: item ?? desk, format: format, style: style, columns: columns,
      fold: rows.map { ItemCard.Fold(rows: $0, command: "market show 7 --full" + store) })
    return card.lines.joined(separator: "\n")
  }

  @Test func `on a narrow terminal each price and each fact has a line`() {
    #expect(
      lines(40, .korean, "ko_KR") == """
        #7 원목 책상, 서랍 둘과 무선 충전기가
          있는
        KRW 1,290,000 → KRW 990,000 (−23%)
        재고 1.2만개 · 3일 전 등록 · 사진 없음

        오래 쓴 책상입니다. Solid oak from a
        workshop in Jeonju, oiled once a year,
        with two drawers that still close
        without a sound.

        직접 가져가셔야 합니다.
        """)
    #expect(
      lines(24) == """
        #7 원목 책상, 서랍 둘과
          무선 충전기가 있는
        KRW 1,290,000
        → KRW 990,000 (−23%)
        12K in stock
        added 3 days ago
        no images

        오래 쓴 책상입니다.
        Solid oak from a
        workshop in Jeonju,
        oiled once a year, with
        two drawers that still
        close without a sound.

        직접 가져가셔야 합니다.
        """)
  }

  @Test func `at 80 columns prices and facts share a line`() {
    #expect(
      lines(80) == """
        #7 원목 책상, 서랍 둘과 무선 충전기가 있는
        KRW 1,290,000 → KRW 990,000 (−23%)
        12K in stock · added 3 days ago · no images

        오래 쓴 책상입니다. Solid oak from a workshop in Jeonju, oiled once a year, with
        two drawers that still close without a sound.

        직접 가져가셔야 합니다.
        """)
  }

  @Test(arguments: [120, 200])
  func `on a wide terminal lines are at most 100 columns long`(columns: Int) {
    #expect(
      lines(columns, .korean, "ko_KR") == """
        #7 원목 책상, 서랍 둘과 무선 충전기가 있는
        KRW 1,290,000 → KRW 990,000 (−23%)
        재고 1.2만개 · 3일 전 등록 · 사진 없음

        오래 쓴 책상입니다. Solid oak from a workshop in Jeonju, oiled once a year, with two drawers that
        still close without a sound.

        직접 가져가셔야 합니다.
        """)
  }

  @Test func `a price that is wider than the terminal is whole, with nothing after it`() {
    let lamp = Item(
      id: 7, title: "Lamp", price: desk.price, discountedPrice: nil, stock: 1, thumbnails: [],
      registrationDate: desk.registrationDate, description: nil, images: nil)
    #expect(
      lines(12, of: lamp) == """
        #7 Lamp
        KRW 1,290,000
        1 in stock
        added 3 days
        ago
        """)
  }

  @Test func `in colour the title is bold and the old price dim`() {
    let card = lines(80, style: Style(isColored: true)).split(separator: "\n").prefix(3)
    #expect(
      card == [
        "\u{1B}[2m#7\u{1B}[22m\u{1B}[1m 원목 책상, 서랍 둘과 무선 충전기가 있는\u{1B}[22m",
        "\u{1B}[2m\u{1B}[9mKRW 1,290,000\u{1B}[29m\u{1B}[22m\u{1B}[2m → \u{1B}[22m\u{1B}[1mKRW 990,000\u{1B}[22m\u{1B}[35m (−23%)\u{1B}[39m",
        "\u{1B}[2m12K in stock · added 3 days ago · no images\u{1B}[22m",
      ])
  }

  @Test func `a description that is longer than the screen ends in the command that shows the rest`() {
    let shown = lines(80, rows: 24, of: poem(of: 30)).split(separator: "\n", omittingEmptySubsequences: false)
    // The prompt has the last line of the screen.
    #expect(shown.count == 23)
    #expect(shown.suffix(2) == ["line 18", "… more: market show 7 --full"])
    #expect(lines(80, rows: 24, of: poem(of: 18)) == lines(80, of: poem(of: 18)))
    // One line is not hidden behind another.
    #expect(lines(80, rows: 24, of: poem(of: 19)) == lines(80, of: poem(of: 19)))
    #expect(lines(80, .korean, rows: 24, of: poem(of: 20)).hasSuffix("line 18\n… 더 보기: market show 7 --full"))
    #expect(lines(80, rows: 2, of: poem(of: 5)).hasSuffix("line 3\n… more: market show 7 --full"))
  }

  @Test func `the title stays on the screen, however long that command is`() {
    let card = lines(40, rows: 12, of: poem(of: 30), in: " --store /a/long/path/to/a/market.db")
    #expect(
      card == """
        #7 Poem
        KRW 1,290,000
        1 in stock · added 3 days ago
        no images

        line 1
        line 2
        line 3
        line 4
        … more: market show 7 --full --store
          /a/long/path/to/a/market.db
        """)
  }

  @Test func `a truncated description does not end in an empty line`() {
    let verse = poem("one\ntwo\n\nthree\nfour\nfive")
    #expect(lines(80, rows: 2, of: verse).hasSuffix("\n\none\ntwo\n… more: market show 7 --full"))
  }

  private func poem(of lines: Int) -> Item {
    poem((1...lines).map { "line \($0)" }.joined(separator: "\n"))
  }

  private func poem(_ text: String) -> Item {
    Item(
      id: 7, title: "Poem", price: desk.price, discountedPrice: nil, stock: 1, thumbnails: [],
      registrationDate: desk.registrationDate, description: text, images: [])
  }

  @Test(arguments: [
    (0, "0"), (1_200, "1,200"), (9_999, "9,999"), (10_000, "10K"), (19_999, "19K"), (1_999_999, "1.9M"),
  ])
  func `a count is exact up to four digits, and never too large`(number: Int, text: String) {
    let english = format("en_US")
    #expect(english.count(number) == text)
  }

  @Test(arguments: [(9_999, "9,999"), (12_999, "1.2만"), (120_000, "12만"), (1_000_000_000_000, "1조")])
  func `a count in Korean has Korean units`(number: Int, text: String) {
    #expect(format("ko_KR").count(number) == text)
  }

  /// Half past midnight on 22 November in Seoul, and still the 21st in Greenwich.
  @Test(arguments: [
    (TimeZone.gmt, "2 days ago"), (TimeZone(secondsFromGMT: 9 * 3_600) ?? .gmt, "3 days ago"),
  ])
  func `days ago are calendar days in the person's time zone`(timeZone: TimeZone, age: String) {
    let now = Date(timeIntervalSince1970: 1_795_275_000)
    #expect(format("en_US", timeZone, now: now).age(now - 49 * 3_600) == age)
  }

  @Test(arguments: [
    -62_135_596_800, -3_000_000_000.5, -0.5, 0, 951_782_399, 1_719_800_000.999, 253_402_300_799,
  ])
  func `a timestamp in the system's time zone is as Foundation writes it`(seconds: Double) {
    func format(_ timeZone: TimeZone?) -> OutputFormat {
      return OutputFormat.fixture(timeZone: timeZone, now: .now)
    }
    let date = Date(timeIntervalSince1970: seconds)
    #expect(format(nil).timestamp(date) == format(.current).timestamp(date))
  }

  private func format(_ locale: String, _ timeZone: TimeZone = .gmt, now: Date = .now) -> OutputFormat {
    let locale = Locale(identifier: locale)
    return OutputFormat.fixture(locale: locale, timeZone: timeZone, now: now)
  }
}
