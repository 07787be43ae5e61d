import Foundation
import Testing

@testable import HTTP

@Suite struct SessionErrorTests {
  @Test(arguments: [
    (URLError.Code.timedOut, SessionError.timedOut), (.cannotFindHost, .unreachable),
    (.cannotConnectToHost, .unreachable),
    (.dnsLookupFailed, .unreachable), (.notConnectedToInternet, .unreachable),
    (.networkConnectionLost, .connectionLost),
    (.badServerResponse, .connectionLost), (.secureConnectionFailed, .notSecure),
    (.serverCertificateUntrusted, .notSecure),
    (.serverCertificateHasBadDate, .notSecure), (.serverCertificateNotYetValid, .notSecure),
    (.serverCertificateHasUnknownRoot, .notSecure), (.clientCertificateRequired, .notSecure),
    (.appTransportSecurityRequiresSecureConnection, .notSecure), (.unsupportedURL, .badResponse),
    (.cannotParseResponse, .badResponse), (.cannotDecodeContentData, .badResponse),
    (.httpTooManyRedirects, .tooManyRedirects),
  ])
  func `errors of URL loading become session errors`(code: URLError.Code, error: SessionError) {
    for (overTLS, afterHead) in [(false, false), (false, true), (true, false), (true, true)] {
      #expect(SessionError(code, overTLS: overTLS, afterHead: afterHead) == error)
    }
  }

  @Test func `an unknown error becomes the likeliest at that point`() {
    #expect(SessionError(.unknown, overTLS: false, afterHead: false) == .connectionLost)
    #expect(SessionError(.unknown, overTLS: true, afterHead: false) == .notSecure)
    #expect(SessionError(.unknown, overTLS: false, afterHead: true) == .connectionLost)
    #expect(SessionError(.unknown, overTLS: true, afterHead: true) == .connectionLost)
  }
}
