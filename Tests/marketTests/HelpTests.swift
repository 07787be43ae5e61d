import Console
import Testing

@testable import market

struct HelpTests {
  @Test func `the whole page of the program`() async throws {
    let home = try Home()
    let page = """
      OVERVIEW: An open market's inventory at the command line.

      Without --server or MARKET_SERVER the market is embedded: one file, nothing to
      set up.

      EXAMPLES:
        market add --title '맥북 프로' --price 1690000 --currency KRW --image \\
            macbook.png
            Put an item up for sale.
        market list --page 2
            See what is for sale.
        market delete 7
            Take an item off the market.

      USAGE: market [<options>] <subcommand>

      OPTIONS:
        --version               Show the version.
        -h, --help              Show this help.

      SUBCOMMANDS:
        list                    List what is for sale.
        search                  Find items by words in title or description.
        show                    Show everything about an item.
        images                  Save the images of an item.
        add                     Put an item up for sale.
        edit                    Change an item.
        delete                  Delete items for good.
        serve                   Serve the embedded market over the network.
        vendor                  Add, list or remove vendors of the served market.
        config                  Show each setting and where it comes from.
        completion              Print the script that completes words in a shell.
        help                    Explain a command or a topic.

      TOPICS:
        exit-codes              What the program tells a script when it ends.
        environment             The variables that it reads.
        formats                 How data, dates, amounts and the config file are
                                written.
        offline                 What is kept of servers' answers, and when it is
                                shown.

        See 'market help <subcommand or topic>' for detailed help.
      """
    for line in ["", "help", "--help", "-h"] { await home.pipe.run(line).says(page) }
    await home.terminal(200).run("").says(page)
  }

  @Test func `the whole page of a command`() async throws {
    let home = try Home()
    let page = """
      OVERVIEW: Delete items for good.

      On a terminal it asks once before it deletes; where there is no terminal it goes
      ahead, since the ids were named.

      EXAMPLES:
        market delete 7
            Item 7, after a question.
        market delete 7 8 9 --yes
            Three of them, without one.

      USAGE: market delete [<options>] <id> ...

      ARGUMENTS:
        <id>                    The numbers of the items.

      OPTIONS:
        -y, --yes               Do not ask for confirmation.
        -n, --dry-run           Show what would be done; change nothing.
        --no-input              Never prompt; fail instead.
        -h, --help              Show this help.

      OUTPUT OPTIONS:
        --color <when>          Use colour. (values: auto, always, never; default:
                                auto)
        --accessible            Use plain lines instead of tables, colours and
                                redrawing. (environment: ACCESSIBLE)
        --locale <locale>       Use this locale for language, amounts, dates and
                                currency, such as ko_KR. (environment: MARKET_LOCALE)
        --currency-style <style>
                                Show currencies as codes (KRW) or symbols (₩).
                                (values: code, symbol; default: code)
        -q, --quiet             Print only data and errors.
        --verbose               Log requests and responses to stderr. (environment:
                                MARKET_DEBUG)

      MARKET OPTIONS:
        --server <url>          Use the market server at this URL. (environment:
                                MARKET_SERVER)
        --store <file>          Use the embedded market in this file. (environment:
                                MARKET_STORE)
        --timeout <seconds>     Request timeout in seconds. (default: 30)
        --curl                  Print the request as a curl command; send nothing.

      PASSWORD OPTIONS:
        --password-file <file>  Read the password from this file, or from stdin if it
                                is '-'. (environment: MARKET_PASSWORD_FILE)
      """
    for line in ["help delete", "delete --help", "delete -h", "delete 1 -h --frob"] {
      await home.terminal().run(line).says(page)
    }
  }

  @Test func `no name is broken on a narrow terminal`() async throws {
    let terminal = try Home().terminal(40)
    let page = await terminal.run("help environment").output
    #expect(
      page.hasPrefix(
        """
        MARKET_SERVER
            Address of the market to ask, in
            place of the embedded one.
        MARKET_STORE
        """))
    for name in ["MARKET_PASSWORD_FILE", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] { #expect(page.contains(name)) }
    #expect(await terminal.run("help formats").output.contains("~/.config/market/config: "))
    #expect(
      await terminal.run("help exit-codes").output.contains("\n3    Nothing was found under that id.\n"))
    for command in Market.commands {
      let help = await terminal.run("\(command.declaration.name) --help").output
      let page = await terminal.run("help --man \(command.declaration.name)").output
      for name in page.matches(of: /MARKET_[A-Z_]+/).map(\.output) { #expect(help.contains(name)) }
    }
  }

  @Test func `the exit codes`() async throws {
    try await Home().terminal().run("help exit-codes").says(
      """
      0    Success. An empty list is a success too, and so is a pipe that the reader
           closed.
      1    Failed for another reason.
      2    Usage error: an unknown option or value, or a required prompt that could
           not be shown. Nothing was sent.
      3    Nothing was found under that id.
      4    Wrong or missing password.
      5    Temporary problem: network, timeout or a busy server. Trying again is safe.
      6    The data was rejected.
      7    Partly done. The output says which part failed.
      8    The prompt was answered with no.
      130  Interrupted.
      143  Terminated.
      """)
  }

