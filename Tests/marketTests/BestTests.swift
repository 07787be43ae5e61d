import Foundation
import HTTP
import TestSupport
import Testing

@testable import market

/// `market best` without a keyboard.
struct BestTests {
  private let home: Home

  init() throws { home = try Home() }

  /// Four items, and their sales of some days; the clock is at 2026-11-24 14:58 in Seoul.
  private func fill() async throws {
    try await home.fill()
    try await home.sell([
      DaySales("2026-11-02", 3, 1, 12, "USD"),
      DaySales("2026-11-22", 2, 40, 3_560_000), DaySales("2026-11-22", 9, 2, 60_000),
      DaySales("2026-11-22", 1, 1, 1_490_000),
      DaySales("2026-11-23", 1, 1_200, 1_788_000_000), DaySales("2026-11-23", 3, 41, 512, "USD"),
      DaySales("2026-11-23", 9, 41, 1_230_000), DaySales("2026-11-23", 2, 7, 623_000),
      DaySales("2026-11-24", 2, 1, 89_000),
    ])
  }

  private func run(_ line: String, columns: Int, korean: Bool = false, colored: Bool = false) async -> Outcome
  {
    var terminal = home.terminal(columns, colored: colored)
    if korean { terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"] }
    return await terminal.run(line)
  }

  @Test func `yesterday's best sellers at 40, 80 and 120 columns`() async throws {
    try await fill()
    await run("best", columns: 40).prints(
      """
      Mon 23 Nov 2026 · 1,289 sold
      RANK  CHANGE    ID  TITLE           SOLD
         1  up 2       1  맥북 프로      1,200
         2  same       9  Old radio         41
         2  re-entry   3  Brass lamp        41
         4  down 3     2  기계식 키보드      7
      """)
    await run("best", columns: 80).prints(
      """
      Best sellers, Mon 23 Nov 2026 · 1,289 sold
      RANK  CHANGE    ID  TITLE                         PRICE   SOLD  SHARE
         1  up 2       1  맥북 프로      KRW 1,490,000 (−11%)  1,200  93.1%
         2  same       9  Old radio                KRW 30,000     41   3.2%
         2  re-entry   3  Brass lamp                USD 12.50     41   3.2%
         4  down 3     2  기계식 키보드            KRW 89,000      7   0.5%
      """)
    await run("best", columns: 120).prints(
      """
      Best sellers, Mon 23 Nov 2026 · 1,289 sold
      RANK  CHANGE    ID  TITLE                                         PRICE   SOLD  SHARE  SOLD IN ALL            REVENUE
         1  up 2       1  맥북 프로      KRW 1,690,000 → KRW 1,490,000 (−11%)  1,200  93.1%        1,201  KRW 1,788,000,000
         2  same       9  Old radio                                KRW 30,000     41   3.2%           43      KRW 1,230,000
         2  re-entry   3  Brass lamp                                USD 12.50     41   3.2%           42         USD 512.00
         4  down 3     2  기계식 키보드                            KRW 89,000      7   0.5%           47        KRW 623,000
      """)
  }

  @Test func `the same in Korean`() async throws {
    try await fill()
    await run("best", columns: 40, korean: true).prints(
      """
      2026년 11월 23일(월) · 1,289개 판매
      순위  변동    번호  상품명          판매
         1  상승 2     1  맥북 프로      1,200
         2  유지       9  Old radio         41
         2  재진입     3  Brass lamp        41
         4  하락 3     2  기계식 키보드      7
      """)
    await run("best", columns: 80, korean: true).prints(
      """
      2026년 11월 23일(월) 베스트셀러 · 1,289개 판매
      순위  변동    번호  상품명                       가격   판매   비중  누적 판매
         1  상승 2     1  맥북 프로      1,490,000원 (−11%)  1,200  93.1%      1,201
         2  유지       9  Old radio                30,000원     41   3.2%         43
         2  재진입     3  Brass lamp              USD 12.50     41   3.2%         42
         4  하락 3     2  기계식 키보드            89,000원      7   0.5%         47
      """)
    await run("best", columns: 120, korean: true).prints(
      """
      2026년 11월 23일(월) 베스트셀러 · 1,289개 판매
      순위  변동    번호  상품명                                     가격   판매   비중  누적 판매             매출
         1  상승 2     1  맥북 프로      1,690,000원 → 1,490,000원 (−11%)  1,200  93.1%      1,201  1,788,000,000원
         2  유지       9  Old radio                              30,000원     41   3.2%         43      1,230,000원
         2  재진입     3  Brass lamp                            USD 12.50     41   3.2%         42       USD 512.00
         4  하락 3     2  기계식 키보드                          89,000원      7   0.5%         47        623,000원
      """)
  }

  @Test func `in colour the changes are signs, and an old price is struck through`() async throws {
    try await fill()
    await run("best", columns: 120, colored: true).prints(
      """
      ␛[1mBest sellers, Mon 23 Nov 2026 · 1,289 sold␛[22m
      ␛[1mRANK␛[22m  ␛[1mCHANGE␛[22m  ␛[1mID␛[22m  ␛[1mTITLE␛[22m                                         ␛[1mPRICE␛[22m   ␛[1mSOLD␛[22m  ␛[1mSHARE␛[22m  ␛[1mSOLD IN ALL␛[22m            ␛[1mREVENUE␛[22m
         ␛[1m1␛[22m  ␛[31m▲2␛[39m       ␛[2m1␛[22m  맥북 프로      ␛[2m␛[9mKRW 1,690,000␛[29m␛[22m␛[2m → ␛[22m␛[1mKRW 1,490,000␛[22m␛[35m (−11%)␛[39m  1,200  ␛[2m93.1%␛[22m        ␛[2m1,201␛[22m  KRW 1,788,000,000
         ␛[1m2␛[22m  ␛[2m–␛[22m        ␛[2m9␛[22m  Old radio                                KRW 30,000     41   ␛[2m3.2%␛[22m           ␛[2m43␛[22m      KRW 1,230,000
         ␛[1m2␛[22m  ␛[1mRE␛[22m       ␛[2m3␛[22m  Brass lamp                                USD 12.50     41   ␛[2m3.2%␛[22m           ␛[2m42␛[22m         USD 512.00
         ␛[1m4␛[22m  ␛[35m▼3␛[39m       ␛[2m2␛[22m  기계식 키보드                            KRW 89,000      7   ␛[2m0.5%␛[22m           ␛[2m47␛[22m        KRW 623,000
      """)
  }

  @Test func `a ranking by revenue keeps the revenue on a narrow terminal`() async throws {
    try await fill()
    await run("best --by revenue", columns: 40).prints(
      """
      Mon 23 Nov 2026 · by revenue in KRW
      #  ±   ID  TITLE                 REVENUE
      1  ▲1   1  맥북 프로   KRW 1,788,000,000
      2  ▲1   9  Old radio       KRW 1,230,000
      3  ▼2   2  기계식 키보드     KRW 623,000
      """)
    await run("best --by revenue --currency usd", columns: 80).prints(
      """
      Best sellers, Mon 23 Nov 2026 · 41 sold · by revenue in USD
      RANK  CHANGE    ID  TITLE           PRICE  SOLD   SHARE  SOLD IN ALL     REVENUE
         1  re-entry   3  Brass lamp  USD 12.50    41  100.0%           42  USD 512.00
      """)
  }

  @Test func `a whole week and month, and this one so far`() async throws {
    try await fill()
    await run("best --week", columns: 80).prints(
      """
      Best sellers, 16–22 Nov 2026 (week 47) · 43 sold
      RANK  CHANGE  ID  TITLE                         PRICE  SOLD  SHARE  SOLD IN ALL
         1  new      2  기계식 키보드            KRW 89,000    40  93.0%           40
         2  new      9  Old radio                KRW 30,000     2   4.7%            2
         3  new      1  맥북 프로      KRW 1,490,000 (−11%)     1   2.3%            1
      """)
    await run("best --week 2026-W48 --limit 1", columns: 80).prints(
      """
      Best sellers, 23–29 Nov 2026 (week 48), so far · 1,290 sold
      RANK  CHANGE  ID  TITLE                     PRICE   SOLD  SHARE  SOLD IN ALL
         1  up 2     1  맥북 프로  KRW 1,490,000 (−11%)  1,200  93.0%        1,201
      ! 1 of 4
      """)
    await run("best --month=2026-11 --no-headers", columns: 80).prints(
      """
         1  new      1  맥북 프로      KRW 1,490,000 (−11%)  1,201  90.0%        1,201
         2  new      2  기계식 키보드            KRW 89,000     48   3.6%           48
         3  new      9  Old radio                KRW 30,000     43   3.2%           43
         4  new      3  Brass lamp                USD 12.50     42   3.1%           42
      ! November 2026, so far
      """)
    await run("best --month", columns: 80).prints(
      """
      ! No sales in October 2026 · nearest: market best --month 2026-11
      """)
  }

  @Test func `a day without sales says so, and offers the nearest`() async throws {
    try await fill()
    await run("best --date 2026-11-12 --by pieces --limit 5", columns: 80).prints(
      """
      ! No sales on Thu 12 Nov 2026 · nearest: market best --date 2026-11-02 --by pieces --limit 5
      """)
    await home.pipe.run("best --date 2026-11-13").prints(
      """
      ! No sales on Fri 13 Nov 2026 · nearest: market best --date 2026-11-22
      """)
  }

  @Test func `without any sales there is nothing to offer`() async throws {
    try await home.fill()
    await run("best", columns: 80).prints(
      """
      ! No sales on Mon 23 Nov 2026
      """)
  }

  @Test func `in a pipe each line has the fields, separated by tabs`() async throws {
    try await fill()
    await home.pipe.run("best").prints(
      """
      1	1	3	2	up	맥북 프로	1200	1201	KRW 1788000000
      9	2	2	0	same	Old radio	41	43	KRW 1230000
      3	2			re	Brass lamp	41	42	USD 512
      2	4	1	-3	down	기계식 키보드	7	47	KRW 623000
      """)
    await home.pipe.run("best --date 2026-11-24").prints(
      """
      2	1	4	3	up	기계식 키보드	1	48	KRW 89000
      ! Tue 24 Nov 2026, so far today
      """)
  }

  @Test func `JSON has exact numbers, and null where there was no rank`() async throws {
    try await fill()
    await home.pipe.run("best --json --limit 3").prints(
      """
      {"rank":1,"previous_rank":3,"change":2,"status":"up","id":1,"title":"맥북 프로","price":{"KRW":1490000},"pieces":1200,"share":0.931,"pieces_to_date":1201,"revenue":{"KRW":1788000000},"sku":null}
      {"rank":2,"previous_rank":2,"change":0,"status":"same","id":9,"title":"Old radio","price":{"KRW":30000},"pieces":41,"share":0.032,"pieces_to_date":43,"revenue":{"KRW":1230000},"sku":null}
      {"rank":2,"previous_rank":null,"change":null,"status":"re","id":3,"title":"Brass lamp","price":{"USD":12.5},"pieces":41,"share":0.032,"pieces_to_date":42,"revenue":{"USD":512},"sku":null}
      """)
    await home.pipe.run("best --json=rank,status,change --date 2026-11-24").prints(
      """
      {"rank":1,"status":"up","change":3}
      ! Tue 24 Nov 2026, so far today
      """)
  }

  @Test func `for a screen reader there is a name and a value on each line`() async throws {
    try await fill()
    await run("best --accessible --limit 2", columns: 80).prints(
      """
      Rank: 1
      Change: up 2
      ID: 1
      Title: 맥북 프로
      Price: KRW 1,490,000, was KRW 1,690,000, 11% off
      Sold: 1,200
      Share: 93.1%
      Sold in all: 1,201
      Revenue: KRW 1,788,000,000

      Rank: 2
      Change: same
      ID: 9
      Title: Old radio
      Price: KRW 30,000
      Sold: 41
      Share: 3.2%
      Sold in all: 43
      Revenue: KRW 1,230,000

      ! 1 to 2 of 4
      ! Best sellers, Mon 23 Nov 2026, 1,289 sold
      """)
    await run("best --accessible --date 2026-11-24", columns: 80, korean: true).prints(
      """
      순위: 1
      변동: 상승 3
      번호: 2
      상품명: 기계식 키보드
      가격: 89,000원
      판매: 1
      비중: 100.0%
      누적 판매: 48
      매출: 89,000원

      ! 2026년 11월 24일(화) 베스트셀러 (현재까지), 1개 판매
      """)
  }

  @Test func `a month is read as Koreans write it`() async throws {
    try await fill()
    let month = await run("best --month 2026-11 --json", columns: 80)
    for word in ["11월", "2026년11월", "'2026년 11월'"] {
      #expect(await run("best --month \(word) --json", columns: 80) == month)
    }
    #expect(await run("best --month 13월", columns: 80).exitCode == .usage)
  }

  @Test func `cards have the rank and the change`() async throws {
    try await fill()
    await run("best --grid", columns: 80).prints(
      """
      Best sellers, Mon 23 Nov 2026 · 1,289 sold
      1 up 2 맥북 프로           2 same Old radio           2 re-entry Brass lamp
      KRW 1,490,000 (−11%)       KRW 30,000                 USD 12.50
      1,200 sold · 93.1%         41 sold · 3.2%             41 sold · 3.2%
      1.png · 1×1 · 67 bytes     no images                  no images

      4 down 3 기계식 키보드
      KRW 89,000
      7 sold · 0.5%
      no images
      """)
  }

  @Test(arguments: [
    "best --date 2026-11-25", "best --week 2026-W49", "best --month 2026-12", "best --date 9999-12-31",
  ])
  func `the future is refused`(line: String) async throws {
    try await fill()
    let date = line.split(separator: " ").last ?? ""
    await home.pipe.run(line).prints(
      """
      ! Error: '\(date)' is in the future
      ! Help:  The market's own time zone says which day it is
      exit 2
      """)
  }

  @Test(arguments: [
    (
      "--date soon",
      "Invalid value 'soon' for '--date': it must be a day such as 2026-11-20, 11-20, today or yesterday"
    ),
    (
      "--date 2026-02-29",
      "Invalid value '2026-02-29' for '--date': it must be a day such as 2026-11-20, 11-20, today or yesterday"
    ),
    (
      "--date 2026-11",
      "Invalid value '2026-11' for '--date': it must be a day such as 2026-11-20, 11-20, today or yesterday"
    ),
    ("--week 2025-W53", "Invalid value '2025-W53' for '--week': it must be an ISO week, such as 2026-W47"),
    ("--month=2026-13", "Invalid value '2026-13' for '--month': it must be a month, such as 2026-11"),
    ("--date 2026-11-20 --week", "'--date' and '--week' cannot be used together"),
    ("--limit 0", "Invalid value '0' for '--limit': it must be a whole number from 1 to 500"),
    ("--limit 501", "Invalid value '501' for '--limit': it must be a whole number from 1 to 500"),
    (
      "--currency WON",
      "Invalid value 'WON' for '--currency': it must be a code that ISO 4217 lists, such as KRW"
    ),
    ("--by stars", "Invalid value 'stars' for '--by'"),
    ("7", "Unexpected argument '7'"),
  ])
  func `a mistake in the options is named`(options: String, message: String) async {
    let outcome = await home.pipe.run("best \(options)")
    #expect(outcome.text.hasPrefix("! Error: \(message)\n"), "\(outcome.text)")
    #expect(outcome.exitCode == .usage)
  }

  @Test func `a market without rankings keeps no sales`() async {
    var terminal = home.pipe
    terminal.session = MockSession { _ in
      HTTPResponse(status: 404, body: Data(#"{"error":true,"reason":"Not Found"}"#.utf8))
    }
    await terminal.run("best").prints(
      """
      ! Error: This market records neither sales nor changes of stock
      ! Help:  This needs a server of 'market serve'
      exit 6
      """)
  }

  @Test func `the request is printed as a curl command`() async {
    await home.pipe.run("best --week 2026-W47 --by revenue --currency KRW --limit 5 --curl").prints(
      """
      curl 'http://127.0.0.1:8080/best/2026-11-16?by=revenue&currency=KRW&limit=5&period=week' --header 'Cache-Control: max-age=0' --header 'Accept: application/json' --header 'Market-Client: 1'
      """)
    await home.pipe.run("best --curl").prints(
      """
      curl 'http://127.0.0.1:8080/best/last' --header 'Cache-Control: max-age=0' --header 'Accept: application/json' --header 'Market-Client: 1'
      """)
  }

  @Test func `a recorded ranking is shown as it was`() async throws {
    try await home.fill()
    var terminal = home.pipe
    terminal.session = MockSession { try Recording.response(to: $0) }
    await terminal.run("best").prints(
      """
      2	1			new	맥북 에어 💻	3	3	USD 36
      1	2	1	-1	down	MacBook Pro	2	5	KRW 2980000
      9	3	2	-1	down	Old radio	1	3	KRW 30000
      3	3			re	Mac mini	1	2	KRW 500
      """)
    await terminal.run("best --date 2021-01-21").prints(
      """
      ! No sales on Thu 21 Jan 2021 · nearest: market best --date 2021-01-20
      """)
  }
}
