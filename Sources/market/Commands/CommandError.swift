import Console
import OpenMarket

/// A refusal of what is done at the store itself alone.
enum CommandError: ReportableError, Equatable {
  case costsThroughServer
  case removalThroughServer
  /// A command of the operator, such as `market check`, and the address of a server.
  case atServer(command: String, server: String)

  var message: LocalizedPhrase {
    switch self {
    case .costsThroughServer: "Costs are private: a server does not send them"
    case .removalThroughServer: "Reviews are removed at the store itself, not through a server"
    case .atServer(let command, let server):
      "'\(command)' works at the store itself, not through the server '\(server.shortened)'"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .costsThroughServer: .refused
    case .removalThroughServer, .atServer: .usage
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .costsThroughServer: "Run the command at the store itself, with '--store <file>'"
    case .removalThroughServer, .atServer:
      "Run it where the store is, without MARKET_SERVER: '--store <file>'"
    }
  }
}

/// A store that a person has named is not there.
struct NoSuchStore: ReportableError, Equatable {
  let location: StoreLocation

  var message: LocalizedPhrase { "There is no store '\(location.description.shortened)'" }
  var exitCode: ExitCode { .failed }

  func help(_ settings: Settings?) -> LocalizedPhrase? { "Check the path, or pass another with '--store'" }
}

extension Settings {
  /// The store of a command that works at the store itself. Throws where a server is named nearer than a store.
  func store(of command: CommandDeclaration) throws(CommandError) -> StoreLocation {
    guard case .embedded(let store) = place else {
      throw .atServer(command: "market \(command.name)", server: address.absoluteString)
    }
    return store
  }

  /// Throws for a store that a person has named and that is not there.
  func requireNamedStore() throws(NoSuchStore) {
    guard case .embedded(let store) = place, self[.store].source != .fallback, !store.exists else { return }
    throw NoSuchStore(location: store)
  }
}

extension Option<String?> {
  /// The option of a command that works at the store itself, to be refused by name.
  static var refusedServer: Self {
    .server.described(as: LocalizedPhrase("Refused: the command works at the store itself."))
  }
}
