import Console
import OpenMarket

/// A help topic that belongs to no single command: `market help <topic>`.
enum Topic: String, CaseIterable {
  case exitCodes = "exit-codes"
  case environment
  case formats
  case offline
  case options

  /// The list of topics: `market help topics`.
  static let terms = allCases.map { Definition($0.rawValue, $0.abstract) }

  var terms: [Definition] {
    switch self {
    case .exitCodes: ExitCode.allCases.map { Definition(String($0.rawValue), $0.meaning) }
    case .environment: Self.variableTerms
    case .formats: Self.formatTerms
    case .offline: Self.offlineTerms
    case .options: OptionGroup.shared.declarations.map(\.definition)
    }
  }

  private var abstract: LocalizedPhrase { words.abstract }
  /// The section's heading in the manual page (man-pages(7)).
  var heading: LocalizedPhrase { words.heading }

  private var words: (abstract: LocalizedPhrase, heading: LocalizedPhrase) {
    switch self {
    case .exitCodes: ("Exit codes.", "EXIT STATUS")
    case .environment: ("Environment variables.", LocalizedPhrase("ENVIRONMENT"))
    case .formats: ("Formats of data, dates, amounts and the config file.", LocalizedPhrase("FORMATS"))
    case .offline: ("The cache of server responses, and when they are shown.", LocalizedPhrase("OFFLINE"))
    case .options: ("Options that many commands share.", "SHARED OPTIONS")
    }
  }

  private static let variableTerms = [
    Definition("MARKET_PROFILE", "Profile of the config file, as with --profile."),
    Definition("MARKET_SERVER", "URL of the market server; without it the embedded market is used."),
    Definition("MARKET_STORE", "Store file of the embedded market."),
    Definition("MARKET_PASSWORD_FILE", "File with the password in its first line; only you may have access."),
    Definition("MARKET_PASSWORD", "The password."),
    Definition("MARKET_KEY_FILE", "File with the key of a market, by which its operator signs requests."),
    Definition("MARKET_CURRENCY", "Currency of new items (ISO 4217)."),
    Definition(
      "MARKET_LOCALE", "Locale of text, amounts, dates and the currency of new items, such as ko_KR."),
    Definition("MARKET_IMAGES", "How images are shown: auto, kitty, blocks or none."),
    Definition("MARKET_DEBUG", "If set, the same as --verbose."),
    Definition("ACCESSIBLE", "If set, the same as --accessible."),
    Definition(
      "LC_ALL, LC_MESSAGES, LC_MONETARY, LC_TIME, LANG", "Locale, where MARKET_LOCALE is not set (POSIX)."),
    Definition("TZ", "Time zone of dates."),
    Definition("NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM", "Whether to use colours."),
    Definition("COLUMNS", "Width of the terminal."),
    Definition("PAGER", "If empty or 'cat', long lists are printed, as with --no-pager."),
    Definition(
      "VISUAL, EDITOR", "Your editor, for 'market config edit' and --editor; the first that is set."),
    Definition("CI", "If set, no prompt is shown, as with --no-input."),
    Definition("HTTPS_PROXY, NO_PROXY", "Proxy for requests to a server, as curl reads them."),
    Definition("SSL_CERT_FILE", "Certificate authorities of servers, as with --cacert."),
    Definition(
      "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME",
      "Base folders of the config file, the store, the search history and the cache."),
  ]

  private static let offlineTerms = [
    Definition(
      named: "cached data",
      """
      Lists, items and images from servers, in ~/.cache/market/responses, which only you can read. Up to 256 MiB; the \
      least recently used are removed first. The folder can be deleted at any time.
      """),
    Definition(
      named: "on a terminal",
      """
      A cached list or item is shown at once, then checked with the server and updated in place: + marks a new item, ~ a \
      changed one.
      """),
    Definition(named: "in a pipe", "Output waits for the server, which does not resend unchanged data."),
    Definition(
      named: "server unreachable",
      """
      Cached data is shown, with its age on stderr, such as 'offline · 3 minutes ago'. The exit code is 0.
      """),
    Definition(
      named: LocalizedPhrase("changes"),
      "Edit and delete always read the item from the server. A changed item leaves the cache."),
  ]

  private static func fields(_ name: LocalizedPhrase, _ fields: [String]) -> Definition {
    Definition(named: name, LocalizedPhrase(verbatim: fields.joined(separator: ", ") + "."))
  }

