import Testing

@testable import market

struct UsageTests {
  @Test(arguments: [
    ("lst", "No such command 'lst'", "Did you mean 'list'?"),
    ("help lst", "No such command 'lst'", "Did you mean 'list'?"),
    ("help exit-code", "No such command 'exit-code'", "Did you mean 'exit-codes'?"),
    ("frobnicate", "No such command 'frobnicate'", "Run 'market --help' to see every command"),
    ("--versoin", "No such option '--versoin'", "Did you mean '--version'?"),
    ("4", "No such command '4'", "Did you mean 'market show 4'?"),
    ("#4", "No such command '#4'", "Did you mean 'market show 4'?"),
    ("4,5", "No such command '4,5'", "Did you mean 'market show 4 5'?"),
    ("-x", "No such option '-x'", "Run 'market --help' to see the usage"),
    ("''", "No such command ''", "Run 'market --help' to see every command"),
  ])
  func `an unknown command`(line: String, message: String, hint: String) async throws {
    try await Home().pipe.run(line).says("! Error: \(message)\n! Help:  \(hint)\nexit 2")
  }

  @Test(arguments: [
    ("list --page 0", "'0' is not a value of '--page': it must be a whole number from 1 to 1,000,000,000"),
    ("list --page -1", "'-1' is not a value of '--page': it must be a whole number from 1 to 1,000,000,000"),
    (
      "list --page 1.5", "'1.5' is not a value of '--page': it must be a whole number from 1 to 1,000,000,000"
    ),
    ("list --page ''", "'' is not a value of '--page': it must be a whole number from 1 to 1,000,000,000"),
    (
      "list --page 9223372036854775807",
      "'9223372036854775807' is not a value of '--page': it must be a whole number from 1 to 1,000,000,000"
    ),
    ("list --per-page 0", "Invalid value '0' for '--per-page': it must be a whole number from 1 to 500"),
    ("list --per-page 501", "Invalid value '501' for '--per-page': it must be a whole number from 1 to 500"),
    ("list --sort prize", "'prize' is not a value of '--sort'"),
    ("list --json=id,naem", "'naem' is not a value of '--json'"),
    ("list --json=descriptions", "'descriptions' is not a value of '--json'"),
    ("list --json=", "'' is not a value of '--json'"),
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
      "Invalid value 'https://market.example/?a=b' for '--server': it must end with the path"
    ),
    (
      "list --server https://market.example --store garage.db",
      "The options '--server' and '--store' exclude each other"
    ),
    ("list --store ''", "Invalid value '' for '--store': it must not be empty"),
    ("list --timeout 0", "Invalid value '0' for '--timeout': it must be a number of seconds up to 3,600"),
    (
      "list --timeout soon",
      "Invalid value 'soon' for '--timeout': it must be a number of seconds up to 3,600"
    ),
    ("list --timeout nan", "Invalid value 'nan' for '--timeout': it must be a number of seconds up to 3,600"),
    ("list --locale Korea", "Invalid value 'Korea' for '--locale': it must be a locale, such as ko_KR"),
    ("list --color sometimes", "'sometimes' is not a value of '--color'"),
    ("list --currency-style name", "'name' is not a value of '--currency-style'"),
    ("list --quiet=no", "The option '--quiet' takes no value, but 'no' was given"),
    ("list 7", "One word too many: '7'"),
    ("show", "Missing <id>"),
    ("show seven", "'seven' is not a value of '<id>': an id is a whole number from 1"),
    ("show 0", "'0' is not a value of '<id>': an id is a whole number from 1"),
    ("show +7", "'+7' is not a value of '<id>': an id is a whole number from 1"),
    ("show ７", "'７' is not a value of '<id>': an id is a whole number from 1"),
    (
      "show 99999999999999999999",
      "'99999999999999999999' is not a value of '<id>': an id is a whole number from 1"
    ),
    ("show 1 --json=nothing", "'nothing' is not a value of '--json'"),
    ("add", "The option '--title' is missing"),
    ("add --title Lamp", "The option '--price' is missing"),
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
    ("add --title Lamp --price 5 --password-file /nowhere", "No password file '/nowhere'"),
    (
      "add --title Lamp --price 5 --porcelain --json",
      "The options '--porcelain' and '--json' exclude each other"
    ),
    (
      "add --title Lamp --price 5 --description - --password-file -",
      "The options '--description -' and '--password-file -' exclude each other"
    ),
    ("add Lamp --title Lamp --price 5", "One word too many: 'Lamp'"),
    ("edit", "Missing <id>"),
    ("edit 1 2 --stock 1", "One word too many: '2'"),
    ("edit x --stock 1", "'x' is not a value of '<id>': an id is a whole number from 1"),
    ("edit 1 --stock many", "Stock 'many' is not a whole number"),
    ("edit 1 --price x", "Price 'x' is not a number: write it like 1690000 or 12.50"),
    (
      "edit 1 --discounted-price 5 --no-discount",
      "The options '--discounted-price' and '--no-discount' exclude each other"
    ),
    (
      "edit 1 --description - --password-file -",
      "The options '--description -' and '--password-file -' exclude each other"
    ),
    ("edit 1 --image /nowhere.png", "No image file '/nowhere.png'"),
    (
      "add --title Lamp --price 5 --image - --description -",
      "The options '--description -' and '--image -' exclude each other"
    ),
    (
      "add --title Lamp --price 5 --image - --image -",
      "The options '--image -' and '--image -' exclude each other"
    ),
    ("edit 1,2 --stock 1", "'1,2' is not a value of '<id>': give one id"),
    (
      "delete 1,234 --yes",
      "'1,234' is not a value of '<id>': write '1234' for one item, or '1 234' for several"
    ),
    ("show 4,x", "'4,x' is not a value of '<id>': an id is a whole number from 1"),
    ("show ,", "',' is not a value of '<id>': an id is a whole number from 1"),
    (
      "add --title Lamp --price 12,50",
      "'12,50' is not a value of '--price': decimals follow a point: write '12.50'"
    ),
    (
      "add --title Lamp --price 1.690.000",
      "Price '1.690.000' is not a number: write it like 1690000 or 12.50"
    ),
    (
      "add --title Lamp --price £5",
      "'£5' is not a value of '--price': several currencies have this sign; name one with '--currency <code>'"
    ),
    (
      "add --title Lamp --price 'KRW 5' --currency USD",
      "The options '--currency USD' and '--price KRW 5' exclude each other"
    ),
    (
      "add --title Lamp --price '5 XAU'",
      "'5 XAU' is not a value of '--price': ISO 4217 lists it as a precious metal, not as a currency"
    ),
    (
      "list --server market.example:8080",
      "Invalid value 'market.example:8080' for '--server': write 'https://market.example:8080' or "
        + "'http://market.example:8080'"
    ),
    ("delete", "Missing <id>"),
    ("delete 1 x", "'x' is not a value of '<id>': an id is a whole number from 1"),
    ("delete 1 --yes=no", "The option '--yes' takes no value, but 'no' was given"),
    ("config --json=name", "The option '--json' takes no value, but 'name' was given"),
    ("config currency", "One word too many: 'currency'"),
    ("help list show", "One word too many: 'show'"),
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
    "list http://ann:hunter2@market.example", "show http://ann:hunter2@market.example",
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
    await pipe.run("list").says(
      """
      ! Error: Invalid value 'https://***@market.example/shop' for 'MARKET_SERVER': it must not hold a name or password
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
    await home.pipe.run("list --per-page 0").says(
      """
      ! Error: Invalid value '0' for '--per-page': it must be a whole number from 1 to 500
      ! Help:  For example: '--per-page 20'
      exit 2
      """)
    await home.pipe.run("list --page 0").says(
      """
      ! Error: '0' is not a value of '--page': it must be a whole number from 1 to 1,000,000,000
      ! Help:  Run 'market list --help' to see the usage
      exit 2
      """)
    #expect(await home.pipe.run("serve --limit body=0").error.contains(" from 1 to 1,000,000,000\n"))
    #expect(await home.pipe.run("list --timeout 4000").error.contains(" of seconds up to 3,600\n"))
  }

  @Test func `every option that takes one value is refused a second one`() async throws {
    let home = try Home()
    for command in Market.commands {
      let declaration = command.declaration
      for option in declaration.options where option.value != nil && !option.repeats {
        let value = option.choices.first ?? "1"
        let word = "--\(option.long)=\(value)"
        let outcome = await home.pipe.run(words: [declaration.name, word, word])
        #expect(
          outcome.text
            == "! Error: The option '--\(option.long)' was given twice\n! Help:  Give it once\nexit 2")
      }
    }
  }

  @Test func `every option is suggested for a misspelling of it`() async throws {
    let home = try Home()
    for command in Market.commands {
      let declaration = command.declaration
      for option in declaration.options where option.long.count > 4 {
        let typed = "--" + option.long.dropLast()
        let outcome = await home.pipe.run(words: [declaration.name, typed])
        #expect(
          outcome.text
            == "! Error: No such option '\(typed)'\n! Help:  Did you mean '--\(option.long)'?\nexit 2")
      }
    }
  }
}
