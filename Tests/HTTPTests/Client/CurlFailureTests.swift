#if os(Linux)
  import CCurl
  import Foundation
  import Testing

  @testable import HTTP

  /// How libcurl's reports become errors; `CurlBadServerTests` and `CurlTLSTests` have those that a server can cause here.
  struct CurlFailureTests {
    private func kind(
      _ code: Int32, _ message: String = "", systemError: Int32 = 0, verification: Int = 0, head: String = "",
      proxy: String? = nil, unixSocket: String? = nil
    ) throws -> SessionError.Kind {
      var read = ResponseHead(limits: ClientLimits())
      for line in head.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        try read.append(Data("\(line)\r\n".utf8))
      }
      let route = try CurlRoute(
        HTTPRequest(
          .get, scheme: unixSocket == nil ? "https" : "http+unix", authority: unixSocket ?? "host",
          target: "/"),
        ProxySettings(environment: proxy.map { ["https_proxy": $0] } ?? [:]),
        certificates: CertificateAuthorities(file: "ca.pem", environment: [:]))
      return CurlFailure(
        code: code, message: message, systemError: systemError, verification: verification, head: read,
        route: route
      ).kind
    }

    @Test(arguments: [
      (CCURL_COULDNT_RESOLVE_HOST, SessionError.Kind.unknownHost), (CCURL_COULDNT_RESOLVE_PROXY, .proxy),
      (CCURL_PROXY, .proxy), (CCURL_OPERATION_TIMEDOUT, .timedOut(.connecting)),
      (CCURL_SSL_CACERT_BADFILE, .unreadableCertificates(path: "ca.pem")),
      (CCURL_SSL_CONNECT_ERROR, .handshake),
      (CCURL_SSL_CIPHER, .handshake), (CCURL_UNSUPPORTED_PROTOCOL, .malformedHead(.statusLine)),
      (CCURL_WEIRD_SERVER_REPLY, .malformedHead(.other)), (CCURL_GOT_NOTHING, .connectionLost(.beforeHead)),
      (CCURL_PARTIAL_FILE, .connectionLost(.insideBody)), (CCURL_BAD_CONTENT_ENCODING, .malformedBody),
      (CCURL_WRITE_ERROR, .malformedBody), (CCURL_OUT_OF_MEMORY, .headTooLarge),
      (CCURL_TOO_LARGE, .headTooLarge),
      (CCURL_SEND_ERROR, .connectionLost(.beforeHead)), (CCURL_RECV_ERROR, .connectionLost(.beforeHead)),
      (CCURL_HTTP2, .connectionLost(.beforeHead)), (CCURL_HTTP2_STREAM, .connectionLost(.beforeHead)),
      (CCURL_URL_MALFORMAT, .unsupportedAddress("https://host/")), (43, .unexpected), (1_000, .unexpected),
    ])
    func `a code is an error of one kind`(code: Int32, kind: SessionError.Kind) throws {
      #expect(try self.kind(code) == kind)
    }

    @Test(arguments: [
      (ECONNREFUSED, SessionError.Kind.refused), (EACCES, .unreachable),
      (ETIMEDOUT, .timedOut(.connecting)), (ECONNRESET, .connectionLost(.beforeHead)),
      (ENETUNREACH, .unreachable), (EHOSTUNREACH, .unreachable), (ENETDOWN, .unreachable), (0, .unreachable),
    ])
    func `a failed connection attempt has the cause of the system`(
      systemError: Int32, kind: SessionError.Kind
    ) throws {
      #expect(try self.kind(CCURL_COULDNT_CONNECT, systemError: systemError) == kind)
      #expect(try self.kind(CCURL_COULDNT_CONNECT, systemError: systemError, proxy: "p") == .proxy)
    }

    @Test(arguments: [
      (ECONNREFUSED, SessionError.SocketDefect.refused), (ENOENT, .missing), (EACCES, .notPermitted),
    ])
    func `a failed connection to a Unix socket names the socket`(
      systemError: Int32, defect: SessionError.SocketDefect
    ) throws {
      let found = try kind(CCURL_COULDNT_CONNECT, systemError: systemError, unixSocket: "%2Frun%2Fa")
      #expect(found == .unixSocket(defect, path: "/run/a"))
    }

    @Test(arguments: [
      "CONNECT tunnel failed, response 407", "Received HTTP code 503 from proxy after CONNECT",
    ])
    func `a tunnel that the proxy does not open is its error`(message: String) throws {
      #expect(try kind(CCURL_RECV_ERROR, message, proxy: "p") == .proxy)
      #expect(try kind(CCURL_RECV_ERROR, message) == .connectionLost(.beforeHead))
    }

    @Test func `a lost connection says how much had arrived`() throws {
      for code in [CCURL_RECV_ERROR, CCURL_SEND_ERROR, CCURL_HTTP2_STREAM] {
        #expect(try kind(code, head: "HTTP/1.1 100 Continue\n\n") == .connectionLost(.beforeHead))
        #expect(try kind(code, head: "HTTP/1.1 200 OK\n") == .connectionLost(.insideHead))
        #expect(try kind(code, head: "HTTP/1.1 200 OK\n\n") == .connectionLost(.insideBody))
      }
      for code in [CCURL_RECV_ERROR, 43] {
        #expect(try kind(code, "reading a chunked stream", head: "HTTP/1.1 200 OK\n\n") == .malformedBody)
      }
    }

    @Test func `no memory after the head is no large head`() throws {
      #expect(try kind(CCURL_OUT_OF_MEMORY, head: "HTTP/1.1 200 OK\n\n") == .unexpected)
    }

    /// OpenSSL's numbers (x509_vfy.h), and bits of GnuTLS.
    @Test(arguments: [
      (9, SessionError.CertificateDefect.notYetValid), (10, .expired), (2, .unknownIssuer),
      (18, .unknownIssuer),
      (19, .unknownIssuer), (20, .unknownIssuer), (21, .unknownIssuer), (62, .wrongHost), (64, .wrongHost),
      (23, .other),
      (0x402, .expired), (0x202, .notYetValid), (0x442, .unknownIssuer), (0x802, .other),
    ])
    func `the number says what is wrong with a certificate`(
      number: Int, defect: SessionError.CertificateDefect
    ) throws {
      #expect(try kind(CCURL_PEER_FAILED_VERIFICATION, verification: number) == .certificate(defect))
    }

    /// The messages of libcurl with OpenSSL and with GnuTLS, which gives no number.
    @Test(arguments: [
      (
        "SSL: certificate subject name 'x' does not match target host name 'host'",
        SessionError.CertificateDefect.wrongHost
      ),
      ("SSL: no alternative certificate subject name matches target host name 'host'", .wrongHost),
      ("SSL: certificate subject name (x) does not match target host name 'host'", .wrongHost),
      ("server certificate expiration date has passed.", .expired),
      (
        "server certificate verification failed. certificate has expired. (CAfile: none CRLfile: none)",
        .expired
      ),
      ("server certificate activation date has not passed yet.", .notYetValid),
      (
        "server certificate verification failed. certificate not activated. (CAfile: /a CRLfile: none)",
        .notYetValid
      ),
      ("server certificate verification failed. CAfile: /a CRLfile: none", .unknownIssuer),
      (
        "server certificate verification failed. certificate signer not trusted. (CAfile: /a CRLfile: none)",
        .unknownIssuer
      ),
      ("SSL certificate problem: self-signed certificate", .unknownIssuer),
      ("SSL certificate problem: unable to get local issuer certificate", .unknownIssuer),
      ("SSL certificate problem: unsuitable certificate purpose", .other),
    ])
    func `the message says what is wrong with a certificate`(
      message: String, defect: SessionError.CertificateDefect
    ) throws {
      #expect(try kind(CCURL_PEER_FAILED_VERIFICATION, message, verification: 1) == .certificate(defect))
      #expect(try kind(CCURL_SSL_ISSUER_ERROR, message) == .certificate(defect))
    }

    @Test(arguments: [
      ("Invalid Content-Length: value", SessionError.HeadDefect.contentLength),
      ("Nul byte in header", .controlCharacter),
      ("Header without colon", .field), ("Unsupported HTTP version in response", .statusLine),
      ("else", .other),
    ])
    func `the message says what is wrong with a head`(message: String, defect: SessionError.HeadDefect) throws
    {
      #expect(try kind(CCURL_WEIRD_SERVER_REPLY, message) == .malformedHead(defect))
    }

    @Test(arguments: [
      (
        "OpenSSL SSL_connect: Connection reset by peer in connection to host:443",
        SessionError.Kind.connectionLost(.beforeHead)
      ),
      ("OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number", .handshake),
      ("gnutls_handshake() failed: An unexpected TLS packet was received.", .handshake),
      ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to host:443", .handshake),
    ])
    func `a reset is no failed handshake`(message: String, kind: SessionError.Kind) throws {
      #expect(try self.kind(CCURL_SSL_CONNECT_ERROR, message) == kind)
    }
  }

  struct CertificateAuthoritiesTests {
    /// As the curl program reads them (curl(1), ENVIRONMENT).
    @Test(
      arguments: [
        (nil, [:], nil, nil), ("f", [:], "f", nil), (nil, ["CURL_CA_BUNDLE": "b"], "b", nil),
        (nil, ["SSL_CERT_FILE": "c"], "c", nil), (nil, ["SSL_CERT_DIR": "d"], nil, "d"),
        (nil, ["SSL_CERT_FILE": "c", "SSL_CERT_DIR": "d"], "c", "d"),
        (nil, ["CURL_CA_BUNDLE": "b", "SSL_CERT_FILE": "c", "SSL_CERT_DIR": "d"], "b", nil),
        ("f", ["CURL_CA_BUNDLE": "b", "SSL_CERT_FILE": "c", "SSL_CERT_DIR": "d"], "f", nil),
        (nil, ["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": ""], nil, nil),
      ] as [(String?, [String: String], String?, String?)])
    func `the file that is named comes before the environment`(
      named: String?, environment: [String: String], file: String?, folder: String?
    ) {
      let authorities = CertificateAuthorities(file: named, environment: environment)
      #expect(authorities.file == file)
      #expect(authorities.folder == folder)
      #expect(authorities.path == file ?? folder ?? "")
    }
  }
#endif
