import Console

/// A refusal of what is done at the store itself alone.
enum CommandError: ReportableError, Equatable {
  case costsThroughServer
  case removalThroughServer

  var message: LocalizedPhrase {
    switch self {
    case .costsThroughServer: "Costs are private: a server does not send them"
    case .removalThroughServer: "Reviews are removed at the store itself, not through a server"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .costsThroughServer: .refused
    case .removalThroughServer: .usage
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .costsThroughServer: "Run the command at the store itself, with '--store <file>'"
    case .removalThroughServer: "Run it where the store is, without MARKET_SERVER: '--store <file>'"
    }
  }
}
