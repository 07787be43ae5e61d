import Console
import Foundation
import OpenMarket
import Testing
import Wording

@testable import market

/// Reviews and ratings as they stand on a terminal, at 40, 80 and 120 columns.
struct ReviewScreenTests {
  private static let text = """
    As described. It came in a box that was much larger than the lamp, with a letter from the workshop, and it has stood \
    beside my bed since.
    """

  /// A lamp with five reviews, one of them answered and one folded, and a desk without any.
  private func home() async throws -> Home {
    let home = try Home()
    for line in [
      "add --title 'Brass lamp' --price 12.5 --currency USD --description Works.",
      "add --title Desk --price 5 --currency USD", "review 1 --stars 5", "review 1 --stars 4",
    ] {
      #expect(await home.pipe.run(line).exitCode == .done)
    }
    home.wait(days: 2)
    let review = ["review", "1", "--stars", "4", "--text", Self.text, "--author", "김철수"]
    #expect(await home.pipe.run(words: review).exitCode == .done)
    home.wait(days: 1)
    for line in [
      "review answer 3 --text 감사합니다.", "review 1 --stars 1 --text 'Buy at spam.example' --author spam",
      "review fold 4", "review 1 --stars 5",
    ] {
      #expect(await home.pipe.run(line).exitCode == .done)
    }
    return home
  }

  @Test func `an item at 40 columns`() async throws {
    let home = try await home()
    await home.terminal(40).run("show 1").prints(
      """
      #1 Brass lamp
      USD 12.50
      ★★★½☆ 3.8 (5)
      1 in stock · added 3 days ago
      no images

      Works.

      \(Home.chartOfFive)

      #5 ★★★★★ · now

      #4 ★☆☆☆☆ · spam · now
        folded by the seller

      #3 ★★★★☆ · 김철수 · 1 day ago
        As described. It came in a box that
        was much larger than the lamp, with a
        letter from the workshop, and it has …
        Seller's answer · now
        감사합니다.
      … more: market reviews 1
      """)
    await home.terminal(40).run("show 1 --locale ko_KR").prints(
      """
      #1 Brass lamp
      USD 12.50
      ★★★½☆ 3.8 (5)
      재고 1개 · 3일 전 등록 · 사진 없음

      Works.

      \(Home.chartOfFive)

      #5 ★★★★★ · 지금

      #4 ★☆☆☆☆ · spam · 지금
        판매자가 접은 리뷰

      #3 ★★★★☆ · 김철수 · 1일 전
        As described. It came in a box that
        was much larger than the lamp, with a
        letter from the workshop, and it has …
        판매자 답글 · 지금
        감사합니다.
      … 더 보기: market reviews 1
      """)
  }

  @Test func `reviews at 80 columns`() async throws {
    let home = try await home()
    await home.terminal(80).run("reviews 1 --per-page 3").prints(
      """
      ★★★½☆ 3.8 (5)
      \(Home.chartOfFive)

      #5 ★★★★★ · now

      #4 ★☆☆☆☆ · spam · now
        folded by the seller

      #3 ★★★★☆ · 김철수 · 1 day ago
        As described. It came in a box that was much larger than the lamp, with a
        letter from the workshop, and it has stood beside my bed since.
        Seller's answer · now
        감사합니다.
      ! 1–3 of 5 · next: market reviews 1 --page 2 --per-page 3
      """)
    await home.terminal(80).run("reviews 1 --page 2 --per-page 3 --locale ko_KR").prints(
      """
      #2 ★★★★☆ · 3일 전

      #1 ★★★★★ · 3일 전
      ! 5개 중 4–5
      """)
    await home.terminal(80).run("reviews 1 --sort lowest --per-page 1 --full --locale ko_KR").prints(
      """
      ★★★½☆ 3.8 (5)
      \(Home.chartOfFive)

      #4 ★☆☆☆☆ · spam · 지금
        Buy at spam.example
      ! 5개 중 1 · 다음: market reviews 1 --page 2 --sort lowest --per-page 1 --full
      """)
    await home.terminal(80).run("reviews 2").prints(
      "! No reviews of item 2 yet · the first: market reviews write 2 --stars <number>")
    await home.terminal(80).run("reviews 1 --page 9").prints("! Nothing on page 9 · 5 in all")
  }

  @Test func `a list has stars from 110 columns on, if an item has some`() async throws {
    let home = try await home()
    for columns in [110, 120] {
      await home.terminal(columns).run("list").prints(
        """
        ID  TITLE           PRICE  STOCK  RATING         ADDED
         1  Brass lamp  USD 12.50      1  ★★★½☆ 3.8 (5)  3 days ago
         2  Desk         USD 5.00      1  no ratings     3 days ago
        ! 1–2 of 2
        """)
    }
    await home.terminal(120).run("list --locale ko_KR").prints(
      """
      번호  상품명           가격  재고  별점           등록
         1  Brass lamp  USD 12.50     1  ★★★½☆ 3.8 (5)  3일 전
         2  Desk         USD 5.00     1  별점 없음      3일 전
      ! 2개 중 1–2
      """)
    await home.terminal(109).run("list").prints(
      """
      ID  TITLE           PRICE  STOCK  ADDED
       1  Brass lamp  USD 12.50      1  3 days ago
       2  Desk         USD 5.00      1  3 days ago
      ! 1–2 of 2
      """)
    #expect(await home.terminal(120).run("search desk").output == home.terminal(80).run("search desk").output)
  }

