import Console
import Foundation
import Testing

@testable import market

/// Best sellers as they stand on a terminal, at 40, 80 and 120 columns, in English and Korean: periods that are not over, and
/// cards. `BestTests` has yesterday.
@Suite(.serialized) struct BestScreenTests {
  /// Four items, and their sales of some days; the clock is at 2026-11-24 14:58 in Seoul.
  private func home() async throws -> Home {
    let home = try Home()
    try await home.fill()
    try await home.sell([
      DaySales("2026-10-02", 3, 1, 12, "USD"),
      DaySales("2026-11-22", 2, 40, 3_560_000), DaySales("2026-11-22", 9, 2, 60_000),
      DaySales("2026-11-22", 1, 1, 1_490_000),
      DaySales("2026-11-23", 1, 1_200, 1_788_000_000), DaySales("2026-11-23", 3, 41, 512, "USD"),
      DaySales("2026-11-23", 9, 41, 1_230_000), DaySales("2026-11-23", 2, 7, 623_000),
      DaySales("2026-11-24", 2, 1, 89_000), DaySales("2026-11-24", 3, 1, 12, "USD"),
    ])
    return home
  }

  private func run(_ line: String, _ columns: Int, korean: Bool = false, at home: Home) async -> Outcome {
    var terminal = home.terminal(columns)
    if korean { terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"] }
    return await terminal.run(line)
  }

  @Test func `today so far`() async throws {
    let home = try await home()
    await run("best --date 2026-11-24", 40, at: home).prints(
      """
      Tue 24 Nov 2026, so far today · 2 sold
      RANK  CHANGE  ID  TITLE          SOLD
         1  up 3     2  기계식 키보드     1
         1  up 1     3  Brass lamp        1
      """)
    await run("best --date 2026-11-24", 80, at: home).prints(
      """
      Best sellers, Tue 24 Nov 2026, so far today · 2 sold
      RANK  CHANGE  ID  TITLE               PRICE  SOLD  SHARE     REVENUE
         1  up 3     2  기계식 키보드  KRW 89,000     1  50.0%  KRW 89,000
         1  up 1     3  Brass lamp      USD 12.50     1  50.0%   USD 12.00
      """)
    await run("best --date 2026-11-24", 120, at: home).prints(
      """
      Best sellers, Tue 24 Nov 2026, so far today · 2 sold
      RANK  CHANGE  ID  TITLE               PRICE  SOLD  SHARE  SOLD IN ALL     REVENUE
         1  up 3     2  기계식 키보드  KRW 89,000     1  50.0%           48  KRW 89,000
         1  up 1     3  Brass lamp      USD 12.50     1  50.0%           43   USD 12.00
      """)
    await run("best --date 2026-11-24", 40, korean: true, at: home).prints(
      """
      2026년 11월 24일(화) (현재까지)
      순위  변동    번호  상품명         판매
         1  상승 3     2  기계식 키보드     1
         1  상승 1     3  Brass lamp        1
      """)
    await run("best --date 2026-11-24", 80, korean: true, at: home).prints(
      """
      2026년 11월 24일(화) 베스트셀러 (현재까지) · 2개 판매
      순위  변동    번호  상품명              가격  판매   비중  누적 판매       매출
         1  상승 3     2  기계식 키보드   89,000원     1  50.0%         48   89,000원
         1  상승 1     3  Brass lamp     USD 12.50     1  50.0%         43  USD 12.00
      """)
  }

  @Test func `this week so far`() async throws {
    let home = try await home()
    await run("best --week 2026-W48", 40, at: home).prints(
      """
      23–29 Nov 2026 (week 48), so far
      RANK  CHANGE    ID  TITLE           SOLD
         1  up 2       1  맥북 프로      1,200
         2  re-entry   3  Brass lamp        42
         3  down 1     9  Old radio         41
         4  down 3     2  기계식 키보드      8
      """)
    await run("best --week 2026-W48", 40, korean: true, at: home).prints(
      """
      2026년 11월 23~29일 (48주차) (오늘까지)
      순위  변동    번호  상품명          판매
         1  상승 2     1  맥북 프로      1,200
         2  재진입     3  Brass lamp        42
         3  하락 1     9  Old radio         41
         4  하락 3     2  기계식 키보드      8
      """)
    await run("best --week 2026-W48", 80, korean: true, at: home).prints(
      """
      2026년 11월 23~29일 (48주차) 베스트셀러 (오늘까지) · 1,291개 판매
      순위  변동    번호  상품명                       가격   판매   비중  누적 판매
         1  상승 2     1  맥북 프로      1,490,000원 (−11%)  1,200  93.0%      1,201
         2  재진입     3  Brass lamp              USD 12.50     42   3.3%         43
         3  하락 1     9  Old radio                30,000원     41   3.2%         43
         4  하락 3     2  기계식 키보드            89,000원      8   0.6%         48
      """)
  }

  @Test func `this month so far`() async throws {
    let home = try await home()
    await run("best --month 2026-11", 40, at: home).prints(
      """
      November 2026, so far · 1,334 sold
      RANK  CHANGE  ID  TITLE           SOLD
         1  new      1  맥북 프로      1,201
         2  new      2  기계식 키보드     48
         3  new      9  Old radio         43
         4  down 3   3  Brass lamp        42
      """)
    await run("best --month 2026-11", 120, at: home).prints(
      """
      Best sellers, November 2026, so far · 1,334 sold
      RANK  CHANGE  ID  TITLE                                         PRICE   SOLD  SHARE  SOLD IN ALL            REVENUE
         1  new      1  맥북 프로      KRW 1,690,000 → KRW 1,490,000 (−11%)  1,201  90.0%        1,201  KRW 1,789,490,000
         2  new      2  기계식 키보드                            KRW 89,000     48   3.6%           48      KRW 4,272,000
         3  new      9  Old radio                                KRW 30,000     43   3.2%           43      KRW 1,290,000
         4  down 3   3  Brass lamp                                USD 12.50     42   3.1%           43         USD 524.00
      """)
    await run("best --month 2026-11", 40, korean: true, at: home).prints(
      """
      2026년 11월 (오늘까지) · 1,334개 판매
      순위  변동    번호  상품명          판매
         1  신규       1  맥북 프로      1,201
         2  신규       2  기계식 키보드     48
         3  신규       9  Old radio         43
         4  하락 3     3  Brass lamp        42
      """)
    await run("best --month 2026-11", 80, korean: true, at: home).prints(
      """
      2026년 11월 베스트셀러 (오늘까지) · 1,334개 판매
      순위  변동    번호  상품명                       가격   판매   비중  누적 판매
         1  신규       1  맥북 프로      1,490,000원 (−11%)  1,201  90.0%      1,201
         2  신규       2  기계식 키보드            89,000원     48   3.6%         48
         3  신규       9  Old radio                30,000원     43   3.2%         43
         4  하락 3     3  Brass lamp              USD 12.50     42   3.1%         43
      """)
  }

  @Test func `a revenue is whole on a narrow terminal`() async throws {
    let home = try await home()
    await run("best --by revenue --month 2026-11", 40, at: home).prints(
      """
      November 2026, so far
      #  ±    ID  TITLE                REVENUE
      1  NEW   1  맥북 프로  KRW 1,789,490,000
      2  NEW   2  기계식 키보드  KRW 4,272,000
      3  NEW   9  Old radio      KRW 1,290,000
      """)
    await run("best --by revenue --month 2026-11", 80, at: home).prints(
      """
      Best sellers, November 2026, so far · 1,292 sold · by revenue in KRW
      RANK  CHANGE  ID  TITLE                         PRICE            REVENUE  SHARE
         1  new      1  맥북 프로      KRW 1,490,000 (−11%)  KRW 1,789,490,000  99.7%
         2  new      2  기계식 키보드            KRW 89,000      KRW 4,272,000   0.2%
         3  new      9  Old radio                KRW 30,000      KRW 1,290,000   0.1%
      """)
    await run("best --by revenue --month 2026-11", 40, korean: true, at: home).prints(
      """
      2026년 11월 (오늘까지) · KRW 매출순
      #  ±     번호  상품명               매출
      1  신규     1  맥북 프…  1,789,490,000원
      2  신규     2  기계식 키보…  4,272,000원
      3  신규     9  Old radio     1,290,000원
      """)
  }

  @Test func `cards are as many side by side as fit`() async throws {
    let home = try await home()
    await run("best --grid", 40, at: home).prints(
      """
      Mon 23 Nov 2026 · 1,289 sold
      1 up 2 맥북 프로
      KRW 1,690,000 → KRW 1,490,000 (−11%)
      1,200 sold · 93.1%
      1.png · 1×1 · 67 bytes

      2 same Old radio
      KRW 30,000
      41 sold · 3.2%
      no images

      2 re-entry Brass lamp
      USD 12.50
      41 sold · 3.2%
      no images

      4 down 3 기계식 키보드
      KRW 89,000
      7 sold · 0.5%
      no images
      """)
    await run("best --grid", 120, at: home).prints(
      """
      Best sellers, Mon 23 Nov 2026 · 1,289 sold
      1 up 2 맥북 프로              2 same Old radio              2 re-entry Brass lamp         4 down 3 기계식 키보드
      KRW 1,490,000 (−11%)          KRW 30,000                    USD 12.50                     KRW 89,000
      1,200 sold · 93.1%            41 sold · 3.2%                41 sold · 3.2%                7 sold · 0.5%
      1.png · 1×1 · 67 bytes        no images                     no images                     no images
      """)
    await run("best --grid", 40, korean: true, at: home).prints(
      """
      2026년 11월 23일(월) · 1,289개 판매
      1 상승 2 맥북 프로
      1,690,000원 → 1,490,000원 (−11%)
      1,200개 판매 · 93.1%
      1.png · 1×1 · 67 bytes

      2 유지 Old radio
      30,000원
      41개 판매 · 3.2%
      사진 없음

      2 재진입 Brass lamp
      USD 12.50
      41개 판매 · 3.2%
      사진 없음

      4 하락 3 기계식 키보드
      89,000원
      7개 판매 · 0.5%
      사진 없음
      """)
    await run("best --grid", 80, korean: true, at: home).prints(
      """
      2026년 11월 23일(월) 베스트셀러 · 1,289개 판매
      1 상승 2 맥북 프로         2 유지 Old radio           2 재진입 Brass lamp
      1,490,000원 (−11%)         30,000원                   USD 12.50
      1,200개 판매 · 93.1%       41개 판매 · 3.2%           41개 판매 · 3.2%
      1.png · 1×1 · 67 bytes     사진 없음                  사진 없음

      4 하락 3 기계식 키보드
      89,000원
      7개 판매 · 0.5%
      사진 없음
      """)
    await run("best --grid", 120, korean: true, at: home).prints(
      """
      2026년 11월 23일(월) 베스트셀러 · 1,289개 판매
      1 상승 2 맥북 프로            2 유지 Old radio              2 재진입 Brass lamp           4 하락 3 기계식 키보드
      1,490,000원 (−11%)            30,000원                      USD 12.50                     89,000원
      1,200개 판매 · 93.1%          41개 판매 · 3.2%              41개 판매 · 3.2%              7개 판매 · 0.5%
      1.png · 1×1 · 67 bytes        사진 없음                     사진 없음                     사진 없음
      """)
  }

  @Test func `a day without sales`() async throws {
    let home = try await home()
    await run("best --date 2026-11-12", 80, at: home).prints(
      """
      ! No sales on Thu 12 Nov 2026 · nearest: market best --date 2026-11-22
      """)
    await run("best --date 2026-11-12", 120, korean: true, at: home).prints(
      """
      ! 2026년 11월 12일(목) 판매 내역이 없습니다 · 가장 가까운 판매 기록: market best --date 2026-11-22
      """)
  }

  /// Lines on stderr are commands to copy, and whole.
  @Test(arguments: [40, 47, 56, 67, 80, 95, 110, 120])
  func `no line is wider than the terminal`(columns: Int) async throws {
    let home = try await home()
    for line in [
      "best", "best --date 2026-11-24", "best --week 2026-W48", "best --month 2026-11",
      "best --by revenue --month 2026-11", "best --grid",
    ] {
      for korean in [false, true] {
        let widths = await run(line, columns, korean: korean, at: home).output.split(separator: "\n")
          .map(\.displayWidth)
        #expect(widths.max() ?? 0 <= columns, "\(line), \(korean)")
      }
    }
  }
}
