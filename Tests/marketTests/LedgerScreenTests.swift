import Console
import Foundation
import Testing

@testable import market

/// Histories and sales as they stand on a terminal, at 40, 80 and 120 columns, in English and Korean.
@Suite(.serialized) struct LedgerScreenTests {
  /// A lamp in dollars and a keyboard in won, and what happened to them on the next day.
  private func home() async throws -> Home {
    let home = try Home()
    func run(_ lines: String...) async {
      for line in lines {
        #expect(await home.pipe.run(line).exitCode == .done, "\(line)")
        home.wait(seconds: 3_600)
      }
    }
    await run(
      "add --title 'Brass lamp' --price 12.50 --currency USD --stock 10",
      "add --title '기계식 키보드, 갈축 텐키리스' --price 89000 --currency KRW --stock 1200")
    home.wait(days: 1)
    await run(
      "sell 1:2 2:40 --reference order-81", "restock 1 --quantity 1500 --cost 8 --note 'from Kim'",
      "return 1 --reference order-81 --not-resellable --note '상자가 찢어짐'", "edit 1 --stock 1480 --was 1508",
      "edit 1 --title 'Brass lamp, small' --discounted-price 10", "write-off 1 --reason own-use",
      "sell 1 --at 2026-11-22T19:00 --already-counted --price 11.90", "sell 2:1100")
    return home
  }

  private func run(_ line: String, _ columns: Int, korean: Bool = false, at home: Home) async -> Outcome {
    var terminal = home.terminal(columns)
    if korean { terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"] }
    return await terminal.run(line).withEqualReceipts
  }

  @Test func `the header of the details stands above them in colour too`() async throws {
    let home = try await home()
    let output = await home.terminal(120, colored: true).run("history 1").output
    let lines = output.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n")
    let header = try #require(lines.first)
    let details = try #require(lines.first { $0.contains("own use") })
    #expect(
      header.firstRange(of: "DETAILS")?.lowerBound.utf16Offset(in: header)
        == details.firstRange(of: "own use")?.lowerBound.utf16Offset(in: details), "\(output)")
  }

