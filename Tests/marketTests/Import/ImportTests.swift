import Foundation
import HTTP
import TestSupport
import Testing

@testable import market

/// `market import`: the plan, the exit codes, and keys.
struct ImportTests {
  private static let lamps = "sku,title,price,stock\nA,Lamp,1000,3\nB,Desk,2000,\n"

  @Test(arguments: [false, true])
  func `a dry run shows the plan and changes nothing`(isServed: Bool) async throws {
    let market = try ImportMarket(isServed: isServed)
    try await market.importing(Self.lamps, "--dry-run").prints(
      """
      2 to add
        2 rows read
        1 row has no stock: taken as 0; --default stock=1

      Row 2  new  Lamp · KRW 1,000 · 3 in stock
      Row 3  new  Desk · KRW 2,000 · 0 in stock
      """, in: market)
    #expect(try await market.items() == [])
    #expect(market.home.files(in: ".local/state/market/imports") == [])
  }

  @Test(arguments: [false, true])
  func `rows are added, and the same file again changes nothing`(isServed: Bool) async throws {
    let market = try ImportMarket(isServed: isServed)
    let password =
      isServed
      ? "\n! A password was created for this market; it is stored in 'HOME/.local/share/market/passwords/PASSWORD'"
      : ""
    try await market.importing(Self.lamps).prints(
      """
      2 added
      ! 2 to add
      !   2 rows read
      !   1 row has no stock: taken as 0; --default stock=1
      ! 
      ! Row 2  new  Lamp · KRW 1,000 · 3 in stock
      ! Row 3  new  Desk · KRW 2,000 · 0 in stock\(password)
      """, in: market)
    let items = try await market.items(without: [])
    #expect(
      try await market.items() == [
        #"{"currency":"KRW","price":1000,"sku":"A","stock":3,"title":"Lamp"}"#,
        #"{"currency":"KRW","price":2000,"sku":"B","stock":0,"title":"Desk"}"#,
      ])
    #expect(
      try await market.importing(Self.lamps).output == "2 unchanged\n")
    #expect(try await market.items(without: []) == items)
    #expect(await market.history(1).count == 1)
    #expect(market.home.files(in: ".local/state/market/imports") == [])
  }

  @Test func `an import into a store leaves nothing but its rows, and run again does the rest`() async throws
  {
    let market = try ImportMarket()
    _ = try await market.importing("sku,title,price\nZ,Old,9\n", as: "old.csv")
    let rows = ["new,A,Lamp,1\n", ",,Desk,2\n", "new,,Desk,2\n", "delete,Z,,\n", ",B,Bed,3\n", ",,Desk,2\n"]
    let header = "command,sku,title,price\n"
    // As far as it came before it was killed.
    _ = try await market.importing(header + rows.prefix(4).joined())
    #expect(market.home.files(in: ".local/state/market/imports") == [])
    #expect(
      try await market.importing(header + rows.joined()).output == "2 added, 4 unchanged\n")
    #expect(try await market.items().count == 5)
    // Another sheet whose row says that its item is new.
    #expect(try await market.importing(header + "new,A,Lantern,1\n").output == "1 rejected\n")
  }

  @Test(arguments: [false, true])
  func `a table without rows creates no password`(isServed: Bool) async throws {
    let market = try ImportMarket(isServed: isServed)
    try await market.importing("sku,title,price,stock\n").prints(
      """
      No rows
      ! No rows
      !   0 rows read
      """, in: market)
    #expect(market.home.files(in: ".local/share/market/passwords") == [])
  }

  @Test func `the exit code tells what came of it`() async throws {
    let market = try ImportMarket()
    let bad = "sku,title,price\nA,Lamp,1000\nB,,2000\n"
    #expect(try await market.importing(Self.lamps, "--dry-run").exitCode == .done)
    #expect(try await market.importing(Self.lamps, "--dry-run --exit-code").exitCode == .failed)
    #expect(try await market.importing(bad, "--dry-run").exitCode == .partial)
    #expect(try await market.importing(bad, "--dry-run --exit-code").exitCode == .failed)
    #expect(try await market.importing(bad, "--yes --max-errors 0").exitCode == .refused)
    #expect(try await market.importing(Self.lamps, "").exitCode == .usage)
    for contents in ["", "\u{89}PNG\r\n\u{1A}\n\0\0", "1,2,3\n4,5,6\n"] {
      #expect(try await market.importing(contents).exitCode == .usage, "\(contents)")
    }
    #expect(await market.run("import \(market.home.path)/none.csv --yes").exitCode == .usage)
    #expect(try await market.items() == [])
    #expect(try await market.importing(bad).exitCode == .partial)
    #expect(try await market.importing(bad, "--dry-run --exit-code").exitCode == .partial)
    #expect(try await market.importing(bad, "--yes --on-existing fail").exitCode == .refused)
    #expect(try await market.items().count == 1)
  }

  @Test func `a pipe needs --yes, and a person can say no`() async throws {
    let market = try ImportMarket()
    let path = try market.home.write(Self.lamps, to: "items.csv")
    await market.run("import \(path) --currency KRW").prints(
      """
      ! 2 to add
      !   2 rows read
      !   1 row has no stock: taken as 0; --default stock=1
      ! 
      ! Row 2  new  Lamp · KRW 1,000 · 3 in stock
      ! Row 3  new  Desk · KRW 2,000 · 0 in stock
      ! Error: Confirmation is required
      ! Help:  See the plan with '--dry-run', then pass '--yes'
      exit 2
      """)
    await market.run("import \(path) --currency KRW", columns: 80, input: ["n"]).prints(
      """
      ! 2 to add
      !   2 rows read
      !   1 row has no stock: taken as 0; --default stock=1
      ! 
      ! Row 2  new  Lamp · KRW 1,000 · 3 in stock
      ! Row 3  new  Desk · KRW 2,000 · 0 in stock
      ! 
      ! Add 2 items? [y/N] Nothing was changed.
      exit 8
      """)
    #expect(try await market.items() == [])
    #expect(market.home.files(in: ".local/state/market/imports") == [])
    let done = await market.run("import \(path) --currency KRW", columns: 80, input: ["y"])
    #expect(done.exitCode == .done)
    #expect(try await market.items().count == 2)
  }

  @Test(arguments: [false, true])
  func `of equal rows without a key each is an item, and the same file again adds none`(isServed: Bool)
    async throws
  {
    let market = try ImportMarket(isServed: isServed)
    let rows = "title,price\nLamp,1000\nLamp,1000\nDesk,2000\n"
    #expect(try await market.importing(rows).output == "3 added\n")
    #expect(try await market.importing(rows).output == "3 unchanged\n")
    // A third one is a third item.
    #expect(
      try await market.importing(rows + "Lamp,\"₩1,000\"\n").output
        == "1 added, 3 unchanged\n")
    #expect(
      try await market.items()
        == ["Lamp", "Lamp", "Desk", "Lamp"].map {
          #"{"currency":"KRW","price":\#($0 == "Desk" ? 2000 : 1000),"stock":1,"title":"\#($0)"}"#
        })
  }

  @Test func `rows without a key that have the title of an item are counted, and change it by '--key title'`()
    async throws
  {
    let market = try ImportMarket()
    _ = try await market.importing("sku,title,price\nA,Lamp,1\nB,Desk,2\nC,Desk,3\n", as: "before.csv")
    let table = "title,price,stock\nLamp,9,4\nlamp,5,1\nDesk,7,1\n"
    let plan = try await market.importing(table, "--dry-run")
    #expect(plan.output.contains("3 to add"))
    #expect(plan.output.contains("3 rows have the title of an item: --key title changes those items"))
    let titled = try await market.importing(table, "--key title --yes")
    #expect(titled.output == "1 updated, 2 rejected\n")
    #expect(titled.error.contains("Several items have the title 'Desk'"))
    #expect(titled.error.contains("'lamp' in 'title' is in row 2 too"))
    let again = try await market.importing(table, "--key title --yes")
    #expect(again.output == "1 unchanged, 2 rejected\n")
    // Neither case nor white space tells titles apart, and both stay as they are; accents do.
    let typed = try await market.importing("title,price\n\"  LAMP \",8\nLámp,7\n", "--key title --yes")
    #expect(typed.output == "1 added, 1 updated\n")
    await market.run("list --sort oldest --json=id,title,price,stock").prints(
      """
      {"id":1,"title":"Lamp","price":8,"stock":4}
      {"id":2,"title":"Desk","price":2,"stock":1}
      {"id":3,"title":"Desk","price":3,"stock":1}
      {"id":4,"title":"Lámp","price":7,"stock":1}
      """)
  }

  @Test func `the same key twice is refused with both lines, in one file and in two`() async throws {
    let market = try ImportMarket()
    let other = try market.home.write("sku,title,price\nC,Chair,1\nA,Again,2\n", to: "more.csv")
    _ = try await market.importing("sku,title,price\nE,Shelf,5\n", as: "before.csv")
    let outcome = try await market.importing(
      Self.lamps + "B,Twice,3,\nE,Rack,,\n", "--yes '\(other)' --results \(market.home.path)/results.csv")
    #expect(
      outcome.text(in: market)
        == """
        3 added, 1 updated, 2 rejected
        ! 3 to add, 1 to change, 2 rejected
        !   6 rows read
        !   1 row has no stock: taken as 0; --default stock=1
        !
        ! Row 2 of 'items.csv'  new  Lamp · KRW 1,000 · 3 in stock
        ! Row 3 of 'items.csv'  new  Desk · KRW 2,000 · 0 in stock
        ! Row 2 of 'more.csv'  new  Chair · KRW 1 · 1 in stock
        !
        ! Row 5 of 'items.csv'  #1 Shelf
        !   Title  Shelf → Rack
        !
        ! 'B' in 'sku' is in row 3 too
        !   repeated-key, items.csv:4 (B Twice)
        !
        ! 'A' in 'sku' is in row 2 of 'items.csv' too
        !   repeated-key, more.csv:3 (A Again)
        ! Correct HOME/items.csv.rejects.csv, then: market import HOME/items.csv.rejects.csv --currency KRW
        ! Correct HOME/more.csv.rejects.csv, then: market import HOME/more.csv.rejects.csv --currency KRW
        exit 7
        """.replacing("!\n", with: "! \n"))
    #expect(try await market.items().count == 4)
    #expect(
      try market.text(of: "more.csv.rejects.csv").contains("'A' in 'sku' is in row 2 of 'items.csv' too"))
    #expect(
      try market.text(of: "results.csv").split(separator: "\r\n").dropFirst().map {
        $0.split(separator: ",").prefix(3).joined(separator: ",")
      } == [
        "HOME/items.csv,2,added", "HOME/items.csv,3,added", "HOME/items.csv,4,rejected",
        "HOME/items.csv,5,updated", "HOME/more.csv,2,added", "HOME/more.csv,3,rejected",
      ])
  }

  @Test func `the plan and an export wait for a rate limit`() async throws {
    let refusals = Locked(0)
    let market = try ImportMarket(
      isServed: true,
      behind: { market in
        MockSession { request in
          if request.target.hasPrefix("/items/export"),
            refusals.withLock({
              $0 += 1; return $0 % 3 != 0
            })
          {
            return HTTPResponse(status: 429, headers: ["Retry-After": "0"])
          }
          return try await market.response(to: request)
        }
      })
    #expect(try await market.importing(Self.lamps).output == "2 added\n")
    // One looks for the items of the rows, one for those of their titles, one for other sellers of their SKUs.
    #expect(refusals.value == 9)
    #expect(try await market.items().count == 2)
    #expect(refusals.value == 12)
  }

  @Test(arguments: [false, true])
  func `each element of a JSON array on one line is a row`(isServed: Bool) async throws {
    let market = try ImportMarket(isServed: isServed)
    let rows = (1...1_200).map { #"{"sku":"S\#($0)","title":"Item \#($0)","price":\#($0)}"# }
    let table = "[\(rows.joined(separator: ", "))]"
    #expect(
      try await market.importing(table, as: "items.json").output
        == "1,200 added\n")
    #expect(Set(try await market.items()).count == 1_200)
    #expect(
      try await market.importing(table, as: "items.json").output
        == "1,200 unchanged\n")
    let plain = #"[{"title":"a","price":1},{"title":"b","price":2},{"title":"a","price":1}]"#
    #expect(
      try await market.importing(plain, as: "plain.json").output
        == "3 added\n")
    #expect(Set(try await market.items(without: [])).count == 1_203)
  }

  @Test func `a table comes from standard input`() async throws {
    let home = try Home()
    let program = Program(home: home)
    try home.write("secret\n", to: "password", mode: 0o600)
    try home.write(Self.lamps, to: "items.csv")
    let line = "market import - --currency KRW --yes --password-file password < items.csv"
    for counts in ["2 added", "2 unchanged"] {
      let result = try await program.run(line)
      #expect(result.output == counts + "\n")
      #expect(result.status == 0)
    }
  }

  @Test func `an empty cell of the stock is 0, and defaults fill what new items lack`() async throws {
    let market = try ImportMarket()
    func item(_ sku: String) async -> String {
      await market.run("show \(sku) --json=price,stock,tags,off_sale").output
    }
    let first = try await market.importing("sku,title,price,stock\nA,Lamp,5,\nB,Desk,6,2\n")
    #expect(first.error.contains("1 row has no stock: taken as 0; --default stock=1"))
    #expect(await item("A") == #"{"price":5,"stock":0,"tags":[],"off_sale":false}"# + "\n")
    // An item that exists keeps what it has.
    let defaults = "--yes --default stock=3 --default 'tags=new|blue'"
    #expect(
      try await market.importing("sku,title,price,stock\nB,Desk,7,\nC,Vase,5,\n", defaults).exitCode == .done)
    #expect(await item("B") == #"{"price":7,"stock":2,"tags":[],"off_sale":false}"# + "\n")
    #expect(await item("C") == #"{"price":5,"stock":3,"tags":["new","blue"],"off_sale":false}"# + "\n")
    // A list without prices comes in, and waits for them.
    let unpriced = "sku,title\nD,Cup\n"
    #expect(try await market.importing(unpriced).exitCode == .partial)
    #expect(try await market.importing(unpriced, "--yes --default price=0").exitCode == .done)
    #expect(await item("D") == #"{"price":0,"stock":1,"tags":[],"off_sale":true}"# + "\n")
    // Amounts of new items are read in the currency, and an item that exists keeps its own.
    try market.home.write("sku,title,price\nA,Lamp,8\nE,Pen,2.50\n", to: "pens.csv")
    let foreign = await market.run("import \(market.home.path)/pens.csv --yes --default currency=EUR")
    #expect(!foreign.error.contains("The currency is"))
    #expect(
      await market.run("show E --json=price,currency").output == #"{"price":2.5,"currency":"EUR"}"# + "\n")
    #expect(
      await market.run("show A --json=price,currency").output == #"{"price":8,"currency":"KRW"}"# + "\n")
    for wrong in ["sku=A", "stock", "stock=x", "price=", "currency=EURO", "discount=20", "discount=100%"] {
      #expect(try await market.importing(unpriced, "--yes --default \(wrong)").exitCode == .usage, "\(wrong)")
    }
    for key in ["sku=A", "barcodes=4006381333931", "id=3", "reference=R"] {
      #expect(
        try await market.importing(unpriced, "--yes --default \(key)").error.contains(
          "'\(key)' is no default of new items: each has another value, which tells it apart\n"))
    }
  }

  @Test func `a discount, an image and a date are defaults of new items that name none`() async throws {
    let market = try ImportMarket()
    try market.home.write(Pixel.png, to: "pixel.png")
    let table = """
      sku,title,price,discount,images
      A,Lamp,999,,
      B,Desk,100,0,\\empty
      C,Bed,100,50%,
      """
    let defaults =
      "--yes --default discount=10% --default images=pixel.png --default registration_date=2026-01-02"
    #expect(try await market.importing(table, defaults).output == "3 added\n")
    #expect(
      await market.run("list --json=discounted_price").output == """
        {"discounted_price":899}
        {"discounted_price":null}
        {"discounted_price":50}

        """)
    let images = await market.run("list --json=thumbnails").output.split(separator: "\n")
    #expect(images.map { $0.components(separatedBy: "/images/").count - 1 } == [1, 0, 1])
    #expect(await market.run("show A --json=registration_date").output.contains("2026-01-0"))
    #expect(try await market.importing(table, defaults).output == "3 unchanged\n")
    // A default in one currency is none in another.
    let mixed = "sku,title,price,currency\nD,Pen,900,JPY\nE,Cup,9,USD\n"
    try market.home.write(mixed, to: "mixed.csv")
    _ = await market.run("import \(market.home.path)/mixed.csv --yes --default 'discounted_price=USD 5'")
    #expect(await market.run("show D --json=discounted_price").output.contains("null"))
    #expect(await market.run("show E --json=discounted_price").output.contains("5"))
    // A discount of 0 is none, also of an item that has one.
    #expect(try await market.importing("sku,price,discount\nA,999,0%\n").output == "1 updated\n")
    #expect(
      await market.run("show A --json=discounted_price").output == #"{"discounted_price":null}"# + "\n")
  }

  @Test func `a row of an item with another password is rejected, and shows nothing private`() async throws {
    let market = try ImportMarket(isServed: true)
    try market.home.write("another\n", to: "other", mode: 0o600)
    _ = await market.run(
      "add --title Desk --price 5 --currency KRW --sku A --note 'from Kim' --password-file \(market.home.path)/other"
    )
    _ = await market.run("add --title Chair --price 5 --currency KRW")
    let outcome = try await market.importing(
      "id,title\n1,Mine\n", "--key id --yes --results \(market.home.path)/results.csv")
    #expect(outcome.exitCode == .partial)
    #expect(!outcome.text.contains("Kim"))
    #expect(
      try market.text(of: "results.csv")
        == "file,row,result,id,column,value,rule,sentence\r\nHOME/items.csv,2,rejected,,,,wrong-password,The item has another password\r\n"
    )
    #expect(await market.run("show 1 --json=title").output == #"{"title":"Desk"}"# + "\n")
  }

  @Test func `a list without titles or prices says which option brings it in`() async throws {
    let market = try ImportMarket()
    let outcome = try await market.importing("sku,title\nA,Lamp\n", as: "a.csv")
    let prices = outcome.text
    #expect(
      prices.contains("Price is missing; with '--default price=0' new items come in, off sale"), "\(prices)")
    // The command for the rejected rows has it.
    #expect(prices.contains(" KRW --default price=0\n"), "\(prices)")
    let again = await market.run(
      "import \(market.home.path)/a.csv.rejects.csv --default price=0 --yes --currency KRW")
    #expect(again.exitCode == .done)
    let titles = try await market.importing("code,description,price\nB,Desk,5\n", "--dry-run").output
    #expect(
      titles.contains("Title is missing; name its column, as in --map 'Description=title'"), "\(titles)")
    // A cell that is empty in a column of titles is the row's own problem.
    let cell = try await market.importing("sku,title,price\nB,,5\n", "--dry-run").output
    #expect(cell.contains("Title is missing\n"), "\(cell)")
    #expect(try await market.items().map { $0.contains("\"off_sale\":true") } == [true])
  }
}
