import Console
import SystemSupport

/// The person's editor: what VISUAL says, or else EDITOR, a line of the shell such as `code --wait`.
struct Editor {
  let command: String

  /// Throws where no editor is set, and where there is no terminal that it could use.
  init(in context: CommandContext) throws {
    guard context.interaction.canPrompt else {
      throw CommandFailure(
        "An editor requires an interactive terminal", .usage,
        help: "Run it in a terminal, or pass the text or the setting with the command")
    }
    let variables = context.environment.variables
    let command = ["VISUAL", "EDITOR"].lazy.compactMap { variables[$0] }
      .first { !$0.allSatisfy(\.isWhitespace) }
    guard let command else {
      throw CommandFailure(
        "No editor is set", .usage, help: "Set VISUAL or EDITOR to your editor, such as EDITOR=nano")
    }
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
    let (name, unchanged): (String, LocalizedPhrase) = (command.shortened, "Nothing was changed")
    switch code.map(Int.init) {
    case 0: return
    // A shell did not find the program (POSIX, XCU 2.8.2).
    case 127:
      throw CommandFailure(
        "The editor '\(name)' was not found", .failed,
        help: "Set VISUAL or EDITOR to a program that is installed")
    case let code?:
      throw CommandFailure(
        "The editor '\(name)' failed with exit code \(code)", .failed, help: unchanged)
    case nil: throw CommandFailure("The editor '\(name)' was ended by a signal", .failed, help: unchanged)
    }
  }
}
