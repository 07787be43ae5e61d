import Console

/// `market completion SHELL`: prints the completion script for a shell.
struct CompletionCommand: Command {
  static let declaration = CommandDeclaration(
    name: "completion", parent: "market", abstract: "Print the completion script for a shell.",
    discussion: """
      Completes commands, options, option values, files and topics, item ids with their titles, and the numbers of past \
      searches. Of a server's items, the cached ones are completed.
      """,
    examples: [
      .init("eval \"$(market completion bash)\"", "Add this line to ~/.bashrc."),
      .init("eval \"$(market completion zsh)\"", "Add this line to ~/.zshrc, after 'compinit'."),
      .init("market completion fish | source", "Add this line to ~/.config/fish/config.fish."),
    ],
    positionals: [
      Positional(
        name: "shell", help: "One of \(Shell.allCases.map(\.rawValue).joined(separator: ", ")).",
        candidates: .terms(Shell.allCases.map { Definition($0.rawValue) }))
    ],
    options: .color, .help)

  static let strictness = Settings.Strictness.forgiving

  private let shell: Shell

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let word = arguments.positionals.first ?? ""
    guard let shell = Shell(rawValue: word) else {
      throw arguments.error(.notAChoice(word, option: "<shell>", choices: Shell.allCases.map(\.rawValue)))
    }
    self.shell = shell
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.console.print(shell.completionScript(for: HelpCommand.program.name))
    return .done
  }
}