  @Test func `a history has fewer columns on a narrow terminal`() async throws {
    let home = try await home()
    await run("history 1", 40, at: home).prints(
      """
      ENTRY  KIND        CHANGE  STOCK
         11  sold            −1  1,479
             2 hours ago · USD 11.90
             for 2026-11-22 19:00
             cost USD 8.00
             receipt ABCDEFGHIJKLMNO2
         10  adjustment      +1  1,480
             2 hours ago · USD 10.00
             for 2026-11-22 19:00
          9  removed         −1  1,479
             3 hours ago · USD 10.00 · own use
          8  price
             4 hours ago
             Discounted price none → USD 10.00
          8  title
             4 hours ago
             Brass lamp → Brass lamp, small
          8  counted        −28  1,480
             5 hours ago · USD 12.50
             1,480 counted, 1,508 expected
          7  removed         −1  1,508
             6 hours ago · USD 12.50
             not resellable · order-81
             상자가 찢어짐
          6  returned        +1  1,509
             6 hours ago · USD 12.50
             of entry 3 · order-81
             상자가 찢어짐
          5  received    +1,500  1,508
             7 hours ago · USD 12.50
             from Kim · cost USD 8.00
          3  sold            −2      8
             8 hours ago · USD 12.50
             order-81
             receipt ABCDEFGHIJKLMNO2
          1  opening        +10     10
             2 days ago · USD 12.50
      ! 1–11 of 11
      """)
    await run("history 1", 80, at: home).prints(
      """
      ENTRY  RECORDED     KIND        CHANGE  STOCK      PRICE  DETAILS
         11  2 hours ago  sold            −1  1,479  USD 11.90  for 2026-11-22 19:00
                                                                cost USD 8.00
                                                                receipt
                                                                ABCDEFGHIJKLMNO2
         10  2 hours ago  adjustment      +1  1,480  USD 10.00  for 2026-11-22 19:00
          9  3 hours ago  removed         −1  1,479  USD 10.00  own use
          8  4 hours ago  price                                 Discounted price none
                                                                → USD 10.00
          8  4 hours ago  title                                 Brass lamp → Brass
                                                                lamp, small
          8  5 hours ago  counted        −28  1,480  USD 12.50  1,480 counted, 1,508
                                                                expected
          7  6 hours ago  removed         −1  1,508  USD 12.50  not resellable
                                                                order-81
                                                                상자가 찢어짐
          6  6 hours ago  returned        +1  1,509  USD 12.50  of entry 3 · order-81
                                                                상자가 찢어짐
          5  7 hours ago  received    +1,500  1,508  USD 12.50  from Kim
                                                                cost USD 8.00
          3  8 hours ago  sold            −2      8  USD 12.50  order-81
                                                                receipt
                                                                ABCDEFGHIJKLMNO2
          1  2 days ago   opening        +10     10  USD 12.50
      ! 1–11 of 11
      """)
    await run("history 1", 120, at: home).prints(
      """
      ENTRY  RECORDED     KIND        CHANGE  STOCK      PRICE  DETAILS
         11  2 hours ago  sold            −1  1,479  USD 11.90  for 2026-11-22 19:00 · cost USD 8.00
                                                                receipt ABCDEFGHIJKLMNO2
         10  2 hours ago  adjustment      +1  1,480  USD 10.00  for 2026-11-22 19:00
          9  3 hours ago  removed         −1  1,479  USD 10.00  own use
          8  4 hours ago  price                                 Discounted price none → USD 10.00
          8  4 hours ago  title                                 Brass lamp → Brass lamp, small
          8  5 hours ago  counted        −28  1,480  USD 12.50  1,480 counted, 1,508 expected
          7  6 hours ago  removed         −1  1,508  USD 12.50  not resellable · order-81 · 상자가 찢어짐
          6  6 hours ago  returned        +1  1,509  USD 12.50  of entry 3 · order-81 · 상자가 찢어짐
          5  7 hours ago  received    +1,500  1,508  USD 12.50  from Kim · cost USD 8.00
          3  8 hours ago  sold            −2      8  USD 12.50  order-81 · receipt ABCDEFGHIJKLMNO2
          1  2 days ago   opening        +10     10  USD 12.50
      ! 1–11 of 11
      """)
    await run("history 1", 40, korean: true, at: home).prints(
      """
      번호  구분         변동   재고
        11  판매           −1  1,479
            2시간 전 · USD 11.90
            발생 2026-11-22 19:00
            원가 USD 8.00
            영수증 ABCDEFGHIJKLMNO2
        10  재고 조정      +1  1,480
            2시간 전 · USD 10.00
            발생 2026-11-22 19:00
         9  차감           −1  1,479
            3시간 전 · USD 10.00 · 자가 사용
         8  가격
            4시간 전 · 할인가 없음 → USD 10.00
         8  상품명
            4시간 전
            Brass lamp → Brass lamp, small
         8  실사          −28  1,480
            5시간 전 · USD 12.50
            실사 1,480, 예상 1,508
         7  차감           −1  1,508
            6시간 전 · USD 12.50 · 재판매 불가
            order-81 · 상자가 찢어짐
         6  반품           +1  1,509
            6시간 전 · USD 12.50
            3번 기록의 반품 · order-81
            상자가 찢어짐
         5  입고       +1,500  1,508
            7시간 전 · USD 12.50 · from Kim
            원가 USD 8.00
         3  판매           −2      8
            8시간 전 · USD 12.50 · order-81
            영수증 ABCDEFGHIJKLMNO2
         1  기초 재고     +10     10
            2일 전 · USD 12.50
      ! 11개 중 1–11
      """)
    await run("history 1", 80, korean: true, at: home).prints(
      """
      번호  기록 시각  구분         변동   재고       가격  상세
        11  2시간 전   판매           −1  1,479  USD 11.90  발생 2026-11-22 19:00
                                                            원가 USD 8.00
                                                            영수증 ABCDEFGHIJKLMNO2
        10  2시간 전   재고 조정      +1  1,480  USD 10.00  발생 2026-11-22 19:00
         9  3시간 전   차감           −1  1,479  USD 10.00  자가 사용
         8  4시간 전   가격                                 할인가 없음 → USD 10.00
         8  4시간 전   상품명                               Brass lamp → Brass lamp,
                                                            small
         8  5시간 전   실사          −28  1,480  USD 12.50  실사 1,480, 예상 1,508
         7  6시간 전   차감           −1  1,508  USD 12.50  재판매 불가 · order-81
                                                            상자가 찢어짐
         6  6시간 전   반품           +1  1,509  USD 12.50  3번 기록의 반품 · order-81
                                                            상자가 찢어짐
         5  7시간 전   입고       +1,500  1,508  USD 12.50  from Kim · 원가 USD 8.00
         3  8시간 전   판매           −2      8  USD 12.50  order-81
                                                            영수증 ABCDEFGHIJKLMNO2
         1  2일 전     기초 재고     +10     10  USD 12.50
      ! 11개 중 1–11
      """)
    await run("history 1", 120, korean: true, at: home).prints(
      """
      번호  기록 시각  구분         변동   재고       가격  상세
        11  2시간 전   판매           −1  1,479  USD 11.90  발생 2026-11-22 19:00 · 원가 USD 8.00 · 영수증 ABCDEFGHIJKLMNO2
        10  2시간 전   재고 조정      +1  1,480  USD 10.00  발생 2026-11-22 19:00
         9  3시간 전   차감           −1  1,479  USD 10.00  자가 사용
         8  4시간 전   가격                                 할인가 없음 → USD 10.00
         8  4시간 전   상품명                               Brass lamp → Brass lamp, small
         8  5시간 전   실사          −28  1,480  USD 12.50  실사 1,480, 예상 1,508
         7  6시간 전   차감           −1  1,508  USD 12.50  재판매 불가 · order-81 · 상자가 찢어짐
         6  6시간 전   반품           +1  1,509  USD 12.50  3번 기록의 반품 · order-81 · 상자가 찢어짐
         5  7시간 전   입고       +1,500  1,508  USD 12.50  from Kim · 원가 USD 8.00
         3  8시간 전   판매           −2      8  USD 12.50  order-81 · 영수증 ABCDEFGHIJKLMNO2
         1  2일 전     기초 재고     +10     10  USD 12.50
      ! 11개 중 1–11
      """)
  }

