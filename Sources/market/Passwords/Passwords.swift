import Console
import Foundation
import OpenMarket

/// A password, and where it was read from.
struct Password: Equatable {
  enum Source: Equatable {
    /// A file that the person named.
    case file(String)
    /// A file in the `PasswordFolder`.
    case remembered(String)
    case environment
    case standardInput
    case prompt
  }

  let text: String
  let source: Source

  /// The file that it was read from; nil if it is from none.
  var path: String? {
    switch source {
    case .file(let path), .remembered(let path): path
    case .environment, .standardInput, .prompt: nil
    }
  }

  var isRemembered: Bool {
    if case .remembered = source { true } else { false }
  }
}

extension Password {
  init(_ contents: PasswordFile.Contents, _ file: PasswordFile) {
    self.init(text: contents.password, source: .remembered(file.path))
  }
}

/// The passwords for the items of one market. They never come from the command line, where other users of the machine
/// could read them: from a file, the environment, standard input, or a prompt without echo.
///
/// If none of those gives one, a random password is created on the first add to a market and stored in a
/// `PasswordFolder`.
final class Passwords {
  /// A password that a person gives with a command, in place of the remembered one.
  enum Given {
    case file(String)
    case environment(String)
  }

  private let given: Given?
  let folder: PasswordFolder
  private let console: Console
  /// The password from standard input, which can be read only once.
  private var piped: Password?

  init(given: Given?, folder: PasswordFolder, console: Console) {
    self.given = given
    self.folder = folder
    self.console = console
  }

  /// Asks the person for a password, without showing it.
  func ask(for subject: PasswordSubject) throws -> Password {
    Password(text: try console.askSecret("Password for \(subject.name): "), source: .prompt)
  }

  /// The password that was given with the command; nil if there is none.
  func givenPassword() throws -> Password? {
    switch given {
    case .environment(let password):
      let text = try PasswordFile.password(in: Data(password.utf8), path: "MARKET_PASSWORD")
      return Password(text: text, source: .environment)
    case .file("-"):
      if let piped { return piped }
      let data = try console.input.readAll(limit: ItemLimits.passwordBytes + 2)
      piped = Password(text: try PasswordFile.password(in: data, path: "-"), source: .standardInput)
      return piped
    case .file(let path):
      guard let contents = try PasswordFile(path: path).read() else {
        throw PasswordFileError(path: path, reason: .missing)
      }
      return Password(text: contents.password, source: .file(path))
    case nil: return nil
    }
  }
}

/// The password of an item or a review is missing or wrong.
enum PasswordError: ReportableError, Equatable {
  /// No password is known, and no prompt can be shown. `file` would have the password.
  case missing(PasswordSubject, file: String)
  case wrong(PasswordSubject, Password.Source)

  var message: LocalizedPhrase {
    switch self {
    case .missing(let subject, let file): "No password for \(subject.name): the file '\(file)' does not exist"
    case .wrong(let subject, .file(let path)), .wrong(let subject, .remembered(let path)):
      "Wrong password for \(subject.name), read from '\(path)'"
    case .wrong(let subject, .environment): "Wrong password for \(subject.name), read from MARKET_PASSWORD"
    case .wrong(let subject, .standardInput): "Wrong password for \(subject.name), read from standard input"
    case .wrong(let subject, .prompt): subject.wrong
    }
  }

  var exitCode: ExitCode { .wrongPassword }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .missing: "Pass it with '--password-file <file>' or MARKET_PASSWORD"
    case .wrong: "Pass the right one with '--password-file <file>' or MARKET_PASSWORD"
    }
  }
}

extension CommandContext {
  /// Adds an item or a review with the given or stored password, or with a new one, and notes once where it is stored.
  ///
  /// - Parameter passwords: Those of reviews; nil for those of items.
  func withNewPassword<Result>(
    from passwords: Passwords? = nil, _ add: (String) async throws -> Result
  ) async throws -> Result {
    let passwords = passwords ?? self.passwords
    if let given = try passwords.givenPassword() {
      return try await storing(given, in: passwords) { try await add(given.text) }
    }
    // A store in memory ends with this command, so its password is not stored.
    if settings.place == .embedded(.memory) { return try await add(RandomSecret.make(length: 32)) }
    if let password = try passwords.folder.forAdding(await identity(passwords)) {
      let result = try await add(password.text)
      if let stored = stored(password, in: passwords, isNew: false), stored.isFirst {
        noteStored(stored.path, passwords)
      }
      return result
    }
    let new = try passwords.folder.create()
    // Another command may have stored the same market's first password by identity meanwhile.
    if let first = try passwords.folder.forAdding(await identity(passwords)), first != new {
      passwords.folder.removeByAddress()
      return try await storing(first, in: passwords) { try await add(first.text) }
    }
    do {
      let result = try await add(new.text)
      noteStored(stored(new, in: passwords, isNew: true)?.path ?? new.path, passwords)
      return result
    } catch {
      // A market that did not respond may have added the item.
      if !error.isRejection { noteStored(new.path, passwords) }
      throw error
    }
  }

