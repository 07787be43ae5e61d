import Console

/// A subcommand. `init` parses its arguments without side effects; `run` does its work.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// Which mistakes in the settings stop it.
  static var strictness: Settings.Strictness { get }

  /// Whether it uses the store of the embedded market.
  static var usesStore: Bool { get }

  /// Reads the arguments; throws a `UsageError` or a `ValidationError` that says what is wrong with them.
  init(_ arguments: Arguments, _ settings: Settings) throws

  func run(_ context: CommandContext) async throws -> ExitCode
}

extension Command {
  static var strictness: Settings.Strictness { .strict }
  static var usesStore: Bool { false }
}
