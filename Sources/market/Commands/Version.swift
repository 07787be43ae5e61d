import Console

/// `market --version`.
struct Version: Command {
  static let declaration = CommandDeclaration(
    name: "--version", aliases: ["-v", "version"], parent: "market", abstract: "Show the version.",
    options: [.color, .locale, .help])

  static let needsSettings = false

  init(_ arguments: Arguments, _ settings: Settings) {}

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.console.print("market \(Market.version)")
    return .done
  }
}
