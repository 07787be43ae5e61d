package import HTTP

/// Why a picture is not to be had, as data; the words are in `description` alone.
package enum PictureError: Error, Sendable, Equatable {
  /// Its address is not one that this market's pictures can have.
  case unsupportedAddress
  case noAnswer(SessionError)
  /// The answer has this status in place of 200.
  case status(Int)
  case tooLarge
  case notAPicture(ImageDefect)

  /// Whether the same picture, asked for again later, may well come.
  package var isTemporary: Bool {
    switch self {
    case .noAnswer(let error): error.isTemporary
    case .status(let status): status == 429 || status >= 500
    case .unsupportedAddress, .tooLarge, .notAPicture: false
    }
  }

  /// The reason, as a clause.
  package var description: String {
    switch self {
    case .unsupportedAddress: "its address is not one that can be asked"
    case .noAnswer(let error): Self.clause(error)
    case .status(404): "it is not there"
    case .status(let status): "the server answered \(status)"
    case .tooLarge: "it is larger than \(ItemLimits.imageBytes >> 20) MiB"
    case .notAPicture(let defect): defect.description
    }
  }

  private static func clause(_ error: SessionError) -> String {
    switch error {
    case .unreachable: "the server cannot be reached"
    case .connectionLost: "the connection broke"
    case .timedOut: "the server took too long to answer"
    case .notSecure: "the server has no valid certificate, or does not speak TLS"
    case .badAnswer: "the server does not speak HTTP, or sent far too much"
    case .tooManyRedirects, .redirectedElsewhere: "the server points elsewhere"
    case .unsupportedAddress: "its address is not one that can be asked"
    case .unreadableBody, .notSent: "nothing was sent"
    }
  }
}
