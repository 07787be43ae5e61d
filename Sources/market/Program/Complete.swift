import Console
import Foundation
import HTTP
import OpenMarket

/// `market --complete -- WORD…`: candidates for the last word, for the scripts of `market completion`. Uses no network and
/// changes nothing; an error gives no candidates.
struct Complete: Command {
  static let declaration = CommandDeclaration(
    name: "--complete", parent: "market", abstract: "Print the candidates for the last word.",
    positionals: [Positional(name: "word", help: "Words after 'market'.", repeats: true, required: false)]
  )

  static let strictness = Settings.Strictness.forgiving

  /// The most item ids offered.
  private static let mostNames = 50
  /// The width of a title or a search, in columns: with its number, one line of a narrow terminal.
  private static let textColumns = 48

  private let words: [String]

  init(_ arguments: Arguments, _ settings: Settings) {
    words = arguments.positionals
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    var completion = HelpCommand.program.completion(of: words)
    if case .lookup(let name, let beginning, let prefix, let others) = completion {
      let found =
        CompletionReference(rawValue: name).map { terms($0, beginning, settings: context.settings) } ?? []
      // A word that would be typed otherwise than it is shown, or as an option, is left out.
      let shown = found.filter { $0.word == $0.word.sanitizedLine && !$0.word.hasPrefix("-") }
      completion = .terms(others + shown.map { Definition(prefix + $0.word, $0.meaning) })
    }
    for line in Shell.lines(completion, in: context.console.language) { try context.console.print(line) }
    return .done
  }

  private func terms(_ reference: CompletionReference, _ beginning: String, settings: Settings)
    -> [Definition]
  {
    let words = words(settings)
    return switch reference {
    case .topic: topics.filter { $0.word.hasPrefix(beginning) }
    // The entry of a reference is found by its item.
    case .entry where !self.words.contains { $0.hasPrefix("--reference") }:
      words.entries(beginningWith: beginning, limit: Self.mostNames).map { Self.term("\($0.id)", $0.title) }
    case .itemID, .trashed, .entry:
      words.items(beginningWith: beginning, inTrash: reference == .trashed, limit: Self.mostNames)
        .map { Self.term("\($0.id)", $0.title) }
        + (beginning.isEmpty
        ? [] : words.skus(beginningWith: beginning, inTrash: reference == .trashed, limit: Self.mostNames))
        .map { Self.term($0.sku, $0.title) }
    case .tag: words.tags(beginningWith: beginning, limit: Self.mostNames).map { Definition($0) }
    case .reference, .sale:
      words.references(beginningWith: beginning, ofSales: reference == .sale, limit: Self.mostNames)
        .map { Definition($0) }
    case .search:
      ((try? SearchHistory(path: settings.directories.searches).entries()) ?? []).enumerated()
        .map { Self.term("\($0 + 1)", $1) }.filter { $0.word.hasPrefix(beginning) }
    case .currency: Currency.moneyCodes.filter { $0.hasPrefix(beginning) }.map { Definition($0) }
    case .zone: TimeZone.names.filter { $0.hasPrefix(beginning) }.map { Definition($0) }
    case .profile: settings.profiles.filter { $0.hasPrefix(beginning) }.map { Definition($0) }
    }
  }

  /// The topics of `market help`; after a command, its subcommands.
  private var topics: [Definition] {
    let typed = words.dropLast().drop { $0 != HelpCommand.declaration.name }.dropFirst()
    let command = typed.first { !$0.hasPrefix("-") }.flatMap(Market.command(named:))
    let commands = (command.map { $0.subcommands } ?? Market.commands).map { $0.declaration }
    return commands.map { Definition($0.name, $0.abstract) } + (command == nil ? Topic.terms : [])
  }

  private static func term(_ word: String, _ text: String) -> Definition {
    Definition(word, LocalizedPhrase(verbatim: text.sanitizedLine.truncated(toWidth: textColumns)))
  }

  /// Words of the market that the typed command would use; of a server, the cached ones.
  private func words(_ settings: Settings) -> any CompletedWords {
    switch place(settings) {
    case .embedded(let location): StoredWords(at: location)
    case .server(let url):
      CachedWords(ResponseHistory(DiskCache(folder: settings.directories.responses)), of: url)
    }
  }

  private func place(_ settings: Settings) -> Settings.Place {
    ((try? Market.parsed(words)).flatMap { try? settings.read(again: $1) } ?? settings).place
  }
}