  @Test func `a screen reader gets words`() async throws {
    let home = try await home()
    await home.terminal().run("show 1 --accessible").prints(
      """
      ID: 1
      Title: Brass lamp
      Price: USD 12.50
      Stock: 1
      Added: 3 days ago
      Rating: 3.8 of 5 stars, 5 ratings, 0 verified
      Images: none
      Description: Works.
      5 stars: 2
      4 stars: 2
      3 stars: 0
      2 stars: 0
      1 star: 1

      Review: 5
      Stars: 5 of 5 stars
      Written: now

      Review: 4
      Stars: 1 of 5 stars
      Author: spam
      Written: now
      Text: folded by the seller

      Review: 3
      Stars: 4 of 5 stars
      Author: 김철수
      Written: 1 day ago
      Text: \(Self.text)
      Seller's answer: 감사합니다.
      … more: market reviews 1
      """)
    await home.terminal().run("reviews 1 --accessible --per-page 1 --locale ko_KR").prints(
      """
      별점: 5점 만점에 3.8점, 평가 5개, 구매 인증 0개
      별 5개: 2
      별 4개: 2
      별 3개: 0
      별 2개: 0
      별 1개: 1

      리뷰: 5
      별점: 5점 만점에 5점
      작성: 지금
      ! 5개 중 1, 다음: market reviews 1 --page 2 --per-page 1
      """)
    #expect(
      await home.terminal().run("list --accessible").output.contains("Rating: 3.8 of 5 stars, 5 ratings\n"))
  }

  @Test func `a long description leaves room for the reviews below it`() async throws {
    let home = try Home()
    let text = (1...30).map { "line \($0)" }.joined(separator: "\n")
    _ = await home.pipe.run(words: ["add", "--title", "Lamp", "--price", "5", "--description", text])
    _ = await home.pipe.run("review 1 --stars 5")
    var terminal = home.terminal()
    terminal.rows = 24
    let shown = await terminal.run("show 1").output
    #expect(shown.hasPrefix("#1 Lamp\nUSD 5.00\n★★★★★ 5.0 (1)\n1 in stock"))
    #expect(shown.contains("\n… more: market show 1 --full\n\n5★ ━"))
    // The prompt has the last line.
    #expect(shown.split(separator: "\n", omittingEmptySubsequences: false).count == 24)
  }

  private func format(_ locale: String) -> OutputFormat {
    let language: Language = locale == "ko_KR" ? .korean : .english
    let locale = Locale(identifier: locale)
    return OutputFormat.fixture(language, locale: locale, now: .now)
  }

  @Test(
    arguments: [
      ([0, 0, 0, 0, 0], nil, nil), ([0, 0, 0, 1, 1], "★★★★½ 4.5 (2)", "★★★★½ 4.5 (2)"),
      ([0, 0, 0, 6_173, 6_172], "★★★★☆ 4.4 (12K)", "★★★★☆ 4.4 (1.2만)"),
      ([0, 0, 0, 6_172, 6_173], "★★★★½ 4.5 (12K)", "★★★★½ 4.5 (1.2만)"),
      ([0, 0, 0, 1, 1_233], "★★★★½ 4.9 (1.2K)", "★★★★½ 4.9 (1.2천)"),
      ([0, 0, 0, 0, 999], "★★★★★ 5.0 (999)", "★★★★★ 5.0 (999)"),
      ([1, 0, 0, 0, 0], "★☆☆☆☆ 1.0 (1)", "★☆☆☆☆ 1.0 (1)"),
      ([0, 0, 0, 0, 1_999_999], "★★★★★ 5.0 (1.9M)", "★★★★★ 5.0 (199만)"),
    ] as [([Int], String?, String?)])
  func `halves, digits and counts are cut, not rounded`(counts: [Int], english: String?, korean: String?) {
    let summary = Rating(counts: counts).summary
    #expect(summary.line(format("en_US")) == english)
    #expect(summary.line(format("ko_KR")) == korean)
  }

  @Test func `five stars never stand beside a lower number, nor the other way round`() {
    let format = format("en_US")
    for other in 1...40 {
      for five in 0...400 {
        let summary = Rating(counts: [0, 0, 0, other, five]).summary
        let line = summary.line(format) ?? ""
        #expect(line.hasPrefix("★★★★★ ") == line.contains(" 5.0 "), "\(line)")
        #expect(line.hasPrefix("★★★★½ ") == (five >= other), "\(line)")
      }
    }
  }

  @Test func `words for a screen reader`() {
    let summary = Rating(counts: [0, 0, 0, 6_172, 6_173], verifiedCount: 9_000).summary
    #expect(
      format("en_US").text(summary.words(format("en_US"), verified: 9_000))
        == "4.5 of 5 stars, 12,345 ratings, 9,000 verified")
    #expect(
      format("en_US").text(Rating(counts: [1]).summary.words(format("en_US"))) == "1.0 of 5 stars, 1 rating")
    #expect(format("ko_KR").text(Rating().summary.words(format("ko_KR"))) == "별점 없음")
  }
}
