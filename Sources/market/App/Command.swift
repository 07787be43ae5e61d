import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// One verb of the command line. `init` interprets arguments without side effects; `run` acts.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// Which mistakes in the settings are errors. Commands that need no settings, such as `help`, ignore all of them.
  static var strictness: Settings.Strictness { get }

  /// Whether it uses the store of the embedded market.
  static var usesStore: Bool { get }

  /// The commands that the first word after this one chooses among.
  static var subcommands: [any Command.Type] { get }

  /// All that the command prints, if that depends on nothing; else nil. It is then neither initialized nor run.
  static var text: String? { get }

  /// Interprets the arguments. Throws the first error in them.
  init(_ arguments: Arguments, _ settings: Settings) throws

  func run(_ context: CommandContext) async throws -> ExitCode

  /// Finds what is wrong with the values before anything is sent, apart from what `init` throws.
  func validate() throws

  /// Makes the requests that `--curl` prints. By default what `run` asks first; a command that looks an item up, or asks
  /// for confirmation, before its own request overrides it.
  func request(_ context: CommandContext) async throws
}

extension Command {
  static var strictness: Settings.Strictness { .strict }
  static var usesStore: Bool { strictness == .strict }
  static var subcommands: [any Command.Type] { [] }
  static var text: String? { nil }

  func validate() throws {}

  func request(_ context: CommandContext) async throws { _ = try await run(context) }
}

/// A command that does nothing without a subcommand.
protocol CommandFamily: Command {}

extension CommandFamily {
  init(_ arguments: Arguments, _ settings: Settings) throws {
    throw arguments.error(.missingArgument("subcommand"))
  }

  func run(_ context: CommandContext) async throws -> ExitCode { .usage }
}

/// The context of a command: the console, the market, its passwords, and the format of output.
struct CommandContext {
  let console: Console
  let settings: Settings
  var market: NetworkManager
  var passwords: Passwords
  /// Signs the requests to a server, where the command is the operator's; nil for the store itself.
  let signer: OperatorSigner?
  /// The passwords of the person's own reviews, apart from those of items.
  var reviewPasswords: Passwords
  let format: OutputFormat
  /// Renders images on the output. The first call may query the terminal.
  let images: () throws -> ImageRenderer
  var interaction: Interaction
  /// Whether the command only shows what it would do.
  let isDryRun: Bool
  /// Nil where no write is sent that could be lost.
  let pending: PendingWrites?
  let environment: ProcessEnvironment
  /// Runs other command lines; nil within one that was run so.
  let runner: CommandRunner?
  private let records: WriteRecords

  /// How much the command says, and what it may ask.
  struct Interaction {
    /// Whether notes are left out.
    var isQuiet: Bool
    /// Whether a prompt can be shown and answered.
    let canPrompt: Bool
    /// Whether long lists and best sellers open on a screen.
    var scrolls: Bool
    /// Whether a write is sent as a new one, where the outcome of an earlier one is not known.
    let forgetsPending: Bool
  }

  /// Whether the market is a server.
  var isRemote: Bool {
    if case .server = settings.place { true } else { false }
  }

  /// The format with the current time, for ages such as "3 minutes ago".
  var formatNow: OutputFormat {
    var format = format
    format.now = environment.now()
    return format
  }

  /// Writes a line to stderr; nothing with `--quiet`.
  ///
  /// - Parameter isWhole: Whether the line is left for the terminal to wrap, since it ends in a command to copy.
  func note(_ line: LocalizedPhrase, isWhole: Bool = false) {
    if !interaction.isQuiet { console.note(format.isAccessible ? inWords(line) : line, isWhole: isWhole) }
  }

  /// A note without the signs that a screen reader reads out, or leaves out.
  private func inWords(_ line: LocalizedPhrase) -> LocalizedPhrase {
    let text = format.text(line).replacing(" · ", with: ", ")
    return LocalizedPhrase(verbatim: text.hasPrefix("… ") ? String(text.dropFirst(2)) : text)
  }

  /// Writes a dimmed line to stderr; nothing with `--quiet`.
  func remark(_ line: LocalizedPhrase, isWhole: Bool = false) {
    note(LocalizedPhrase(verbatim: console.errorStyle.dim(format.text(line))), isWhole: isWhole)
  }