  private static let formatTerms = [
    Definition(
      named: "piped list",
      """
      One item a line, fields separated by tabs: \(Item.piped.joined(separator: ", ")). Not truncated, without a \
      header. The discounted price is empty if there is no discount. --columns chooses others, by their names in JSON; tags are \
      separated by |.
      """),
    Definition(named: "piped show", "One field a line: name, tab, value."),
    Definition(
      named: "piped images",
      "One saved image a line: path, media type, width, height, size in bytes."),
    Definition(
      named: "piped edit",
      "One changed field a line: name, old value, new value; the new one alone where the market does not show the other."
    ),
    fields("--json of a planned edit, or of several items", ["id", "title", "changes"]),
    Definition(
      named: "piped delete",
      "Two lines an item: the word deleted, id and title; then the item as JSON, without images."
    ),
    Definition(
      named: "piped sell",
      "The code of the receipt, once an order; earlier versions printed a code for each item."),
    Definition(
      named: "piped restock, return, write-off, correct",
      "One movement a line: id, item, kind, change, stock; where a cost is corrected, also the cost."
    ),
    Definition(
      named: "piped history",
      """
      One entry a line: \(HistoryEntry.piped.joined(separator: ", ")); the last two of a change are the values before and \
      after. Of a sale: \(HistoryEntry.pipedOfSales.joined(separator: ", ")). Of the market a changed field a line: entry, date, \
      command, the entry that took it back, what was done, item, title, field, and the values before and after.
      """),
    Definition(
      named: "piped sales",
      """
      One row a line: the day, or the id and the title of an item, pieces, revenue, currency; with --margin also cost \
      and margin.
      """),
    Definition(
      named: "piped orders",
      "One order a line: when it was sold, reference, receipt, items with their pieces, sum, currency."),
    Definition(
      named: "piped best",
      "One item a line: \(Best.piped.joined(separator: ", "))."),
    Definition(
      named: "- in place of items",
      """
      Reads them from standard input, one a line: an id, SKU or barcode up to a tab, as piped list, trash, best and the history of \
      items begin with; or JSON with item_id, id, sku or barcode.
      """),
    Definition(named: "piped reviews", "One review a line: \(Review.fields.joined(separator: ", "))."),
    Definition(
      named: "piped reviews write, answer, fold, delete, remove",
      "One value a line: its name, tab, value; those that are there."),
    Definition(
      named: "piped zone",
      """
      Each moved day a line: moved or would move, the old day, the new one, sales and returns; then changed, the old \
      zone and the new one.
      """),
    Definition(
      named: "piped trash purge, sales forget",
      """
      A line for each kind of rows: forgot or would forget, the kind, how many. A dry run also has: seller, its number, \
      the name of a seller, deleted items; and stays, id and title of an item that keeps its stock.
      """),
    Definition(named: "piped copy", "One table a line: name, rows, bytes of its values, SHA-256."),
    Definition(
      named: "piped check --migrate",
      "One step a line: ran or would run, its number, its name, expand or contract."),
    Definition(
      named: "piped check, doctor",
      "One check a line: ok, warn or fail, its name, what was found, what to do; --json too."),
    Definition(
      named: "unknown outcome",
      """
      With exit code 5, or a signal, a change may have been recorded although no response came. The same command within a \
      day finds out, and reports what was recorded in place of doing it again; --new does it once more.
      """),
    Definition(
      named: "long lists",
      """
      Of a server at most \(grouped: PageLimits.rows) rows; of sales, and of a table of a history, \
      \(grouped: PageLimits.heldRows). A list that has more, or the same page twice, is an error.
      """),
    Definition(
      "--json",
      """
      One object a line, of items: \(Item.rowFields.joined(separator: ", ")); for single items also \
      \((Item.allFields.dropFirst(Item.rowFields.count) + [ItemField.cost.key]).joined(separator: ", ")). \
      --json=id,title writes those two, in that order. Missing values are null.
      """),
    fields("--json of movements, history", HistoryEntry.columns(.ofNames).fields()),
    fields("--json of sales", SalesRow.columns(.ofNames).fields()),
    fields("--json of best", BestSeller.columns(nil, .ofNames, .plain).fields()),
    fields("--json of reviews", Review.fields),
    Definition(
      named: LocalizedPhrase("amounts"),
      """
      Exact decimals such as 1690000 or 12.50, with at most the decimal places that ISO 4217 defines for the currency; \
      never rounded. 1,690,000, KRW 1690000 and ₩1690000 are accepted too. Numbers in JSON.
      """),
    Definition(
      "sku",
      """
      Your own name for an item: up to \(ItemLimits.skuBytes) bytes, compared without regard to case. No two items of a \
      seller have the same. It stands wherever an id does; write sku:123 where it looks like a number.
      """),
    Definition(
      "barcodes",
      """
      Up to \(ItemLimits.barcodes) numbers of the product: EAN, UPC, GTIN or ISBN. No two items of a seller have the same, and a \
      UPC is its EAN-13 with 0 before it. Each stands wherever a SKU does. An array in JSON.
      """),
    Definition(
      "tags",
      """
      Up to \(ItemLimits.tags) words of up to \(ItemLimits.tagCharacters) characters, none with | in it, in your order. An array in JSON; \
      in piped previews and changes separated by |.
      """),
    Definition(
      "note",
      "Up to \(grouped: ItemLimits.noteBytes) bytes of text for you alone. No list, page or response has it."),
    Definition(named: LocalizedPhrase("currencies"), "ISO 4217 codes, such as KRW."),
    Definition(
      named: LocalizedPhrase("dates"),
      "ISO 8601 with the offset of your time zone (TZ), such as 2026-11-21T14:58:00+09:00."),
    Definition(
      named: LocalizedPhrase("text"),
      """
      UTF-8. Control characters and invisible characters are shown as escapes such as \\u{1B}, \\t or \\n. JSON has its \
      own escapes for them.
      """),
    Definition(
      named: "config file",
      """
      ~/.config/market/config: one setting a line, such as 'currency = KRW'. Settings: \
      \(Setting.allCases.map(\.rawValue).joined(separator: ", ")). Empty lines and lines that begin with # are ignored. \
      Below [market.shop] they are those of the profile 'shop'.
      """),
    Definition(
      named: "password file", "The password is the first line. Only you may have access to the file."),
  ]
}
