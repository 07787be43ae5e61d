import Console

@testable import market

extension CommandDeclaration {
  /// All commands and subcommands.
  static var all: [CommandDeclaration] {
    Market.commands.flatMap { [$0.declaration] + $0.declaration.subcommands }
  }

  /// The words after the program's name that run the command.
  var words: String { String(invocation.trimmingPrefix("market ")) }

  /// These words in a list.
  var wordList: [String] { words.split(separator: " ").map(String.init) }
}
