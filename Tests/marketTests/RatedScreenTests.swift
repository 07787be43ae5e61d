import Console
import Foundation
import Testing

@testable import market

/// An item with ratings, and its reviews in Korean, as they stand on a terminal, at 40, 80 and 120 columns.
@Suite(.serialized) struct RatedScreenTests {
  private static let text = """
    설명과 같습니다. 상자가 램프보다 훨씬 컸고, 공방에서 쓴 편지도 들어 있었습니다. 그때부터 침대 옆에 두고 씁니다.
    """

  /// A lamp with five reviews, one of them answered, one folded and one of a verified purchase, and a keyboard without any.
  private func home() async throws -> Home {
    let home = try Home()
    for line in [
      "add --title 'Brass lamp' --price 12.5 --currency USD --description Works. --stock 3",
      "add --title '기계식 키보드' --price 89000 --currency KRW", "review 1 --stars 5", "review 1 --stars 4",
      "review 1 --stars 4 --text '\(Self.text)' --author 김철수", "review answer 3 --text 감사합니다.",
      "review 1 --stars 1 --text 'Buy at spam.example' --author spam", "review fold 4",
    ] {
      #expect(await home.pipe.run(line).exitCode == .done, "\(line)")
    }
    home.wait(days: 3)
    let receipt = await home.pipe.run("sell 1").output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(await home.pipe.run("review 1 --stars 5 --receipt \(receipt)").exitCode == .done)
    return home
  }

