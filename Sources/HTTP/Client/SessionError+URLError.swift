import Foundation

extension SessionError {
  /// What URL loading says, in this room's words.
  ///
  /// Foundation on Linux says "unknown" when the connection is reset before the answer, when the certificate is not
  /// valid, when a field of the answer is malformed, and when its contents end too soon. The likeliest is taken: over
  /// TLS, before there was a head, the certificate, and else the connection.
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
        .badResponse
      case .httpTooManyRedirects:
        .tooManyRedirects
      // A "bad server response" on Linux is an empty one: the connection closed before the first byte.
      case .networkConnectionLost, .badServerResponse, .resourceUnavailable:
        .connectionLost
      default:
        overTLS && !afterHead ? .notSecure : .connectionLost
      }
  }
}
