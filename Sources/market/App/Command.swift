import Console

/// One verb of the command line. `init` interprets arguments without side effects; `run` acts.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// Which mistakes in the settings are errors. Commands that need no settings, such as `help`, ignore all of them.
  static var strictness: Settings.Strictness { get }

  /// Whether it uses the store of the embedded market.
  static var usesStore: Bool { get }

  /// All that the command prints, if that depends on nothing; else nil. It is then neither initialized nor run.
  static var text: String? { get }

  /// Interprets the arguments. Throws the first error in them.
  init(_ arguments: Arguments, _ settings: Settings) throws

  func run(_ context: CommandContext) async throws -> ExitCode

  /// Makes the requests that `--curl` prints. By default what `run` asks first; a command that looks an item up, or asks
  /// for confirmation, before its own request overrides it.
  func request(_ context: CommandContext) async throws
}

extension Command {
  static var strictness: Settings.Strictness { .strict }
  static var usesStore: Bool { false }
  static var text: String? { nil }

  func request(_ context: CommandContext) async throws { _ = try await run(context) }
}

/// `market --version`.
struct Version: Command {
  static let declaration = CommandDeclaration(
    name: "--version", aliases: ["-v", "version"], parent: "market", abstract: "Show the version.",
    options: [.color, .locale, .help])

  static let text: String? = "market \(Market.version)"

  init(_ arguments: Arguments, _ settings: Settings) {}

  func run(_ context: CommandContext) async throws -> ExitCode { .done }
}
