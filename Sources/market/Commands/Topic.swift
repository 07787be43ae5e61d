import Console
import OpenMarket

/// What there is to know that belongs to no single command.
enum Topic: String, CaseIterable {
  case exitCodes = "exit-codes"
  case environment
  case formats
  case offline

  /// The topics themselves.
  static let terms = allCases.map { Term($0.rawValue, $0.abstract) }

  private var abstract: Phrase {
    switch self {
    case .exitCodes: "What the program tells a script when it ends."
    case .environment: "The variables that it reads."
    case .formats: "How data, dates, amounts and the config file are written."
    case .offline: "What is kept of servers' answers, and when it is shown."
    }
  }

  /// Over it in the manual page, as man-pages(7) names it.
  var heading: Phrase {
    switch self {
    case .exitCodes: "EXIT STATUS"
    case .environment: Phrase("ENVIRONMENT")
    case .formats: Phrase("FORMATS")
    case .offline: Phrase("OFFLINE")
    }
  }

  var terms: [Term] {
    switch self {
    case .exitCodes: ExitCode.allCases.map { Term(String($0.rawValue), $0.meaning) }
    case .environment: Self.variableTerms
    case .formats: Self.formatTerms
    case .offline: Self.offlineTerms
    }
  }

  private static let variableTerms = [
    Term("MARKET_SERVER", "Address of the market to ask, in place of the embedded one."),
    Term("MARKET_STORE", "File of the embedded market."),
    Term("MARKET_PASSWORD_FILE", "File whose first line is the password; only you may read it."),
    Term("MARKET_PASSWORD", "The password itself."),
    Term("MARKET_CURRENCY", "Currency of new items, an ISO 4217 code."),
    Term("MARKET_LOCALE", "Locale of words, amounts, dates and the currency of new items, such as ko_KR."),
    Term("MARKET_IMAGES", "How pictures are drawn: kitty, iterm, sixel, blocks or none."),
    Term("MARKET_DEBUG", "When set, the same as --verbose."),
    Term("ACCESSIBLE", "When set, the same as --accessible."),
    Term("LC_ALL, LC_MESSAGES, LC_MONETARY, LC_TIME, LANG", "The same, as everywhere (POSIX)."),
    Term("TZ", "Time zone of the dates in data."),
    Term("NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM", "Whether to use colour."),
    Term("COLUMNS", "Width of the terminal."),
    Term("PAGER", "When it is empty or 'cat', a list shows one page and ends, as with --no-pager."),
    Term("CI", "When set, no question is asked."),
    Term("HTTPS_PROXY, NO_PROXY", "How to reach a server."),
    Term(
      "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME",
      "Where the config file, the embedded market, the kept searches and servers' kept answers are."),
  ]

  private static let offlineTerms = [
    Term(
      named: "what is kept",
      """
      Lists, items and pictures that servers have sent, in ~/.cache/market/answers, which only you can read: up to \
      256 MiB, and what was not used for longest goes first. It may be deleted at any time.
      """),
    Term(
      named: "on a terminal",
      """
      A list or an item that was seen before is shown at once. The server is asked whether it is still so, and what has \
      changed is drawn over it, cards below the others: + is new, ~ is different.
      """),
    Term(named: "in a pipe", "The server is asked first. It does not send again what has not changed."),
    Term(
      named: "without an answer",
      """
      What was seen before is shown, with its age on stderr as in 'offline · 3 minutes ago', and the exit code is 0.
      """),
    Term(
      named: Phrase("changes"),
      "What is to be edited or deleted is always asked for. What you change is forgotten."),
    Term("--no-cache", "Nothing that was kept is used, and nothing is kept."),
    Term("--refresh", "Nothing that was kept is used; what comes is kept."),
  ]

  private static let formatTerms = [
    Term(
      named: "piped list, search",
      """
      One item a line, with tabs between \(Phrase(joining: Item.columns, by: ", ")). Nothing is cut off, and there is no \
      header. The discounted price is empty where there is no discount.
      """),
    Term(named: "piped show", "A line for each field: its name, a tab, its value."),
    Term(
      named: "piped images",
      "A line for each picture that was saved: its path, media type, width, height and size in bytes."),
    Term(named: "piped edit", "A line for each change: the field, the value before, the value after."),
    Term(named: "piped delete", "A line for each item: the word deleted, its id, its title."),
    Term(
      "--json",
      """
      One object a line: \(Item.rowFields.joined(separator: ", ")); and where one item is meant, \
      \(Item.allFields.dropFirst(Item.rowFields.count).joined(separator: ", ")). --json=id,title writes those two, in \
      that order. What there is none of is null.
      """),
    Term(
      named: Phrase("amounts"),
      """
      Exact decimals, as in 1690000 or 12.50, with no more digits than ISO 4217 gives the currency, and never rounded. \
      In JSON they are numbers.
      """),
    Term(named: Phrase("currencies"), "Three letters of ISO 4217, such as KRW."),
    Term(
      named: Phrase("dates"),
      "ISO 8601 with the offset of your time zone (TZ), as in 2026-11-21T14:58:00+09:00."),
    Term(
      named: Phrase("text"),
      """
      UTF-8. What could steer a terminal, or cannot be seen, is shown as an escape such as \\u{1B}, \\t or \\n; JSON \
      keeps it as data, escaped as JSON does.
      """),
    Term(
      named: "config file",
      """
      ~/.config/market/config: a line such as 'currency = KRW' for each setting, out of \
      \(Setting.allCases.map(\.rawValue).joined(separator: ", ")). Empty lines and lines that begin with # mean nothing.
      """),
    Term(named: "password file", "The password is its first line. Nobody but you may read the file."),
  ]
}
