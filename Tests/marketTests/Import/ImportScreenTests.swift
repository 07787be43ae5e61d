import Console
import Foundation
import TestSupport
import Testing
import Wording

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
    C
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
    let english = try await Self.screen(columns: 40, locale: "C")
    #expect(
      english == """
        ! 1 to add, 1 to change, 1 unchanged,
        ! 3 rejected
        !   6 rows read
        !   images: 1 found, 0 missing
        !   1 row has no stock: taken as 0;
        ! --default stock=1
        ! 
        ! Row 3  new  Desk · KRW 2,000
        !   0 in stock
        ! 
        ! Row 2  #1 기계식 키보드
        !   Title   기계식 키보드 → …드 갈축 텐키…
        !   Price   KRW 89,000 → KRW 99,000
        !   Stock   8 → 5 (count −3)
        !   Note    none → A note that is longer …
        !   Images  0 → 1
        ! 
        ! '1,69,000' in 'price' has groups of
        ! digits that are not of three
        !   grouping, row 5 (D Shelf)
        ! 
        ! '1,79,000' in 'price' has groups of
        ! digits that are not of three
        !   grouping, row 6 (E Table)
        ! 
        ! Title is missing
        !   title-missing, row 7 (F)
        ! 
        ! Row 4: Fewer cells (1) than columns (6);
        ! the others are empty
        ! 
        ! Change 1, add 1, leave out 3 rejected
        ! rows? [y/N] Nothing was changed.
        exit 8
        """)
    let korean = try await Self.screen(columns: 40, locale: "ko_KR")
    #expect(
      korean == """
        ! 등록 1건, 변경 1건, 그대로 1건,
        ! 제외 3건(오류)
        !   읽은 행 6개
        !   사진: 찾음 1, 없음 0
        !   재고가 없는 행 1개: 0으로 읽음
        ! (--default stock=1)
        ! 
        ! 3행  신규  Desk · 2,000원 · 재고 0개
        ! 
        ! 2행  #1 기계식 키보드
        !   상품명  기계식 키보드 → …드 갈축 텐키…
        !   가격    89,000원 → 99,000원
        !   재고    8 → 5 (실사 −3)
        !   메모    없음 → A note that is longer …
        !   사진    0 → 1
        ! 
        ! '1,69,000'('price' 열): 쉼표 위치가
        ! 잘못되었습니다
        !   grouping, 행 5 (D Shelf)
        ! 
        ! '1,79,000'('price' 열): 쉼표 위치가
        ! 잘못되었습니다
        !   grouping, 행 6 (E Table)
        ! 
        ! 상품명을 입력하세요
        !   title-missing, 행 7 (F)
        ! 
        ! 4행: 칸(1개)이 열(6개)보다 적습니다.
        ! 나머지는 빈 칸입니다
        ! 
        ! 변경 1건, 등록 1건, 오류 3건 제외:
        ! 진행할까요? [y/N] 변경하지 않았습니다.
        exit 8
        """)
  }

  @Test func `the plan at 80 columns`() async throws {
    let english = try await Self.screen(columns: 80, locale: "C")
    #expect(
      english == """
        ! 1 to add, 1 to change, 1 unchanged, 3 rejected
        !   6 rows read
        !   images: 1 found, 0 missing
        !   1 row has no stock: taken as 0; --default stock=1
        ! 
        ! Row 3  new  Desk · KRW 2,000 · 0 in stock
        ! 
        ! Row 2  #1 기계식 키보드
        !   Title   기계식 키보드 → 기계식 키보드 갈축 텐키리스 한글 각인 화이트 에디션
        !   Price   KRW 89,000 → KRW 99,000
        !   Stock   8 → 5 (count −3)
        !   Note    none → A note that is longer than a narrow terminal is wide
        !   Images  0 → 1
        ! 
        ! '1,69,000' in 'price' has groups of digits that are not of three
        !   grouping, row 5 (D Shelf)
        ! 
        ! '1,79,000' in 'price' has groups of digits that are not of three
        !   grouping, row 6 (E Table)
        ! 
        ! Title is missing
        !   title-missing, row 7 (F)
        ! 
        ! Row 4: Fewer cells (1) than columns (6); the others are empty
        ! 
        ! Change 1, add 1, leave out 3 rejected rows? [y/N] Nothing was changed.
        exit 8
        """)
    let korean = try await Self.screen(columns: 80, locale: "ko_KR")
    #expect(
      korean == """
        ! 등록 1건, 변경 1건, 그대로 1건, 제외 3건(오류)
        !   읽은 행 6개
        !   사진: 찾음 1, 없음 0
        !   재고가 없는 행 1개: 0으로 읽음 (--default stock=1)
        ! 
        ! 3행  신규  Desk · 2,000원 · 재고 0개
        ! 
        ! 2행  #1 기계식 키보드
        !   상품명  기계식 키보드 → 기계식 키보드 갈축 텐키리스 한글 각인 화이트 에디션
        !   가격    89,000원 → 99,000원
        !   재고    8 → 5 (실사 −3)
        !   메모    없음 → A note that is longer than a narrow terminal is wide
        !   사진    0 → 1
        ! 
        ! '1,69,000'('price' 열): 쉼표 위치가 잘못되었습니다
        !   grouping, 행 5 (D Shelf)
        ! 
        ! '1,79,000'('price' 열): 쉼표 위치가 잘못되었습니다
        !   grouping, 행 6 (E Table)
        ! 
        ! 상품명을 입력하세요
        !   title-missing, 행 7 (F)
        ! 
        ! 4행: 칸(1개)이 열(6개)보다 적습니다. 나머지는 빈 칸입니다
        ! 
        ! 변경 1건, 등록 1건, 오류 3건 제외: 진행할까요? [y/N] 변경하지 않았습니다.
        exit 8
        """)
  }

  @Test func `the plan at 120 columns`() async throws {
    let english = try await Self.screen(columns: 120, locale: "C")
    #expect(
      english == """
        ! 1 to add, 1 to change, 1 unchanged, 3 rejected
        !   6 rows read
        !   images: 1 found, 0 missing
        !   1 row has no stock: taken as 0; --default stock=1
        ! 
        ! Row 3  new  Desk · KRW 2,000 · 0 in stock
        ! 
        ! Row 2  #1 기계식 키보드
        !   Title   기계식 키보드 → 기계식 키보드 갈축 텐키리스 한글 각인 화이트 에디션
        !   Price   KRW 89,000 → KRW 99,000
        !   Stock   8 → 5 (count −3)
        !   Note    none → A note that is longer than a narrow terminal is wide
        !   Images  0 → 1
        ! 
        ! '1,69,000' in 'price' has groups of digits that are not of three
        !   grouping, row 5 (D Shelf)
        ! 
        ! '1,79,000' in 'price' has groups of digits that are not of three
        !   grouping, row 6 (E Table)
        ! 
        ! Title is missing
        !   title-missing, row 7 (F)
        ! 
        ! Row 4: Fewer cells (1) than columns (6); the others are empty
        ! 
        ! Change 1, add 1, leave out 3 rejected rows? [y/N] Nothing was changed.
        exit 8
        """)
    let korean = try await Self.screen(columns: 120, locale: "ko_KR")
    #expect(
      korean == """
        ! 등록 1건, 변경 1건, 그대로 1건, 제외 3건(오류)
        !   읽은 행 6개
        !   사진: 찾음 1, 없음 0
        !   재고가 없는 행 1개: 0으로 읽음 (--default stock=1)
        ! 
        ! 3행  신규  Desk · 2,000원 · 재고 0개
        ! 
        ! 2행  #1 기계식 키보드
        !   상품명  기계식 키보드 → 기계식 키보드 갈축 텐키리스 한글 각인 화이트 에디션
        !   가격    89,000원 → 99,000원
        !   재고    8 → 5 (실사 −3)
        !   메모    없음 → A note that is longer than a narrow terminal is wide
        !   사진    0 → 1
        ! 
        ! '1,69,000'('price' 열): 쉼표 위치가 잘못되었습니다
        !   grouping, 행 5 (D Shelf)
        ! 
        ! '1,79,000'('price' 열): 쉼표 위치가 잘못되었습니다
        !   grouping, 행 6 (E Table)
        ! 
        ! 상품명을 입력하세요
        !   title-missing, 행 7 (F)
        ! 
        ! 4행: 칸(1개)이 열(6개)보다 적습니다. 나머지는 빈 칸입니다
        ! 
        ! 변경 1건, 등록 1건, 오류 3건 제외: 진행할까요? [y/N] 변경하지 않았습니다.
        exit 8
        """)
  }

  @Test func `the plan in colour: what was is struck through`() async throws {
    let market = try await Self.market()
    let path = try market.home.write("sku,price,stock\nA,99000,5\n", to: "t.csv")
    var terminal = Terminal(home: market.home, columns: 80, isColored: true)
    terminal.input = ["n"]
    await terminal.run("import \(path) --currency KRW").prints(
      """
      ! 1 to change
      !   ␛[2m1 row read␛[22m
      ! 
      ! ␛[2mRow 2␛[22m  #1 기계식 키보드
      !   ␛[2mPrice␛[22m  ␛[2m␛[9mKRW 89,000␛[29m␛[22m → ␛[1mKRW 99,000␛[22m
      !   ␛[2mStock␛[22m  ␛[2m␛[9m8␛[29m␛[22m → ␛[1m5 (count −3)␛[22m
      ! 
      ! Change 1 item? [y/N] Nothing was changed.
      exit 8
      """)
  }

  @Test(arguments: [
    (40, "en", "Importing 25% 3,000 of 12,000 rows · 1,…"),
    (80, "en", "Importing 25% ━━━━              3,000 of 12,000 rows · 1,500 a second · 6 s left"),
    (
      120, "en",
      "Importing 25% ━━━━━━━━━━                               3,000 of 12,000 rows · 1,500 a second · 6 s left"
    ), (40, "ko", "가져오는 중 25% 12,000행 중 3,000행 · …"),
    (80, "ko", "가져오는 중 25% ━━━━╸              12,000행 중 3,000행 · 초당 1,500행 · 6초 남음"),
    (120, "ko", "가져오는 중 25% ━━━━━━━━━━                               12,000행 중 3,000행 · 초당 1,500행 · 6초 남음"),
  ])
  func `the line of progress`(columns: Int, language: String, expected: String) {
    let progress = ImportProgress(total: 12_000)
    for _ in 0..<3_000 { progress.advance() }
    let locale = Locale(identifier: language == "ko" ? "ko_KR" : "en_US")
    let format = OutputFormat.fixture(language == "ko" ? .korean : .english, locale: locale, now: .now)
    #expect(progress.line(after: .seconds(2), columns: columns, style: .plain, format: format) == expected)
  }
}