  @Test func `sales by item, with bars where there is room`() async throws {
    let home = try await home()
    await run("sales --by item", 40, at: home).prints(
      """
      ID  TITLE        PIECES          REVENUE
       2  기계식 키보…  1,140  KRW 101,460,000
       1  Brass lamp, sma…  2        USD 24.40
      Total: 1,140 pieces, KRW 101,460,000
      Total: 2 pieces, USD 24.40
      """)
    await run("sales --by item", 80, at: home).prints(
      """
      ID  TITLE                         PIECES          REVENUE
       2  기계식 키보드, 갈축 텐키리스   1,140  KRW 101,460,000  █████████████████████
       1  Brass lamp, small                  2        USD 24.40  █████████████████████
      Total: 1,140 pieces, KRW 101,460,000
      Total: 2 pieces, USD 24.40
      """)
    await run("sales --by item", 120, at: home).prints(
      """
      ID  TITLE                         PIECES          REVENUE
       2  기계식 키보드, 갈축 텐키리스   1,140  KRW 101,460,000  ██████████████████████████████
       1  Brass lamp, small                  2        USD 24.40  ██████████████████████████████
      Total: 1,140 pieces, KRW 101,460,000
      Total: 2 pieces, USD 24.40
      """)
    await run("sales --by item", 40, korean: true, at: home).prints(
      """
      번호  상품명         수량           매출
         2  기계식 키보…  1,140  101,460,000원
         1  Brass lamp, sma…  2      USD 24.40
      합계: 1,140개, 101,460,000원
      합계: 2개, USD 24.40
      """)
    await run("sales --by item", 80, korean: true, at: home).prints(
      """
      번호  상품명                         수량           매출
         2  기계식 키보드, 갈축 텐키리스  1,140  101,460,000원  ██████████████████████
         1  Brass lamp, small                 2      USD 24.40  ██████████████████████
      합계: 1,140개, 101,460,000원
      합계: 2개, USD 24.40
      """)
    await run("sales --by item", 120, korean: true, at: home).prints(
      """
      번호  상품명                         수량           매출
         2  기계식 키보드, 갈축 텐키리스  1,140  101,460,000원  ██████████████████████████████
         1  Brass lamp, small                 2      USD 24.40  ██████████████████████████████
      합계: 1,140개, 101,460,000원
      합계: 2개, USD 24.40
      """)
  }