  /// Reports to a person what a command did: `✓ Added #70`, and without colours or signs `Added #70`. Nothing where stderr
  /// is not a terminal: a script has the data on stdout.
  func reportDone(_ line: LocalizedPhrase) {
    guard console.error.isTerminal else { return }
    let hasSigns = console.errorStyle.isColored && !format.isAccessible
    note(LocalizedPhrase(verbatim: (hasSigns ? "✓ " : "") + format.text(line)))
  }

  /// Keeps what was recorded just now, with its id, to be said should the output of the command be lost.
  func noteRecorded(_ line: LocalizedPhrase) { records.add(format.text(line)) }

  /// Runs one of several independent pieces of work. An error of the market is reported, and does not prevent the others.
  func attempt(_ work: () async throws -> Void) async throws -> ExitCode {
    do {
      try await work()
    } catch let error as ClientError where error != .cancelled {
      return report(await explained(error))
    } catch let error as PasswordError {
      return report(error)
    }
    return .done
  }

  /// Runs an independent piece of work for each element, and returns the exit code of all.
  func attempts<Element>(
    _ elements: [Element], _ work: (Element) async throws -> Void
  ) async throws -> ExitCode {
    var outcomes: [ExitCode] = []
    for element in elements { outcomes.append(try await attempt { try await work(element) }) }
    return exitCode(of: outcomes)
  }

  /// Finds a value for each id, before a command changes anything. Throws where one is missing: several items are changed all or
  /// none.
  func all<Value>(_ ids: [Int], _ find: (Int) async throws -> Value) async throws -> [Value] {
    guard ids.count > 1 else { return [try await find(ids[0])] }
    var found: [Value] = []
    let code = try await attempts(ids) { found.append(try await find($0)) }
    guard found.count == ids.count else {
      throw CommandFailure.unchanged(ids.count - found.count, of: ids.count, found.isEmpty ? code : .refused)
    }
    return found
  }

  /// Prints what was done, or would be: a sentence for a person, else a line of data.
  func print(_ sentence: LocalizedPhrase, orLine fields: String...) throws {
    try console.print(console.output.isTerminal ? format.text(sentence) : TSV.line(fields))
  }

  /// Writes the report of an error to stderr and returns its exit code.
  func report(_ error: some ReportableError) -> ExitCode {
    let report = ErrorReport(of: error, settings: settings)
    report.write(to: console)
    return report.exitCode
  }

  /// The exit code of a command with several outcomes: the one that they share, else "partly done".
  func exitCode(of outcomes: [ExitCode]) -> ExitCode {
    let different = Set(outcomes)
    if let only = different.first, different.count == 1 { return only }
    return different.isEmpty ? .done : different.contains(.done) ? .partial : .failed
  }
}

