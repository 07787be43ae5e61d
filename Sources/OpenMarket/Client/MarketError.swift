package import HTTP

/// Why the market did not do what it was asked, as data: whoever tells a person has the words.
package enum MarketError: Error, Sendable, Equatable {
  case noSuchItem(id: Int)
  case wrongPassword(id: Int)
  /// The market does not take what it was sent, for the reason that it gives.
  case refused(reason: String)
  /// There was no answer.
  case noResponse(server: String, SessionError)
  /// The server says that it cannot do it now: 429 or 5xx.
  case unavailable(server: String, status: Int, reason: String?)
  /// The answer is not one that the Open Market API gives.
  case unexpectedResponse(server: String, ResponseDefect)
  /// The embedded market's file.
  case store(StoreError)

  /// Whether the same call, made again later, may well succeed.
  package var isTemporary: Bool {
    switch self {
    case .noResponse(_, let error): error.isTemporary
    case .unavailable, .store(.busy): true
    case .noSuchItem, .wrongPassword, .refused, .unexpectedResponse, .store: false
    }
  }
}
