import Testing

/// Whole screens of an edit of several items, and of its undo: the plan, the question and the report.
struct UndoScreenTests {
  private func screen(_ line: String, _ columns: Int, _ locale: String, at home: Home) async -> Outcome {
    var terminal = home.terminal(columns)
    terminal.environment = ["LC_ALL": locale]
    terminal.input = ["y"]
    return await terminal.run(line)
  }

  /// Two items, of two currencies.
  private func home() async throws -> Home {
    let home = try Home()
    let items = [
      "--title 'Brass lamp, a long title of an item' --price 12.50 --currency USD",
      "--title '기계식 키보드 갈축 텐키리스' --price 89000 --currency KRW",
    ]
    for item in items { _ = await home.pipe.run("add --stock 9 --tag summer \(item)") }
    return home
  }

  @Test(arguments: [40, 80, 120])
  func `an edit of several items is shown, asked and reported`(columns: Int) async throws {
    let line = "edit --tag summer --discount 20%"
    await screen(line, columns, "en_US.UTF-8", at: try await home()).prints(
      """
      ! #1 Brass lamp, a long title of an item
      !   Discounted price  none → USD 10.00
      ! #2 기계식 키보드 갈축 텐키리스
      !   Discounted price  none → KRW 71,200
      ! Prices are rounded to KRW 1, USD 0.01
      ! Change these 2 items? [y/N] Changed 2 items
      """)
    await screen(line, columns, "ko_KR.UTF-8", at: try await home()).prints(
      """
      ! #1 Brass lamp, a long title of an item
      !   할인가  없음 → USD 10.00
      ! #2 기계식 키보드 갈축 텐키리스
      !   할인가  없음 → 71,200원
      ! 가격은 1원, USD 0.01 단위로 반올림합니다
      ! 상품 2개를 수정할까요? [y/N] 상품 2개를 수정했습니다
      """)
  }

  private static let plans = [
    40: """
    ! #2 기계식 키보드 갈축 텐키리스 ·
    ! Discounted price KRW 71,200 → none
    ! #1 Brass lamp, a long title of an item ·
    ! Discounted price USD 10.00 → none
    """,
    80: """
    ! #2 기계식 키보드 갈축 텐키리스 · Discounted price KRW 71,200 → none
    ! #1 Brass lamp, a long title of an item · Discounted price USD 10.00 → none
    """,
  ]

  private static let koreanPlans = [
    40: """
    ! #2 기계식 키보드 갈축 텐키리스 · 할인가
    ! 71,200원 → 없음
    ! #1 Brass lamp, a long title of an item ·
    ! 할인가 USD 10.00 → 없음
    """,
    80: """
    ! #2 기계식 키보드 갈축 텐키리스 · 할인가 71,200원 → 없음
    ! #1 Brass lamp, a long title of an item · 할인가 USD 10.00 → 없음
    """,
  ]

  @Test(arguments: [40, 80, 120])
  func `its undo is shown, asked and reported`(columns: Int) async throws {
    let home = try await home()
    _ = await home.pipe.run("edit --tag summer --discount 20% --yes")
    await screen("undo", columns, "en_US.UTF-8", at: home).prints(
      """
      Undid entry 3 (entry 5)
      ! Undo entry 3 (edit):
      \(try #require(Self.plans[min(columns, 80)]))
      ! Undo this? [y/N] ⟨no line end⟩
      """)
    _ = await home.pipe.run("undo --yes")
    await screen("undo 3", columns, "ko_KR.UTF-8", at: home).prints(
      """
      3번 기록을 되돌렸습니다(기록 9번)
      ! 3번 기록 되돌리기(수정):
      \(try #require(Self.koreanPlans[min(columns, 80)]))
      ! 이 변경을 되돌릴까요? [y/N] ⟨no line end⟩
      """)
  }
}
