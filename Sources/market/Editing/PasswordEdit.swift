import Console
import OpenMarket

/// The part of `market edit` that changes one item, several, or their password.
protocol ItemEdit {
  func run(_ context: CommandContext) async throws -> ExitCode
  /// Makes the requests that `--curl` prints.
  func request(_ context: CommandContext) async throws
}

/// Gives items the password by which sellers and apps change them at a server.
struct PasswordEdit: ItemEdit {
  static let option = Option<String?>(
    "set-password", "file", help: "Give the items the password in this file; '-' reads standard input.")

  private let ids: [Int]
  private let file: String

  /// - Parameter ids: The items of the command.
  init(_ ids: [Int], file: String, _ arguments: Arguments) throws {
    let own = OptionGroup(of: Self.option, .yes, .passwordFile)
    if let other = arguments.firstGiven(apartFrom: own, .place, .everywhere) {
      throw arguments.error(.conflictingOptions(Self.option.word, other))
    }
    (self.ids, self.file) = (ids, file)
  }

  func request(_ context: CommandContext) async throws { _ = try await run(context) }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let passwords = Passwords(
      given: .file(file), folder: PasswordFolder(context.settings), console: context.console)
    guard let password = try passwords.givenPassword() else { return .usage }
    // From here on requests are signed, where that is possible.
    _ = try await context.isOperator()
    _ = try await context.all(ids) { try await context.market.item(id: $0) }
    return try await context.attempts(ids) { id in
      let item = try await context.market.setPassword(password.text, ofItem: id)
      context.noteRecorded("Changed #\(id)")
      try context.print(
        "#\(id) \(item.title.sanitizedLine) has this password now", orLine: "password", String(id), item.title
      )
    }
  }
}
