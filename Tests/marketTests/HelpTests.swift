import Console
import Foundation
import Testing

@testable import market

struct HelpTests {
  @Test func `the page of the program fits on a screen`() async throws {
    let home = try Home()
    let page = """
      OVERVIEW: Manage an open market's inventory on the command line.

      USAGE: market [<options>] <subcommand>

        Selling           sell     Record sales; prints their receipt.
                          return   Record sold pieces that came back.
                          correct, reviews
        Stock             add      Add an item.
                          restock  Record pieces that came in.
                          edit, delete, trash, undo, write-off, images, import, export
        Finding           list     List the items for sale, or those with some words.
                          browse   Browse and change the market on one screen.
                          show
        Reports           sales    Add up sales by day, item, tag or currency.
                          best     Show the best sellers of a day, week or month.
                          orders, history
        Store and server  serve    Serve the embedded market over the network.
                          check    Check the store; repair or migrate it.
                          backup, copy, dev, seller, key, zone, config, completion,
                          help

      See 'market help <subcommand, topic or word>' for detailed help.
      Topics: exit-codes, environment, formats, offline, options · market help --all
      """
    for line in ["", "help", "--help", "-h"] { await home.pipe.run(line).prints(page) }
    await home.terminal(200).run("").prints(page)
    for locale in ["en_US", "ko_KR"] {
      var terminal = home.terminal(80)
      terminal.environment = ["LANG": locale]
      #expect(
        await terminal.run("").output.split(separator: "\n", omittingEmptySubsequences: false).count <= 25)
    }
  }

  @Test func `the whole page of the program`() async throws {
    let home = try Home()
    let page = """
      OVERVIEW: Manage an open market's inventory on the command line.

      Without --server or MARKET_SERVER, the embedded market is used: one file, no
      setup.

      EXAMPLES:
        market add --title '맥북 프로' --price 1690000 --currency KRW --image \\
            macbook.png
            Add an item.
        market list --page 2
            Show the second page of the items for sale.
        market delete 7
            Delete item 7.

      USAGE: market [<options>] <subcommand>

      OPTIONS:
        --version               Show the version.
        -h, --help              Show this help.

      Selling:
        sell                    Record sales; prints their receipt.
        return                  Record sold pieces that came back.
        correct                 Correct a recorded sale, or the cost of a delivery.
        reviews                 Show the reviews of an item; write, answer, fold or
                                delete one.

      Stock:
        add                     Add an item.
        restock                 Record pieces that came in.
        edit                    Change items.
        delete                  Delete items; 'market trash restore' brings them back.
        trash                   List deleted items, and restore or purge them.
        undo                    Undo a change of the market.
        write-off               Record pieces that are gone without a sale.
        images                  Save the images of an item, or change them.
        import                  Add and change items by the rows of a table.
        export                  Write all items as a table.

      Finding:
        list                    List the items for sale, or those with some words.
        browse                  Browse and change the market on one screen.
        show                    Show an item with all its details.

      Reports:
        sales                   Add up sales by day, item, tag or currency.
        best                    Show the best sellers of a day, week or month.
        orders                  List the orders of a day, week or month.
        history                 Show what happened to an item and its stock, or in the
                                market.

      Store and server:
        serve                   Serve the embedded market over the network.
        check                   Check the store; repair or migrate it.
        backup                  Make a backup of the store.
        copy                    Copy a store to another database.
        dev                     Reset the server that 'market serve --dev' started.
        seller                  Add, list or remove sellers of the served market.
        key                     Show or replace the key of the market's operator.
        zone                    Show or change the time zone of the market's days.
        config                  Show or change the settings.
        completion              Print the completion script for a shell.
        help                    Show help for a command or a topic.

      TOPICS:
        exit-codes              Exit codes.
        environment             Environment variables.
        formats                 Formats of data, dates, amounts and the config file.
        offline                 The cache of server responses, and when they are
                                shown.
        options                 Options that many commands share.

        See 'market help <subcommand or topic>' for detailed help.
      """
    for line in ["help --all", "--help --all", "-h --all"] { await home.pipe.run(line).prints(page) }
    await home.terminal(200).run("help --all").prints(page)
  }

  /// The page of `delete` up to its own options.
  private static let ofDelete = """
    OVERVIEW: Delete items; 'market trash restore' brings them back.

    A deleted item goes into the trash, where 'market trash' lists it, and is
    deleted for good after 30 days; a server without a trash deletes it for good at
    once. On a terminal, asks for confirmation. Where no prompt can be shown (in a
    pipe, with --no-input or CI), a single item is deleted at once and printed;
    several items require --yes. Where one of several is not found, none is deleted.

    EXAMPLES:
      market delete 7
          Delete item 7 after confirming.
      market delete 7 8 9 --yes
          Delete three items without confirming.
      market delete --tag summer --sold-out --dry-run
          What would be deleted of a tag.
      market list lamp --all | market delete - --yes
          Delete what a search finds.

    USAGE: market delete [<options>] [<id> ...]

    ARGUMENTS:
      <id>                    Ids, SKUs or barcodes; 4-9 for a range, - for a line
                              each on standard input.

    OPTIONS:
      -y, --yes               Proceed without confirmation.
      -n, --dry-run           Show what would be done without doing it.
    """

  @Test func `the whole page of a command`() async throws {
    let home = try Home()
    let page = """
      \(Self.ofDelete)
        --no-input              Never ask; commands that need a confirmation fail.
        -h, --help              Show this help.

      FILTERS:
        --sold-out              Only items that are sold out.
        --in-stock              Only items in stock.
        --below <count>         Only items with fewer pieces than this.
        --currency <code>       Only items in this currency (ISO 4217).
        --min <amount>          Only items that cost at least this; what is paid
                                counts.
        --max <amount>          Only items that cost at most this.
        --discounted            Only items with a discount.
        --seller <name>         Only items of this seller, by name or id.
        --tag <tag>             Only items with this tag; given several times, with
                                all of them. (may be repeated)
        --since <date>          Only items that were added on this day or later.
        --sold-since <date>     Only items that were sold on this day or later.
        --unsold-for <days>     Only items that were not sold for so many days, such
                                as 30d.
        --without-image         Only items without an image.
        --low                   Only items with a stock at or below their own
                                '--reorder-at'.
        --off-sale              Only items off sale.

      OUTPUT OPTIONS:
        --color <when>          When to use colours. (values: auto, always, never;
                                default: auto)
        --accessible            Use plain lines instead of tables, colours and
                                animation. (environment: ACCESSIBLE)
        --locale <locale>       Locale of text, amounts, dates and currency, such as
                                ko_KR. (environment: MARKET_LOCALE)
        --currency-style <style>
                                Show currencies by code (KRW) or symbol (₩), or as the
                                language does (auto). (values: auto, code, symbol;
                                default: auto)
        -q, --quiet             Show only data and errors.
        --verbose               Log requests and responses to stderr. (environment:
                                MARKET_DEBUG)

      MARKET OPTIONS:
        --server <url>          Use the market server at this URL. (environment:
                                MARKET_SERVER)
        --store <file>          Use this store: a file, or a database at postgres://.
                                (environment: MARKET_STORE)
        --timeout <seconds>     Longest time without any progress, in seconds.
                                (default: 30)
        --max-time <seconds>    Longest time for a whole request, in seconds.
                                (default: 600)
        --cacert <file>         Check the server against the certificate authorities
                                in this PEM file. (environment: MARKET_CACERT)
        --curl                  Print the request as a curl command without sending
                                it.
        --replay <folder>       Answer from a folder of 'market serve --record'.
        --profile <profile>     Use the settings of this profile of the config file.
                                (environment: MARKET_PROFILE)

      PASSWORD OPTIONS:
        --password-file <file>  Read the password from this file; '-' reads standard
                                input. (environment: MARKET_PASSWORD_FILE)
      """
    for line in [
      "help --all delete", "help delete --all", "--help --all delete", "delete --help --all",
      "delete 1 -h --all",
    ] {
      await home.terminal().run(line).prints(page)
    }
  }

  @Test func `a page leaves out the options that are shared or rare`() async throws {
    let home = try Home()
    let page = """
      \(Self.ofDelete)

      Shared options: 'market help options'; all: 'market help delete --all'.
      """
    for line in ["help delete", "delete --help", "delete -h", "delete 1 -h --frob"] {
      await home.terminal().run(line).prints(page)
    }
    #expect(!(await home.terminal().run("help sell").output.contains("--new")))
    #expect(await home.terminal().run("help --all sell").output.contains("--new"))
    for locale in ["en_US", "ko_KR"] {
      let sell = await home.terminal().run("help sell --locale \(locale)").output
      #expect(sell.split(separator: "\n", omittingEmptySubsequences: false).count <= 31)
    }
  }

  @Test func `another word finds commands, options and topics by their names and texts`() async throws {
    let home = try Home()
    await home.pipe.run("help margin").prints(
      """
      --margin             Show the cost and the margin too; for the operator. (sales)
      market restock       Record pieces that came in.
      market help formats  Formats of data, dates, amounts and the config file.
      """)
    await home.pipe.run("help barcode").prints(
      """
      --barcode <digits>   An EAN, UPC or ISBN of the item. Up to 20, each with
                           '--barcode'. (add, edit)
      --no-barcodes        Remove all barcodes. (edit)
      market help formats  Formats of data, dates, amounts and the config file.
      """)
    await home.pipe.run("help 환불").prints("market return  Record sold pieces that came back.")
    await home.pipe.run("help Exit-Code").prints(
      """
      --exit-code           With --dry-run, exit with 1 if anything would change.
                            (import)
      market help exit-codes
                            Exit codes.
      """)
    let found = await home.pipe.run("help password").output
    #expect(
      found.hasPrefix(
        """
        --password-file <file>
                              Read the password from this file; '-' reads standard
                              input. (help options)
        """))
    #expect(await home.pipe.run("help 비밀번호 --locale ko_KR").output.contains("market help environment"))
    #expect(await home.pipe.run("help stock counted").output.contains("--already-counted"))
    await home.pipe.run("help frobnicate").prints(
      "! Error: No command, option or topic has 'frobnicate'\n! Help:  Run 'market --help' to see all commands\nexit 2"
    )
    await home.pipe.run("help frobnicate sell").prints(
      """
      ! Error: No command, option or topic has 'frobnicate sell'
      ! Help:  Run 'market --help' to see all commands
      exit 2
      """)
  }

  @Test func `the shared options`() async throws {
    try await Home().terminal().run("help options").prints(
      """
      --color <when>        When to use colours. (values: auto, always, never;
                            default: auto)
      --accessible          Use plain lines instead of tables, colours and animation.
                            (environment: ACCESSIBLE)
      --locale <locale>     Locale of text, amounts, dates and currency, such as
                            ko_KR. (environment: MARKET_LOCALE)
      --currency-style <style>
                            Show currencies by code (KRW) or symbol (₩), or as the
                            language does (auto). (values: auto, code, symbol;
                            default: auto)
      -q, --quiet           Show only data and errors.
      --verbose             Log requests and responses to stderr. (environment:
                            MARKET_DEBUG)
      --no-input            Never ask; commands that need a confirmation fail.
      --profile <profile>   Use the settings of this profile of the config file.
                            (environment: MARKET_PROFILE)
      -h, --help            Show this help.
      --password-file <file>
                            Read the password from this file; '-' reads standard
                            input. (environment: MARKET_PASSWORD_FILE)
      --server <url>        Use the market server at this URL. (environment:
                            MARKET_SERVER)
      --store <file>        Use this store: a file, or a database at postgres://.
                            (environment: MARKET_STORE)
      --timeout <seconds>   Longest time without any progress, in seconds. (default:
                            30)
      --max-time <seconds>  Longest time for a whole request, in seconds. (default:
                            600)
      --cacert <file>       Check the server against the certificate authorities in
                            this PEM file. (environment: MARKET_CACERT)
      --curl                Print the request as a curl command without sending it.
      --replay <folder>     Answer from a folder of 'market serve --record'.
      --no-cache            Do not read or write the cache of server responses.
      --refresh             Do not read the cache; store new responses in it.
      """)
  }

  @Test(arguments: [
    ("log", "history"), ("doctor", "check"), ("migrate", "check --migrate"), ("search", "list"),
    ("purge", "trash purge"), ("restore", "trash restore"), ("empty", "trash empty"),
  ]) func `the help of a former name tells the present one`(former: String, present: String) async throws {
    let home = try Home()
    for line in ["help \(former)", "\(former) --help"] {
      #expect(
        await home.pipe.run(line).output.hasPrefix("'market \(former)' is 'market \(present)'.\n\nOVERVIEW: ")
      )
    }
  }

  @Test(arguments: ["edit", "serve", "import", "export"])
  func `long pages leave to the whole one what few need`(command: String) async throws {
    let home = try Home()
    let page = await home.pipe.run("help \(command)").output.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(page.count <= 70)
    #expect(await home.pipe.run("help --all \(command)").output.split(separator: "\n").count > page.count)
  }

  @Test func `only add takes the currency of MARKET_CURRENCY`() async throws {
    let home = try Home()
    #expect(await home.pipe.run("add --help").output.contains("MARKET_CURRENCY"))
    #expect(await !home.pipe.run("edit --help").output.contains("MARKET_CURRENCY"))
  }

  @Test func `no name is broken on a narrow terminal`() async throws {
    let terminal = try Home().terminal(40)
    let page = await terminal.run("help environment").output
    #expect(
      page.hasPrefix(
        """
        MARKET_PROFILE
            Profile of the config file, as with
            --profile.
        MARKET_SERVER
            URL of the market server; without it
            the embedded market is used.
        MARKET_STORE
        """))
    for name in ["MARKET_PASSWORD_FILE", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] { #expect(page.contains(name)) }
    #expect(await terminal.run("help formats").output.contains("~/.config/market/config: "))
    #expect(
      await terminal.run("help exit-codes").output.contains("\n3    Nothing was found under that id.\n"))
    for declaration in CommandDeclaration.all {
      let help = await terminal.run("help --all \(declaration.words)").output
      let page = await terminal.run("help --man \(declaration.words)").output
      for name in page.matches(of: /MARKET_[A-Z_]+/).map(\.output) { #expect(help.contains(name)) }
    }
  }

  @Test func `the exit codes`() async throws {
    try await Home().terminal().run("help exit-codes").prints(
      """
      0    Success. An empty list is a success too, and so is a pipe that the reader
           closed.
      1    Failed for another reason.
      2    Usage error: an unknown option or value, or a required prompt that could
           not be shown. Nothing was sent.
      3    Nothing was found under that id.
      4    Wrong or missing password.
      5    Temporary problem: network, timeout or a busy server. A change may have
           been recorded: the same command, run again, finds out and does nothing
           twice.
      6    The data was rejected.
      7    Partly done, or recorded and not shown. The messages say what.
      8    The prompt was answered with no.
      130  Interrupted.
      143  Terminated.
      """)
  }

  @Test func `the environment`() async throws {
    try await Home().terminal().run("help environment").prints(
      """
      MARKET_PROFILE        Profile of the config file, as with --profile.
      MARKET_SERVER         URL of the market server; without it the embedded market
                            is used.
      MARKET_STORE          Store file of the embedded market.
      MARKET_PASSWORD_FILE  File with the password in its first line; only you may
                            have access.
      MARKET_PASSWORD       The password.
      MARKET_KEY_FILE       File with the key of a market, by which its operator signs
                            requests.
      MARKET_CURRENCY       Currency of new items (ISO 4217).
      MARKET_LOCALE         Locale of text, amounts, dates and the currency of new
                            items, such as ko_KR.
      MARKET_IMAGES         How images are shown: auto, kitty, blocks or none.
      MARKET_DEBUG          If set, the same as --verbose.
      ACCESSIBLE            If set, the same as --accessible.
      LC_ALL, LC_MESSAGES, LC_MONETARY, LC_TIME, LANG
                            Locale, where MARKET_LOCALE is not set (POSIX).
      TZ                    Time zone of dates.
      NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM
                            Whether to use colours.
      COLUMNS               Width of the terminal.
      PAGER                 If empty or 'cat', long lists are printed, as with
                            --no-pager.
      VISUAL, EDITOR        Your editor, for 'market config edit' and --editor; the
                            first that is set.
      CI                    If set, no prompt is shown, as with --no-input.
      HTTPS_PROXY, NO_PROXY
                            Proxy for requests to a server, as curl reads them.
      SSL_CERT_FILE         Certificate authorities of servers, as with --cacert.
      XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME
                            Base folders of the config file, the store, the search
                            history and the cache.
      """)
  }

  @Test func `the formats`() async throws {
    try await Home().terminal().run("help formats").prints(
      #"""
      piped list            One item a line, fields separated by tabs: id, title,
                            currency, price, discounted_price, stock,
                            registration_date. Not truncated, without a header. The
                            discounted price is empty if there is no discount.
                            --columns chooses others, by their names in JSON; tags are
                            separated by |.
      piped show            One field a line: name, tab, value.
      piped images          One saved image a line: path, media type, width, height,
                            size in bytes.
      piped edit            One changed field a line: name, old value, new value; the
                            new one alone where the market does not show the other.
      --json of a planned edit, or of several items
                            id, title, changes.
      piped delete          Two lines an item: the word deleted, id and title; then
                            the item as JSON, without images.
      piped sell            The code of the receipt, once an order; earlier versions
                            printed a code for each item.
      piped restock, return, write-off, correct
                            One movement a line: id, item, kind, change, stock; where
                            a cost is corrected, also the cost.
      piped history         One entry a line: item_id, id, kind, quantity, stock,
                            unit_price, currency, note, reference, recorded_at,
                            reported_at, counted, expected; the last two of a change
                            are the values before and after. Of a sale: item_id, id,
                            kind, quantity, stock, unit_price, note, reference,
                            receipt, recorded_at, reported_at. Of the market a changed
                            field a line: entry, date, command, the entry that took it
                            back, what was done, item, title, field, and the values
                            before and after.
      piped sales           One row a line: the day, or the id and the title of an
                            item, pieces, revenue, currency; with --margin also cost
                            and margin.
      piped orders          One order a line: when it was sold, reference, receipt,
                            items with their pieces, sum, currency.
      piped best            One item a line: id, rank, previous_rank, change, status,
                            title, pieces, pieces_to_date, revenue.
      - in place of items   Reads them from standard input, one a line: an id, SKU or
                            barcode up to a tab, as piped list, trash, best and the
                            history of items begin with; or JSON with item_id, id, sku
                            or barcode.
      piped reviews         One review a line: id, item_id, stars, text, author,
                            verified, folded, reviewed_at, edited_at, answer,
                            answered_at.
      piped reviews write, answer, fold, delete, remove
                            One value a line: its name, tab, value; those that are
                            there.
      piped zone            Each moved day a line: moved or would move, the old day,
                            the new one, sales and returns; then changed, the old zone
                            and the new one.
      piped trash purge, sales forget
                            A line for each kind of rows: forgot or would forget, the
                            kind, how many. A dry run also has: seller, its number,
                            the name of a seller, deleted items; and stays, id and
                            title of an item that keeps its stock.
      piped copy            One table a line: name, rows, bytes of its values,
                            SHA-256.
      piped check --migrate
                            One step a line: ran or would run, its number, its name,
                            expand or contract.
      piped check, doctor   One check a line: ok, warn or fail, its name, what was
                            found, what to do; --json too.
      unknown outcome       With exit code 5, or a signal, a change may have been
                            recorded although no response came. The same command
                            within a day finds out, and reports what was recorded in
                            place of doing it again; --new does it once more.
      long lists            Of a server at most 10,000,000 rows; of sales, and of a
                            table of a history, 1,000,000. A list that has more, or
                            the same page twice, is an error.
      --json                One object a line, of items: id, title, price,
                            discounted_price, currency, stock, registration_date,
                            thumbnails, rating, rating_count, sku, tags, reorder_at,
                            off_sale, barcodes; for single items also descriptions,
                            images, cost. --json=id,title writes those two, in that
                            order. Missing values are null.
      --json of movements, history
                            id, kind, quantity, stock, unit_price, currency, note,
                            reference, recorded_at, reported_at, counted, expected,
                            reason, reverses, cost, receipt, item_id, title, before,
                            after.
      --json of sales       day, id, title, tag, pieces, revenue, currency, cost,
                            cost_pieces, margin.
      --json of best        rank, previous_rank, change, status, id, title, price,
                            pieces, share, pieces_to_date, revenue, sku.
      --json of reviews     id, item_id, stars, text, author, verified, folded,
                            reviewed_at, edited_at, answer, answered_at.
      amounts               Exact decimals such as 1690000 or 12.50, with at most the
                            decimal places that ISO 4217 defines for the currency;
                            never rounded. 1,690,000, KRW 1690000 and ₩1690000 are
                            accepted too. Numbers in JSON.
      sku                   Your own name for an item: up to 100 bytes, compared
                            without regard to case. No two items of a seller have the
                            same. It stands wherever an id does; write sku:123 where
                            it looks like a number.
      barcodes              Up to 20 numbers of the product: EAN, UPC, GTIN or ISBN.
                            No two items of a seller have the same, and a UPC is its
                            EAN-13 with 0 before it. Each stands wherever a SKU does.
                            An array in JSON.
      tags                  Up to 20 words of up to 50 characters, none with | in it,
                            in your order. An array in JSON; in piped previews and
                            changes separated by |.
      note                  Up to 4,096 bytes of text for you alone. No list, page or
                            response has it.
      currencies            ISO 4217 codes, such as KRW.
      dates                 ISO 8601 with the offset of your time zone (TZ), such as
                            2026-11-21T14:58:00+09:00.
      text                  UTF-8. Control characters and invisible characters are
                            shown as escapes such as \u{1B}, \t or \n. JSON has its
                            own escapes for them.
      config file           ~/.config/market/config: one setting a line, such as
                            'currency = KRW'. Settings: server, store, timeout,
                            max-time, cacert, password-file, key-file, currency,
                            currency-style, locale, color, images, per-page, sort,
                            shop-title, shop-contact, shop-about, shop-logo,
                            shop-colour. Empty lines and lines that begin with # are
                            ignored. Below [market.shop] they are those of the profile
                            'shop'.
      password file         The password is the first line. Only you may have access
                            to the file.
      """#)
  }

  @Test func `defaults and required options are marked`() async throws {
    let home = try Home()
    let marks = [
      ("add", "--title", "(required)"), ("add", "--price", "(required)"), ("list", "--page", "(default: 1)"),
      ("list", "--timeout", "(default: 30)"), ("serve", "--host", "(default: 127.0.0.1)"),
      ("serve", "--port", "(default: 8080)"),
    ]
    for (command, option, mark) in marks {
      let page = await home.pipe.run("help --all \(command)").output
      let entry = page.components(separatedBy: "\n  ").drop { !$0.hasPrefix("\(option) ") }
      let help = entry.prefix(1) + entry.dropFirst().prefix { $0.hasPrefix("  ") }
      let words = help.joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(words.contains(mark), "\(option)")
    }
    #expect(!(await home.pipe.run("help edit").output.contains("(required")))
  }

  @Test func `the options stand in sections, in one order, and none is missing`() async throws {
    let home = try Home()
    let order = ["OPTIONS:", "OUTPUT OPTIONS:", "MARKET OPTIONS:", "PASSWORD OPTIONS:"]
    for declaration in CommandDeclaration.all {
      let lines = await home.pipe.run("help --all \(declaration.words)").output.split(separator: "\n").map(
        String.init)
      let headings = lines.filter { $0.hasSuffix("OPTIONS:") }
      #expect(headings == order.filter(headings.contains), "\(declaration.words)")
      let names = lines.compactMap { $0.firstMatch(of: /^  (-[A-Za-z], )?--([a-z-]+)/)?.output.2 }.map(
        String.init)
      #expect(
        names.sorted() == declaration.options.filter { $0.listing != .never }.map(\.long).sorted(),
        "\(declaration.words)")
    }
  }

  @Test func `a subcommand has help of its own, which the page of its command leads to`() async throws {
    let home = try Home()
    let page = await home.pipe.run("help vendor add").output
    #expect(page.contains("\n\nUSAGE: market seller add [<options>] <seller>\n"))
    #expect(!page.contains("--yes") && !page.contains("SUBCOMMANDS"))
    for line in ["vendor add --help", "vendor --help add", "vendor add Shop -h"] {
      #expect(await home.pipe.run(line).output == page, "\(line)")
    }
    let group = await home.pipe.run("vendor --help").output
    #expect(group.contains("\n\nUSAGE: market seller [<options>] <subcommand>\n"))
    #expect(
      group.hasSuffix(
        """

          add                     Add a seller; prints its id, identifier and secret.
          list                    List all sellers.
          contact                 Set where buyers ask about a seller's items.
          remove                  Revoke a seller's right to sell.

          See 'market help seller <subcommand>' for detailed help.

        Shared options: 'market help options'; all: 'market help seller --all'.

        """), "\(group)")
    #expect(await home.pipe.run("help vendor rm").output == home.pipe.run("seller remove --help").output)
    #expect(
      await home.pipe.run("help --man vendor").output.hasSuffix(
        ".BR market\\-seller\\-contact (1),\n.BR market\\-seller\\-remove (1)\n"))
    #expect(
      await home.pipe.run("help --man review fold").output.hasPrefix(".TH \"MARKET\\-REVIEWS\\-FOLD\" 1"))
    await home.pipe.run("help vendor ad").prints(
      "! Error: No such command 'ad'\n! Help:  Did you mean 'add'?\nexit 2")
    await home.pipe.run("help review sell").prints(
      "! Error: No such command 'sell'\n! Help:  Run 'market reviews --help' to see all commands\nexit 2")
  }

  @Test func `no page is wider than 80 columns, nor than the terminal`() async throws {
    let home = try Home()
    let pages = CommandDeclaration.all.map(\.words) + Topic.allCases.map(\.rawValue) + ["topics", ""]
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

  @Test func `help and version work with an invalid setting`() async throws {
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
    try await Home().terminal().run("--version").prints("market \(ProgramVersion.version)")
  }

  @Test func `headings are bold where there is colour`() async throws {
    let home = try Home()
    let page = await home.terminal(colored: true).run("show --help").output
    #expect(page.hasPrefix("\u{1B}[1mOVERVIEW:\u{1B}[22m Show an item with all its details.\n"))
    #expect(
      await home.terminal(colored: true).run("show --color never --help") == home.pipe.run("show --help"))
  }
}
