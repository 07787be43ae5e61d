import Foundation
import HTTP
import TestSupport
import Testing

struct AddTests {
  @Test func `the new item is shown as it is in the market`() async throws {
    let home = try Home()
    let image = try home.write(Pixel.png, to: "lamp.png")
    var terminal = home.terminal()
    terminal.environment = ["MARKET_PASSWORD": "hunter2"]
    await terminal.run(
      "add --title 'Brass lamp' --price 12.50 --discounted-price 9.99 --stock 3 --description Works --image \(image) --image \(image)"
    ).prints(
      """
      #1 Brass lamp
      USD 12.50 → USD 9.99 (−20%)
      3 in stock · added now · 2 images · no ratings

      Works
      ! Added #1
      ! The currency is USD, the default. Choose another with '--currency' or
      ! MARKET_CURRENCY
      """)
    var pipe = home.pipe
    pipe.environment = ["MARKET_PASSWORD": "hunter2"]
    await pipe.run("add --title Desk --price 80").prints(
      """
      id\t2
      title\tDesk
      price\t80
      currency\tUSD
      stock\t1
      registration_date\t2026-11-21T14:58:00+09:00
      rating_count\t0
      descriptions\t
      ! The currency is USD, that of the market's items. Choose another with '--currency' or MARKET_CURRENCY
      """)
  }

  @Test func `--porcelain prints the id, and --json the item`() async throws {
    let home = try Home()
    await home.terminal().run("add --title Lamp --price 5 --porcelain --quiet").prints("1")
    await home.pipe.run("add --title Lamp --price 5 --porcelain").prints("2")
    await home.pipe.run("add --title Lamp --price 5 --json=id,title").prints(
      """
      {"id":3,"title":"Lamp"}
      ! The currency is USD, that of the market's items. Choose another with '--currency' or MARKET_CURRENCY
      """)
    await home.terminal().run("add --title Lamp --price 5 --json").prints(
      """
      {"id":4,"title":"Lamp","price":5,"discounted_price":null,"currency":"USD","stock":1,"registration_date":"2026-11-21T14:58:00+09:00","thumbnails":[],"rating":null,"rating_count":0,"sku":null,"tags":[],"reorder_at":null,"off_sale":false,"barcodes":[],"descriptions":"","images":[]}
      ! The currency is USD, that of the market's items. Choose another with
      ! '--currency' or MARKET_CURRENCY
      """)
  }

  @Test func `the description may come through standard input`() async throws {
    let home = try Home()
    var pipe = home.pipe
    pipe.input = ["First line", "", "둘째 줄"]
    _ = await pipe.run("add --title Lamp --price 5 --description -")
    await home.pipe.run("show 1 --json=descriptions").prints(#"{"descriptions":"First line\n\n둘째 줄"}"#)
    pipe.input = [String(repeating: "x", count: 65_537)]
    await pipe.run("add --title Lamp --price 5 --description -").prints(
      """
      ! Error: Description '\(String(repeating: "x", count: 59))…' is longer than 65,536 bytes
      ! Help:  Pass a different value with '--description'
      exit 2
      """)
    pipe.input = [String(repeating: "x", count: 100_000)]
    await pipe.run("edit 1 --description -").prints(
      """
      ! Error: Description is longer than 65,536 bytes
      ! Help:  Pass a different value with '--description'
      exit 2
      """)
  }

  @Test func `a dry run previews the item and writes nothing`() async throws {
    let home = try Home()
    let image = try home.write(Pixel.png, to: "lamp.png")
    let line =
      "add --title 'Brass lamp' --price 12.50 --discounted-price 9.99 --description 'Works,\nmostly.' --image \(image) --dry-run"
    await home.terminal(40).run(line).prints(
      """
        Title             Brass lamp
        Price             USD 12.50
        Discounted price  USD 9.99
        Stock             1
        Description       Works,
                          mostly.
        Image             lamp.png
      ! Dry run, nothing added. Would add:
      """)
    await home.pipe.run(line + " --quiet").prints(
      """
      title\tBrass lamp
      price\t12.5
      discounted_price\t9.99
      currency\tUSD
      stock\t1
      descriptions\tWorks,\\nmostly.
      images\tlamp.png
      """)
    #expect(home.files(in: ".local").isEmpty)
  }

  @Test
  func `the currency comes from the option, the variable, the config file or the locale, in that order`()
    async throws
  {
    let home = try Home()
    var pipe = home.pipe
    func currency(_ line: String = "add --title Lamp --price 5 --json=currency") async -> String {
      await pipe.run(line).output
    }
    let dryRun = "add --title Lamp --price 5 --dry-run"
    #expect(await currency(dryRun).contains("USD"))
    #expect(await currency(dryRun + " --locale de_DE").contains("EUR"))
    pipe.environment["LANG"] = "ko_KR.UTF-8"
    #expect(await currency() == "{\"currency\":\"KRW\"}\n")
    // All items are in won now.
    #expect(await currency(dryRun + " --locale de_DE").contains("KRW"))
    try home.write("currency = JPY", to: ".config/market/config")
    #expect(await currency() == "{\"currency\":\"JPY\"}\n")
    pipe.environment["MARKET_CURRENCY"] = "eur"
    #expect(await currency() == "{\"currency\":\"EUR\"}\n")
    #expect(
      await currency("add --title Lamp --price 5 --json=currency --currency gbp")
        == "{\"currency\":\"GBP\"}\n")
  }

