import Foundation

extension SessionError {
  /// What URL loading says, in this room's words. Foundation on Linux says "unknown" both when the head of the
  /// answer is not HTTP and when the contents end too soon, so it matters whether there was a head.
  init(_ code: URLError.Code, afterHead: Bool) {
    self =
      switch code {
      case .timedOut:
        .timedOut
      case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
        .internationalRoamingOff, .callIsActive, .dataNotAllowed:
        .unreachable
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
        .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
        .notSecure
      // The address was checked before: what is "unsupported" on Linux is the answer's protocol.
      case .unsupportedURL, .badURL, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
        .dataLengthExceedsMaximum, .zeroByteResource, .httpTooManyRedirects, .redirectToNonExistentLocation:
        .badAnswer
      // A "bad server response" on Linux is an empty one: the connection closed before the first byte.
      case .networkConnectionLost, .badServerResponse, .resourceUnavailable:
        .connectionLost
      default:
        afterHead ? .connectionLost : .badAnswer
      }
  }
}
