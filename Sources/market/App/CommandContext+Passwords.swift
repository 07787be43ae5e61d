import Console
import Foundation
import OpenMarket

extension CommandContext {
  /// Adds an item or a review with the given or stored password, or with a new one, and notes once where it is stored.
  ///
  /// - Parameter passwords: The passwords of reviews; nil for those of items.
  func withNewPassword<Result>(
    from passwords: Passwords? = nil, _ add: (String) async throws -> Result
  ) async throws -> Result {
    let passwords = passwords ?? self.passwords
    let isItem = passwords === self.passwords
    if let given = try passwords.givenPassword() {
      if isItem { _ = try await isOperator() }
      return try await storing(given, in: passwords) { try await add(given.text) }
    }
    // A key that is set means nothing to a server of another kind, where such an item could be changed by anybody.
    if isItem, try await isOperator(), try await market.isExtended() { return try await add("") }
    // A store in memory ends with this command, so its password is not stored.
    if settings.place == .embedded(.memory) { return try await add(RandomSecret.make(length: 32)) }
    if let password = try await forAdding(passwords) {
      let result = try await add(password.text)
      if let stored = stored(password, in: passwords, isNew: false), stored.isFirst {
        noteStored(stored.path, passwords)
      }
      return result
    }
    let new = try passwords.folder.create()
    // Another command may have stored the same market's first password by identity meanwhile.
    if let first = try await forAdding(passwords), first != new {
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

  /// The password of new items, given or stored; nil if there is none yet, and for the operator, whose items need none.
  func knownPassword() async throws -> String? {
    if let given = try passwords.givenPassword() { return given.text }
    if try await isOperator() { return nil }
    return try await storedPassword()
  }

  /// The password of new items that is stored; nil if there is none yet.
  func storedPassword() async throws -> String? { try await forAdding(passwords)?.text }

  /// The password by which a server knows the seller whose items are meant.
  func sellerPassword(for subject: PasswordSubject) async throws -> String {
    if try await isOperator() { return "" }
    guard let password = try await knownPassword() else { throw await missing(subject, passwords) }
    return password
  }

  /// The error that no password is known; only a market of this kind has a key.
  private func missing(_ subject: PasswordSubject, _ passwords: Passwords) async -> PasswordError {
    let hasKey = subject.isReview ? false : (try? await market.isExtended()) ?? false
    return .missing(subject, file: passwords.folder.missingPath(for: market.knownIdentity), hasKey: hasKey)
  }

  private func forAdding(_ passwords: Passwords) async throws -> Password? {
    try passwords.folder.forAdding(try await identity(passwords))
  }

  private func noteStored(_ path: String?, _ passwords: Passwords) {
    guard let path else { return }
    note(
      passwords === reviewPasswords
        ? "A password was created for your reviews at this market; it is stored in '\(path.sanitized)'"
        : "A password was created for this market; it is stored in '\(path.sanitized)'", isWhole: true)
  }

  /// Changes an item with the given or stored password and, if that is wrong or missing, with one from a prompt. The operator
  /// needs none, and the market gets an empty one.
  func withPassword<Result>(
    forItem id: Int, _ change: (String) async throws -> Result
  ) async throws -> Result {
    try await withPassword(for: .item(id), change)
  }

  /// Changes an item or a review, likewise.
  func withPassword<Result>(
    for subject: PasswordSubject, _ change: (String) async throws -> Result
  ) async throws -> Result {
    if !subject.isReview, try await isOperator() { return try await change("") }
    let passwords = subject.isReview ? reviewPasswords : passwords
    var wrong: Password?
    var unknown: ClientError?
    /// Nil where the password is wrong.
    func attempt(_ password: Password) async throws -> Result? {
      do {
        return try await storing(password, in: passwords) { try await change(password.text) }
      } catch let error as ClientError where error.isWrongPassword || subject.isUnknown(error) {
        if subject.isUnknown(error) { unknown = error }
        return nil
      }
    }
    let (candidates, elsewhere) = try await candidates(passwords)
    for password in candidates {
      if let result = try await attempt(password) { return result }
      // The error names the first candidate, the most likely one.
      wrong = wrong ?? password
    }
    for (password, origin) in elsewhere where interaction.canPrompt {
      let question: LocalizedPhrase =
        "The password was accepted at '\(origin.sanitized)'. Send it to '\(settings.address.absoluteString.sanitized)'?"
      guard try console.ask(question) else { continue }
      if let result = try await attempt(password) { return result }
      wrong = wrong ?? password
    }
    // The number may be wrong as well as the password.
    if let unknown { throw unknown }
    guard interaction.canPrompt else {
      if wrong == nil, let (password, origin) = elsewhere.first, let path = password.path {
        throw PasswordError.elsewhere(subject, origin: origin, file: path)
      }
      if let wrong { throw PasswordError.wrong(subject, wrong.source) }
      throw await missing(subject, passwords)
    }
    if wrong != nil { console.note(LocalizedPhrase(verbatim: format.text(subject.wrong) + ".")) }
    if let result = try await attempt(try passwords.ask(for: subject)) { return result }
    if let unknown { throw unknown }
    throw PasswordError.wrong(subject, .prompt)
  }

  /// The candidate passwords, the most likely first, and those that are sent only if the person says so.
  private func candidates(
    _ passwords: Passwords
  ) async throws -> (passwords: [Password], elsewhere: [(password: Password, origin: String)]) {
    if let given = try passwords.givenPassword() { return ([given], []) }
    return try passwords.folder.forChanging(try await identity(passwords))
  }

  /// Whether the market takes the command as that of its operator: the store itself; a server whose key MARKET_KEY_FILE names; and a
  /// server that has the store of the settings, a file or a database. Requests to a server are signed from
  /// then on: they tell the key to none, and are worth nothing at another address.
  func isOperator() async throws -> Bool {
    guard let signer else { return !isRemote }
    if !signer.isDecided { signer.use(try await operatorKey()) }
    return signer.key != nil
  }

  /// The key of the market at a server; nil without one.
  private func operatorKey() async throws -> OperatorKey? {
    if let path = settings[.keyFile].text {
      do {
        guard let contents = try PasswordFile(path: path).read() else {
          throw PasswordFileError(path: path, reason: .missing)
        }
        if let key = OperatorKey(contents.password) { return key }
      } catch let error as PasswordFileError where error.isOfFile {
        throw error
      } catch {}
      throw PasswordFileError(path: path, reason: .noKey)
    }
    guard settings.store != .memory, settings.store.exists else { return nil }
    let store = Store(at: settings.store, .forCommand)
    guard let key = try? await store.operatorKey(), let identity = store.knownIdentity,
      try await market.identity() == identity
    else { return nil }
    return key
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
    case ClientError.rejected, ClientError.store, ClientError.noSuchItem, ClientError.unsupported(.reviews),
      ClientError.wrongReviewPassword, ClientError.unknownReceipt:
      true
    default: false
    }
  }
}

extension ClientError {
  fileprivate var isWrongPassword: Bool {
    switch self {
    case .wrongPassword, .wrongReviewPassword, .wrongItemPassword: true
    default: false
    }
  }
}
