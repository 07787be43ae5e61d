import Console

/// One verb. `init` reads words and touches nothing; `run` acts.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// Which mistakes in the settings stop it.
  static var strictness: Settings.Strictness { get }

  /// Makes sense of the words, or throws what is wrong with them.
  init(_ arguments: Arguments, _ settings: Settings) throws

  func run(_ context: CommandContext) async throws -> ExitCode
}

extension Command {
  static var strictness: Settings.Strictness { .strict }
}
