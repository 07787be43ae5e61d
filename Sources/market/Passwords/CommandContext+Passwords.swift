import Console
import OpenMarket

extension CommandContext {
  /// Adds an item with the given or stored password, or with a new one, and notes once where it is stored.
  func withNewPassword<Result>(_ add: (String) async throws -> Result) async throws -> Result {
    if let given = try passwords.givenPassword() {
      return try await storing(given) { try await add(given.text) }
    }
    // A store in memory ends with this command, so its password is not stored.
    if settings.place == .embedded(.memory) { return try await add(RandomSecret.make(length: 32)) }
    if let password = try passwords.folder.forAdding(await identity()) {
      let result = try await add(password.text)
      if let stored = stored(password, isNew: false), stored.isFirst { noteStored(stored.path) }
      return result
    }
    let new = try passwords.folder.create()
    // Another command may have stored the same market's first password by identity meanwhile.
    if let first = try passwords.folder.forAdding(await identity()), first != new {
      passwords.folder.removeByAddress()
      return try await storing(first) { try await add(first.text) }
    }
    do {
      let result = try await add(new.text)
      noteStored(stored(new, isNew: true)?.path ?? new.path)
      return result
    } catch {
      // A market that did not respond may have added the item.
      if !error.isRejection { noteStored(new.path) }
      throw error
    }
  }

  private func noteStored(_ path: String?) {
    guard let path else { return }
    note("A password was created for this market; it is stored in '\(path.sanitized)'", isWhole: true)
  }

  /// Changes an item with the given or stored password and, if that is wrong or missing, with one from a prompt.
  func withPassword<Result>(
    forItem id: Int, _ change: (String) async throws -> Result
  ) async throws -> Result {
    var wrong: Password?
    for password in try await candidates() {
      do {
        return try await storing(password) { try await change(password.text) }
      } catch MarketError.wrongPassword {
        // The error names the first candidate, the most likely one.
        wrong = wrong ?? password
      }
    }
    guard canPrompt else {
      throw wrong.map { PasswordError.wrong(item: id, $0.source) } ?? PasswordError.missing(item: id)
    }
    if wrong != nil { console.note("Wrong password for item \(id).") }
    let typed = try passwords.ask(forItem: id)
    do {
      return try await storing(typed) { try await change(typed.text) }
    } catch MarketError.wrongPassword {
      throw PasswordError.wrong(item: id, .prompt)
    }
  }

  /// The candidate passwords for an item, the most likely first.
  private func candidates() async throws -> [Password] {
    if let given = try passwords.givenPassword() { return [given] }
    return try passwords.folder.forChanging(await identity())
  }

  /// The identity of the market; nil, and no request, if no password is stored by identity.
  private func identity() async throws -> String? {
    passwords.folder.hasIdentities ? try await market.identity() : nil
  }

  /// Runs a request with a password, and stores the password as accepted by the market.
  private func storing<Result>(_ password: Password, _ work: () async throws -> Result) async throws -> Result
  {
    let result = try await work()
    _ = stored(password, isNew: false)
    return result
  }

  /// Stores an accepted password by identity; returns its file and whether it is new. Nil if it cannot be written,
  /// which is no error: the request has succeeded, and the password remains where it was read from.
  private func stored(_ password: Password, isNew: Bool) -> (path: String?, isFirst: Bool)? {
    try? passwords.folder.store(password, identity: market.knownIdentity, isNew: isNew)
  }
}

extension Error {
  /// Whether the market rejected the request, so that no item was added.
  fileprivate var isRejection: Bool {
    switch self as any Error {
    case MarketError.refused, MarketError.store: true
    default: false
    }
  }
}
