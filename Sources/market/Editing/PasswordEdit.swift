import Console
import OpenMarket

/// Gives items the password by which sellers and apps change them at a server.
struct PasswordEdit {
  static let option = Option<String?>(
    "set-password", "file", help: "Give the items the password in this file; '-' reads standard input.")

  private let ids: [Int]
  private let file: String

  /// - Parameter ids: The items of the command.
  init(_ ids: [Int], file: String, _ arguments: Arguments) throws {
    let allowed: [OptionGroup] = [.init(of: Self.option, .yes, .passwordFile), .place, .everywhere]
    guard !ids.isEmpty else { throw arguments.error(.missingArgument("id")) }
    if let other = arguments.firstGiven(apartFrom: allowed) {
      throw arguments.error(.conflictingOptions(Self.option.word, other))
    }
    (self.ids, self.file) = (ids, file)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let passwords = Passwords(
      given: .file(file), folder: PasswordFolder(context.settings), console: context.console)
    guard let password = try passwords.givenPassword() else { return .usage }
    // From here on requests are signed, where that is possible.
    _ = try await context.isOperator()
    return try await context.attempts(ids) { id in
      let item = try await context.market.setPassword(password.text, ofItem: id)
      context.noteRecorded("Changed #\(id)")
      try context.print(
        "#\(id) \(item.title.sanitizedLine) has this password now", orLine: "password", String(id), item.title
      )
    }
  }
}
