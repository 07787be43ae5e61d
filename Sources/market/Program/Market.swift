import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport

@main
struct Market {
  static func main() async {
    if CommandLine.arguments.dropFirst() == ["--version"], Version.isPrinted() {
      exit(ExitCode.done.rawValue)
    }
    // Threads of a server would wait for each other.
    if !CommandLine.arguments.contains(Serve.name) { ProcessMemory.shareAmongThreads() }
    if let code = ThumbnailProcess.exitCode(of: Array(ProcessInfo.processInfo.arguments.dropFirst())) {
      exit(code)
    }
    exit(await Market(.process()).run(try CommandLine.words()).rawValue)
  }

  /// All commands by what they are for, in the order of the help.
  static let groups: [(heading: LocalizedPhrase, commands: [any Command.Type])] = [
    (
      LocalizedPhrase("Selling"),
      [Sell.self, ReturnCommand.self, Correct.self, Reviews.self]
    ),
    (
      LocalizedPhrase("Stock"),
      [
        Add.self, Restock.self, Edit.self, Delete.self, Trash.self, Undo.self, WriteOff.self,
        Images.self, Import.self, Export.self,
      ]
    ),
    (LocalizedPhrase("Finding"), [List.self, Browse.self, Show.self]),
    (LocalizedPhrase("Reports"), [Sales.self, Best.self, Orders.self, History.self]),
    (
      "Store and server",
      [
        Serve.self, Check.self, Backup.self, Copy.self, DevCommand.self,
        VendorCommand.self, KeyCommand.self, Zone.self, Config.self, CompletionCommand.self, HelpCommand.self,
      ]
    ),
  ]
  static let commands = groups.flatMap(\.commands)

  /// Commands that help does not list: those of programs, and those that are part of others now.
  static let unlistedCommands: [any Command.Type] = [
    Version.self, Complete.self, Search.self, Log.self, Doctor.self, Migrate.self,
  ]

  /// The present commands of former names that still have declarations of their own.
  private static let successors = [
    "search": "market list", "log": "market history", "doctor": "market check",
    "migrate": "market check --migrate",
  ]

  /// Tells the present name of a command that is asked for by its former one; nil for any other.
  static func rename(of word: String) -> LocalizedPhrase? {
    let present = command(named: word) == nil ? command(formerly: word)?.declaration.invocation : nil
    return (successors[word] ?? present).map { "'market \(word)' is '\($0)'." }
  }

  private let environment: ProcessEnvironment

  /// Whether this is a command line within another one.
  private let isInner: Bool

  init(_ environment: ProcessEnvironment, isInner: Bool = false) {
    (self.environment, self.isInner) = (environment, isInner)
  }

  /// Runs one command line. Every error ends here, as text on stderr and an exit code.
  func run(_ words: @autoclosure @Sendable () throws -> [String]) async -> ExitCode {
    let variables = environment.variables
    let config = ConfigFile.read(environment: variables)
    let words = Result { try words() }
    let known = (try? words.get()) ?? []
    var console = console(for: known, config)
    let isVerbose = Settings.isVerbose(known.contains(OptionGroup.verbose.word), variables)
    var settings: Settings?
    let records = WriteRecords()
    do {
      let words = try words.get()
      let (command, arguments) = try Self.parsed(words)
      console = recolored(console, arguments[.color])
      // Neither needs settings or a market.
      let isWhole = words.drop { !["--help", "-h"].contains($0) }.contains(OptionGroup.all.word)
      let text = arguments[.help] ? help(for: command, isWhole: isWhole, console) : command.text
      if let text {
        if arguments[.help], let line = try Self.split(words).command.flatMap(Self.rename) {
          try console.print(console.language.text(line) + "\n")
        }
        try console.print(text)
        try console.finish()
        return .done
      }
      let found = try Settings(arguments, config, environment: variables, strictness: command.strictness)
      settings = found
      console = recolored(console, found[.color].text)
      // Made before the command, since it loads a library meanwhile.
      let session: any Session =
        if command.usesStore, let replay = found.replay {
          try ReplaySession.reading(replay)
        } else {
          environment.session(found)
        }
      let context = CommandContext(
        arguments, found, console: console, environment: environment, session: session,
        runner: runner, records: records)
      let printsRequests = arguments[.curl]
      let code: ExitCode
      do {
        // A request that is only printed has no response with an id.
        let run = try command.init(
          printsRequests ? arguments : try await context.replacingNames(in: arguments, of: command), found)
        if !printsRequests {
          if command.strictness != .forgiving { context.warn(of: ExposedFile.config(found)) }
          if command.usesStore { context.noteStoreInMemory() }
          context.noteOverriddenProfile()
        }
        code = try await printsRequests ? run.printRequests(context) : run.run(context)
      } catch let error as any ReportableError {
        throw await context.explained(error)
      }
      if command.usesStore, !printsRequests { context.warnOfExposedStore() }
      try console.finish()
      return code
    } catch ConsoleError.closedPipe where records.isEmpty {
      return .done
    } catch {
      let error = (error as? ConsoleError).flatMap { LostOutput($0, after: records) } ?? error
      let report = ErrorReport(of: error, settings: settings, isVerbose: isVerbose)
      report.write(to: console)
      return report.exitCode
    }
  }

