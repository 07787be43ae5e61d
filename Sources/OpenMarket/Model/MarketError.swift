package import HTTP

/// Why the market did not do what it was asked, as data; the words are in `description` alone.
package enum MarketError: Error, Sendable, Equatable {
  case noSuchItem(id: Int)
  case wrongPassword(id: Int)
  /// The market does not take what it was sent, for the reason that it gives.
  case refused(reason: String)
  /// There was no answer.
  case noAnswer(server: String, SessionError)
  /// The server says that it cannot do it now: 429 or 5xx.
  case unavailable(server: String, status: Int, reason: String?)
  /// The answer is not one that the Open Market API gives; `problem` names what is wrong with it.
  case unexpectedAnswer(server: String, problem: String)
  /// The embedded market's file.
  case store(StoreError)

  /// Whether the same call, made again later, may well succeed.
  package var isTemporary: Bool {
    switch self {
    case .noAnswer(_, let error): error.isTemporary
    case .unavailable, .store(.busy): true
    case .noSuchItem, .wrongPassword, .refused, .unexpectedAnswer, .store: false
    }
  }

  /// The sentence for a person, without a full stop.
  package var description: String {
    switch self {
    case .noSuchItem(let id): "No item with id '\(id)'"
    case .wrongPassword(let id): "Wrong password for item '\(id)'"
    case .refused(let reason): "The market refused: \(reason)"
    case .noAnswer(let server, let error): Self.sentence(error, server)
    case .unavailable(let server, let status, let reason):
      "The server '\(server)' cannot answer now (\(status)\(reason.map { ": " + $0 } ?? ""))"
    case .unexpectedAnswer(let server, let problem):
      "The server '\(server)' does not answer as the Open Market API does: \(problem)"
    case .store(let error): Self.sentence(error)
    }
  }

  private static func sentence(_ error: SessionError, _ server: String) -> String {
    switch error {
    case .unreachable: "The server '\(server)' cannot be reached"
    case .connectionLost: "The connection to '\(server)' broke"
    case .timedOut: "The server '\(server)' took too long to answer"
    case .notSecure: "The server '\(server)' has no valid certificate, or does not speak TLS"
    case .badAnswer: "The server '\(server)' does not speak HTTP, or sent far too much"
    case .tooManyRedirects: "The server '\(server)' points elsewhere, again and again"
    case .redirectedElsewhere(let other): "The server '\(server)' points elsewhere: '\(other)'"
    case .unsupportedAddress(let address): "The address '\(address)' is not one that can be asked"
    case .notSent: "Nothing was sent to '\(server)'"
    case .unreadableBody(let path): "The file '\(path)' changed or went away while it was sent"
    }
  }

  private static func sentence(_ error: StoreError) -> String {
    switch error {
    case .busy: "The store is busy: another command has been writing to it for a while"
    case .full: "The disk that holds the store is full; nothing was changed"
    case .readOnly: "The store may only be read"
    case .foreign: "The store's file is not a market"
    case .newer: "The store was written by a later version of market"
    case .damaged: "The store's file is damaged"
    case .inaccessible: "The store's file cannot be opened"
    case .inputOutput: "The store's disk reported an error"
    case .unexpected(let code): "The store failed (SQLite says \(code))"
    }
  }
}
