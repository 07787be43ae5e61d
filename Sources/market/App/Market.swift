import Console
import Foundation
import HTTP
import OpenMarket

@main
struct Market {
  static func main() async {
    exit(await Market(.process()).run(try CommandLine.words()).rawValue)
  }

  static let version = "1.0.0"

  /// The verbs, in the order of the help.
  static let commands: [any Command.Type] = [
    List.self, Search.self, Show.self, Images.self, Add.self, Edit.self, Delete.self, Serve.self,
    Vendors.self,
    Config.self,
    ShellCompletion.self, Manual.self,
  ]

  private let environment: ProcessEnvironment

  init(_ environment: ProcessEnvironment) {
    self.environment = environment
  }

  /// Runs one command line. Every error ends here, as words on stderr and an exit code.
  func run(_ words: @autoclosure @Sendable () throws -> [String]) async -> ExitCode {
    var console = console(for: [])
    var settings: Settings?
    do {
      let words = try words()
      console = self.console(for: words)
      let (command, rest) = try Self.command(for: words)
      let arguments = try Arguments(Array(rest), for: command.declaration)
      console = recolored(console, arguments.value(Option.color.long))
      if arguments.flag(Option.help.long) {
        let help = Help(
          command.declaration, in: console.language, columns: console.columns, style: console.style)
        try console.print(help.text)
        try console.finish()
        return .done
      }
      let found = try Settings(
        arguments, environment: environment.variables, isForgiving: !command.needsSettings)
      settings = found
      console = recolored(console, found[.color].text)
      let run = try command.init(arguments, found)
      let context = CommandContext(arguments, found, console, environment)
      if command.usesStore { context.noteStoreInMemory() }
      var code = ExitCode.done
      do {
        code = try await run.run(context)
      } catch MarketError.noResponse(_, .notSent) {
        // The request was asked for, not its answer.
      }
      try console.finish()
      return code
    } catch ConsoleError.closedPipe {
      return .done
    } catch {
      let explanation = ErrorReport(of: error, settings: settings)
      explanation.write(to: console)
      return explanation.exitCode
    }
  }

  /// The console for whoever typed these words, before it is known whether they mean anything.
  private func console(for words: [String]) -> Console {
    let variables = environment.variables
    var console = environment.console(nil)
    console.language = Language(for: words, environment: variables)
    let isAsked = words.prefix { $0 != "--" }.contains("--" + Option.accessible.long)
    return isAsked || !["", "0"].contains(variables["ACCESSIBLE"] ?? "") ? console.accessible() : console
  }

  /// The same once the person's word on colour is known.
  private func recolored(_ console: Console, _ color: String?) -> Console {
    guard let choice = color.flatMap(ColorChoice.init), !console.isAccessible else { return console }
    var recolored = environment.console(choice)
    recolored.language = console.language
    return recolored
  }

  /// The command that the first word names, and the words that are for it.
  private static func command(for words: [String]) throws -> (any Command.Type, ArraySlice<String>) {
    guard let first = words.first else { return (Manual.self, []) }
    if let command = commands.first(where: { $0.declaration.name == first }) {
      return (command, words.dropFirst())
    }
    switch first {
    case "-h", "--help": return (Manual.self, words.dropFirst())
    case "--version": return (Version.self, words.dropFirst())
    case "--complete": return (Complete.self, words.dropFirst())
    case _ where first.hasPrefix("-"):
      throw UsageError(
        .unknownOption(first, nearest: nearest(to: first, among: ["--help", "--version"])), in: Manual.program
      )
    default:
      let known = commands.map { $0.declaration.name }
      throw UsageError(.unknownCommand(first, nearest: nearest(to: first, among: known)), in: Manual.program)
    }
  }
}
