import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport

/// An image of an item that cannot be fetched.
struct ImageFailure: ReportableError, CausedError, Equatable {
  let url: URL
  let reason: ImageFetchError

  var message: LocalizedPhrase {
    .notFetched(url.absoluteString, reason)
  }

  var exitCode: ExitCode { reason.isTemporary ? .temporary : .failed }

  var cause: (any Error)? { reason.cause }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    reason.isTemporary ? .tryLater : nil
  }
}

extension ImageFetchError {
  /// The reason as a clause, to follow a colon.
  var clause: LocalizedPhrase {
    switch self {
    case .unsupportedAddress: .unsupportedAddress
    case .noResponse(let error): error.clause
    case .sessionFailed(let underlying) where underlying.error is StoreError: "the store cannot be read"
    case .sessionFailed: .requestFailed
    case .status(404): "it does not exist (404)"
    case .status(let status): "the server responded with status \(status)"
    case .tooLarge: "it is larger than \(ItemLimits.imageBytes >> 20) MiB"
    case .notAnImage(let defect): defect.clause
    case .cancelled: CancellationError().message
    }
  }
}
