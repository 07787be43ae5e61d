import Console

/// One verb. `init` reads words and touches nothing; `run` acts.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// Whether a wrong setting is in its way.
  static var needsSettings: Bool { get }

  /// Whether it works on the store, where the market is embedded.
  static var usesStore: Bool { get }

  /// Makes sense of the words, or throws what is wrong with them.
  init(_ arguments: Arguments, _ settings: Settings) throws

  func run(_ context: CommandContext) async throws -> ExitCode
}

extension Command {
  static var needsSettings: Bool { true }
  static var usesStore: Bool { false }
}
