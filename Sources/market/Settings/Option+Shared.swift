import Console
import OpenMarket

extension OptionSection {
  /// How results are written.
  static let output = OptionSection("OUTPUT OPTIONS", position: 1)
  /// Which market is used, and how.
  static let market = OptionSection("MARKET OPTIONS", position: 2)
  static let passwords = OptionSection("PASSWORD OPTIONS", position: 3)
}

/// The options that several commands share: one name has one meaning everywhere.
extension Option {
  static let help = Option(long: "help", short: "h", help: "Show this help.", endsParsing: true)
  static let color = Option(
    long: "color", value: "when", help: "When to use colours.", choices: ColorChoice.allCases.map(\.rawValue),
    defaultValue: Setting.color.defaultValue, section: .output, aliases: [.init("--no-color", value: "never")]
  )
  static let accessible = Option(
    long: "accessible", help: "Use plain lines instead of tables, colours and animation.",
    environment: "ACCESSIBLE", section: .output)
  static let quiet = Option(long: "quiet", short: "q", help: "Show only data and errors.", section: .output)
  static let verbose = Option(
    long: "verbose", help: "Log requests and responses to stderr.", environment: "MARKET_DEBUG",
    section: .output)
  static let noInput = Option(long: "no-input", help: "Never show a prompt; fail if one is needed.")
  static let locale = Option(
    long: "locale", value: "locale",
    help: "Locale of text, amounts, dates and currency, such as ko_KR.",
    environment: "MARKET_LOCALE", section: .output)
  static let currencyStyle = Option(
    long: "currency-style", value: "style", help: "Show currencies by code (KRW) or by symbol (₩).",
    choices: Price.CurrencyStyle.allCases.map(\.rawValue), defaultValue: Setting.currencyStyle.defaultValue,
    section: .output)

  static let server = Option(
    long: "server", value: "url", help: "Use the market server at this URL.", environment: "MARKET_SERVER",
    section: .market)
  static let store = Option(
    long: "store", value: "file", help: "Use the embedded market in this store file.", candidates: .files,
    environment: "MARKET_STORE", section: .market)
  static let timeout = Option(
    long: "timeout", value: "seconds", help: "Longest time without any progress, in seconds.",
    defaultValue: Setting.timeout.defaultValue, section: .market)
  static let maxTime = Option(
    long: "max-time", value: "seconds", help: "Longest time for a whole request, in seconds.",
    defaultValue: Setting.maxTime.defaultValue, section: .market)
  static let cacert = Option(
    long: "cacert", value: "file",
    help: "Check the server against the certificate authorities in this PEM file.",
    candidates: .files, environment: "MARKET_CACERT", section: .market)
  static let curl = Option(
    long: "curl", help: "Print the request as a curl command without sending it.", section: .market)

  static let noCache = Option(
    long: "no-cache", help: "Do not read or write the cache of server responses.", section: .market)
  static let refresh = Option(
    long: "refresh", help: "Do not read the cache; store new responses in it.", section: .market)

  static let json = json(of: Item.allFields)
  /// `--json` of lists, whose items have fewer fields.
  static let rowJSON = json(of: Item.rowFields)
  /// `--json` of best sellers.
  static let bestJSON = json(of: BestSeller.fields)

  static func json(of fields: [String]) -> Option {
    Option(
      long: "json", value: "fields", help: "Write JSON, one object a line: all fields, or the given ones.",
      candidates: .list(fields), optionalValue: true, section: .output)
  }

  static let images = Option(
    long: "images", value: "how", help: "How to show images; by default as the terminal supports.",
    choices: ImageProtocol.allCases.map(\.rawValue), environment: "MARKET_IMAGES", section: .output)
  static let noHeaders = Option(long: "no-headers", help: "Omit the table header.", section: .output)
  static let dryRun = Option(long: "dry-run", short: "n", help: "Show what would be done without doing it.")
  static let yes = Option(long: "yes", short: "y", help: "Proceed without confirmation.")
  static let passwordFile = Option(
    long: "password-file", value: "file",
    help: "Read the password from this file; '-' reads standard input.", candidates: .files,
    environment: "MARKET_PASSWORD_FILE", section: .passwords)

