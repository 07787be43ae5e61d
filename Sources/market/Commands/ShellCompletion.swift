import Console

/// `market completion SHELL`: the script that makes a shell complete words.
struct ShellCompletion: Command {
  static let declaration = CommandDeclaration(
    name: "completion", parent: "market", abstract: "Print the script that completes words in a shell.",
    discussion: """
      Commands, options, their values, files and topics are completed, and so are the ids of items, each with its title \
      beside it, and the numbers of past searches. Of a server's items those are known that were seen before.
      """,
    examples: [
      .init("eval \"$(market completion bash)\"", "A line for ~/.bashrc."),
      .init("eval \"$(market completion zsh)\"", "A line for ~/.zshrc, after 'compinit'."),
      .init("market completion fish | source", "A line for ~/.config/fish/config.fish."),
    ],
    positionals: [
      Positional(
        name: "shell", help: "One of \(Shell.allCases.map(\.rawValue).joined(separator: ", ")).",
        candidates: .terms(Shell.allCases.map { Definition($0.rawValue) }))
    ],
    options: [.color, .help])

  static let strictness = Settings.Strictness.forgiving

  private let shell: Shell

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let word = arguments.positional("shell") ?? ""
    guard let shell = Shell(rawValue: word) else {
      throw UsageError(
        .notAChoice(word, option: "<shell>", choices: Shell.allCases.map(\.rawValue)), in: Self.declaration)
    }
    self.shell = shell
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.console.print(shell.completionScript(for: Manual.program.name))
    return .done
  }
}