extension CommandContext {
  /// The context of one run, assembled from the arguments, the settings and the process environment.
  /// - Parameter session: The session of the market; more are wrapped around it here.
  init(
    _ arguments: Arguments, _ settings: Settings, console: Console, environment: ProcessEnvironment,
    session: any Session, runner: CommandRunner? = nil, records: WriteRecords
  ) {
    let variables = environment.variables
    let language = console.language
    let quiet = arguments[.quiet]
    func passwords(isOfReviews: Bool) -> Passwords {
      Passwords(
        given: Passwords.Given(settings, environment: variables),
        folder: PasswordFolder(settings, isOfReviews: isOfReviews), console: console)
    }
    var session = session
    var signer: OperatorSigner?
    if case .server = settings.place, !arguments[.curl] {
      let new = OperatorSigner(now: environment.now)
      session = SigningSession(session, new)
      signer = new
    }
    if settings.isVerbose { session = TracingSession(session: session, console: console) }
    var (images, retries) = (ImageOrigins.web, RetryPolicy())
    switch settings.place {
    case .embedded: (images, retries) = (.market, .never)
    case .server where !quiet:
      session = WaitingSession(session: session, console: console, locale: settings.locale(for: .money))
      retries = .showingCountdown(on: console)
    case .server: break
    }
    var history: ResponseHistory?
    if case .server = settings.place, !arguments[.noCache], settings.replay == nil {
      let note: @Sendable (String) -> Void = { path in
        console.note("The cache '\(path.sanitized)' cannot be read, and is left out")
      }
      let cache = DiskCache(
        folder: settings.directories.responses, onUnreadable: settings.isVerbose ? note : nil)
      let reloads = arguments[.refresh]
      session = CachingSession(
        session, cache: cache, reloads: reloads, now: environment.now, alsoInvalidates: { $0.changedLists })
      if !reloads { history = ResponseHistory(cache) }
    }
    var format = OutputFormat(
      language: language, isAccessible: console.isAccessible,
      words: language.locale(like: settings.locale(for: .messages)),
      money: settings.locale(for: .money), time: language.locale(like: settings.locale(for: .time)),
      region: settings.locale(for: .time), timeZone: environment.timeZone,
      currencyStyle: settings.currencyStyle, now: environment.now())
    format.isFlat = console.isAccessible && (console.output.isTerminal || arguments[.accessible])
    self.init(
      console: console, settings: settings,
      market: NetworkManager(
        session: session, server: settings.address, history: history, images: images, retries: retries,
        signer: signer),
      passwords: passwords(isOfReviews: false),
      signer: signer,
      reviewPasswords: passwords(isOfReviews: true),
      format: format,
      images: Lazy { [images = environment.images] in try images(settings, console, true) }.callAsFunction,
      interaction: Interaction(
        isQuiet: quiet,
        canPrompt: console.canPrompt(noInput: arguments[.noInput], environment: variables),
        scrolls: !quiet && !settings.isVerbose && !arguments[.noInput]
          && !["", "cat"].contains(variables["PAGER"]),
        forgetsPending: arguments[.new]),
      isDryRun: arguments[.dryRun],
      pending: arguments[.curl] || settings.place == .embedded(.memory)
        ? nil
        : PendingWrites(
          folder: settings.directories.pendingWrites, waitsForDisk: settings.address != URL.embeddedMarket,
          now: environment.now),
      environment: environment, runner: runner, records: records)
  }

  /// Fetches images from any server of the web, with the responses of earlier runs.
  func web() -> NetworkManager {
    let cache = DiskCache(folder: settings.directories.responses)
    let session = CachingSession(
      environment.web(settings), cache: cache, now: environment.now, alsoInvalidates: { _ in [] })
    return NetworkManager(session: session, images: .web)
  }
}

extension Settings {
  /// The address that requests are made out to.
  var address: URL {
    switch place {
    case .embedded: URL.embeddedMarket
    case .server(let url): url
    }
  }
}

extension CommandContext {
  /// Notes that a dry run changed nothing. On a terminal the line introduces what follows; in a pipe that is on another
  /// stream.
  func noteDryRun(_ line: LocalizedPhrase, before heading: LocalizedPhrase) {
    note(console.output.isTerminal ? "\(line) \(heading)" : line)
  }

  /// Says in a dry run what would hold then; returns whether it is one.
  func isPlanned(_ sentence: LocalizedPhrase, orLine fields: [String]) throws -> Bool {
    guard isDryRun else { return false }
    noteDryRun(.dryRun, before: "Would change:")
    try console.print(
      console.output.isTerminal ? format.text(sentence) : TSV.line(["would change"] + fields))
    return true
  }

  /// Whether there is a market; of a server this is not known.
  var hasStore: Bool {
    if case .embedded(let store) = settings.place { store.exists } else { true }
  }

  /// Notes that an empty list has no store behind it; returns whether that is so.
  @discardableResult func noteMissingStore() -> Bool {
    guard case .embedded(let store) = settings.place, !hasStore else { return false }
    note("No store at '\(store.description.sanitized)' yet")
    return true
  }

  /// Throws where the market would refuse a request of its operator.
  func requireOperator() async throws {
    // Nothing is sent by `--curl`, which has no signer.
    guard signer != nil, try await !isOperator() else { return }
    throw try await market.isExtended() ? ClientError.operatorOnly : .unsupported(.operation)
  }

  /// Notes that a store in memory is gone after the command.
  func noteStoreInMemory() {
    guard settings.place == .embedded(.memory) else { return }
    note("The store is in memory: nothing is kept after this command")
  }
}

/// Runs other command lines of this program, for commands on whose screen they are given.
struct CommandRunner: Sendable {
  /// Runs a command line on a console, with a password in place of those that are stored.
  let run: @Sendable (_ words: [String], _ console: Console?, _ password: String?) async -> ExitCode
  /// The first error in a command line, before anything is sent; nil where it has none.
  let problem: @Sendable (_ words: [String]) -> (any ReportableError)?
}
