import Console
import HTTP
import OpenMarket

extension ImageFetchError {
  /// The reason, after what is said of the image.
  var clause: LocalizedPhrase {
    switch self {
    case .unsupportedAddress, .noResponse(.unsupportedAddress): "its address is not one that can be asked"
    case .noResponse(let error): error.clause
    case .sessionFailed(let underlying) where underlying.error is StoreError: "the store cannot be read"
    case .sessionFailed: "the request failed unexpectedly"
    case .status(404): "it is not there"
    case .status(let status): "the server answered \(status)"
    case .tooLarge: "it is larger than \(ItemLimits.imageBytes >> 20) MiB"
    case .notAnImage(let defect): defect.clause
    }
  }
}

extension SessionError {
  fileprivate var clause: LocalizedPhrase {
    switch self {
    case .unreachable: "the server cannot be reached"
    case .connectionLost: "the connection broke"
    case .timedOut: "the server took too long to answer"
    case .notSecure: "the server has no valid certificate, or does not speak TLS"
    case .badResponse: "the server does not speak HTTP, or sent far too much"
    case .tooManyRedirects, .redirectedElsewhere: "the server points elsewhere"
    case .unsupportedAddress, .unreadableBody, .notSent: "nothing was sent"
    }
  }
}
