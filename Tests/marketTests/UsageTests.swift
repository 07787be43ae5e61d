import Console
import Testing

@testable import market

struct UsageTests {
  @Test(arguments: [
    ("lst", "No such command 'lst'", "Did you mean 'list'?"),
    ("help lst", "No such command 'lst'", "Did you mean 'list'?"),
    ("help exitcodes", "No such command 'exitcodes'", "Did you mean 'exit-codes'?"),
    ("frobnicate", "No such command 'frobnicate'", "Run 'market --help' to see all commands"),
    ("--versoin", "No such option '--versoin'", "Did you mean '--version'?"),
    ("4", "No such command '4'", "Did you mean 'market show 4'?"),
    ("#4", "No such command '#4'", "Did you mean 'market show 4'?"),
    (
      "localhost:8080", "No such command 'localhost:8080'",
      "Did you mean 'market list --server localhost:8080'?"
    ),
    ("4,5", "No such command '4,5'", "Did you mean 'market show 4 5'?"),
    ("-x", "No such option '-x'", "Run 'market --help' to see the usage"),
    ("''", "No such command ''", "Run 'market --help' to see all commands"),
  ])
  func `an unknown command`(line: String, message: String, hint: String) async throws {
    try await Home().pipe.run(line).prints("! Error: \(message)\n! Help:  \(hint)\nexit 2")
  }

