import Console
import OpenMarket

/// What there is to know that belongs to no single command.
enum Topic: String, CaseIterable {
  case exitCodes = "exit-codes"
  case environment
  case formats
  case offline

  /// The topics themselves.
  static let terms = allCases.map { Definition($0.rawValue, $0.abstract) }

  private var abstract: LocalizedPhrase {
    switch self {
    case .exitCodes: "What the program tells a script when it ends."
    case .environment: "The variables that it reads."
    case .formats: "How data, dates, amounts and the config file are written."
    case .offline: "What is kept of servers' answers, and when it is shown."
    }
  }

  /// Over it in the manual page, as man-pages(7) names it.
  var heading: LocalizedPhrase {
    switch self {
    case .exitCodes: "EXIT STATUS"
    case .environment: LocalizedPhrase("ENVIRONMENT")
    case .formats: LocalizedPhrase("FORMATS")
    case .offline: LocalizedPhrase("OFFLINE")
    }
  }

  var terms: [Definition] {
    switch self {
    case .exitCodes: ExitCode.allCases.map { Definition(String($0.rawValue), $0.meaning) }
    case .environment: Self.variableTerms
    case .formats: Self.formatTerms
    case .offline: Self.offlineTerms
    }
  }

  private static let variableTerms = [
    Definition("MARKET_SERVER", "Address of the market to ask, in place of the embedded one."),
    Definition("MARKET_STORE", "File of the embedded market."),
    Definition("MARKET_PASSWORD_FILE", "File whose first line is the password; only you may read it."),
    Definition("MARKET_PASSWORD", "The password itself."),
    Definition("MARKET_CURRENCY", "Currency of new items, an ISO 4217 code."),
    Definition(
      "MARKET_LOCALE", "Locale of words, amounts, dates and the currency of new items, such as ko_KR."),
    Definition("MARKET_IMAGES", "How images are drawn: kitty, iterm, sixel, blocks or none."),
    Definition("MARKET_DEBUG", "When set, the same as --verbose."),
    Definition("ACCESSIBLE", "When set, the same as --accessible."),
    Definition("LC_ALL, LC_MESSAGES, LC_MONETARY, LC_TIME, LANG", "The same, as everywhere (POSIX)."),
    Definition("TZ", "Time zone of the dates in data."),
    Definition("NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM", "Whether to use colour."),
    Definition("COLUMNS", "Width of the terminal."),
    Definition("PAGER", "When it is empty or 'cat', a list shows one page and ends, as with --no-pager."),
    Definition("CI", "When set, no question is asked."),
    Definition("HTTPS_PROXY, NO_PROXY", "How to reach a server."),
    Definition(
      "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME",
      "Where the config file, the embedded market, the kept searches and servers' kept answers are."),
  ]

  private static let offlineTerms = [
    Definition(
      named: "what is kept",
      """
      Lists, items and images that servers have sent, in ~/.cache/market/answers, which only you can read: up to \
      256 MiB, and what was not used for longest goes first. It may be deleted at any time.
      """),
    Definition(
      named: "on a terminal",
      """
      A list or an item that was seen before is shown at once. The server is asked whether it is still so, and what has \
      changed is drawn over it, cards below the others: + is new, ~ is different.
      """),
    Definition(named: "in a pipe", "The server is asked first. It does not send again what has not changed."),
    Definition(
      named: "without an answer",
      """
      What was seen before is shown, with its age on stderr as in 'offline · 3 minutes ago', and the exit code is 0.
      """),
    Definition(
      named: LocalizedPhrase("changes"),
      "What is to be edited or deleted is always asked for. What you change is forgotten."),
    Definition("--no-cache", "Nothing that was kept is used, and nothing is kept."),
    Definition("--refresh", "Nothing that was kept is used; what comes is kept."),
  ]

  private static let formatTerms = [
    Definition(
      named: "piped list, search",
      """
      One item a line, with tabs between \(LocalizedPhrase(joining: Item.columns, by: ", ")). Nothing is cut off, and there is no \
      header. The discounted price is empty where there is no discount.
      """),
    Definition(named: "piped show", "A line for each field: its name, a tab, its value."),
    Definition(
      named: "piped images",
      "A line for each image that was saved: its path, media type, width, height and size in bytes."),
    Definition(named: "piped edit", "A line for each change: the field, the value before, the value after."),
    Definition(named: "piped delete", "A line for each item: the word deleted, its id, its title."),
    Definition(
      "--json",
      """
      One object a line: \(Item.rowFields.joined(separator: ", ")); and where one item is meant, \
      \(Item.allFields.dropFirst(Item.rowFields.count).joined(separator: ", ")). --json=id,title writes those two, in \
      that order. What there is none of is null.
      """),
    Definition(
      named: LocalizedPhrase("amounts"),
      """
      Exact decimals, as in 1690000 or 12.50, with no more digits than ISO 4217 gives the currency, and never rounded. \
      In JSON they are numbers.
      """),
    Definition(named: LocalizedPhrase("currencies"), "Three letters of ISO 4217, such as KRW."),
    Definition(
      named: LocalizedPhrase("dates"),
      "ISO 8601 with the offset of your time zone (TZ), as in 2026-11-21T14:58:00+09:00."),
    Definition(
      named: LocalizedPhrase("text"),
      """
      UTF-8. What could steer a terminal, or cannot be seen, is shown as an escape such as \\u{1B}, \\t or \\n; JSON \
      keeps it as data, escaped as JSON does.
      """),
    Definition(
      named: "config file",
      """
      ~/.config/market/config: a line such as 'currency = KRW' for each setting, out of \
      \(Setting.allCases.map(\.rawValue).joined(separator: ", ")). Empty lines and lines that begin with # mean nothing.
      """),
    Definition(named: "password file", "The password is its first line. Nobody but you may read the file."),
  ]
}
