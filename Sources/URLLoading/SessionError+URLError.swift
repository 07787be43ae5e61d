import Foundation
import HTTP

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
  init(_ error: URLError, overTLS: Bool, afterHead: Bool) {
    self.init(
      Self.kind(error.code, overTLS: overTLS, afterHead: afterHead),
      TransferError(library: URLError.errorDomain, code: error.errorCode, message: error.localizedDescription)
    )
  }

  private static func kind(_ code: URLError.Code, overTLS: Bool, afterHead: Bool) -> Kind {
    switch code {
    case .timedOut:
      .timedOut(.idle)
    case .cannotFindHost, .dnsLookupFailed:
      .unknownHost
    case .cannotConnectToHost:
      .refused
    case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed:
      .unreachable
    case .serverCertificateHasBadDate:
      .certificate(.expired)
    case .serverCertificateNotYetValid:
      .certificate(.notYetValid)
    case .serverCertificateHasUnknownRoot, .serverCertificateUntrusted:
      .certificate(.unknownIssuer)
    case .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired,
      .appTransportSecurityRequiresSecureConnection:
      .handshake
    // The URL was validated before the request: on Linux this code is about the response's protocol.
    case .unsupportedURL, .badURL, .cannotParseResponse, .zeroByteResource: .malformedHead(.other)
    case .redirectToNonExistentLocation: .malformedHead(.location)
    case .cannotDecodeRawData, .cannotDecodeContentData:
      .malformedBody
    case .dataLengthExceedsMaximum:
      .bodyTooLarge
    case .httpTooManyRedirects:
      .tooManyRedirects
    // On Linux `.badServerResponse` means an empty response: the connection closed before the first byte.
    case .networkConnectionLost, .badServerResponse, .resourceUnavailable:
      .connectionLost(afterHead ? .insideBody : .beforeHead)
    default:
      overTLS && !afterHead ? .handshake : .connectionLost(afterHead ? .insideBody : .beforeHead)
    }
  }
}
