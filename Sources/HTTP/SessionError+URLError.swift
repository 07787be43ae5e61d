import Foundation

extension SessionError {
  /// What URL loading says, in this room's words.
  ///
  /// Foundation on Linux says "unknown" when the certificate is not valid, when the head of the answer is not HTTP, and
  /// when the contents end too soon. So it matters whether there was a head; without one, over TLS, the likeliest is taken.
  init(_ code: URLError.Code, overTLS: Bool, afterHead: Bool) {
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
        .dataLengthExceedsMaximum, .zeroByteResource, .redirectToNonExistentLocation:
        .badAnswer
      case .httpTooManyRedirects:
        .tooManyRedirects
      // A "bad server response" on Linux is an empty one: the connection closed before the first byte.
      case .networkConnectionLost, .badServerResponse, .resourceUnavailable:
        .connectionLost
      default:
        afterHead ? .connectionLost : overTLS ? .notSecure : .badAnswer
      }
  }
}
