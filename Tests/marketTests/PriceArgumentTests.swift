import Testing

struct PriceArgumentTests {
  @Test(arguments: [
    ("1690000", #"{"price":1690000,"currency":"KRW"}"#),
    ("1,690,000", #"{"price":1690000,"currency":"KRW"}"#),
    ("₩1690000", #"{"price":1690000,"currency":"KRW"}"#),
    ("₩ 1,690,000", #"{"price":1690000,"currency":"KRW"}"#),
    ("1,690,000원", #"{"price":1690000,"currency":"KRW"}"#),
    ("KRW 1690000", #"{"price":1690000,"currency":"KRW"}"#),
    ("krw1690000", #"{"price":1690000,"currency":"KRW"}"#),
    ("1,690,000 KRW", #"{"price":1690000,"currency":"KRW"}"#), (" 5 ", #"{"price":5,"currency":"KRW"}"#),
    ("1,234.50 USD", #"{"price":1234.5,"currency":"USD"}"#), ("€12.50", #"{"price":12.5,"currency":"EUR"}"#),
    ("12.50€", #"{"price":12.5,"currency":"EUR"}"#), ("€1.690,-", #"{"price":1690,"currency":"EUR"}"#),
    ("1.690,– €", #"{"price":1690,"currency":"EUR"}"#), ("1'690.- CHF", #"{"price":1690,"currency":"CHF"}"#),
  ])
  func `an amount is understood as people write it`(text: String, item: String) async throws {
    await (try Home()).pipe.run(
      words: [
        "add", "--title", "Lamp", "--price", text, "--locale", "ko_KR", "--quiet", "--json=price,currency",
      ]
    ).prints(item)
  }

  @Test func `the currency of an item decides what an amount of it is`() async throws {
    let home = try Home()
    for currency in ["KRW", "EUR"] {
      _ = await home.pipe.run("add --title Lamp --price 1000 --stock 2.0 --currency \(currency)")
    }
    for (line, found) in [
      ("edit 1 --price 50.000", "price\t1000\t50000"), ("edit 1 --cost 1,000원", "cost\t\t1000"),
      ("edit 1 --stock 3.0 --reorder-at 2.00", "stock\t2\t3\nreorder_at\t\t2"),
      ("restock 1:1 --cost 1,000원 --dry-run", "would record\t1\treceived\t1\t4"),
      ("sell 1 --price 10.000 --dry-run --json=unit_price", #"{"unit_price":10000}"#),
    ] {
      #expect(await home.pipe.run(line).output == found + "\n", "\(line)")
    }
    for (line, problem) in [
      ("edit 2 --price 50.000", "it can be read as 50000 or 50; write it like one of them"),
      ("edit 2 --cost 9원", "it is in the currency of the item; write it without one"),
      ("restock 2:1 --cost 9원", "it is in the currency of the item; write it without one"),
    ] {
      let outcome = await home.pipe.run(line)
      #expect(outcome.exitCode == .usage && outcome.error.contains(problem), "\(outcome.text)")
    }
  }

  @Test(arguments: [("en_US", "USD"), ("en_CA", "CAD"), ("en_AU", "AUD")])
  func `a sign that several currencies have is that of the person's own`(locale: String, code: String)
    async throws
  {
    await (try Home()).pipe.run(
      words: ["add", "--title", "Lamp", "--price", "$5", "--locale", locale, "--quiet", "--json=currency"]
    ).prints(#"{"currency":"\#(code)"}"#)
  }

  @Test func `the sign agrees with the currency that is given`() async throws {
    let home = try Home()
    await home.pipe.run("add --title Lamp --price $5 --currency NZD --json=currency --quiet").prints(
      #"{"currency":"NZD"}"#)
    await home.pipe.run("add --title Lamp --price €5 --currency NZD").prints(
      """
      ! Error: Invalid value '€5' for '--price': its currency is EUR, but '--currency NZD' is in NZD
      ! Help:  Run 'market add --help' to see the usage
      exit 2
      """)
    await home.pipe.run("add --title Lamp --price €5 --discounted-price £4 --locale en_GB").prints(
      """
      ! Error: Invalid value '£4' for '--discounted-price': its sign is not that of EUR, the currency of '--price €5'
      ! Help:  Run 'market add --help' to see the usage
      exit 2
      """)
  }

  @Test func `two amounts with signs are in a currency that both may mean`() async throws {
    let add = "add --title Lamp --locale en_US --quiet --json=currency"
    // The currency that all items of a market have comes before the locale's.
    try await Home().pipe.run(add + " --price $5 --discounted-price 'AUD 4'").prints(#"{"currency":"AUD"}"#)
    let home = try Home()
    await home.pipe.run(add + " --price $5 --discounted-price $4").prints(#"{"currency":"USD"}"#)
    await home.pipe.run(add + " --price $5 --discounted-price £4").prints(
      """
      ! Error: Invalid value '£4' for '--discounted-price': '--price $5' is in another currency
      ! Help:  Run 'market add --help' to see the usage
      exit 2
      """)
  }

  @Test func `stock may be grouped too`() async throws {
    await (try Home()).pipe.run(
      "add --title Lamp --price 5 --currency USD --stock 1,200 --json=stock --quiet"
    ).prints(
      #"{"stock":1200}"#)
  }

  @Test(arguments: [
    ("XXX", "ISO 4217 defines it as 'no currency'"), ("XTS", "ISO 4217 reserves it for tests"),
    ("xau", "ISO 4217 lists it as a precious metal, not as a currency"),
    ("CLF", "ISO 4217 lists it as a fund code, not as a currency"),
    ("XDR", "ISO 4217 lists it as a unit of account, not as a currency"),
  ])
  func `a code that is no currency is refused with the reason`(code: String, reason: String) async throws {
    let home = try Home()
    await home.pipe.run("add --title Lamp --price 5 --currency \(code)").prints(
      """
      ! Error: Invalid value '\(code)' for '--currency': \(reason)
      ! Help:  For example: '--currency KRW'
      exit 2
      """)
    #expect(home.files(in: ".local").isEmpty)
  }

  @Test func `a default currency is reported with its source`() async throws {
    let home = try Home()
    let add = "add --title Lamp --price 5 --json=currency"
    try home.write("hunter2", to: "password", mode: 0o600)
    try home.write("password-file = \(home.path)/password", to: ".config/market/config")
    let choose = "Choose another with '--currency' or MARKET_CURRENCY"
    var pipe = home.pipe
    pipe.environment = ["LC_MONETARY": "de_DE.UTF-8"]
    await pipe.run(add + " --store \(home.path)/de.db").prints(
      "{\"currency\":\"EUR\"}\n! The currency is EUR, from the locale de_DE. \(choose)")
    await home.pipe.run(add + " --locale ko_KR --store \(home.path)/ko.db").prints(
      """
      {"currency":"KRW"}
      ! 통화는 KRW입니다(로케일 ko_KR의 통화). 다른 통화는 '--currency'나 MARKET_CURRENCY로 지정하세요
      """)
    await home.pipe.run(add).prints("{\"currency\":\"USD\"}\n! The currency is USD, the default. \(choose)")
    // The items of the market come before the locale.
    await pipe.run(add).prints(
      "{\"currency\":\"USD\"}\n! The currency is USD, that of the market's items. \(choose)")
    await pipe.run(add + " --quiet").prints(#"{"currency":"USD"}"#)
    await pipe.run("add --title Lamp --price 5 --porcelain").prints("4")
    await pipe.run(add + " --currency JPY").prints(#"{"currency":"JPY"}"#)
    // They have two currencies now.
    await pipe.run(add).prints(
      "{\"currency\":\"EUR\"}\n! The currency is EUR, from the locale de_DE. \(choose)")
    pipe.environment = ["MARKET_CURRENCY": "JPY"]
    await pipe.run(add).prints("{\"currency\":\"JPY\"}\n! The currency is JPY, from MARKET_CURRENCY")
    let config = try home.write(
      "currency = CHF\npassword-file = \(home.path)/password", to: ".config/market/config")
    await home.pipe.run(add).prints("{\"currency\":\"CHF\"}\n! The currency is CHF, from '\(config)'")
  }

  @Test func `a currency that was assumed for a shared sign is reported`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    let choose = "Choose another with '--currency' or MARKET_CURRENCY"
    let add = "add --title Lamp --price $12.50 --json=currency"
    await home.pipe.run(add).prints(
      "{\"currency\":\"USD\"}\n! The currency is USD, that of the market's items. \(choose)")
    await home.pipe.run(add + " --currency AUD").prints(#"{"currency":"AUD"}"#)
    await home.pipe.run("add --title Lamp --price ₩5 --json=currency").prints(#"{"currency":"KRW"}"#)
    var pipe = home.pipe
    pipe.environment = ["MARKET_CURRENCY": "CAD"]
    await pipe.run(add).prints("{\"currency\":\"CAD\"}\n! The currency is CAD, from MARKET_CURRENCY")
  }
}