  @Test(arguments: [
    ("list --page 0", "Invalid value '0' for '--page': it must be a whole number from 1 to 1,000,000,000"),
    ("list --page -1", "Invalid value '-1' for '--page': it must be a whole number from 1 to 1,000,000,000"),
    (
      "list --page 1.5", "Invalid value '1.5' for '--page': it must be a whole number from 1 to 1,000,000,000"
    ),
    ("list --page ''", "Invalid value '' for '--page': it must be a whole number from 1 to 1,000,000,000"),
    (
      "list --page 9223372036854775807",
      "Invalid value '9223372036854775807' for '--page': it must be a whole number from 1 to 1,000,000,000"
    ),
    ("list --per-page 0", "Invalid value '0' for '--per-page': it must be a whole number from 1 to 500"),
    ("list --per-page 501", "Invalid value '501' for '--per-page': it must be a whole number from 1 to 500"),
    ("list --sort prize", "Invalid value 'prize' for '--sort'"),
    ("list --json=id,naem", "Invalid value 'naem' for '--json'"),
    ("list --json=descriptions", "Invalid value 'descriptions' for '--json'"),
    ("list --json=", "Invalid value '' for '--json'"),
    ("list --all=yes", "The option '--all' takes no value, but 'yes' was given"),
    ("list --no-headers=1", "The option '--no-headers' takes no value, but '1' was given"),
    (
      "list --server ''",
      "Invalid value '' for '--server': it must be an address such as https://market.example"
    ),
    (
      "list --server ftp://market.example",
      "Invalid value 'ftp://market.example' for '--server': it must be an address such as https://market.example"
    ),
    (
      "list --server https://market.example/?a=b",
      "Invalid value 'https://market.example/?a=***' for '--server': it must end with the path"
    ),
    (
      "list --server https://market.example --store garage.db",
      "'--server' and '--store' cannot be used together"
    ),
    ("list --store ''", "Invalid value '' for '--store': it must not be empty"),
    (
      "list --timeout 0",
      "Invalid value '0' for '--timeout': it must be a number of seconds above 0, up to 3,600"
    ),
    (
      "list --timeout soon",
      "Invalid value 'soon' for '--timeout': it must be a number of seconds above 0, up to 3,600"
    ),
    (
      "list --timeout nan",
      "Invalid value 'nan' for '--timeout': it must be a number of seconds above 0, up to 3,600"
    ),
    ("list --locale Korea", "Invalid value 'Korea' for '--locale': it must be a locale, such as ko_KR"),
    ("list --color sometimes", "Invalid value 'sometimes' for '--color'"),
    ("list --currency-style name", "Invalid value 'name' for '--currency-style'"),
    ("list --quiet=no", "The option '--quiet' takes no value, but 'no' was given"),
    ("show", "Missing <id>"),
    ("show 0", "Invalid value '0' for '<id>': an id is a whole number from 1"),
    ("show +7", "Invalid value '+7' for '<id>': an id is a whole number from 1"),
    (
      "show 99999999999999999999",
      "Invalid value '99999999999999999999' for '<id>': an id is a whole number from 1"
    ),
    ("show 1 --json=nothing", "Invalid value 'nothing' for '--json'"),
    ("add", "Missing required options: '--title', '--price'"),
    ("add --title Lamp", "Missing required option: '--price'"),
    ("--color never add --stock 1", "Missing required options: '--title', '--price'"),
    ("add --title", "The option '--title' needs a value"),
    ("add --title --price 5", "The option '--title' needs a value"),
    ("add --title '' --price 5", "Title '' is empty"),
    ("add --title '  ' --price 5", "Title '  ' is empty"),
    ("add --title Lamp --price five", "Price 'five' is not a number: write it like 1690000 or 12.50"),
    ("add --title Lamp --price 1,0000", "Price '1,0000' is not a number: write it like 1690000 or 12.50"),
    ("add --title Lamp --price 1e3", "Price '1e3' is not a number: write it like 1690000 or 12.50"),
    ("add --title Lamp --price ''", "Price '' is not a number: write it like 1690000 or 12.50"),
    ("add --title Lamp --price -5", "Price '-5' is negative"),
    ("add --title Lamp --price 0.5 --currency KRW", "Price '0.5' has more decimals than KRW has (none)"),
    ("add --title Lamp --price 0.005 --currency USD", "Price '0.005' has more decimals than USD has (2)"),
    ("add --title Lamp --price 100000000000001", "Price '100000000000001' is above 100000000000000"),
    (
      "add --title Lamp --price 5 --currency WON",
      "Invalid value 'WON' for '--currency': it must be a code that ISO 4217 lists, such as KRW"
    ),
    ("add --title Lamp --price 5 --discounted-price 6", "Discounted price '6' is above the price '5'"),
    ("add --title Lamp --price 5 --discounted-price -1", "Discounted price '-1' is negative"),
    (
      "add --title Lamp --price 5 --discounted-price x",
      "Discounted price 'x' is not a number: write it like 1690000 or 12.50"
    ),
    ("add --title Lamp --price 5 --stock 1.5", "Stock '1.5' is not a whole number"),
    ("add --title Lamp --price 5 --stock +1", "Stock '+1' is not a whole number"),
    ("add --title Lamp --price 5 --stock -1", "Stock '-1' is negative"),
    ("add --title Lamp --price 5 --stock 1000000000001", "Stock '1000000000001' is above 1000000000000"),
    ("add --title Lamp --price 5 --image /nowhere.png", "No image file '/nowhere.png'"),
    ("add --title Lamp --price 5 --image /dev/null", "Not an image: '/dev/null'"),
    (
      "add --title Lamp --price 5 --image a --image b --image c --image d --image e --image f",
      "Too many images: an item can have at most 5"
    ),
    ("add --title Lamp --price 5 --password-file /nowhere", "No file '/nowhere'"),
    (
      "add --title Lamp --price 5 --porcelain --json",
      "'--porcelain' and '--json' cannot be used together"
    ),
    (
      "add --title Lamp --price 5 --description - --password-file -",
      "'--description -' and '--password-file -' cannot be used together"
    ),
    ("add Lamp --title Lamp --price 5", "Unexpected argument 'Lamp'"),
    ("edit", "Missing <id>"),
    ("history 1 2", "Unexpected argument '2'"),
    ("edit 0 --stock 1", "Invalid value '0' for '<id>': an id is a whole number from 1"),
    ("edit 1 --stock many", "Stock 'many' is not a whole number"),
    ("edit 1 --price x", "Price 'x' is not a number: write it like 1690000 or 12.50"),
    (
      "edit 1 --discounted-price 5 --no-discount",
      "'--discounted-price' and '--no-discount' cannot be used together"
    ),
    (
      "edit 1 --description - --password-file -",
      "'--description -' and '--password-file -' cannot be used together"
    ),
    ("edit 1 --image /nowhere.png", "No image file '/nowhere.png'"),
    (
      "add --title Lamp --price 5 --image - --description -",
      "'--description -' and '--image -' cannot be used together"
    ),
    (
      "add --title Lamp --price 5 --image - --image -",
      "'--image -' and '--image -' cannot be used together"
    ),
    ("history 1,2", "Invalid value '1,2' for '<id>': give one id"),
    (
      "delete 1,234 --yes",
      "Invalid value '1,234' for '<id>': write '1234' for one item, or '1 234' for several"
    ),
    ("show 4,x", "Invalid value '4,x' for '<id>': an id is a whole number from 1"),
    ("show ,", "Invalid value ',' for '<id>': an id is a whole number from 1"),
    (
      "sell 1 --price 'USD 12' --curl",
      "Invalid value 'USD 12' for '--price': it is in the currency of the item; write it without one"
    ),
    (
      "restock 1:2 --cost €12 --curl",
      "Invalid value '€12' for '--cost': it is in the currency of the item; write it without one"
    ),
    (
      "sell 1 --price 10.000 --curl",
      "Invalid value '10.000' for '--price': it can be read as 10000 or 10; write it like one of them"
    ),
    (
      "add --title Lamp --price 12.500",
      "Invalid value '12.500' for '--price': it can be read as 12500 or 12.5; write it like one of them"
    ),
    (
      "add --title Lamp --price 12.500 --currency EUR",
      "Invalid value '12.500' for '--price': it can be read as 12500 or 12.5; write it like one of them"
    ),
    (
      "add --title Lamp --price €1.690",
      "Invalid value '€1.690' for '--price': it can be read as 1690 or 1.69; write it like one of them"
    ),
    (
      "add --title Lamp --price 5 --stock 3.000",
      "Invalid value '3.000' for '--stock': it can be read as 3000 or 3; write it like one of them"
    ),
    (
      "edit 1 --stock +3.000",
      "Invalid value '+3.000' for '--stock': it can be read as 3000 or 3; write it like one of them"
    ),
    (
      "add --title Lamp --price 1.690.00",
      "Price '1.690.00' is not a number: write it like 1690000 or 12.50"
    ),
    (
      "add --title Lamp --price £5",
      "Invalid value '£5' for '--price': several currencies have this sign; name one with '--currency <code>'"
    ),
    (
      "add --title Lamp --price 'KRW 5' --currency USD",
      "Invalid value 'KRW 5' for '--price': its currency is KRW, but '--currency USD' is in USD"
    ),
    (
      "add --title Lamp --price ₩1690000 --currency USD",
      "Invalid value '₩1690000' for '--price': its currency is KRW, but '--currency USD' is in USD"
    ),
    (
      "add --title Lamp --price $5 --currency KRW",
      "Invalid value '$5' for '--price': its sign is not that of KRW, the currency of '--currency KRW'"
    ),
    (
      "search lamp --history",
      "Invalid value 'lamp' for '--history': it cannot be combined with search words"
    ),
    (
      "add --title Lamp --price '5 XAU'",
      "Invalid value '5 XAU' for '--price': ISO 4217 lists it as a precious metal, not as a currency"
    ),
    (
      "list --server market.example:8080",
      "Invalid value 'market.example:8080' for '--server': write 'https://market.example:8080' or "
        + "'http://market.example:8080'"
    ),
    ("delete", "Missing <id>"),
    ("delete 1 --yes=no", "The option '--yes' takes no value, but 'no' was given"),
    ("config --json=name", "The option '--json' takes no value, but 'name' was given"),
    ("config currency", "No such command 'currency'"),
    ("help list show", "Unexpected argument 'show'"),
    ("--version --json", "No such option '--json'"),
  ])
  func `an invalid value is named, and nothing happens`(line: String, message: String) async throws {
    let home = try Home()
    let outcome = await home.pipe.run(line)
    #expect(outcome.error.split(separator: "\n").first == "Error: \(message)")
    #expect(outcome.error.split(separator: "\n").count == 2)
    #expect(outcome.output == "")
    #expect(outcome.exitCode == .usage)
    #expect(home.files(in: ".local").isEmpty)
  }