  /// Runs further command lines in this environment. They have no runner themselves.
  private var runner: CommandRunner? {
    guard !isInner else { return nil }
    let environment = environment
    return CommandRunner(
      run: { words, console, password in
        var inner = environment
        if let console { inner.console = { _ in console } }
        if let password {
          inner.variables["MARKET_PASSWORD"] = password
          inner.variables["MARKET_PASSWORD_FILE"] = nil
        }
        return await Market(inner, isInner: console != nil).run(words)
      },
      problem: { words in
        do {
          let (command, arguments) = try Self.parsed(words)
          let config = ConfigFile.read(environment: environment.variables)
          let settings = try Settings(
            arguments, config, environment: environment.variables, strictness: command.strictness)
          try command.init(arguments, settings).validate()
          return nil
        } catch {
          return error as? any ReportableError
        }
      })
  }

  /// - Parameter isWhole: Whether `--all` follows `--help`.
  private func help(for command: any Command.Type, isWhole: Bool, _ console: Console) -> String {
    Help(
      command.declaration, in: console.language, columns: console.columns, style: console.style,
      isWhole: isWhole
    ).text
  }

  /// The console for errors in the words themselves, in the language that they ask for.
  private func console(for words: [String], _ config: Result<ConfigFile, CommandFailure>) -> Console {
    let variables = environment.variables
    var console = environment.console(nil)
    console.language = Language(for: words, environment: variables, config: config)
    let isRequested = words.prefix { $0 != "--" }.contains(OptionGroup.accessible.word)
    return isRequested || !["", "0"].contains(variables["ACCESSIBLE"] ?? "") ? console.accessible() : console
  }

  /// The console with the given choice of colour.
  private func recolored(_ console: Console, _ color: String?) -> Console {
    guard let choice = color.flatMap(ColorChoice.init), !console.isAccessible else { return console }
    var recolored = environment.console(choice)
    recolored.language = console.language
    return recolored
  }

  /// Takes a command line apart at the word that names the command.
  static func split(_ words: [String]) throws(UsageError) -> CommandWords {
    // Options before the command may be of any command: only then are the declarations of all of them made.
    if let word = words.first, isCommand(word) {
      return CommandWords(leading: [], command: word, rest: Array(words.dropFirst()))
    }
    return try HelpCommand.program.split(words, isCommand: isCommand)
  }

  private static func isCommand(_ word: String) -> Bool {
    command(named: word) != nil || command(formerly: word) != nil
  }

  /// The subcommand that was a command of this name.
  static func command(formerly word: String) -> (any Command.Type)? {
    commands.flatMap { $0.subcommands }.first { $0.declaration.formerly.contains(word) }
  }

  static func command(named word: String) -> (any Command.Type)? {
    let all = commands + unlistedCommands
    // Most are named as their types are: the declarations of others need not be made.
    let likely = all.first { "\($0)".lowercased() == word && $0.declaration.isNamed(word) }
    return likely ?? all.first { $0.declaration.isNamed(word) }
  }

  /// The command that a command line runs, with its arguments. Words that an input method has changed are read as what they
  /// stand for where nothing else fits.
  static func parsed(_ words: [String]) throws(UsageError) -> (any Command.Type, Arguments) {
    func read(_ words: [String]) throws(UsageError) -> (any Command.Type, Arguments) {
      let (command, parts) = try command(for: words)
      return (command, try Arguments(parts.rest, after: parts.leading, for: command.declaration))
    }
    var outcome = Result { () throws(UsageError) in try read(words) }
    if case .success(let (_, arguments)) = outcome, !arguments.isOddlyTyped { return try outcome.get() }
    for reading in TypedLine(words, names: HelpCommand.spellings).readings where reading != words {
      let found = Result { () throws(UsageError) in try read(reading) }
      switch (found, outcome) {
      case (.success(let (_, arguments)), _) where !arguments.isOddlyTyped: return try found.get()
      // The error of a command that this reading has found says more.
      case (_, .failure(let error)):
        if case .unknownCommand = error.reason { outcome = found }
      default: break
      }
    }
    return try outcome.get()
  }

