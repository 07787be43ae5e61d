import Console

/// `market --version`.
struct Version: Command {
  static let declaration = CommandDeclaration(
    name: "--version", parent: "market", abstract: "Show the version.")

  static let strictness = Settings.Strictness.forgiving

  init(_ arguments: Arguments, _ settings: Settings) {}

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.console.print("market \(Market.version)")
    return .done
  }
}
