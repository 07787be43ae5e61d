import Console

/// What there is to know that belongs to no single command.
enum Topic: String, CaseIterable {
  case exitCodes = "exit-codes"
  case environment

  private var rows: [(String, String)] {
    switch self {
    case .exitCodes: ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }
    case .environment: Self.variables
    }
  }

  /// A term and its meaning in two columns.
  func lines(columns: Int, _ style: Style) -> [String] {
    let width = min(Self.widestTerm, rows.map(\.0.count).max() ?? 0) + 2
    return rows.flatMap { term, meaning in
      guard term.count + 2 <= width else {
        let indent = String(repeating: " ", count: width)
        return term.wrapped(toWidth: columns).map(style.bold)
          + meaning.wrapped(toWidth: columns - width).map { indent + $0 }
      }
      let lines = meaning.wrapped(toWidth: columns, taken: width, hanging: width)
      return [style.bold(term.padded(toWidth: width)) + (lines.first ?? "")] + lines.dropFirst()
    }
  }

  /// A wider one has a line of its own.
  private static let widestTerm = 20

  private static let variables = [
    ("MARKET_SERVER", "Address of the market to ask, in place of the embedded one."),
    ("MARKET_STORE", "File of the embedded market."),
    ("MARKET_PASSWORD_FILE", "File whose first line is the password; only you may read it."),
    ("MARKET_PASSWORD", "The password itself."),
    ("MARKET_CURRENCY", "Currency of new items, an ISO 4217 code."),
    ("MARKET_LOCALE", "Locale of amounts, dates and the currency of new items, such as ko_KR."),
    ("MARKET_DEBUG", "When set, the same as --verbose."),
    ("LC_ALL, LC_MONETARY, LC_TIME, LANG", "The same, as everywhere (POSIX)."),
    ("TZ", "Time zone of the dates in data."),
    ("NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM", "Whether to use colour."),
    ("COLUMNS", "Width of the terminal."),
    ("CI", "When set, no question is asked."),
    ("HTTPS_PROXY, NO_PROXY", "How to reach a server."),
    (
      "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
      "Where the config file, the embedded market and the kept searches are."
    ),
  ]
}
