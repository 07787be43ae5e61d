import Console
import SystemSupport

/// The person's editor: what VISUAL says, or else EDITOR, a line of the shell such as `code --wait`.
struct Editor {
  let command: String

  /// Throws where no editor is set, and where there is no terminal that it could use.
  init(in context: CommandContext) throws {
    guard context.interaction.canPrompt else { throw EditorError.noTerminal }
    let variables = context.environment.variables
    let command = ["VISUAL", "EDITOR"].lazy.compactMap { variables[$0] }
      .first { !$0.allSatisfy(\.isWhitespace) }
    guard let command else { throw EditorError.missing }
    self.command = command
  }

  /// Has the person edit a file, and returns when the editor has ended. Throws where it has failed.
  ///
  /// - Parameter path: Absolute.
  func edit(_ path: String, in context: CommandContext) async throws {
    try context.console.output.flush()
    // An editor draws on its output, which may be a pipe of the person's.
    let target = context.console.output.isTerminal ? "" : " >&2"
    let line = "\(command) \(path.shellQuoted)\(target)"
    let code = try await SerialQueue.run(label: "editor") { [run = context.environment.edit] in run(line) }
    guard code == 0 else { throw EditorError.failed(command, code: code.map(Int.init)) }
  }
}

/// Why nothing was edited.
enum EditorError: ReportableError, Equatable {
  case missing
  case noTerminal
  /// The code is nil where a signal has ended the editor.
  case failed(String, code: Int?)

  /// The exit code of a shell that did not find the program (POSIX, XCU 2.8.2).
  private static let notFound = 127

  var message: LocalizedPhrase {
    switch self {
    case .missing: "No editor is set"
    case .noTerminal: "An editor requires an interactive terminal"
    case .failed(let command, Self.notFound): "The editor '\(command.shortened)' was not found"
    case .failed(let command, let code?): "The editor '\(command.shortened)' failed with exit code \(code)"
    case .failed(let command, nil): "The editor '\(command.shortened)' was ended by a signal"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .missing, .noTerminal: .usage
    case .failed: .failed
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .missing: "Set VISUAL or EDITOR to your editor, such as EDITOR=nano"
    case .noTerminal: "Run it in a terminal, or pass the text or the setting with the command"
    case .failed(_, Self.notFound): "Set VISUAL or EDITOR to a program that is installed"
    case .failed: "Nothing was changed"
    }
  }
}
