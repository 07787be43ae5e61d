import Console
import OpenMarket

/// `market config`: the settings in force, and where each comes from.
struct Config: Command {
  static let declaration = CommandDeclaration(
    name: "config", parent: "market", abstract: "Show each setting and where it comes from.",
    discussion: """
      An option comes before a variable, a variable before the config file, the config file before the default. The \
      config file is ~/.config/market/config ($XDG_CONFIG_HOME), with a line 'name = value' for each setting: \
      \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
    examples: [
      .init("market config", "All of them."),
      .init("MARKET_CURRENCY=KRW market config --json", "The same as data."),
    ],
    options: [
      Option(long: "json", help: "Write JSON, one object a line."), .noHeaders, .server, .store, .timeout,
    ]
      + Option.everywhere)

  private let settings: Settings
  private let writesJSON: Bool
  private let showsHeader: Bool

  init(_ arguments: Arguments, _ settings: Settings) {
    self.settings = settings
    writesJSON = arguments.flag(Option.json.long)
    showsHeader = !arguments.flag(Option.noHeaders.long)
  }

  func run(_ tool: Tool) async throws -> ExitCode {
    let console = tool.console
    let rows = Setting.allCases.map { ($0.rawValue, settings[$0].text, settings[$0].source) }
    if writesJSON {
      for (name, value, source) in rows {
        let members = [
          ("name", JSONValue.string(name)), ("value", value.map { .string($0) } ?? .null),
          ("source", .string(origin(source))),
        ]
        try console.print(JSONValue.object(members).text)
      }
    } else if console.output.isTerminal || tool.isFlat {
      let table = Table(
        columns: [
          .init(tool.presenter.text(Phrase("SETTING")), minimum: .max),
          .init(tool.presenter.text(Phrase("VALUE")), minimum: 10, flexible: true),
          .init(tool.presenter.text(Phrase("FROM")), minimum: .max),
        ],
        rows: rows.map { name, value, source in
          // Its path is no news to the person, and as wide as everything else.
          let from =
            switch source {
            case .option: tool.presenter.text(Phrase("option"))
            case .variable(let name): name
            case .file: tool.presenter.text("config file")
            case .fallback: tool.presenter.text(Phrase("default"))
            }
          return [
            Cell(name), value.map { Cell($0) } ?? Cell("–", console.style.dim), Cell(from, console.style.dim),
          ]
        })
      for line in table.lines(for: console, showsHeader: showsHeader) { try console.print(line) }
    } else {
      for (name, value, source) in rows { try console.print(TSV.line([name, value ?? "", origin(source)])) }
    }
    return .done
  }

  private func origin(_ source: Settings.Source) -> String {
    switch source {
    case .option: "option"
    case .variable(let name): name
    case .file(let path): path
    case .fallback: "default"
    }
  }
}
