import Console
import OpenMarket

/// Options that several commands share.
extension Option {
  static let help = Option(long: "help", short: "h", help: "Show this help.", answersAlone: true)
  static let color = Option(
    long: "color", value: "when", help: "When to use colours.", choices: ColorChoice.allCases.map(\.rawValue))
  static let accessible = Option(
    long: "accessible", help: "Use plain lines instead of tables, colours and animation.",
    environment: "ACCESSIBLE")
  static let quiet = Option(long: "quiet", short: "q", help: "Show only data and errors.")
  static let verbose = Option(
    long: "verbose", help: "Log requests and responses to stderr.", environment: "MARKET_DEBUG")
  static let noInput = Option(long: "no-input", help: "Never show a prompt; fail if one is needed.")
  static let locale = Option(
    long: "locale", value: "locale",
    help: "Locale of text, amounts, dates and currency, such as ko_KR.",
    environment: "MARKET_LOCALE")
  static let currencyStyle = Option(
    long: "currency-style", value: "style", help: "Show currencies by code (KRW) or by symbol (₩).",
    choices: Price.CurrencyStyle.allCases.map(\.rawValue))

  static let server = Option(
    long: "server", value: "url", help: "Use the market server at this URL.", environment: "MARKET_SERVER")
  static let store = Option(
    long: "store", value: "file", help: "Use the embedded market in this store file.", candidates: .files,
    environment: "MARKET_STORE")
  static let timeout = Option(
    long: "timeout", value: "seconds", help: "Request timeout in seconds (30).")
  static let curl = Option(long: "curl", help: "Print the request as a curl command without sending it.")

  static let noCache = Option(long: "no-cache", help: "Do not read or write the cache of server responses.")
  static let refresh = Option(long: "refresh", help: "Do not read the cache; store new responses in it.")

  static let json = json(of: Item.allFields)
  static let rowJSON = json(of: Item.rowFields)

  private static func json(of fields: [String]) -> Option {
    Option(
      long: "json", value: "fields", help: "Write JSON, one object a line: all fields, or the given ones.",
      candidates: .list(fields), optionalValue: true)
  }

  static let images = Option(
    long: "images", value: "how", help: "How to show images; by default as the terminal supports.",
    choices: ImageProtocol.allCases.map(\.rawValue), environment: "MARKET_IMAGES")
  static let noHeaders = Option(long: "no-headers", help: "Omit the table header.")
  static let dryRun = Option(long: "dry-run", short: "n", help: "Show what would be done without doing it.")
  static let yes = Option(long: "yes", short: "y", help: "Proceed without confirmation.")
  static let passwordFile = Option(
    long: "password-file", value: "file",
    help: "Read the password from this file; '-' reads standard input.", candidates: .files,
    environment: "MARKET_PASSWORD_FILE")

  static let everywhere = [color, accessible, locale, currencyStyle, quiet, verbose, noInput, help]
  static let markets = [server, store, timeout, curl]
  /// For commands that only read.
  static let looking = markets + [noCache, refresh]
}
