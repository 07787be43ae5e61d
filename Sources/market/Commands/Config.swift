import Console
import OpenMarket
import SystemSupport

/// `market config`: the settings in force, and where each was set.
struct Config: Command {
  static let strictness = Settings.Strictness.showingProblems

  static let declaration = CommandDeclaration(
    name: "config", parent: "market", abstract: "Show each setting and where it comes from.",
    discussion: """
      Options override environment variables, variables the config file, and the config file the defaults. The \
      config file is ~/.config/market/config ($XDG_CONFIG_HOME), with one line 'name = value' per setting: \
      \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
    examples: [
      .init("market config", "Show all settings."),
      .init("MARKET_CURRENCY=KRW market config --json", "The same as data."),
    ],
    options: .wholeJSON, .noHeaders, .server, .store, .timeout, .maxTime, .cacert, .everywhere)

  private let settings: Settings
  private let writesJSON: Bool
  private let showsHeader: Bool

  init(_ arguments: Arguments, _ settings: Settings) {
    self.settings = settings
    writesJSON = arguments[.wholeJSON]
    showsHeader = !arguments[.noHeaders]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let console = context.console
    let rows = Setting.allCases.map { ($0.rawValue, settings[$0].text, settings[$0].source) }
    if writesJSON {
      for (name, value, source) in rows {
        let members = [
          ("name", JSON.string(name)), ("value", value.map { .string($0) } ?? .null),
          ("source", .string(origin(source))),
        ]
        try console.print(JSON.object(members).text)
      }
    } else if console.output.isTerminal || context.format.isFlat {
      for line in lines(for: context) { try console.print(line) }
    } else {
      for (name, value, source) in rows { try console.print(TSV.line([name, value ?? "", origin(source)])) }
    }
    for error in settings.problems where !context.interaction.isQuiet {
      ErrorReport(of: error, settings: settings).write(to: console, as: .warning)
    }
    return .done
  }

  /// In columns or, if a value would be cut in one, with each value on a line of its own: values are shown whole. The
  /// terminal folds the longest.
  private func lines(for context: CommandContext) -> [String] {
    let console = context.console
    let rows = Setting.allCases.map { setting in
      let value = settings[setting]
      return [
        Cell(setting.rawValue), value.text.map { Cell($0) } ?? Cell("–", console.style.dim),
        Cell(origin(value.source, for: context.format), console.style.dim),
      ]
    }
    let table = Table(
      columns: [LocalizedPhrase("SETTING"), LocalizedPhrase("VALUE"), LocalizedPhrase("FROM")].map {
        .init(context.format.text($0))
      },
      rows: rows)
    guard !context.format.isFlat, !table.fits(width: console.columns) else {
      return table.lines(for: console, showsHeader: showsHeader)
    }
    return rows.flatMap { row in
      ["\(row[0].rendered) \(console.style.dim("·")) \(row[2].rendered)", "  " + row[1].rendered]
    }
  }

  /// Where a value was set, for a person: the path of the config file would double the width of the table.
  private func origin(_ source: Settings.Source, for format: OutputFormat) -> String {
    switch source {
    case .option: format.text(LocalizedPhrase("option"))
    case .variable(let name): name
    case .file: format.text("config file")
    case .fallback: format.text(LocalizedPhrase("default"))
    }
  }

  /// Where a value was set, for a program: the config file by its path.
  private func origin(_ source: Settings.Source) -> String {
    switch source {
    case .option: "option"
    case .variable(let name): name
    case .file(let path, _): path
    case .fallback: "default"
    }
  }
}