  @Test func `sales by day`() async throws {
    let home = try await home()
    await run("sales", 40, at: home).prints(
      """
      DAY         PIECES          REVENUE
      2026-11-22   1,140  KRW 101,460,000
      2026-11-22       2        USD 24.40
      Total: 1,140 pieces, KRW 101,460,000
      Total: 2 pieces, USD 24.40
      """)
    await run("sales", 120, at: home).prints(
      """
      DAY         PIECES          REVENUE
      2026-11-22   1,140  KRW 101,460,000  ██████████████████████████████
      2026-11-22       2        USD 24.40  ██████████████████████████████
      Total: 1,140 pieces, KRW 101,460,000
      Total: 2 pieces, USD 24.40
      """)
    await run("sales", 40, korean: true, at: home).prints(
      """
      날짜         수량           매출
      2026-11-22  1,140  101,460,000원  ██████
      2026-11-22      2      USD 24.40  ██████
      합계: 1,140개, 101,460,000원
      합계: 2개, USD 24.40
      """)
    await run("sales", 80, korean: true, at: home).prints(
      """
      날짜         수량           매출
      2026-11-22  1,140  101,460,000원  ██████████████████████████████
      2026-11-22      2      USD 24.40  ██████████████████████████████
      합계: 1,140개, 101,460,000원
      합계: 2개, USD 24.40
      """)
  }

  @Test func `a margin leaves pieces and cost out, and never cuts an amount`() async throws {
    let home = try await home()
    await run("sales --margin", 40, at: home).prints(
      """
      DAY                 REVENUE  MARGIN
      2026-11-22  KRW 101,460,000
      2026-11-22        USD 24.40
      Total: 1,140 pieces, KRW 101,460,000
      cost not known
      Total: 2 pieces, USD 24.40
      cost of 1 of 2 pieces known: USD 8.00
      """)
    await run("sales --margin", 80, at: home).prints(
      """
      DAY         PIECES          REVENUE      COST  MARGIN
      2026-11-22   1,140  KRW 101,460,000                    █████████████████████████
      2026-11-22       2        USD 24.40  USD 8.00          █████████████████████████
      Total: 1,140 pieces, KRW 101,460,000 · cost not known
      Total: 2 pieces, USD 24.40 · cost of 1 of 2 pieces known: USD 8.00
      """)
    await run("sales --margin", 40, korean: true, at: home).prints(
      """
      날짜                 매출  이익
      2026-11-22  101,460,000원        ███████
      2026-11-22      USD 24.40        ███████
      합계: 1,140개, 101,460,000원
      원가 정보 없음
      합계: 2개, USD 24.40
      2개 중 1개의 원가 확인: USD 8.00
      """)
    await run("sales --margin", 120, korean: true, at: home).prints(
      """
      날짜         수량           매출      원가  이익
      2026-11-22  1,140  101,460,000원                  ██████████████████████████████
      2026-11-22      2      USD 24.40  USD 8.00        ██████████████████████████████
      합계: 1,140개, 101,460,000원 · 원가 정보 없음
      합계: 2개, USD 24.40 · 2개 중 1개의 원가 확인: USD 8.00
      """)
  }

  /// Lines on stderr are commands to copy, and whole.
  @Test(arguments: [40, 47, 56, 67, 80, 95, 110, 120])
  func `no line is wider than the terminal`(columns: Int) async throws {
    let home = try await home()
    for line in [
      "history 1", "sales", "sales --by item", "sales --margin", "sales --by item --margin",
      "sales --by currency",
    ] {
      for korean in [false, true] {
        let widths = await run(line, columns, korean: korean, at: home).output.split(separator: "\n")
          .map(\.displayWidth)
        #expect(widths.max() ?? 0 <= columns, "\(line), \(korean)")
      }
    }
  }
}