  /// The command that a command line runs, and the words that are left of it.
  static func command(for words: [String]) throws(UsageError) -> (any Command.Type, CommandWords) {
    let parts = try split(words)
    guard let word = parts.command else { return (HelpCommand.self, parts) }
    guard let command = command(named: word) ?? command(formerly: word) else {
      throw UsageError(.unknownCommand(word, nearest: suggestion(for: word)), in: HelpCommand.program)
    }
    let inner = command.subcommands.isEmpty ? nil : try? command.declaration.split(parts.rest)
    if let inner, let subcommand = inner.command.flatMap(command.subcommand) {
      let leading = parts.leading + inner.leading
      return (subcommand, CommandWords(leading: leading, command: inner.command, rest: inner.rest))
    }
    if let former = self.command(formerly: word) {
      // The first of two words in a row is a misspelt subcommand, not an argument.
      if let inner, let word = inner.command, inner.rest.first?.hasPrefix("-") == false {
        let error = command.declaration.unknownSubcommand(word)
        if case .unknownCommand(_, _?) = error.reason { throw error }
      }
      return (former, parts)
    }
    // A word after a command that also runs without a subcommand may be its argument, or the value of an option before it.
    if let inner, let word = inner.command, inner.leading.isEmpty, command.declaration.positionals.isEmpty {
      throw command.declaration.unknownSubcommand(word)
    }
    return (command, parts)
  }

  /// The command line to suggest for an unknown command: for ids of items, `show`; for an address, `--server`.
  private static func suggestion(for word: String) -> String? {
    if let ids = Arguments.ids(in: word) {
      return (["market show"] + ids.map(String.init)).joined(separator: " ")
    }
    // A word with a colon: `localhost:8080`, `https://market.example`.
    if word.contains(":"), ServerAddress.problem(with: word) == nil { return "market list --server \(word)" }
    let names = (commands + unlistedCommands).flatMap { [$0.declaration.name] + $0.declaration.aliases }
    let synonyms = commands.flatMap { $0.declaration.synonyms }
    let known = names + commands.flatMap { $0.subcommands }.flatMap { $0.declaration.formerly } + synonyms
    let plain = InputMethod.plain(word).lowercased()
    let found = nearest(to: plain, among: known) ?? nearest(to: InputMethod.latin(plain), among: known)
    let meant = commands.first { command in found.map(command.declaration.synonyms.contains) ?? false }
    return ["stocktake", "실사"].contains(found) ? "edit --stock" : meant?.declaration.name ?? found
  }
}

/// `market --version`.
struct Version: Command {
  static let declaration = CommandDeclaration(
    name: "--version", aliases: ["-v", "version"], parent: "market", abstract: "Show the version.",
    options: .color, .locale, .help)

  static let strictness = Settings.Strictness.forgiving
  static let text: String? = "market \(ProgramVersion.version)"

  init(_ arguments: Arguments, _ settings: Settings) {}

  func run(_ context: CommandContext) async throws -> ExitCode { .done }

  /// Prints the version before any thread is started; false where that fails, which the command then reports.
  static func isPrinted() -> Bool {
    signal(SIGPIPE, SIG_IGN)
    let line = Array("\(text ?? "")\n".utf8)
    return write(STDOUT_FILENO, line, line.count) == line.count
  }
}

extension Command {
  static func subcommand(named word: String) -> (any Command.Type)? {
    subcommands.first { $0.declaration.isNamed(word) }
  }
}

extension CommandLine {
  /// The arguments after the program's name.
  ///
  /// Throws for one that is not UTF-8. Swift's `arguments` replaces invalid bytes silently, so that another title than the
  /// typed one would be stored.
  fileprivate static func words() throws(UsageError) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(argc)) {
      guard let characters = unsafeArgv[index] else { continue }
      guard let word = String(validatingCString: characters) else {
        throw UsageError(.notText(String(cString: characters)), invocation: "market")
      }
      words.append(word)
    }
    return words
  }
}
