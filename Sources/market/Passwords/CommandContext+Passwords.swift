import Console
import OpenMarket

extension CommandContext {
  /// Adds an item with the given or stored password, or with a new one, and reports once where that is stored.
  func withNewPassword<Result>(_ add: (String) async throws -> Result) async throws -> Result {
    if let given = try passwords.givenPassword() {
      return try await storing(given) { try await add(given.text) }
    }
    // No later command can need the password of a store in memory.
    if settings.place == .embedded(.memory) { return try await add(RandomSecret.make(length: 32)) }
    if let password = try passwords.folder.forAdding(await identity()) {
      let result = try await add(password.text)
      if let stored = stored(password, isNew: false), stored.isFirst { noteStored(stored.path) }
      return result
    }
    let new = try passwords.folder.create()
    // Another command may have stored the same market's first password by identity in between.
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
    note("A password was created for this market; it is stored in '\(path)'", isWhole: true)
  }

  /// Changes an item with the given or stored password and, if that is wrong or missing, with one that the person types.
  func withPassword<Result>(
    forItem id: Int, _ change: (String) async throws -> Result
  ) async throws -> Result {
    var wrong: Password?
    for password in try await candidates() {
      do {
        return try await storing(password) { try await change(password.text) }
      } catch MarketError.wrongPassword {
        // The error names the first, which is the likeliest.
        wrong = wrong ?? password
      }
    }
    guard canAsk else {
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

  /// The passwords that may be right for an item, the likeliest first.
  private func candidates() async throws -> [Password] {
    if let given = try passwords.givenPassword() { return [given] }
    return try passwords.folder.forChanging(await identity())
  }

  /// The identity of the market; nil without a request if no password is stored by identity.
  private func identity() async throws -> String? {
    passwords.folder.hasIdentities ? try await market.identity() : nil
  }

  /// Runs a request with a password, and stores that the market has accepted it.
  private func storing<Result>(_ password: Password, _ work: () async throws -> Result) async throws -> Result
  {
    let result = try await work()
    _ = stored(password, isNew: false)
    return result
  }

  /// The file of an accepted password, and whether it was stored by identity just now. If it cannot be written, the
  /// password is still where it was read from, and the command has succeeded.
  private func stored(_ password: Password, isNew: Bool) -> (path: String?, isFirst: Bool)? {
    try? passwords.folder.store(password, identity: market.knownIdentity, isNew: isNew)
  }
}

extension Error {
  /// Whether it says for certain that nothing was added.
  fileprivate var isRejection: Bool {
    switch self as any Error {
    case MarketError.refused, MarketError.store: true
    default: false
    }
  }
}
