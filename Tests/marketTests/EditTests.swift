import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

struct EditTests {
  @Test func `before and after are shown`() async throws {
    let home = try Home()
    try await home.fill()
    let image = home.path + "/macbook.png"
    await home.terminal().run(
      "edit 1 --title '맥북 에어' --no-discount --stock 4 --description Hello --image \(image) --image \(image)"
    ).prints(
      """
      #1 맥북 에어
        Title             맥북 프로 → 맥북 에어
        Discounted price  KRW 1,490,000 → none
        Stock             1 → 4
        Description       none → Hello
        Images            1 → 2 new
      ! Changed #1
      """)
    await home.terminal(colored: true).run("edit 2 --discounted-price 80000").prints(
      """
      ␛[1m#2 기계식 키보드␛[22m
        ␛[2mDiscounted price␛[22m  ␛[2mnone␛[22m → ␛[1mKRW 80,000␛[22m
      ! ✓ Changed #2
      """)
    await home.pipe.run("edit 3 --price 20 --description ''").prints(
      """
      price\t12.5\t20
      descriptions\tWorks.\\nA bit scratched.\t
      """)
  }

  @Test func `an equal value is not a change`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("edit 2 --price 89000").prints(
      """
      #2 기계식 키보드
      No changes.
      """)
    await home.pipe.run("edit 2 --price 89000.0").prints("")
  }

  @Test func `long texts are cut to fit`() async throws {
    let home = try Home()
    _ = await home.pipe.run(
      "add --title 'A lamp of brass, with a shade of green glass and a long cord' --price 5")
    await home.terminal(50).run("edit 1 --title '초록 유리 갓이 달린 아주 오래된 황동 램프'").prints(
      """
      #1 초록 유리 갓이 달린 아주 오래된 황동 램프
        Title  A lamp of brass, w… → 초록 유리 갓이 달…
      ! Changed #1
      """)
  }

  @Test func `--json prints the changed item`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("edit 3 --stock 7 --json=id,stock").prints(#"{"id":3,"stock":7}"#)
  }

  @Test func `a dry run shows the change and makes none`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("edit 2 --discounted-price 80000 -n").prints(
      """
      #2 기계식 키보드
        Discounted price  none → KRW 80,000
      ! Dry run, nothing changed. Would change:
      """)
    await home.pipe.run("show 2 --json=discounted_price").prints(#"{"discounted_price":null}"#)
  }

  @Test func `the request holds only the given fields, and no default`() async throws {
    let home = try Home()
    try await home.fill()
    let store = home.market(at: .file(home.path + "/.local/share/market/market.db"), isOperated: true)
    let recorded = MockSession { try await store.response(to: $0) }
    var pipe = home.pipe
    pipe.session = recorded
    pipe.environment = ["MARKET_CURRENCY": "EUR", "LANG": "ja_JP"]
    #expect(await pipe.run("edit 2 --stock 5").exitCode == .done)
    #expect(await pipe.run("edit 1 --no-discount").exitCode == .done)
    #expect(await pipe.run("edit 3 --price 20 --currency JPY --title 'Lamp 2'").exitCode == .done)
    let parts = recorded.requests.filter { $0.method == .patch }.map { request in
      request.wire.matches(of: #/name="([^"]*)"\n\n([^\n]*)/#).map { "\($0.1)=\($0.2)" }
        .map { $0.hasPrefix("password=") ? "password" : $0 }
    }
    #expect(
      parts == [
        ["stock=5", "password"], ["discounted_price=", "password"],
        ["title=Lamp 2", "price=20", "currency=JPY", "password"],
      ])
    // Whether the number is the SKU of another item, the item, and the change.
    #expect(
      recorded.requests.map(\.method.rawValue) == [
        "POST", "GET", "PATCH", "POST", "GET", "PATCH", "POST", "GET", "PATCH",
      ])
    await home.pipe.run("show 2 --json=currency,stock").prints(#"{"currency":"KRW","stock":5}"#)
  }

  @Test func `another currency requires new amounts`() async throws {
    let home = try Home()
    try await home.fill()
    await home.pipe.run("edit 2 --currency USD").prints(
      """
      ! Error: Changing the currency of item 2 from KRW to USD changes what the price means
      ! Help:  Give the new price too: '--price <amount>'
      exit 2
      """)
    await home.pipe.run("edit 1 --currency USD --price 1200").prints(
      """
      ! Error: Changing the currency of item 1 from KRW to USD changes what the discounted price means
      ! Help:  Give the new one too: '--discounted-price <amount>', or '--no-discount'
      exit 2
      """)
    await home.pipe.run("edit 2 --currency KRW --stock 3").prints("stock\t1200\t3")
    await home.pipe.run("edit 2 --currency USD --price 59").prints("price\t89000\t59\ncurrency\tKRW\tUSD")
    await home.pipe.run("edit 1 --price '$1,200' --no-discount").prints(
      "price\t1690000\t1200\ndiscounted_price\t1490000\t\ncurrency\tKRW\tUSD")
  }

  @Test func `a sign that several currencies have is that of the item's own`() async throws {
    let home = try Home()
    try home.write("hunter2", to: "password", mode: 0o600)
    try home.write("password-file = \(home.path)/password", to: ".config/market/config")
    for code in ["HKD", "USD", "KRW"] {
      _ = await home.pipe.run("add --title Lamp --price 40 --currency \(code) --quiet")
    }
    let note = "! The currency is HKD, that of item 1. Choose another with '--currency'"
    await home.pipe.run("edit 1 --price $5 --locale en_US").prints("price\t40\t5\n\(note)")
    await home.pipe.run("edit 1 --discounted-price $4 --locale en_US").prints(
      "discounted_price\t\t4\n\(note)")
    await home.pipe.run("edit 1 --price $6 --locale en_US --json=price,currency").prints(
      "{\"price\":6,\"currency\":\"HKD\"}\n\(note)")
    await home.pipe.run("edit 1 --price $7 --locale en_US --dry-run --quiet").prints("price\t6\t7")
    await home.pipe.run("edit 1 --price $7 --locale en_HK").prints("price\t6\t7")
    await home.pipe.run("edit 1 --price '₩8' --locale ko_KR --no-discount").prints(
      "price\t7\t8\ndiscounted_price\t4\t\ncurrency\tHKD\tKRW")
    await home.pipe.run("edit 2 --price $5 --locale ko_KR").prints(
      "price\t40\t5\n! 통화는 USD입니다(2번 상품의 통화). 다른 통화는 '--currency'로 지정하세요")
    // The sign is not that of the won.
    await home.pipe.run("edit 3 --price $5 --locale en_CA").prints("price\t40\t5\ncurrency\tKRW\tCAD")
    await home.pipe.run("edit 1 --price $5 --locale de_DE").prints(
      """
      ! Error: Invalid value '$5' for '--price': several currencies have this sign; name one with '--currency <code>'
      ! Help:  Run 'market edit --help' to see the usage
      exit 2
      """)
  }

  @Test func `a request that is only printed does not know the item's currency`() async throws {
    await (try Home()).pipe.run("edit 1 --price $5 --locale en_US --curl").prints(
      """
      ! Error: Invalid value '$5' for '--price': several currencies have this sign; name one with '--currency <code>'
      ! Help:  Run 'market edit --help' to see the usage
      exit 2
      """)
  }

  @Test func `the report has a sign with colours, and is left out in a pipe`() async throws {
    let home = try Home()
    try await home.fill()
    let error = await home.terminal(colored: true).run("edit 2 --stock 3").error
    #expect(error == "✓ Changed #2\n")
    #expect(await home.terminal(colored: true).run("add --title Desk --price €8").error == "✓ Added #4\n")
    #expect(
      await home.terminal(colored: true).run("add --title Desk --price €8 --accessible").error == "Added #5\n"
    )
    #expect(await home.terminal().run("edit 2 --stock 4 --quiet").error == "")
    #expect(await home.pipe.run("edit 2 --stock 5").error == "")
  }

  @Test func `an edit without changes is a usage error`() async throws {
    let home = try Home()
    await home.pipe.run("edit 2").prints(
      """
      ! Error: No changes given for item 2
      ! Help:  Pass what to change, such as '--price <amount>' or '--stock <count>'
      exit 2
      """)
  }

  @Test func `a price below the discounted one is refused before it is sent`() async throws {
    let home = try Home()
    try await home.fill()
    await home.pipe.run("edit 1 --price 500").prints(
      """
      ! Error: Discounted price '1490000' is above the price '500'
      ! Help:  Pass a lower one with '--discounted-price'; 'edit' removes it with '--no-discount'
      exit 2
      """)
    await home.pipe.run("edit 1 --price 500 --no-discount").prints(
      """
      price\t1690000\t500
      discounted_price\t1490000\t
      """)
  }

  @Test func `an unknown item exits with 3`() async throws {
    let home = try Home()
    try await home.fill()
    await home.pipe.run("edit 9 --stock 1").prints(
      """
      ! Error: No item with id '9'
      ! Help:  Run 'market list' to see what is for sale
      exit 3
      """)
  }

  @Test func `the request as a curl command`() async throws {
    let home = try Home()
    await home.pipe.run("edit 9 --stock 1 --server https://market.example/shop --curl").prints(
      """
      curl --request PATCH 'https://market.example/shop/item/9' --header 'Accept: application/json' --header 'Market-Client: 1' \
      --form-string 'stock=1' --form-string 'password=********'
      """)
  }
}
