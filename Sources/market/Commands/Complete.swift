import Console
import HTTP
import OpenMarket

/// `market --complete -- WORD…`: what the last of the words may become, for the scripts of `market completion`. It asks
/// no network, changes nothing, and says nothing where it does not know.
struct Complete: Command {
  static let declaration = CommandDeclaration(
    name: "--complete", parent: "market", abstract: "Complete the last of the words typed so far.",
    positionals: [Positional(name: "word", help: "The words after 'market'.", repeats: true, required: false)]
  )

  static let needsSettings = false

  /// What a completion can look up.
  enum Reference: String {
    case itemID = "id"
    case topic
    case search
  }

  /// As many as a person looks through.
  private static let mostNames = 50
  /// Columns of a title or a search: with its number on one line of a narrow terminal.
  private static let textColumns = 48

  private let words: [String]

  init(_ arguments: Arguments, _ settings: Settings) {
    words = arguments.positionals
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    var completion = Manual.program.completion(of: words)
    if case .lookup(let name, let beginning, let prefix) = completion {
      let found = Reference(rawValue: name).map { terms($0, beginning, context.settings) } ?? []
      completion = .terms(found.map { Definition(prefix + $0.word, $0.meaning) })
    }
    for line in Shell.lines(completion, in: context.console.language) { try context.console.print(line) }
    return .done
  }

  private func terms(_ reference: Reference, _ beginning: String, _ settings: Settings) -> [Definition] {
    switch reference {
    case .topic:
      (Market.commands.map { Definition($0.declaration.name, $0.declaration.abstract) } + Topic.terms)
        .filter { $0.word.hasPrefix(beginning) }
    case .itemID:
      names(beginning, settings).map {
        Self.term($0.id, $0.title)
      }
    case .search:
      ((try? SearchHistory(path: settings.directories.searches).entries()) ?? []).enumerated()
        .map { Self.term($0 + 1, $1) }.filter { $0.word.hasPrefix(beginning) }
    }
  }

  private static func term(_ number: Int, _ text: String) -> Definition {
    Definition(String(number), LocalizedPhrase(verbatim: text.sanitized.truncated(toWidth: textColumns)))
  }

  /// Of the market that the command typed so far would use: of a server's, those that were seen before.
  private func names(_ beginning: String, _ settings: Settings) -> [ItemNames.Name] {
    switch place(settings) {
    case .embedded(let path):
      return ItemNames(path: path).beginning(with: beginning, limit: Self.mostNames)
    case .server(let url):
      let cached = ResponseHistory(DiskCache(folder: settings.directories.answers))
      return CachedTitles(cached, of: url).beginning(with: beginning, limit: Self.mostNames)
    }
  }

  private func place(_ settings: Settings) -> Settings.Place {
    let words = try? Market.split(words)
    let command = words?.command.flatMap(Market.command(named:))
    let typed = command.flatMap { command in
      words.flatMap { try? Arguments($0.rest, after: $0.leading, for: command.declaration) }
    }
    return (typed.flatMap { try? settings.read(again: $0) } ?? settings).place
  }
}
