import Console
import Foundation
import Testing

@testable import market

/// Receipts, returns, corrections and late slips as a person sees them, in English and Korean.
@Suite(.serialized) struct SaleScreenTests {
  private func home() async throws -> Home {
    let home = try Home()
    for line in [
      "add --title 'Brass lamp' --price 12.50 --currency USD --stock 10",
      "add --title '기계식 키보드, 갈축 텐키리스' --price 89000 --currency KRW --stock 1200",
    ] {
      #expect(await home.pipe.run(line).exitCode == .done)
    }
    home.wait(days: 1)
    return home
  }

  /// The output of a command, with `CODE` in place of a receipt's.
  private func run(
    _ line: String, _ columns: Int = 80, korean: Bool = false, at home: Home
  ) async -> String {
    var terminal = home.terminal(columns)
    if korean { terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"] }
    return await terminal.run(line).text.replacing(/\b[A-Z2-7]{16}\b/, with: "CODE")
  }

  @Test func `an order is a receipt with amounts, sums and what is left`() async throws {
    let home = try await home()
    #expect(
      await run("sell 1:2 2:40 --reference order-81", at: home) == """
        #1 Brass lamp                      2 × USD 12.50      USD 25.00      8 left
        #2 기계식 키보드, 갈축 텐키리스  40 × KRW 89,000  KRW 3,560,000  1,160 left
        Total                                                 USD 25.00
                                                          KRW 3,560,000
        Receipt CODE
        """)
  }

