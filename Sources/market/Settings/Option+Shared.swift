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
    long: "color", value: "when", help: "Use colour.", choices: ColorChoice.allCases.map(\.rawValue),
    defaultValue: Setting.color.defaultValue, section: .output, aliases: [.init("--no-color", value: "never")]
  )
  static let accessible = Option(
    long: "accessible", help: "Use plain lines instead of tables, colours and redrawing.",
    environment: "ACCESSIBLE", section: .output)
  static let quiet = Option(long: "quiet", short: "q", help: "Print only data and errors.", section: .output)
  static let verbose = Option(
    long: "verbose", help: "Log requests and responses to stderr.", environment: "MARKET_DEBUG",
    section: .output)
  static let noInput = Option(long: "no-input", help: "Never prompt; fail instead.")
  static let locale = Option(
    long: "locale", value: "locale",
    help: "Use this locale for language, amounts, dates and currency, such as ko_KR.",
    environment: "MARKET_LOCALE", section: .output)
  static let currencyStyle = Option(
    long: "currency-style", value: "style", help: "Show currencies as codes (KRW) or symbols (₩).",
    choices: Price.CurrencyStyle.allCases.map(\.rawValue), defaultValue: Setting.currencyStyle.defaultValue,
    section: .output)

  static let server = Option(
    long: "server", value: "url", help: "Use the market server at this URL.", environment: "MARKET_SERVER",
    section: .market)
  static let store = Option(
    long: "store", value: "file", help: "Use the embedded market in this file.", candidates: .files,
    environment: "MARKET_STORE", section: .market)
  static let timeout = Option(
    long: "timeout", value: "seconds", help: "Request timeout in seconds.",
    defaultValue: Setting.timeout.defaultValue, section: .market)
  static let curl = Option(
    long: "curl", help: "Print the request as a curl command; send nothing.", section: .market)

  static let noCache = Option(
    long: "no-cache", help: "Neither read nor write cached responses.", section: .market)
  static let refresh = Option(long: "refresh", help: "Do not read cached responses.", section: .market)

  static let json = json(of: Item.allFields)
  /// The same for lists, whose items have fewer fields.
  static let rowJSON = json(of: Item.rowFields)

  private static func json(of fields: [String]) -> Option {
    Option(
      long: "json", value: "fields", help: "Write JSON, one object a line, with all fields or these.",
      candidates: .list(fields), optionalValue: true, section: .output)
  }

  static let images = Option(
    long: "images", value: "how", help: "Draw images this way instead of detecting the terminal.",
    choices: ImageProtocol.allCases.map(\.rawValue), environment: "MARKET_IMAGES", section: .output)
  static let noHeaders = Option(long: "no-headers", help: "Omit the table header.", section: .output)
  static let dryRun = Option(long: "dry-run", short: "n", help: "Show what would be done; change nothing.")
  static let yes = Option(long: "yes", short: "y", help: "Do not ask for confirmation.")
  static let passwordFile = Option(
    long: "password-file", value: "file",
    help: "Read the password from this file, or from stdin if it is '-'.", candidates: .files,
    environment: "MARKET_PASSWORD_FILE", section: .passwords)

  static let everywhere = [color, accessible, locale, currencyStyle, quiet, verbose, noInput, help]
  static let markets = [server, store, timeout, curl]
  /// For commands that only read.
  static let looking = markets + [noCache, refresh]
}
