import Console
import Foundation
import OpenMarket
import TestSupport
import Testing

@testable import market

/// Items that a command line names by their SKUs.
struct ItemNameTests {
  private static func terminal(_ home: Home, _ server: ServedMarket?, password: String? = nil) -> Terminal {
    var terminal = Terminal(home: home)
    if let server { terminal.environment["MARKET_SERVER"] = server.url }
    if let password { terminal.environment["MARKET_PASSWORD"] = password }
    return terminal
  }

  @Test(arguments: [false, true])
  func `a SKU stands where an id does`(isServed: Bool) async throws {
    let server = isServed ? try ServedMarket(.forTests) : nil
    defer { withExtendedLifetime(server) {} }
    let shop = Self.terminal(try Home(), server)
    for item in ["Lamp --sku LAMP-1", "Chair --sku 123", "Desk --sku 2:5", "'Old desk' --sku 등받이"] {
      #expect(await shop.run("add --title \(item) --price 5 --currency USD --stock 10").exitCode == .done)
    }
    #expect(await shop.run("show LAMP-1 3 등받이 --json=id").output == "{\"id\":1}\n{\"id\":3}\n{\"id\":4}\n")
    // A number is an id first, and a part after ':' that has digits alone a number of pieces.
    #expect(
      await shop.run("show sku:123 sku:2:5 4 --json=id").output == "{\"id\":2}\n{\"id\":3}\n{\"id\":4}\n")
    #expect(await shop.run("sell LAMP-1:2 sku:123:3 sku:2:5:4 등받이").exitCode == .done)
    #expect(await shop.run("list --sort oldest --json=stock").output.filter(\.isNumber) == "8769")
    #expect(await shop.run("show SKU:123 Id:3 --json=id").output == "{\"id\":2}\n{\"id\":3}\n")
    #expect(await shop.run("edit 4 --sku x:3").exitCode == .done)
    await shop.run("sell x:3").prints(
      """
      ! Error: No item has the SKU or barcode 'x'
      ! Help:  1 piece of 'x:3': x:3:1
      exit 3
      """)
    #expect(await shop.run("edit LAMP-1 --sku LAMP-2").exitCode == .done)
    await shop.run("delete LAMP-1 --yes").prints(
      """
      ! Error: No item has the SKU or barcode 'LAMP-1'
      ! Help:  Find it with 'market list <word>', or give its id
      exit 3
      """)
    #expect(await shop.run("delete LAMP-2 --yes").exitCode == .done)
    #expect(await shop.run("show 1").exitCode == .notFound)
  }

  @Test(arguments: [false, true])
  func `items are chosen alike by ranges, lines of standard input and conditions`(isServed: Bool) async throws
  {
    let server = isServed ? try ServedMarket(.forTests) : nil
    defer { withExtendedLifetime(server) {} }
    var shop = Self.terminal(try Home(), server)
    for number in 1...6 {
      let line =
        "add --title Lamp --sku L-\(number) --price 5 --currency USD --stock \(number % 2 * 9) --tag brass"
      #expect(await shop.run(line).exitCode == .done)
    }
    func ids(_ command: String, _ input: [String] = []) async -> String {
      shop.input = input
      return await shop.run(command).output.split { !$0.isNumber }.joined(separator: " ")
    }
    #expect(await ids("delete 4 --yes --quiet").hasPrefix("4"))
    // A range names the items that are there.
    #expect(await ids("show 3-5 1 --json=id") == "3 5 1")
    #expect(
      await ids("show - --json=id", ["L-6\tLamp", "", "{\"sku\":\"L-2\",\"id\":null}", "{\"id\":1}"])
        == "6 2 1")
    // The id of an entry is no item's.
    #expect(await ids("show - --json=id", ["{\"id\":6,\"item_id\":2}"]) == "2")
    #expect(await ids("show --sold-out --tag brass --json=id") == "2 6")
    #expect(await ids("export L-6 2-3 --columns id") == "2 3 6")
    #expect(await ids("export - --columns id", ["5", "L-1"]) == "1 5")
    #expect(await shop.run("sell 1-3:2 --yes").exitCode == .refused)
    #expect(await shop.run("restock 2-3:4 --yes").exitCode == .done)
    shop.input = ["1:3", "L-3:2"]
    #expect(await shop.run("sell - --yes").exitCode == .done)
    #expect(await ids("list --sort oldest --json=stock") == "6 4 11 9 0")
    shop.input = []
    // Filters choose items, of each of which there are as many pieces as are asked for.
    #expect(await shop.run("restock --sold-out --quantity 5").exitCode == .done)
    #expect(await shop.run("restock --tag brass --quantity 2 --yes").exitCode == .done)
    #expect(await shop.run("sell --tag brass --in-stock --quantity 2 --dry-run").exitCode == .done)
    #expect(await shop.run("write-off --tag brass --quantity 2 --reason lost --yes").exitCode == .done)
    #expect(await shop.run("write-off --low --reason lost --yes").exitCode == .notFound)
    #expect(await shop.run("write-off 6:5 --reason lost").exitCode == .done)
    #expect(await ids("list --sort oldest --json=stock") == "6 4 11 9 0")
    for line in ["sell 1-2", "restock --tag brass", "return --in-stock", "sell 1 --tag brass", "sell"] {
      #expect(await shop.run(line).exitCode == .usage, "\(line)")
    }
    shop.input = ["1", "2"]
    await shop.run("sell -").prints(
      """
      ! Error: Confirmation is required; pass '--yes' to record 2 entries without a prompt
      ! Help:  Run it in an interactive terminal to be prompted
      exit 2
      """)
    shop.input = ["L-2", "{\"id\":3}"]
    #expect(await shop.run("edit - --price 6 --yes").exitCode == .done)
    #expect(await ids("list --sort oldest --json=price") == "5 6 6 5 5")
    shop.input = []
    // Several items without a prompt need '--yes'.
    #expect(await shop.run("delete 1-3").exitCode == .usage)
    #expect(await shop.run("delete --tag brass --in-stock").exitCode == .usage)
    #expect(await shop.run("delete 1-3 --yes").exitCode == .done)
    await shop.run("trash restore 1-4").prints(
      """
      ! Error: Confirmation is required; pass '--yes' to restore 4 items without a prompt
      ! Help:  Run it in an interactive terminal to be prompted
      exit 2
      """)
    #expect(
      await shop.run("trash restore --tag brass --in-stock --dry-run").output.hasPrefix("would restore"))
    #expect(await shop.run("trash restore --tag steel").exitCode == .notFound)
    #expect(await shop.run("trash restore 1 --tag brass").exitCode == .usage)
    #expect(await shop.run("trash restore 1-4 --yes").exitCode == .done)
    #expect(await ids("list --sort oldest --json=id") == "1 2 3 4 5 6")
    for (line, code) in [
      ("show 7-9", ExitCode.notFound), ("show 1-2000000", .usage), ("sell 3-1", .usage),
      ("show 1 --sold-out", .usage),
      ("show", .usage),
      ("show --tag steel", .notFound), ("delete", .usage), ("export 1 --search lamp", .usage),
    ] {
      #expect(await shop.run(line).exitCode == code, "\(line)")
    }
    for (lines, code) in [(["{}"], ExitCode.usage), ([""], .usage), (["L-9"], .notFound)] {
      shop.input = lines
      #expect(await shop.run("show -").exitCode == code, "\(lines)")
    }
  }

  @Test(arguments: [false, true])
  func `a line of standard input keeps its number of pieces, or is refused`(isServed: Bool) async throws {
    let server = isServed ? try ServedMarket(.forTests) : nil
    defer { withExtendedLifetime(server) {} }
    var shop = Self.terminal(try Home(), server)
    for sku in ["LMP-7", "OAK 12", "8801234567891"] {
      let line = "add --title Lamp --sku '\(sku)' --price 5 --currency USD --stock 9"
      #expect(await shop.run(line).exitCode == .done)
    }
    shop.input = [
      "{\"id\":1,\"quantity\":3}", "OAK 12:2", "{\"barcode\":\"8801234567891\"}", "1:1\tLamp 2",
    ]
    #expect(await shop.run("sell - --yes").exitCode == .done)
    #expect(await shop.run("list --sort oldest --json=stock").output.filter(\.isNumber) == "578")
    shop.input = ["LMP-7 2"]
    await shop.run("sell - --yes").prints(
      """
      ! Error: '2' after 'LMP-7' may be pieces or an item
      ! Help:  2 pieces: LMP-7:2. Item 2 as well: LMP-7 2:1
      exit 2
      """)
    // No pieces are counted where items are shown.
    #expect(await shop.run("show - --json=id").output == "{\"id\":1}\n")
    // An object is an item, also behind a SKU.
    shop.input = ["{\"sku\":\"LMP-7\"}", "{\"id\":2}"]
    #expect(await shop.run("sell - --yes").exitCode == .done)
    #expect(await shop.run("list --sort oldest --json=stock").output.filter(\.isNumber) == "468")
  }

  @Test(arguments: [false, true])
  func `a range without items, and items that are not there, are no success`(isServed: Bool) async throws {
    let server = isServed ? try ServedMarket(.forTests) : nil
    defer { withExtendedLifetime(server) {} }
    let shop = Self.terminal(try Home(), server)
    #expect(await shop.run("add --title Lamp --price 5 --currency USD").exitCode == .done)
    for command in ["show", "export", "sell", "delete --yes", "edit --note x --yes"] {
      await shop.run("\(command) 900-905").prints("! Error: No items from 900 to 905\nexit 3")
    }
    for names in ["9999", "1 9999"] {
      let export = await shop.run("export \(names)")
      #expect(export.exitCode == .notFound && export.error.contains("No item with id '9999'"), "\(names)")
    }
  }

  @Test(arguments: [false, true])
  func `a number is the id of an item, else its barcode`(isServed: Bool) async throws {
    let server = isServed ? try ServedMarket(.forTests) : nil
    defer { withExtendedLifetime(server) {} }
    let shop = Self.terminal(try Home(), server)
    for sku in ["8801111111111", "00123", "77"] {
      let added = await shop.run("add --title Cup --sku \(sku) --price 5 --currency USD --stock 9")
      #expect(added.exitCode == .done)
    }
    #expect(await shop.run("sell 8801111111111:2 00123 1").exitCode == .done)
    #expect(await shop.run("list --sort oldest --json=stock").output.filter(\.isNumber) == "689")
    #expect(await shop.run("show 8801111111111 --json=id").output == "{\"id\":1}\n")
    // A number after a barcode that was scanned may be pieces or another item.
    await shop.run("sell 8801111111111 2").prints(
      """
      ! Error: '2' after '8801111111111' may be pieces or an item
      ! Help:  2 pieces: 8801111111111:2. Item 2 as well: 8801111111111 2:1
      exit 2
      """)
    for command in ["show 8802222222222", "sell 8802222222222:2"] {
      await shop.run(command).prints(
        """
        ! Error: No item has the id, SKU or barcode '8802222222222'
        ! Help:  Find it with 'market list <word>', or give its id
        exit 3
        """)
    }
    // Other numbers of digits are an id.
    await shop.run("show 8802222222").prints(
      """
      ! Error: No item with id '8802222222'
      ! Help:  Run 'market list' to see what is for sale
      exit 3
      """)
  }

  @Test(arguments: [false, true])
  func `a bare number after a SKU is refused with both readings`(isServed: Bool) async throws {
    let server = isServed ? try ServedMarket(.forTests) : nil
    defer { withExtendedLifetime(server) {} }
    let shop = Self.terminal(try Home(), server)
    for sku in ["LMP-7", "CHR-2", "8801111111111"] {
      #expect(
        await shop.run("add --title Lamp --sku \(sku) --price 5 --currency USD --stock 9").exitCode == .done)
    }
    for command in ["sell", "restock", "return", "write-off --reason lost"] {
      await shop.run("\(command) LMP-7 2").prints(
        """
        ! Error: '2' after 'LMP-7' may be pieces or an item
        ! Help:  2 pieces: LMP-7:2. Item 2 as well: LMP-7 2:1
        exit 2
        """)
    }
    #expect(
      await shop.run("sell LMP-7 1").error.contains("Help:  1 piece: LMP-7:1. Item 1 as well: LMP-7 1:1"))
    // A number with pieces of its own is an item, and so are one before a SKU and a barcode.
    for words in ["LMP-7 2:1", "LMP-7:2 2", "2 LMP-7", "LMP-7 8801111111111", "1 2"] {
      #expect(await shop.run("sell \(words)").exitCode == .done, "\(words)")
    }
  }

  @Test(arguments: [false, true])
  func `a number that is an id and another item's SKU is refused with both readings`(isServed: Bool)
    async throws
  {
    let server = isServed ? try ServedMarket(.forTests) : nil
    defer { withExtendedLifetime(server) {} }
    let shop = Self.terminal(try Home(), server)
    for sku in ["2", "2024-001", "3", "007"] {
      #expect(
        await shop.run("add --title Lamp --sku \(sku) --price 5 --currency USD --stock 9").exitCode == .done)
    }
    // A server is not asked for so short a number: it is the id that the list shows.
    if isServed { #expect(await shop.run("show 2 --json=id").output == "{\"id\":2}\n") }
    for command in ["delete 2 --yes", "show 2", "sell 2:3"] where !isServed {
      await shop.run(command).prints(
        """
        ! Error: '2' is the id of an item, and the SKU of item 1
        ! Help:  Write id:2 or sku:2
        exit 2
        """)
    }
    #expect(await shop.run("show sku:2 3 2024-001 007 --json=id").output.filter(\.isNumber) == "1324")
    #expect(await shop.run("show id:2 --json=id").output.filter(\.isNumber) == "2")
    #expect(await shop.run("sell id:2:3 sku:2:1").exitCode == .done)
    #expect(await shop.run("list --sort oldest --json=stock").output.filter(\.isNumber) == "8699")
    await shop.run("show 009").prints(
      """
      ! Error: No item has the SKU or barcode '009'
      ! Help:  Find it with 'market list <word>', or give its id
      exit 3
      """)
    // Another seller's SKU is not looked for.
    let other = Self.terminal(try Home(), server, password: "other")
    guard isServed else { return }
    #expect(await other.run("add --title Cup --sku 1 --price 5 --currency USD").exitCode == .done)
    #expect(await shop.run("show 1 --json=id").output == "{\"id\":1}\n")
  }

  @Test(arguments: [false, true])
  func `a scanned barcode and a SKU in any case name an item`(isServed: Bool) async throws {
    let server = isServed ? try ServedMarket(.forTests) : nil
    defer { withExtendedLifetime(server) {} }
    let shop = Self.terminal(try Home(), server)
    let codes = [
      "--sku Lmp-7 --barcode 8801234567891", "--barcode 012345678905 --barcode 978-3-16-148410-0",
    ]
    for code in codes {
      let added = await shop.run("add --title Cup \(code) --price 5 --currency USD --stock 9")
      #expect(added.exitCode == .done)
    }
    for (name, id) in [
      ("LMP-7", 1), ("lmp-7", 1), ("8801234567891", 1), ("012345678905", 2), ("0012345678905", 2),
      ("12345678905", 2), ("3-16-148410-X", 2),
    ] {
      #expect(await shop.run("show \(name) --json=id").output == "{\"id\":\(id)}\n", "\(name)")
    }
    #expect(await shop.run("sell 8801234567891:2 0012345678905").exitCode == .done)
    #expect(await shop.run("list --sort oldest --json=stock").output.filter(\.isNumber) == "78")
    #expect(
      await shop.run("show 2 --json=barcodes").output
        == "{\"barcodes\":[\"012345678905\",\"9783161484100\"]}\n")
    // One that no item has is named as it was typed.
    await shop.run("sell 0000012345670").prints(
      """
      ! Error: No item has the SKU or barcode '0000012345670'
      ! Help:  Find it with 'market list <word>', or give its id
      exit 3
      """)
    #expect(await shop.run("edit 2 --no-barcodes").exitCode == .done)
    #expect(await shop.run("show 012345678905").exitCode == .notFound)
  }

  @Test func `a barcode of another item is refused, and one with too few digits`() async throws {
    let shop = Self.terminal(try Home(), nil)
    #expect(
      await shop.run("add --title Cup --barcode 012345678905 --price 5 --currency USD").exitCode == .done)
    await shop.run("add --title Mug --barcode 0012345678905 --price 5 --currency USD").prints(
      """
      ! Error: Barcode '0012345678905' is taken by another item
      ! Help:  Each item of a seller needs its own barcodes; pass another one with '--barcode'
      exit 6
      """)
    await shop.run("add --title Mug --barcode 012345678905 --price 5 --currency USD --locale ko").prints(
      """
      ! 오류:   다른 상품이 사용 중인 바코드입니다: '012345678905'
      ! 도움말: 상품마다 바코드가 달라야 합니다. '--barcode'로 다른 바코드를 지정하세요
      exit 6
      """)
    await shop.run("add --title Mug --barcode 88012345678 --price 5 --currency USD").prints(
      """
      ! Error: Barcode '88012345678' is no barcode: not 8, 12, 13 or 14 digits, and no ISBN
      ! Help:  Pass a different value with '--barcode'
      exit 2
      """)
  }

  @Test func `a SKU of several sellers is one's own item, else none`() async throws {
    let server = try ServedMarket(.forTests)
    let homes = [try Home(), try Home(), try Home()]
    for (home, password) in zip(homes, ["first", "second"]) {
      let shop = Self.terminal(home, server, password: password)
      #expect(await shop.run("add --title Lamp --sku LAMP-1 --price 5 --currency USD").exitCode == .done)
    }
    for (home, id) in zip(homes, [1, 2]) {
      let shop = Self.terminal(home, server, password: ["first", "second"][id - 1])
      #expect(await shop.run("show LAMP-1 --json=id").output == "{\"id\":\(id)}\n")
      #expect(await shop.run("edit LAMP-1 --title Lamp\(id)").exitCode == .done)
      #expect(await shop.run("show \(id) --json=title").output == "{\"title\":\"Lamp\(id)\"}\n")
    }
    let stranger = Self.terminal(homes[2], server)
    await stranger.run("show LAMP-1").prints(
      """
      ! Error: Several items have the SKU or barcode 'LAMP-1': 1, 2
      ! Help:  Give the id of one, or the password of yours with '--password-file <file>'
      exit 2
      """)
    await stranger.run("sell LAMP-9:2 --locale ko").prints(
      """
      ! 오류:   상품 코드나 바코드가 'LAMP-9'인 상품이 없습니다
      ! 도움말: 'market list <단어>'로 찾거나 상품 번호를 입력하세요
      exit 3
      """)
    // A single one is found without a password.
    #expect(
      await Self.terminal(homes[0], server, password: "first").run("delete LAMP-1 --yes").exitCode == .done)
    #expect(await stranger.run("show LAMP-1 --json=id").output == "{\"id\":2}\n")
  }

  @Test func `a request that is only printed needs an id`() async throws {
    let shop = Self.terminal(try Home(), nil)
    #expect(await shop.run("show LAMP-1 --curl").exitCode == .usage)
  }
}