  static let everywhere = [color, accessible, locale, currencyStyle, quiet, verbose, noInput, help]
  static let markets = [server, store, timeout, maxTime, cacert, curl]
  /// For commands that only read.
  static let looking = markets + [noCache, refresh]
}

extension Positional {
  static let itemID = Positional(
    name: "id", help: "Id or SKU of the item.", candidates: .lookup(Complete.Reference.itemID.rawValue))
  static let itemIDs = Positional(
    name: "id", help: "Ids or SKUs of the items.", repeats: true,
    candidates: .lookup(Complete.Reference.itemID.rawValue))
  static let itemCounts = Positional(
    name: "item", help: "Id or SKU of an item, with ':' and the number of pieces where it is not one.",
    repeats: true, candidates: .lookup(Complete.Reference.itemID.rawValue))
}

extension Option {
  static let title = Option(long: "title", value: "text", help: "Title; up to 1,000 bytes.")
  static let price = Option(long: "price", value: "amount", help: "Unit price, such as 1690000 or 12.50.")
  static let currency = currency(environment: "MARKET_CURRENCY")
  /// `--currency` for an item that has a currency already, which no default changes.
  static let newCurrency = currency(environment: nil)
  static let discountedPrice = Option(
    long: "discounted-price", value: "amount", help: "Unit price after the discount.")
  static let stock = Option(long: "stock", value: "count", help: "Quantity in stock.")
  /// `--stock` for an item that has a stock already.
  static let countedStock = Option(
    long: "stock", value: "count", help: "Counted quantity in stock; +3 or -1 adds to it.")
  static let description = Option(
    long: "description", value: "text", help: "Description; '-' reads standard input.")
  static let image = Option(
    long: "image", value: "file",
    help: "PNG or JPEG image of up to 10 MiB; '-' reads standard input. Up to five, each with '--image'.",
    candidates: .files, repeats: true)

  static let sku = Option(
    long: "sku", value: "text", help: "Your own name for the item, which no other has; up to 100 bytes.")
  static let tag = Option(
    long: "tag", value: "word", help: "A tag of up to 50 bytes. Up to 20, each with '--tag'.", repeats: true)
  static let itemNote = Option(
    long: "note", value: "text", help: "A private note, which no list or page shows; up to 4,096 bytes.")

  static let noSKU = Option(long: "no-sku", help: "Remove the SKU.")
  static let noTags = Option(long: "no-tags", help: "Remove all tags.")
  static let noNote = Option(long: "no-note", help: "Remove the note.")

  private static func currency(environment: String?) -> Option {
    Option(
      long: "currency", value: "code", help: "Currency of the price (ISO 4217), such as KRW.",
      candidates: .lookup(Complete.Reference.currency.rawValue), environment: environment)
  }
}

/// The options of the commands of the ledger.
extension Option {
  static let quantity = Option(
    long: "quantity", value: "count", help: "Number of pieces.", defaultValue: "1")
  static let time = Option(
    long: "at", value: "time",
    help: "When it happened, such as 2026-11-20T18:30 in the market's time zone; now by default.")
  static let note = Option(long: "note", value: "text", help: "A note for yourself; up to 1,000 bytes.")
  static let reference = Option(
    long: "reference", value: "text", help: "Your name for the sale, such as an order's number.")
  static let movementJSON = json(of: Movement.fields)
  static let salesJSON = json(of: SalesRow.fields)
}

extension DetailField {
  /// Sets the field.
  var option: Option {
    switch self {
    case .sku: .sku
    case .tags: .tag
    case .note: .itemNote
    }
  }

  /// Removes the field's value.
  var removal: Option {
    switch self {
    case .sku: .noSKU
    case .tags: .noTags
    case .note: .noNote
    }
  }
}