  @Test func `the environment`() async throws {
    try await Home().terminal().run("help environment").says(
      """
      MARKET_SERVER         Address of the market to ask, in place of the embedded
                            one.
      MARKET_STORE          File of the embedded market.
      MARKET_PASSWORD_FILE  File whose first line is the password; only you may read
                            it.
      MARKET_PASSWORD       The password itself.
      MARKET_CURRENCY       Currency of new items, an ISO 4217 code.
      MARKET_LOCALE         Locale of words, amounts, dates and the currency of new
                            items, such as ko_KR.
      MARKET_IMAGES         How images are drawn: kitty, iterm, sixel, blocks or none.
      MARKET_DEBUG          When set, the same as --verbose.
      ACCESSIBLE            When set, the same as --accessible.
      LC_ALL, LC_MESSAGES, LC_MONETARY, LC_TIME, LANG
                            The same, as everywhere (POSIX).
      TZ                    Time zone of the dates in data.
      NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM
                            Whether to use colour.
      COLUMNS               Width of the terminal.
      PAGER                 When it is empty or 'cat', a list shows one page and ends,
                            as with --no-pager.
      CI                    When set, no question is asked.
      HTTPS_PROXY, NO_PROXY
                            How to reach a server.
      XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME
                            Where the config file, the embedded market, the kept
                            searches and servers' kept answers are.
      """)
  }

  @Test func `the formats`() async throws {
    try await Home().terminal().run("help formats").says(
      #"""
      piped list, search  One item a line, with tabs between id, title, currency,
                          price, discounted price, stock, date. Nothing is cut off,
                          and there is no header. The discounted price is empty where
                          there is no discount.
      piped show          A line for each field: its name, a tab, its value.
      piped images        A line for each image that was saved: its path, media type,
                          width, height and size in bytes.
      piped edit          A line for each change: the field, the value before, the
                          value after.
      piped delete        A line for each item: the word deleted, its id, its title.
      --json              One object a line: id, title, price, discounted_price,
                          currency, stock, registration_date, thumbnails; and where
                          one item is meant, descriptions, images. --json=id,title
                          writes those two, in that order. What there is none of is
                          null.
      amounts             Exact decimals, as in 1690000 or 12.50, with no more digits
                          than ISO 4217 gives the currency, and never rounded. In JSON
                          they are numbers.
      currencies          Three letters of ISO 4217, such as KRW.
      dates               ISO 8601 with the offset of your time zone (TZ), as in
                          2026-11-21T14:58:00+09:00.
      text                UTF-8. What could steer a terminal, or cannot be seen, is
                          shown as an escape such as \u{1B}, \t or \n; JSON keeps it
                          as data, escaped as JSON does.
      config file         ~/.config/market/config: a line such as 'currency = KRW' for
                          each setting, out of server, store, timeout, password-file,
                          currency, currency-style, locale, color, images, per-page,
                          sort. Empty lines and lines that begin with # mean nothing.
      password file       The password is its first line. Nobody but you may read the
                          file.
      """#)
  }

  @Test func `defaults and required options are marked`() async throws {
    let home = try Home()
    for (command, lines) in [
      ("add", ["  --title <text>          What it is; up to 1,000 bytes. (required)"]),
      (
        "list",
        ["  --page <number>         Show this page, counted from 1. (default: 1)"]
      ),
      (
        "serve",
        [
          "  --host <address>        Listen at this address. (default: 127.0.0.1)",
          "  --port <number>         Listen at this port; 0 picks a free one. (default:",
        ]
      ),
    ] {
      let page = await home.pipe.run("help \(command)").output.split(separator: "\n").map(String.init)
      for line in lines { #expect(page.contains(line), "\(command)") }
    }
    #expect(!(await home.pipe.run("help edit").output.contains("(required")))
  }

  @Test func `the options stand in sections, in one order, and none is missing`() async throws {
    let home = try Home()
    let order = ["OPTIONS:", "OUTPUT OPTIONS:", "MARKET OPTIONS:", "PASSWORD OPTIONS:"]
    for command in Market.commands {
      let declaration = command.declaration
      let lines = await home.pipe.run("help \(declaration.name)").output.split(separator: "\n").map(
        String.init)
      let headings = lines.filter { $0.hasSuffix("OPTIONS:") }
      #expect(headings == order.filter(headings.contains), "\(declaration.name)")
      let names = lines.compactMap { $0.firstMatch(of: /^  (-[A-Za-z], )?--([a-z-]+)/)?.output.2 }.map(
        String.init)
      #expect(names.sorted() == declaration.options.map(\.long).sorted(), "\(declaration.name)")
    }
  }

  @Test func `no page is wider than 80 columns, nor than the terminal`() async throws {
    let home = try Home()
    let pages = Market.commands.map { $0.declaration.name } + Topic.allCases.map(\.rawValue) + ["topics", ""]
    for page in pages {
      for columns in [40, 60, 80, 200] {
        for locale in ["en_US", "ko_KR"] {
          var terminal = home.terminal(columns)
          terminal.environment = ["LANG": locale]
          for line in await terminal.run("help \(page)").output.split(separator: "\n") {
            #expect(line.displayWidth <= min(80, columns), "\(page) in \(locale) at \(columns): \(line)")
          }
        }
      }
    }
  }

  @Test func `help and the version are there also for who has a wrong setting`() async throws {
    let home = try Home()
    try home.write("nonsense", to: ".config/market/config")
    var terminal = home.terminal()
    terminal.environment = ["MARKET_CURRENCY": "WON"]
    for line in ["help", "help list", "list --help", "--version", "help exit-codes"] {
      let outcome = await terminal.run(line)
      #expect(outcome.exitCode == .done, "\(line)")
      #expect(outcome == (try await Home().terminal().run(line)), "\(line)")
    }
  }

  @Test func `the version`() async throws {
    try await Home().terminal().run("--version").says("market \(Market.version)")
  }

  @Test func `headings are bold where there is colour`() async throws {
    let home = try Home()
    let page = await home.terminal(colored: true).run("show --help").output
    #expect(page.hasPrefix("\u{1B}[1mOVERVIEW:\u{1B}[22m Show everything about an item.\n"))
    #expect(
      await home.terminal(colored: true).run("show --color never --help") == home.pipe.run("show --help"))
  }
}
