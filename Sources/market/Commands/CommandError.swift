import Console
import OpenMarket

/// A refusal of what is done at the store itself alone.
enum CommandError: ReportableError, DescribedError, Equatable {
  /// A server looks for a sale among those of one item.
  case saleThroughServer
  case noSuchSale(SalesLookup)
  /// A command of the operator, such as `market check`, and the address of a server.
  case atServer(command: String, server: String)
  /// A store that a person has named is not there.
  case noSuchStore(StoreLocation)

  var failure: CommandFailure {
    switch self {
    case .saleThroughServer:
      CommandFailure(
        "A server finds a sale by its item only", .usage,
        help: "Name the item: 'market history <id> --reference <text>'")
    case .noSuchSale(let sales):
      CommandFailure(
        Self.message(of: sales), .notFound, help: "Run 'market history <id>' to see the sales of an item")
    case .atServer(let command, let server):
      CommandFailure(
        "'\(command)' works at the store itself, not through the server '\(server.shortened)'", .usage,
        help: "Run it where the store is, without MARKET_SERVER: '--store <file>'")
    case .noSuchStore(let location):
      CommandFailure(
        "There is no store '\(location.description.shortened)'", .failed,
        help: "Check the path, or pass another with '--store'")
    }
  }

  private static func message(of sales: SalesLookup) -> LocalizedPhrase {
    switch (sales.receipt, sales.reference, sales.item) {
    case (let receipt?, _, _): "No sale has the receipt '\(receipt.text)'"
    case (_, let reference, let item?):
      LedgerRefusal.noSuchSale(item: item, reference: reference ?? "").message
    case (_, let reference, nil): "No sale has the reference '\((reference ?? "").sanitizedLine)'"
    }
  }
}

extension Settings {
  /// The store of a command that works at the store itself. Throws where a server is named nearer than a store.
  func store(of command: CommandDeclaration) throws(CommandError) -> StoreLocation {
    guard case .embedded(let store) = place else {
      throw .atServer(command: command.invocation, server: address.absoluteString)
    }
    return store
  }

  /// Throws for a store that a person has named and that is not there.
  func requireNamedStore() throws(CommandError) {
    guard case .embedded(let store) = place, self[.store].source != .fallback, !store.exists else { return }
    throw CommandError.noSuchStore(store)
  }
}

extension Option<String?> {
  /// The option of a command that works at the store itself, to be refused by name.
  static var refusedServer: Self {
    .server.described(as: LocalizedPhrase("Refused: the command works at the store itself."))
  }
}
