/// Finds commands, options and topics by words in their names and texts, in one language and without regard to case.
package struct HelpSearch {
  /// A find, with its texts in the order of their weight: names, what it does in a line, and the rest.
  private struct Entry {
    let term: Definition
    let texts: [String]
  }

  private let entries: [Entry]

  /// - Parameter topics: Each with what its page explains.
  package init(
    _ program: CommandDeclaration, topics: [(topic: Definition, terms: [Definition])], in language: Language
  ) {
    // The page of help itself has words of others as examples.
    let commands = program.subcommands.filter { $0.name != "help" }.flatMap { [$0] + $0.subcommands }
    func entry(_ term: Definition, names: [String], line: LocalizedPhrase, rest: [LocalizedPhrase] = [])
      -> Entry
    {
      let texts = [names, [language.text(line)], rest.map(language.text)]
      return Entry(term: term, texts: texts.map { Self.words(of: $0.joined(separator: "\n")) })
    }
    let ofCommands = commands.map { command in
      entry(
        Definition(command.invocation, command.abstract),
        names: [command.name] + command.aliases + command.synonyms,
        line: command.abstract,
        rest: [command.discussion] + command.examples.map(\.explanation))
    }
    // An option of several commands is one find, which names them.
    var places: [(option: OptionDeclaration, commands: [String])] = []
    for command in commands {
      for option in command.options where option.listing != .never {
        let name = command.invocation.dropFirst(program.name.count + 1)
        if let index = places.firstIndex(where: {
          $0.option.long == option.long && $0.option.help == option.help
        }) {
          places[index].commands.append(String(name))
        } else {
          places.append((option, [String(name)]))
        }
      }
    }
    let ofOptions = places.map { option, commands in
      let places = option.listing == .shared ? #"help options"# : commands.joined(separator: ", ")
      return entry(
        Definition(named: option.label, "\(option.help) (\(places))"), names: [option.long], line: option.help
      )
    }
    let ofTopics = topics.map { topic, terms in
      entry(
        Definition(#"\#(program.name) help \#(topic.word)"#, topic.meaning), names: [topic.word],
        line: topic.meaning,
        rest: terms.flatMap { [$0.label, $0.meaning] })
    }
    entries = ofCommands + ofOptions + ofTopics
  }

  /// The words of a text, each behind a space: a word is found by its beginning, and `no-barcodes` by that of each part.
  private static func words(of text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map { word in
      " \(word.trimmingPrefix { $0 == "-" }) \(word.replacing("-", with: " "))"
    }.joined()
  }

  /// Everything that has all of the words, with those first whose names have them.
  package func finds(_ words: [String]) -> [Definition] {
    let words = words.map { " " + $0.lowercased().trimmingPrefix { $0 == "-" } }
    let ranked = entries.compactMap { entry -> (rank: Int, term: Definition)? in
      let ranks = words.map { word in entry.texts.firstIndex { $0.contains(word) } }
      guard !ranks.contains(nil), let rank = ranks.compactMap(\.self).max() else { return nil }
      return (rank, entry.term)
    }
    return (0..<3).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.term) }
  }
}
