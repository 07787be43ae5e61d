import Foundation
import HTTP
import Testing

@testable import URLLoading

@Suite struct SessionErrorTests {
  @Test(arguments: [
    (URLError.Code.timedOut, SessionError.timedOut(.idle)), (.cannotFindHost, .unknownHost),
    (.cannotConnectToHost, .refused), (.dnsLookupFailed, .unknownHost),
    (.notConnectedToInternet, .unreachable),
    (.secureConnectionFailed, .handshake), (.serverCertificateUntrusted, .certificate(.unknownIssuer)),
    (.serverCertificateHasBadDate, .certificate(.expired)),
    (.serverCertificateNotYetValid, .certificate(.notYetValid)),
    (.serverCertificateHasUnknownRoot, .certificate(.unknownIssuer)),
    (.clientCertificateRequired, .handshake),
    (.appTransportSecurityRequiresSecureConnection, .handshake), (.unsupportedURL, .malformedHead(.other)),
    (.cannotParseResponse, .malformedHead(.other)), (.cannotDecodeContentData, .malformedBody),
    (.httpTooManyRedirects, .tooManyRedirects), (.redirectToNonExistentLocation, .malformedHead(.location)),
  ])
  func `errors of URL loading become session errors`(code: URLError.Code, error: SessionError) {
    for (overTLS, afterHead) in [(false, false), (false, true), (true, false), (true, true)] {
      #expect(SessionError(URLError(code), overTLS: overTLS, afterHead: afterHead) == error)
    }
  }

  @Test(arguments: [URLError.Code.networkConnectionLost, .badServerResponse, .unknown])
  func `a lost connection says how much had arrived`(code: URLError.Code) {
    #expect(
      SessionError(URLError(code), overTLS: false, afterHead: false) == .connectionLost(.beforeHead))
    #expect(SessionError(URLError(code), overTLS: true, afterHead: true) == .connectionLost(.insideBody))
  }

  @Test func `an unknown error over TLS before the head is one of TLS`() {
    #expect(SessionError(URLError(.unknown), overTLS: true, afterHead: false) == .handshake)
  }

  @Test func `the code and the text of URL loading are kept as the cause`() {
    let error = SessionError(URLError(.timedOut), overTLS: false, afterHead: false)
    #expect(error.transferError?.library == "NSURLErrorDomain")
    #expect(error.transferError?.code == -1001)
  }
}
