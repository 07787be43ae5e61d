import Foundation

extension SessionError {
  /// Converts an error of URL loading.
  ///
  /// Foundation on Linux reports `.unknown` for a connection reset before the response, an invalid certificate, a
  /// malformed field, and contents that end too soon. The likeliest is assumed: the certificate over TLS before the
  /// response's head has arrived, otherwise the connection.
  ///
  /// - Parameters:
  ///   - overTLS: Whether the request's scheme is https.
  ///   - afterHead: Whether the response's head had arrived.
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
      // The URL was validated before the request: on Linux this code is about the response's protocol.
      case .unsupportedURL, .badURL, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
        .dataLengthExceedsMaximum, .zeroByteResource, .redirectToNonExistentLocation:
        .badResponse
      case .httpTooManyRedirects:
        .tooManyRedirects
      // On Linux `.badServerResponse` means an empty response: the connection closed before the first byte.
      case .networkConnectionLost, .badServerResponse, .resourceUnavailable:
        .connectionLost
      default:
        overTLS && !afterHead ? .notSecure : .connectionLost
      }
  }
}