  @Test func `--curl prints the request without the password, and sends nothing`() async throws {
    let home = try Home()
    let image = try home.write(Pixel.png, to: "a;b.png")
    var pipe = home.pipe
    pipe.environment["MARKET_PASSWORD"] = "hunter2"
    let outcome = await pipe.run(
      words: ["add", "--title", "It's", "--price", "5", "--image", image, "--curl"])
    #expect(
      outcome.output.replacing(#/Idempotency-Key: [0-9A-F-]{36}/#, with: "Idempotency-Key: ⟨key⟩") == """
        curl --request POST 'http://127.0.0.1:8080/item' --header 'Accept: application/json' --header 'Market-Client: 1' \
        --header 'Idempotency-Key: ⟨key⟩' --form-string 'title=It'\\''s' --form-string 'descriptions=' \
        --form-string 'price=5' --form-string 'currency=USD' --form-string 'stock=1' \
        --form-string 'password=********' --form 'images[]=@"\(image)";filename="a;b.png";type=image/png'

        """)
    #expect(outcome.error == "")
    #expect(outcome.exitCode == .done)
    #expect(home.files(in: ".local").isEmpty)
  }

  @Test func `the request holds only the given fields`() async throws {
    let home = try Home()
    let recorded = MockSession { _ in
      HTTPResponse(
        status: 201, headers: ["Content-Type": "application/json"],
        body: Data(
          #"{"id":1,"title":"Lamp","price":5,"currency":"USD","stock":1,"thumbnails":[],"rating":null,"rating_count":0,"registration_date":1}"#
            .utf8)
      )
    }
    var pipe = home.pipe
    pipe.session = recorded
    pipe.environment["MARKET_PASSWORD"] = "hunter2"
    await pipe.run("add --title Lamp --price 5 --currency USD --porcelain").prints("1")
    let form = recorded.requests.map { request in
      request.wire.split(separator: "\n\n", maxSplits: 1).last.map(String.init) ?? ""
    }
    let boundary = form[0].prefix { $0 != "\n" }.dropFirst(2)
    #expect(
      form[0].replacing(boundary, with: "boundary") == """
        --boundary
        Content-Disposition: form-data; name="title"

        Lamp
        --boundary
        Content-Disposition: form-data; name="descriptions"


        --boundary
        Content-Disposition: form-data; name="price"

        5
        --boundary
        Content-Disposition: form-data; name="currency"

        USD
        --boundary
        Content-Disposition: form-data; name="stock"

        1
        --boundary
        Content-Disposition: form-data; name="password"

        hunter2
        --boundary
        Content-Disposition: form-data; name="images[]"; filename=""
        Content-Type: application/octet-stream


        --boundary--

        """)
  }
}
