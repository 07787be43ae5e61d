/// A command as data. The parser, help, completion and the manual page all read it, so that they cannot disagree.
package struct CommandDeclaration: Sendable, Equatable {
  /// A command line and what it does.
  package struct Example: Sendable, Equatable {
    package let command: String
    package let explanation: LocalizedPhrase

    package init(_ command: String, _ explanation: LocalizedPhrase) {
      self.command = command
      self.explanation = explanation
    }
  }

  package private(set) var name: String
  /// Other names that are accepted; help and completion leave them out.
  package private(set) var aliases: [String]
  /// The words right after the program's name that were the command before it was a subcommand; accepted, and listed nowhere.
  package let formerly: [String]
  /// Words for the same in a shop or in other programs, which are not accepted: help finds it by them, and it is suggested for them.
  package let synonyms: [String]
  /// The words before the name on the command line, such as the program's name; nil for the program itself.
  package let parent: String?
  /// One line.
  package let abstract: LocalizedPhrase
  /// Each line is a paragraph; empty lines and indentation are kept.
  package let discussion: LocalizedPhrase
  package let examples: [Example]
  /// Words after the first argument that say what is done with it; those after them are no further arguments of its kind.
  package let verbs: [String]
  /// In the order in which they are typed.
  package private(set) var positionals: [Positional]
  package let options: [OptionDeclaration]
  /// Whether the command asks for required options where none is given: then the parser misses none.
  package let asksForAll: Bool
  /// Whether a command with subcommands does something without one, too.
  package let runsAlone: Bool
  /// The commands that the first word chooses among. With positionals, any other word is an argument.
  package let subcommands: [CommandDeclaration]
  /// The subcommands by what they are for; empty where they are few.
  package let groups: [CommandGroup]
  /// Further subjects that the program's help explains.
  package let topics: [Definition]

  package init<each Value>(
    name: String, aliases: [String] = [], formerly: [String] = [], synonyms: [String] = [],
    parent: String? = nil,
    abstract: LocalizedPhrase,
    discussion: LocalizedPhrase = "", examples: [Example] = [],
    positionals: [Positional] = [], verbs: [String] = [], options: repeat Option<each Value>,
    asksForAll: Bool = false, runsAlone: Bool = false,
    subcommands: [CommandDeclaration] = [], groups: [CommandGroup] = [],
    topics: [Definition] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.formerly = formerly
    self.synonyms = synonyms
    self.parent = parent
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.positionals = positionals
    self.verbs = verbs
    var declarations: [OptionDeclaration] = []
    for option in repeat each options { declarations += option.declarations }
    self.options = declarations
    self.asksForAll = asksForAll
    self.runsAlone = runsAlone
    self.subcommands = subcommands + groups.flatMap(\.commands)
    self.groups = groups
    self.topics = topics
  }

  /// Returns the command under another name, which is listed nowhere, with an argument of another kind.
  package func formerly(_ name: String, taking positional: Positional) -> Self {
    var former = self
    (former.name, former.aliases, former.positionals) = (name, [], [positional])
    return former
  }

  /// The words that run the command: `shop sell`.
  package var invocation: String {
    parent.map { "\($0) \(name)" } ?? name
  }

  /// The words that show its help: `shop help sell`.
  var helpInvocation: String {
    let words = invocation.split(separator: " ")
    return (words.prefix(1) + ["help"] + words.dropFirst()).joined(separator: " ")
  }

  /// The part of a command line behind the words, as help shows it.
  var arguments: [LocalizedPhrase] {
    let subcommand: LocalizedPhrase = "<\(LocalizedPhrase("subcommand"))>"
    return (options.isEmpty ? [] : ["[<\(LocalizedPhrase("options"))>]"])
      + (subcommands.isEmpty || !positionals.isEmpty ? [] : [runsAlone ? "[\(subcommand)]" : subcommand])
      + positionals.map(\.label)
  }

  /// Whether a word names this command.
  package func isNamed(_ word: String) -> Bool { name == word || aliases.contains(word) }

  /// The arguments, and the options that are listed there by section: sections in their order, options as declared.
  func sections(
    _ listings: Set<OptionDeclaration.Listing>
  ) -> [(heading: LocalizedPhrase, terms: [Definition])] {
    let listed = options.filter { listings.contains($0.listing) }
    let arguments = positionals.map { Definition(named: $0.placeholder, $0.help) }
    return [(LocalizedPhrase("ARGUMENTS"), arguments)]
      + Set(listed.map(\.section)).sorted { $0.position < $1.position }.map { section in
        (section.heading, listed.filter { $0.section == section }.map(\.definition))
      }
  }

  /// The names of all subcommands, and options with their dashes.
  package var spellings: Set<String> {
    subcommands.reduce(into: Set(options.flatMap(\.words))) {
      $0.formUnion($1.spellings.union([$1.name] + $1.aliases + $1.formerly))
    }
  }

  /// The options that may stand before a subcommand: the program's own and those of all subcommands.
  var leadingOptions: [OptionDeclaration] { options + subcommands.flatMap(\.leadingOptions) }
}

/// Commands for one purpose, under a heading.
package struct CommandGroup: Sendable, Equatable {
  package let heading: LocalizedPhrase
  /// The most used first.
  package let commands: [CommandDeclaration]

  package init(_ heading: LocalizedPhrase, _ commands: [CommandDeclaration]) {
    (self.heading, self.commands) = (heading, commands)
  }
}

/// An argument that is identified by its place on the command line.
package struct Positional: Sendable, Equatable {
  /// The placeholder in help, such as `id`.
  package let name: String
  package let help: LocalizedPhrase
  /// Whether it takes all remaining words; only the last positional may.
  package let repeats: Bool
  package let required: Bool
  package let candidates: Candidates
  /// Whether any word makes sense there, such as a word to search for.
  package let isFreeText: Bool

  package init(
    name: String, help: LocalizedPhrase, repeats: Bool = false, required: Bool = true,
    candidates: Candidates = .unknown, isFreeText: Bool = false
  ) {
    self.name = name
    self.help = help
    self.repeats = repeats
    self.required = required
    self.candidates = candidates
    self.isFreeText = isFreeText
  }

  /// As the usage line shows it: `<id>`, `[<id>]`, `<id> ...`, `[<id> ...]`.
  var label: LocalizedPhrase {
    let name: LocalizedPhrase = repeats ? "\(placeholder) ..." : placeholder
    return required ? name : "[\(name)]"
  }

  var placeholder: LocalizedPhrase { "<\(LocalizedPhrase(term: name))>" }
}
