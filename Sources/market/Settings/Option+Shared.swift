import Console
import OpenMarket

/// The options that several commands take: the same word means the same everywhere.
extension Option {
  static let help = Option(long: "help", short: "h", help: "Show this help.", answersAlone: true)
  static let color = Option(
    long: "color", value: "when", help: "Use colour.", choices: ColorChoice.allCases.map(\.rawValue))
  static let accessible = Option(
    long: "accessible", help: "Use flat lines and words in place of tables, colours and movement.",
    environment: "ACCESSIBLE")
  static let quiet = Option(long: "quiet", short: "q", help: "Say nothing but data and errors.")
  static let verbose = Option(
    long: "verbose", help: "Tell on stderr what is asked and answered.", environment: "MARKET_DEBUG")
  static let noInput = Option(long: "no-input", help: "Never ask a question; fail instead.")
  static let locale = Option(
    long: "locale", value: "locale",
    help: "Follow this locale, such as ko_KR, in words, amounts, dates and currency.",
    environment: "MARKET_LOCALE")
  static let currencyStyle = Option(
    long: "currency-style", value: "style", help: "Name currencies by code (KRW) or by symbol (₩).",
    choices: Price.CurrencyStyle.allCases.map(\.rawValue))

  static let server = Option(
    long: "server", value: "url", help: "Ask the market at this address.", environment: "MARKET_SERVER")
  static let store = Option(
    long: "store", value: "file", help: "Use the embedded market in this file.", candidates: .files,
    environment: "MARKET_STORE")
  static let timeout = Option(
    long: "timeout", value: "seconds", help: "Wait this long for an answer (30).")
  static let curl = Option(long: "curl", help: "Print the request as a curl command; send nothing.")

  static let noCache = Option(long: "no-cache", help: "Neither use nor keep a server's answers.")
  static let refresh = Option(long: "refresh", help: "Do not use what was kept of a server's answers.")

  static let json = json(of: Item.allFields)
  static let rowJSON = json(of: Item.rowFields)

  private static func json(of fields: [String]) -> Option {
    Option(
      long: "json", value: "fields", help: "Write JSON, one object a line; all fields, or those named.",
      candidates: .list(fields), optionalValue: true)
  }

  static let images = Option(
    long: "images", value: "how", help: "Draw images this way, whatever the terminal says.",
    choices: ImageProtocol.allCases.map(\.rawValue), environment: "MARKET_IMAGES")
  static let noHeaders = Option(long: "no-headers", help: "Leave the table's header away.")
  static let dryRun = Option(long: "dry-run", short: "n", help: "Say what would be done; change nothing.")
  static let yes = Option(long: "yes", short: "y", help: "Do not ask for confirmation.")
  static let passwordFile = Option(
    long: "password-file", value: "file",
    help: "Read the password from this file, or from stdin if it is '-'.", candidates: .files,
    environment: "MARKET_PASSWORD_FILE")

  static let everywhere = [color, accessible, locale, currencyStyle, quiet, verbose, noInput, help]
  static let markets = [server, store, timeout, curl]
  /// For commands that only look.
  static let looking = markets + [noCache, refresh]
}
