import Console
import OpenMarket

extension CommandFailure {
  static func noSuchSale(_ sales: SalesLookup) -> Self {
    let message: LocalizedPhrase =
      switch (sales.receipt, sales.reference, sales.item) {
      case (let receipt?, _, _): "No sale has the receipt '\(receipt.text)'"
      case (_, let reference, let item?):
        LedgerRefusal.noSuchSale(item: item, reference: reference ?? "").message
      case (_, let reference, nil): "No sale has the reference '\((reference ?? "").sanitizedLine)'"
      }
    return Self(message, .notFound, help: "Run 'market history <id>' to see the sales of an item")
  }

  /// A store that a person has named is not there.
  static func noSuchStore(_ location: StoreLocation) -> Self {
    if case .postgreSQL = location {
      return Self(
        "The database '\(location.description.shortened)' has no market yet", .failed,
        help: "Begin one with 'market add' or 'market serve', or pass another address with '--store'")
    }
    return Self(
      "There is no store '\(location.description.shortened)'", .failed,
      help: "Check the path, or pass another with '--store'")
  }
}

extension Settings {
  /// The store of a command that works at the store itself. Throws where a server is named nearer than a store.
  func store(of command: CommandDeclaration) throws(CommandFailure) -> StoreLocation {
    guard case .embedded(let store) = place else {
      throw CommandFailure(
        "'\(command.invocation)' works at the store itself, not through the server '\(address.absoluteString.shortened)'",
        .usage, help: "Run it where the store is, without MARKET_SERVER: '--store <file>'")
    }
    return store
  }

  /// Throws for a store that a person has named and that is not there.
  func requireNamedStore() throws(CommandFailure) {
    guard case .embedded(let store) = place, self[.store].source != .fallback, !store.exists else { return }
    throw .noSuchStore(store)
  }
}

extension Option<String?> {
  /// The option of a command that works at the store itself, to be refused by name.
  static var refusedServer: Self {
    .server.described(as: LocalizedPhrase("Refused: the command works at the store itself."))
  }
}