  private func run(_ line: String, _ columns: Int, korean: Bool = false, at home: Home) async -> Outcome {
    var terminal = home.terminal(columns)
    if korean { terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"] }
    return await terminal.run(line)
  }

  @Test func `an item with its ratings`() async throws {
    let home = try await home()
    await run("show 1", 120, at: home).prints(
      """
      #1 Brass lamp
      USD 12.50
      ★★★½☆ 3.8 (5)
      2 in stock · added 3 days ago · no images

      Works.

      \(Home.chartOfFive)

      #5 ★★★★★ · verified purchase · now

      #4 ★☆☆☆☆ · spam · 3 days ago
        folded by the seller

      #3 ★★★★☆ · 김철수 · 3 days ago
        설명과 같습니다. 상자가 램프보다 훨씬 컸고, 공방에서 쓴 편지도 들어 있었습니다. 그때부터 침대 옆에
        두고 씁니다.
        Seller's answer · 3 days ago
        감사합니다.
      … more: market reviews 1
      """)
    await run("show 1", 40, korean: true, at: home).prints(
      """
      #1 Brass lamp
      USD 12.50
      ★★★½☆ 3.8 (5)
      재고 2개 · 3일 전 등록 · 사진 없음

      Works.

      \(Home.chartOfFive)

      #5 ★★★★★ · 구매 인증 · 지금

      #4 ★☆☆☆☆ · spam · 3일 전
        판매자가 접은 리뷰

      #3 ★★★★☆ · 김철수 · 3일 전
        설명과 같습니다. 상자가 램프보다 훨씬
        컸고, 공방에서 쓴 편지도 들어
        있었습니다. 그때부터 침대 옆에 두고 …
        판매자 답글 · 3일 전
        감사합니다.
      … 더 보기: market reviews 1
      """)
    await run("show 1", 80, korean: true, at: home).prints(
      """
      #1 Brass lamp
      USD 12.50
      ★★★½☆ 3.8 (5)
      재고 2개 · 3일 전 등록 · 사진 없음

      Works.

      \(Home.chartOfFive)

      #5 ★★★★★ · 구매 인증 · 지금

      #4 ★☆☆☆☆ · spam · 3일 전
        판매자가 접은 리뷰

      #3 ★★★★☆ · 김철수 · 3일 전
        설명과 같습니다. 상자가 램프보다 훨씬 컸고, 공방에서 쓴 편지도 들어
        있었습니다. 그때부터 침대 옆에 두고 씁니다.
        판매자 답글 · 3일 전
        감사합니다.
      … 더 보기: market reviews 1
      """)
  }

  @Test func `an item without ratings`() async throws {
    let home = try await home()
    await run("show 2", 40, at: home).prints(
      """
      #2 기계식 키보드
      KRW 89,000
      1 in stock · added 3 days ago
      no images · no ratings
      """)
    await run("show 2", 80, at: home).prints(
      """
      #2 기계식 키보드
      KRW 89,000
      1 in stock · added 3 days ago · no images · no ratings
      """)
    await run("show 2", 40, korean: true, at: home).prints(
      """
      #2 기계식 키보드
      89,000원
      재고 1개 · 3일 전 등록 · 사진 없음
      별점 없음
      """)
    await run("show 2", 120, korean: true, at: home).prints(
      """
      #2 기계식 키보드
      89,000원
      재고 1개 · 3일 전 등록 · 사진 없음 · 별점 없음
      """)
  }

  @Test func `reviews`() async throws {
    let home = try await home()
    await run("reviews 1", 40, at: home).prints(
      """
      ★★★½☆ 3.8 (5) · 1 verified
      \(Home.chartOfFive)

      #5 ★★★★★ · verified purchase · now

      #4 ★☆☆☆☆ · spam · 3 days ago
        folded by the seller

      #3 ★★★★☆ · 김철수 · 3 days ago
        설명과 같습니다. 상자가 램프보다 훨씬
        컸고, 공방에서 쓴 편지도 들어
        있었습니다. 그때부터 침대 옆에 두고
        씁니다.
        Seller's answer · 3 days ago
        감사합니다.

      #2 ★★★★☆ · 3 days ago

      #1 ★★★★★ · 3 days ago
      ! 1–5 of 5
      """)
    await run("reviews 1", 120, at: home).prints(
      """
      ★★★½☆ 3.8 (5) · 1 verified
      \(Home.chartOfFive)

      #5 ★★★★★ · verified purchase · now

      #4 ★☆☆☆☆ · spam · 3 days ago
        folded by the seller

      #3 ★★★★☆ · 김철수 · 3 days ago
        설명과 같습니다. 상자가 램프보다 훨씬 컸고, 공방에서 쓴 편지도 들어 있었습니다. 그때부터 침대 옆에
        두고 씁니다.
        Seller's answer · 3 days ago
        감사합니다.

      #2 ★★★★☆ · 3 days ago

      #1 ★★★★★ · 3 days ago
      ! 1–5 of 5
      """)
    await run("reviews 1", 80, korean: true, at: home).prints(
      """
      ★★★½☆ 3.8 (5) · 구매 인증 1개
      \(Home.chartOfFive)

      #5 ★★★★★ · 구매 인증 · 지금

      #4 ★☆☆☆☆ · spam · 3일 전
        판매자가 접은 리뷰

      #3 ★★★★☆ · 김철수 · 3일 전
        설명과 같습니다. 상자가 램프보다 훨씬 컸고, 공방에서 쓴 편지도 들어
        있었습니다. 그때부터 침대 옆에 두고 씁니다.
        판매자 답글 · 3일 전
        감사합니다.

      #2 ★★★★☆ · 3일 전

      #1 ★★★★★ · 3일 전
      ! 5개 중 1–5
      """)
  }

  @Test func `a list with and without stars`() async throws {
    let home = try await home()
    await run("list", 40, at: home).prints(
      """
      ID  TITLE               PRICE  STOCK
       1  Brass lamp      USD 12.50      2
       2  기계식 키보드  KRW 89,000      1
      ! 1–2 of 2
      """)
    await run("list", 80, at: home).prints(
      """
      ID  TITLE               PRICE  STOCK  ADDED
       1  Brass lamp      USD 12.50      2  3 days ago
       2  기계식 키보드  KRW 89,000      1  3 days ago
      ! 1–2 of 2
      """)
    await run("list", 40, korean: true, at: home).prints(
      """
      번호  상품명              가격  재고
         1  Brass lamp     USD 12.50     2
         2  기계식 키보드   89,000원     1
      ! 2개 중 1–2
      """)
    await run("list", 120, korean: true, at: home).prints(
      """
      번호  상품명              가격  재고  별점           등록
         1  Brass lamp     USD 12.50     2  ★★★½☆ 3.8 (5)  3일 전
         2  기계식 키보드   89,000원     1  별점 없음      3일 전
      ! 2개 중 1–2
      """)
  }

  /// Lines on stderr are commands to copy, and whole.
  @Test(arguments: [40, 47, 56, 67, 80, 95, 110, 120])
  func `no line is wider than the terminal`(columns: Int) async throws {
    let home = try await home()
    for line in ["show 1", "show 2", "reviews 1", "reviews 1 --full", "list"] {
      for korean in [false, true] {
        let widths = await run(line, columns, korean: korean, at: home).output.split(separator: "\n")
          .map(\.displayWidth)
        #expect(widths.max() ?? 0 <= columns, "\(line), \(korean)")
      }
    }
  }
}

extension Home {
  /// The stars of a lamp with five reviews, as they are drawn at every width.
  static let chartOfFive = """
    5★ ━━━━━━━━━━━━                   2
    4★ ━━━━━━━━━━━━                   2
    3★                                0
    2★                                0
    1★ ━━━━━━                         1
    """
}
