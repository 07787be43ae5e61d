/// Everything there is to know about a command before it runs. The parser, help, completion and the manual page
/// are all read from it, so that they cannot disagree.
package struct CommandDeclaration: Sendable, Equatable {
  package struct Example: Sendable, Equatable {
    package let command: String
    package let explanation: LocalizedPhrase

    package init(_ command: String, _ explanation: LocalizedPhrase) {
      self.command = command
      self.explanation = explanation
    }
  }

  package let name: String
  /// The words before the name on the command line, such as the program's; nil for the program itself.
  package let parent: String?
  /// One line, without a full stop.
  package let abstract: LocalizedPhrase
  /// Each line is a paragraph; empty lines and indentation are kept.
  package let discussion: LocalizedPhrase
  package let examples: [Example]
  package let positionals: [Positional]
  package let options: [Option]
  package let subcommands: [CommandDeclaration]
  /// What else its help explains.
  package let topics: [Definition]

  package init(
    name: String, parent: String? = nil, abstract: LocalizedPhrase, discussion: LocalizedPhrase = "",
    examples: [Example] = [],
    positionals: [Positional] = [], options: [Option] = [], subcommands: [CommandDeclaration] = [],
    topics: [Definition] = []
  ) {
    self.name = name
    self.parent = parent
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.positionals = positionals
    self.options = options
    self.subcommands = subcommands
    self.topics = topics
  }

  /// What to type to run it.
  package var invocation: String {
    parent.map { "\($0) \(name)" } ?? name
  }
}
