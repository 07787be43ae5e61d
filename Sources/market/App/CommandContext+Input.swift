import Console
import OpenMarket

extension CommandContext {
  /// Runs `work` with the item's password: the one that is given or stored, and where there is none or it is wrong, one
  /// typed at a prompt.
  ///
  /// Throws `NoPassword` where there is none and no prompt can be shown.
  func withPassword<Result>(
    forItem id: Int, _ work: (String) async throws -> Result
  ) async throws -> Result {
    guard let password = try passwords.forChanging() else {
      guard canAsk else { throw NoPassword(id: id) }
      return try await work(passwords.ask(forItem: id))
    }
    do {
      return try await work(password)
    } catch MarketError.wrongPassword where canAsk {
      console.note("Wrong password for item \(id).")
      return try await work(passwords.ask(forItem: id))
    }
  }
}
