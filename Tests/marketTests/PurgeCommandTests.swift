import OpenMarket
import Testing

@testable import market

/// `market purge`.
struct PurgeCommandTests {
  /// A lamp that is sold three times, and a chair that is sold and deleted.
  private static func home() async throws -> Home {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5 --currency USD --stock 9")
    _ = await home.pipe.run("add --title Chair --price 7 --currency USD --stock 9")
    for item in [1, 1, 1, 2] { #expect(await home.pipe.run("sell \(item) --quiet").exitCode == .done) }
    #expect(await home.pipe.run("delete 2").exitCode == .done)
    return home
  }

  @Test func `a plan changes nothing`() async throws {
    let home = try await Self.home()
    await home.pipe.run("purge --deleted-before 2100-01-01 --seller 1 --dry-run").prints(
      """
      would forget\titems\t1
      would forget\tmovements\t2
      would forget\tsales\t1
      ! Dry run, nothing changed.
      """)
    await home.pipe.run("purge --sales-of 1 --dry-run").prints(
      """
      would forget\tmovements\t3
      would forget\tsales\t3
      stays\t1\tLamp
      ! Dry run, nothing changed.
      """)
    await home.pipe.run("sales --by item").prints("1\tLamp\t3\t15\tUSD\n2\tChair\t1\t7\tUSD")
  }

  @Test func `what is forgotten leaves the totals, and the store stays sound`() async throws {
    let home = try await Self.home()
    await home.pipe.run("purge --deleted-before 2100-01-01 --seller market --yes").prints(
      "forgot\titems\t1\nforgot\tmovements\t2\nforgot\tsales\t1")
    await home.pipe.run("sales --by item").prints("1\tLamp\t3\t15\tUSD")
    await home.pipe.run("purge --sales-of 1 --yes").prints("forgot\tmovements\t3\nforgot\tsales\t3")
    await home.pipe.run("sales --by item").prints("")
    await home.pipe.run("check").prints("The store is sound: 1 item, 1 movement")
    await home.pipe.run("list --json=id,stock").prints(#"{"id":1,"stock":6}"#)
    await home.pipe.run("purge --sales-of 1 --yes").prints("! Nothing to forget")
    // Nothing needs to be confirmed.
    await home.pipe.run("purge --deleted-before 2100-01-01").prints("! Nothing to forget")
  }

  @Test func `the plan says that an item in the trash is not restored any more`() async throws {
    let home = try await Self.home()
    await home.terminal().run("sales forget 2 --dry-run").prints(
      """
      Deleted items: 1
      Movements: 2
      Sales: 1
      Item 2 is deleted: nothing of it is left then, and it cannot be restored
      Seller anonymous:1: 1 item
      ! Dry run, nothing changed. Would forget:
      """)
  }

  @Test func `a pipe gets the plan, and needs --yes`() async throws {
    let home = try await Self.home()
    await home.pipe.run("purge --sales-of 1").prints(
      """
      ! Would forget:
      ! Movements: 3
      ! Sales: 3
      ! #1 Lamp stays for sale, with its stock
      ! Error: Confirmation is required; pass '--yes' to forget deleted items or sales without a prompt
      ! Help:  Run it in an interactive terminal to be prompted
      exit 2
      """)
    await home.pipe.run("sales --by currency").prints("4\t22\tUSD")
  }

  @Test func `a terminal shows the plan before it asks`() async throws {
    let home = try await Self.home()
    var terminal = home.terminal()
    terminal.input = ["n"]
    await terminal.run("purge --sales-of 1").prints(
      """
      ! Would forget:
      ! Movements: 3
      ! Sales: 3
      ! #1 Lamp stays for sale, with its stock
      ! Forget this? It cannot be brought back. [y/N] Nothing was changed.
      exit 8
      """)
    terminal.input = ["y"]
    await terminal.run("purge --deleted-before 2100-01-01 --seller market --locale ko").prints(
      """
      삭제된 상품: 1
      재고 기록: 2
      판매: 1
      ! 영구히 삭제할 기록:
      ! 삭제된 상품: 1
      ! 재고 기록: 2
      ! 판매: 1
      ! 영구히 삭제할까요? 되돌릴 수 없습니다. [y/N] ⟨no line end⟩
      """)
  }

  @Test(arguments: [
    ("", 2, "'purge' needs to know what to forget"),
    (
      "--deleted-before soon --yes", 2,
      "Invalid value 'soon' for '--deleted-before': it must be a day such as 2026-11-20, 11-20, today or yesterday"
    ),
    ("--sales-of x --yes", 2, "Invalid value 'x' for '--sales-of': an id is a whole number from 1"),
    (
      "--seller anonymous:x --yes", 2,
      "Invalid value 'anonymous:x' for '--seller': an id is a whole number from 1"
    ),
    ("--seller Kim --yes", 3, "There is no seller 'Kim', or several have this name"),
    ("--seller 99 --yes", 3, "No seller with id '99'"),
    ("--seller anonymous:99 --yes", 3, "There is no seller 'anonymous:99', or several have this name"),
    ("--seller 0 --yes", 2, "Invalid value '0' for '--seller': an id is a whole number from 1"),
    ("--sales-of 99 --yes", 3, "No item with id '99'"),
    ("--sales-of 1 --yes --store none.db", 1, "There is no store 'none.db'"),
    (
      "--sales-of 1 --yes --server http://127.0.0.1:1", 5,
      "The connection to 'http://127.0.0.1:1' was refused"
    ),
  ])
  func `a purge that is not understood changes nothing`(options: String, code: Int, message: String)
    async throws
  {
    let home = try await Self.home()
    let outcome = await home.pipe.run("purge \(options)")
    #expect(outcome.error.hasPrefix("Error: \(message)\n"), "\(outcome.error)")
    #expect(Int(outcome.exitCode.rawValue) == code)
    await home.pipe.run("sales --by currency").prints("4\t22\tUSD")
  }
}