  @Test(arguments: [
    "list --server http://ann:hunter2@market.example", "list --server ann:hunter2@market.example",
    "list --server http://hunter2@market.example", "list --server http://ann:hunter2/@b@market.example",
    "orders http://ann:hunter2@market.example", "show http://ann:hunter2@market.example",
    "serve --public-url http://ann:hunter2@market.example", "http://ann:hunter2@market.example",
    "serve --allow-origin http://ann:hunter2@market.example",
    "config --server http://ann:hunter2@market.example",
    "list --verbose --curl --server http://ann:hunter2@market.example",
  ])
  func `the password in an address is not printed`(line: String) async throws {
    let outcome = await (try Home()).pipe.run(line)
    #expect(!outcome.text.contains("hunter2"))
    #expect(outcome.error.contains("***@market.example'"))
    #expect(outcome.exitCode == .usage)
  }

  @Test func `the password of an address in a variable or the config file is not printed`() async throws {
    let home = try Home()
    var pipe = home.pipe
    pipe.environment = ["MARKET_SERVER": "https://ann:hunter2@market.example/shop"]
    await pipe.run("list").prints(
      """
      ! Error: Invalid value 'https://***@market.example/shop' for 'MARKET_SERVER': it must not contain a name or password
      ! Help:  Unset MARKET_SERVER, or set it to a valid value
      exit 2
      """)
    try home.write("server = https://ann:hunter2@market.example", to: ".config/market/config")
    #expect(
      await home.pipe.run("list").error.contains("Invalid value 'https://***@market.example' for 'server'"))
    try home.write("https://ann:hunter2@market.example/?a=b", to: ".config/market/config")
    #expect(!(await home.pipe.run("list").error.contains("hunter2")))
  }

  @Test func `the hint for an invalid number is grouped`() async throws {
    let home = try Home()
    await home.pipe.run("list --per-page 0").prints(
      """
      ! Error: Invalid value '0' for '--per-page': it must be a whole number from 1 to 500
      ! Help:  For example: '--per-page 20'
      exit 2
      """)
    await home.pipe.run("list --page 0").prints(
      """
      ! Error: Invalid value '0' for '--page': it must be a whole number from 1 to 1,000,000,000
      ! Help:  Run 'market list --help' to see the usage
      exit 2
      """)
    #expect(await home.pipe.run("serve --limit body=0").error.contains(" from 1 to 1,000,000,000\n"))
    #expect(await home.pipe.run("list --timeout 4000").error.contains(" of seconds above 0, up to 3,600\n"))
  }

  @Test(arguments: [
    ("ls", "list"), ("rm 9", "delete 9"), ("remove 9", "delete 9"), ("new --title x", "add --title x"),
    ("version", "--version"), ("-v", "--version"), ("help ls", "help list"), ("ls --help", "list --help"),
    ("list --limit 1", "list --per-page 1"),
    ("vendor list", "seller list"), ("empty", "trash empty"), ("restore 9", "trash restore 9"),
    ("review 9", "reviews write 9"), ("review 9 --stars 4", "reviews write 9 --stars 4"),
    ("review fold 9", "reviews fold 9"),
    ("review --reason spam remove 9 -y", "reviews remove 9 --reason spam -y"),
    ("purge --seller 9", "trash purge --seller 9"),
    ("--dry-run purge --sales-of 1", "sales forget 1 --dry-run"), ("list --vendor Kim", "list --seller Kim"),
    ("list --market shop", "list --profile shop"), ("--market=shop list", "--profile=shop list"),
    ("list -L 1", "list --per-page 1"),
    ("search lamp -L1", "search lamp --per-page 1"), ("--limit 1 list", "list --per-page 1"),
    ("show 1 --no-color", "show 1 --color never"),
    ("--json list", "list --json"), ("search lamp", "list lamp"),
    ("search lamp --per-page 1", "list lamp -L 1"),
    ("list --json id,title lamp", "list --json=id,title lamp"), ("--page 2 list", "list --page 2"),
    ("--color never list", "list --color never"),
    ("--store garage.db list", "list --store garage.db"), ("-n delete 1", "delete 1 -n"),
    ("--locale ko_KR show 9", "show 9 --locale ko_KR"), ("--json=id list", "list --json=id"),
    ("list --json id,title", "list --json=id,title"), ("show 1 --json id", "show 1 --json=id"),
    ("--no-headers --json list", "list --json --no-headers"),
  ])
  func `what people bring along is understood`(line: String, meant: String) async throws {
    let home = try Home()
    try await home.fill()
    let outcome = await home.terminal(colored: true).run(line)
    #expect(outcome == (await home.terminal(colored: true).run(meant)))
    #expect(!outcome.text.isEmpty)
  }

  @Test(arguments: [
    ("#2", "No such command '#2'", "Did you mean 'market show 2'?"),
    ("2", "No such command '2'", "Did you mean 'market show 2'?"),
    ("remov 2", "No such command 'remov'", "Did you mean 'remove'?"),
    ("--quiet", "Missing <subcommand>", "Run 'market --help' to see the usage"),
    ("--sotr price list", "No such option '--sotr'", "Did you mean '--sort'?"),
    (
      "--page 2 serve", "No such option '--page'",
      "Run 'market serve --help' to see the usage"
    ),
    ("list --no-colour", "No such option '--no-colour'", "Did you mean '--no-color'?"),
    ("list -v", "No such option '-v'", "Did you mean '--verbose'?"),
    ("create", "No such command 'create'", "Did you mean 'add'?"),
    ("update 1", "No such command 'update'", "Did you mean 'edit'?"),
    ("get 1", "No such command 'get'", "Did you mean 'show'?"),
    ("receive 1", "No such command 'receive'", "Did you mean 'restock'?"),
    ("refund 1", "No such command 'refund'", "Did you mean 'return'?"),
    ("recieve 1", "No such command 'recieve'", "Did you mean 'restock'?"),
    ("order", "No such command 'order'", "Did you mean 'orders'?"),
    ("ㅐㄱㅇㄷㄱ", "No such command 'ㅐㄱㅇㄷㄱ'", "Did you mean 'orders'?"),
    ("ㄱㄷㅊ댜ㅍㄷ 1", "No such command 'ㄱㄷㅊ댜ㅍㄷ'", "Did you mean 'restock'?"),
    ("Report", "No such command 'Report'", "Did you mean 'sales'?"),
    ("stocktaking", "No such command 'stocktaking'", "Did you mean 'edit --stock'?"),
    ("inventory", "No such command 'inventory'", "Did you mean 'list'?"),
    ("serch", "No such command 'serch'", "Did you mean 'search'?"),
    ("restor 2", "No such command 'restor'", "Did you mean 'restore'?"),
    ("입고 1", "No such command '입고'", "Did you mean 'restock'?"),
    ("orders --json id,foo", "Unexpected argument 'id,foo'", "Use '--json=id,foo', without a space"),
    ("orders --json ID", "Unexpected argument 'ID'", "Use '--json=ID', without a space"),
    (
      "add --title x --price 5 --image a.png b.png", "Unexpected argument 'b.png'",
      "Repeat the option for each value: '--image b.png'"
    ),
  ])
  func `what is not understood gets a hint that names the right one`(
    line: String, message: String, hint: String
  ) async throws {
    try await Home().pipe.run(line).prints("! Error: \(message)\n! Help:  \(hint)\nexit 2")
  }

  @Test(arguments: [
    // Full-width letters, the wide space, and dashes and quotes that a phone or a word processor sets.
    (["ｌｉｓｔ"], "list"), (["list\u{3000}--per-page\u{3000}1"], "list --per-page 1"),
    (["list", "—per-page", "1"], "list --per-page 1"), (["list", "－－ａｌｌ"], "list --all"),
    (["list", "–per–page＝1"], "list --per-page=1"), (["delete", "2", "–n"], "delete 2 -n"),
    (["show", "２"], "show 2"), (["sell", "２:１", "-n"], "sell 2:1 -n"), (["show", "1–2"], "show 1-2"),
    (["edit", "2", "—title", "“A", "lamp”", "-n"], "edit 2 --title 'A lamp' -n"),
    (["edit", "2", "--title=‘A", "lamp’", "-n"], "edit 2 --title 'A lamp' -n"),
    (["edit", "2", "--price", "＋５％", "-n"], "edit 2 --price +5% -n"),
    (["sell", "2", "--price=８０", "--at", "２０２６－１１－２０", "-n"], "sell 2 --price 80 --at 2026-11-20 -n"),
    (["sell", "\u{3000}2:1", "-n"], "sell 2:1 -n"), (["list", "--sort", "ｐｒｉｃｅ"], "list --sort price"),
    (["help", "ｓｅｌｌ"], "help sell"),
    // Keys of a Korean layout.
    (["help", "ㄴ디ㅣ"], "help sell"), (["reviews", "ㅈ갸ㅅㄷ", "2", "-h"], "reviews write 2 -h"),
    (["ㅣㅑㄴㅅ"], "list"), (["노ㅐㅈ", "2"], "show 2"), (["ㅣㅑㄴㅅ", "--미ㅣ"], "list --all"),
    (["ㄴ디ㅣ"], "sell"), (["ㄴ디ㅣㄷㄱ", "ㅣㅑㄴㅅ"], "seller list"),
    // A line that is understood as it stands stays so.
    (["search", "ㅣㅑㄴㅅ"], "search ㅣㅑㄴㅅ"), (["edit", "2", "--title", "“A”", "-n"], "edit 2 --title “A” -n"),
  ])
  func `what an input method has changed is read as what it stands for`(words: [String], meant: String)
    async throws
  {
    let home = try Home()
    try await home.fill()
    let outcome = await home.pipe.run(words: words)
    #expect(outcome == (await home.pipe.run(meant)))
    #expect(!outcome.text.contains("No such") && !outcome.text.contains("Invalid"))
  }

  @Test func `words to search for are never taken for fields`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title 'Book title' --price 5 --currency USD")
    await home.pipe.run("search --json=id title").prints("{\"id\":1}")
    #expect(await home.pipe.run("search --json title") == home.pipe.run("search title --json"))
  }

  /// Options may stand before the command, which is found without knowing it.
  @Test func `an option takes a value in every command that has it, or in none`() {
    let options = CommandDeclaration.all.flatMap(\.options)
    for (name, same) in Dictionary(grouping: options, by: \.long) {
      #expect(Set(same.map { $0.value != nil && !$0.optionalValue }).count == 1, "\(name)")
      #expect(Set(same.map(\.short)).count == 1, "\(name)")
    }
    for (letter, same) in Dictionary(grouping: options.filter { $0.short != nil }, by: \.short) {
      #expect(Set(same.map(\.long)).count == 1, "\(String(describing: letter))")
    }
  }

  @Test(arguments: [
    ("list --sort \(String(repeating: "x", count: 500))", "list"),
    ("list --locale \(String(repeating: "x", count: 500))", "list"),
    ("add --title x --price \(String(repeating: "9", count: 500))", "add"),
    ("show \(String(repeating: "x", count: 500))", "show"), (String(repeating: "x", count: 500), ""),
  ])
  func `a value that is repeated is cut to less than a line`(line: String, command: String) async throws {
    let message = await (try Home()).pipe.run(line).error.split(separator: "\n").first ?? ""
    #expect(message.contains("…'"), "\(message)")
    #expect(message.count < 150, "\(message)")
  }

  @Test func `a command or a long word in an error is not broken`() async throws {
    let home = try Home()
    let path = "/nowhere/\(String(repeating: "long", count: 20)).txt"
    let lines = await home.terminal(40).run("add --title x --price 5 --password-file \(path)").error
      .split(separator: "\n")
    #expect(lines == ["Error: No file", "       '\(path)'", "Help:  Check the path"])
  }

  @Test func `every option that takes one value is refused a second one`() async throws {
    let home = try Home()
    for declaration in CommandDeclaration.all {
      for option in declaration.options where option.value != nil && !option.repeats {
        let value = option.choices.first ?? "1"
        let word = "--\(option.long)=\(value)"
        let outcome = await home.pipe.run(words: declaration.wordList + [word, word])
        #expect(
          outcome.text
            == "! Error: The option '--\(option.long)' was given twice\n! Help:  Use it once\nexit 2")
      }
    }
  }

  @Test func `every option is suggested for a misspelling of it`() async throws {
    let home = try Home()
    for declaration in CommandDeclaration.all {
      for option in declaration.options where option.long.count > 4 {
        let typed = "--" + option.long.dropLast()
        let outcome = await home.pipe.run(words: declaration.wordList + [typed])
        #expect(
          outcome.text
            == "! Error: No such option '\(typed)'\n! Help:  Did you mean '--\(option.long)'?\nexit 2")
      }
    }
  }
}