  /// The password of new items, given or stored; nil if there is none yet.
  func knownPassword() async throws -> String? {
    if let given = try passwords.givenPassword() { return given.text }
    return try passwords.folder.forAdding(await identity(passwords))?.text
  }

  private func noteStored(_ path: String?, _ passwords: Passwords) {
    guard let path else { return }
    note(
      passwords === reviewPasswords
        ? "A password was created for your reviews at this market; it is stored in '\(path.sanitized)'"
        : "A password was created for this market; it is stored in '\(path.sanitized)'", isWhole: true)
  }

  /// Changes an item with the given or stored password and, if that is wrong or missing, with one from a prompt.
  func withPassword<Result>(
    forItem id: Int, _ change: (String) async throws -> Result
  ) async throws -> Result {
    try await withPassword(for: .item(id), change)
  }

  /// Changes an item or a review, likewise.
  func withPassword<Result>(
    for subject: PasswordSubject, _ change: (String) async throws -> Result
  ) async throws -> Result {
    let passwords = subject.isReview ? reviewPasswords : passwords
    var wrong: Password?
    for password in try await candidates(passwords) {
      do {
        return try await storing(password, in: passwords) { try await change(password.text) }
      } catch let error as MarketError where error.isWrongPassword {
        // The error names the first candidate, the most likely one.
        wrong = wrong ?? password
      }
    }
    guard canPrompt else {
      throw wrong.map { PasswordError.wrong(subject, $0.source) }
        ?? PasswordError.missing(subject, file: passwords.folder.missingPath(for: market.knownIdentity))
    }
    if wrong != nil { console.note(LocalizedPhrase(verbatim: format.text(subject.wrong) + ".")) }
    let typed = try passwords.ask(for: subject)
    do {
      return try await storing(typed, in: passwords) { try await change(typed.text) }
    } catch let error as MarketError where error.isWrongPassword {
      throw PasswordError.wrong(subject, .prompt)
    }
  }

  /// The candidate passwords, the most likely first.
  private func candidates(_ passwords: Passwords) async throws -> [Password] {
    if let given = try passwords.givenPassword() { return [given] }
    return try passwords.folder.forChanging(await identity(passwords))
  }

  /// The identity of the market; nil, and no request, if no password is stored by identity.
  private func identity(_ passwords: Passwords) async throws -> String? {
    passwords.folder.hasIdentities ? try await market.identity() : nil
  }

  /// Runs a request with a password, and stores the password as accepted by the market.
  private func storing<Result>(
    _ password: Password, in passwords: Passwords, _ work: () async throws -> Result
  ) async throws -> Result {
    let result = try await work()
    _ = stored(password, in: passwords, isNew: false)
    return result
  }

  /// Stores an accepted password by identity; returns its file and whether it is new. Nil if it cannot be written,
  /// which is no error: the request has succeeded, and the password remains where it was read from.
  private func stored(
    _ password: Password, in passwords: Passwords, isNew: Bool
  ) -> (path: String?, isFirst: Bool)? {
    try? passwords.folder.store(password, identity: market.knownIdentity, isNew: isNew)
  }
}

extension Error {
  /// Whether the market rejected the request, so that nothing was added.
  fileprivate var isRejection: Bool {
    switch self as any Error {
    case MarketError.rejected, MarketError.store, MarketError.noSuchItem, MarketError.keepsNoReviews,
      MarketError.wrongReviewPassword, MarketError.unknownReceipt:
      true
    default: false
    }
  }
}

extension MarketError {
  fileprivate var isWrongPassword: Bool {
    switch self {
    case .wrongPassword, .wrongReviewPassword, .wrongItemPassword: true
    default: false
    }
  }
}

extension Passwords.Given {
  init?(_ settings: Settings, environment: [String: String]) {
    let file = settings[.passwordFile]
    if file.source != .option, let password = environment["MARKET_PASSWORD"], !password.isEmpty {
      // MARKET_PASSWORD_FILE and MARKET_PASSWORD have the same rank; the file wins, since it is the safer of the two.
      if case .variable = file.source, let path = file.text {
        self = .file(path)
      } else {
        self = .environment(password)
      }
    } else if let path = file.text {
      self = .file(path)
    } else {
      return nil
    }
  }
}
