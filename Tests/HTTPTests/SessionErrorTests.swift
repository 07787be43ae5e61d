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
    (.appTransportSecurityRequiresSecureConnection, .notSecure), (.unsupportedURL, .badAnswer),
    (.cannotParseResponse, .badAnswer), (.cannotDecodeContentData, .badAnswer),
    (.httpTooManyRedirects, .badAnswer),
  ])
  func `URL loading's words become this room's`(code: URLError.Code, error: SessionError) {
    #expect(SessionError(code, afterHead: false) == error)
    #expect(SessionError(code, afterHead: true) == error)
  }

  @Test func `an unknown failure is a broken answer once there was one`() {
    #expect(SessionError(.unknown, afterHead: false) == .badAnswer)
    #expect(SessionError(.unknown, afterHead: true) == .connectionLost)
  }
}