  @Test func `a piece that is scanned twice is two, on one line`() async throws {
    let home = try await home()
    #expect(
      await run("sell 1 1:2 1", korean: true, at: home) == """
        #1 Brass lamp  4 × USD 12.50  USD 50.00  6개 남음
        합계                          USD 50.00
        영수증 CODE
        """)
    for count in ["0", "-2"] {
      let outcome = await home.pipe.run("sell 1:5 1:\(count)")
      #expect(outcome.exitCode == .usage && outcome.text.contains("'\(count)'"), "\(outcome.text)")
    }
    for line in ["sell 1 1 --quantity 2", "restock 1 2 --cost 3", "sell 1 2 --price 3"] {
      let option = line.split(separator: " ")[3]
      let value = line.split(separator: " ")[4]
      #expect(
        await home.pipe.run(line).text.hasPrefix(
          "! Error: Invalid value '\(value)' for '\(option)': it is for one item\n"))
    }
  }

  @Test func `a repeated order has no stock, and says when it was recorded`() async throws {
    let home = try await home()
    _ = await home.pipe.run("sell 1 --reference R1")
    home.wait(seconds: 120)
    #expect(
      await run("sell 1 --reference R1", at: home) == """
        #1 Brass lamp  1 × USD 12.50  USD 12.50
        Total                         USD 12.50
        Receipt CODE
        ! Already recorded as entry 3 (2 minutes ago); another part: --reference R1/2
        """)
    #expect(
      await run("sell 1 --reference R1", korean: true, at: home).hasSuffix(
        "! 이미 3번으로 기록했습니다(2분 전). 같은 주문의 다른 부분: --reference R1/2"))
    #expect(
      await run("sell 1 2 --reference R1", at: home).hasSuffix(
        "! Already recorded as entry 3 (2 minutes ago): item 1"))
  }

  @Test func `a return says which sale it took`() async throws {
    let home = try await home()
    for line in ["sell 1:2 --reference o1", "sell 1"] { _ = await home.pipe.run(line) }
    home.wait(seconds: 60)
    #expect(
      await run("return 1:2", 120, at: home) == """
        #1 Brass lamp · returned +1 · 1 × USD 12.50 · of entry 4, sold 2026-11-22 14:58 · 8 in stock · entry 5
        #1 Brass lamp · returned +1 · 1 × USD 12.50 · of entry 3, sold 2026-11-22 14:58 · o1 · 9 in stock · entry 6
        """)
    #expect(
      await run("return 1 --reference nope", at: home) == """
        ! Error: No sale of item 1 has the reference 'nope'
        ! Help:  Run 'market history 1' to see its sales
        exit 6
        """)
    #expect(
      await run("return 2", korean: true, at: home).hasPrefix("! 오류:   2번 상품은 반품할 판매 내역이 없습니다\n"))
  }

  @Test func `a correction is one line with the former and the new terms`() async throws {
    let home = try await home()
    for line in ["sell 1:3", "restock 1:5 --cost 8"] { _ = await home.pipe.run(line) }
    #expect(
      await run("correct 3 --price 4 --quantity 2 --yes", at: home)
        == "#1 Brass lamp · 3 × USD 12.50 → 2 × USD 4.00 · 13 in stock · entry 6")
    #expect(
      await run("correct 6 --quantity 0 --yes", at: home)
        == "#1 Brass lamp · 2 × USD 4.00 → void · 15 in stock")
    #expect(
      await run("correct 4 --cost 9 --yes", korean: true, at: home)
        == "#1 Brass lamp · 원가 USD 8.00 → USD 9.00 · 재고 15개 · 8번 기록")
    #expect(
      await run("correct 4", at: home) == """
        ! Error: No changes given for entry 4
        ! Help:  Pass '--price <amount>', '--quantity <count>' or '--cost <amount>'
        exit 2
        """)
    #expect(await run("sales", at: home) == "! No sales")
  }

  @Test func `a sale with returns keeps as many pieces`() async throws {
    let home = try await home()
    for line in ["sell 1:3", "return 1:2"] { _ = await home.pipe.run(line) }
    #expect(
      await run("correct 3 --quantity 1 --yes", 120, at: home) == """
        ! Error: The quantity of entry 3 cannot be below 2, the number of returned pieces
        ! Help:  A sale with returns cannot be void; correct its price, or record another sale
        exit 6
        """)
    #expect(await home.pipe.run("correct 3 --quantity 2 --json=quantity").exitCode == .done)
  }

  @Test func `several items are recorded together or not at all`() async throws {
    let home = try await home()
    await home.pipe.run("restock 1:3 2:12").prints("3\t1\treceived\t3\t13\n4\t2\treceived\t12\t1212")
    _ = await home.pipe.run("sell 1 2:2")
    await home.pipe.run("return 1 2:2").prints("7\t1\treturned\t1\t13\n8\t2\treturned\t2\t1212")
    await home.pipe.run("write-off 1:2 2 --reason lost").prints(
      "9\t1\tremoved\t-2\t11\n10\t2\tremoved\t-1\t1211")
    await home.pipe.run("write-off 1 2:9999 --reason lost --locale ko").prints(
      """
      ! 오류:   2번 상품은 재고가 1,211개뿐입니다(요청 9,999개)
      ! 도움말: 기록하지 않았습니다. 입고한 수량은 'market restock 2' 명령으로 입력하세요
      exit 6
      """)
    await home.pipe.run("list --json=stock").prints("{\"stock\":11}\n{\"stock\":1211}")
  }

  @Test func `late slips leave a stock as it was counted`() async throws {
    let home = try await home()
    for line in ["sell 1:4", "edit 1 --stock 9"] {
      _ = await home.pipe.run(line)
      home.wait(seconds: 3_600)
    }
    for line in ["restock 1:3", "return 1", "write-off 1 --reason broken", "sell 1"] {
      let late = line + " --at 2026-11-22T12:00"
      #expect(
        await home.pipe.run(late).text == """
          ! Error: Item 1 was counted after this time
          ! Help:  Pass '--already-counted' to leave the stock as it was counted, or a time after the count
          exit 6
          """)
      #expect(await home.pipe.run(late + " --already-counted").exitCode == .done)
    }
    await home.pipe.run("list --json=stock").prints("{\"stock\":9}\n{\"stock\":1200}")
  }

  @Test func `no amount of a receipt is broken on a narrow terminal`() async throws {
    let home = try await home()
    #expect(
      await home.terminal(38).run("sell 1:2 --quiet").withEqualReceipts.output.split(separator: "\n")
        .dropLast()
        == ["#1 Brass lamp · 2 × USD 12.50", "USD 25.00 · 8 left", "Total: USD 25.00"])
  }

  /// Lines on stderr are commands to copy, and whole.
  @Test(arguments: [40, 60, 80, 120])
  func `no line of a sale is wider than the terminal`(columns: Int) async throws {
    let home = try await home()
    for line in ["sell 1 2", "restock 1 2", "return 1 2", "correct 3 --price 4", "write-off 1 --reason lost"]
    {
      for korean in [false, true] {
        var terminal = home.terminal(columns)
        if korean { terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"] }
        let output = await terminal.run(line).output
        #expect(output.split(separator: "\n").map(\.displayWidth).max() ?? 0 <= columns, "\(line), \(korean)")
      }
    }
  }
}
