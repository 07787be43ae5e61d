#if os(Linux)
  import CCurl
  import Foundation

  /// A failed transfer, as libcurl reports it.
  struct CurlFailure {
    /// A CURLcode.
    let code: Int32
    let message: String
    /// `errno` of the last connection attempt; 0 for none.
    let systemError: Int32
    /// OpenSSL's X509_V_ERR_…, or GnuTLS's bits; other TLS libraries have other numbers, or only 0 and 1.
    let verification: Int
    let head: ResponseHead
    let route: CurlRoute

    /// The error as data.
    var kind: SessionError.Kind {
      switch code {
      case CCURL_COULDNT_RESOLVE_HOST: .unknownHost
      case CCURL_COULDNT_RESOLVE_PROXY, CCURL_PROXY: .proxy
      case CCURL_COULDNT_CONNECT: connecting
      case CCURL_OPERATION_TIMEDOUT: .timedOut(.connecting)
      case CCURL_PEER_FAILED_VERIFICATION, CCURL_SSL_ISSUER_ERROR: .certificate(certificateDefect)
      case CCURL_SSL_CACERT_BADFILE: .unreadableCertificates(path: route.certificates.path)
      // The text is the only difference between a reset and a server that does not speak TLS.
      case CCURL_SSL_CONNECT_ERROR where message.contains("reset"): .connectionLost(.beforeHead)
      case CCURL_SSL_CONNECT_ERROR, CCURL_SSL_CIPHER: .handshake
      case CCURL_URL_MALFORMAT: .unsupportedAddress(route.url)
      // HTTP/0.9, which has no head, is reported as a protocol.
      case CCURL_UNSUPPORTED_PROTOCOL: .malformedHead(.statusLine)
      case CCURL_WEIRD_SERVER_REPLY: .malformedHead(headDefect)
      case CCURL_GOT_NOTHING: .connectionLost(.beforeHead)
      case CCURL_PARTIAL_FILE: .connectionLost(.insideBody)
      // Besides the callbacks, which have a reason of their own, only decoders fail to write.
      case CCURL_BAD_CONTENT_ENCODING, CCURL_WRITE_ERROR: .malformedBody
      case CCURL_OUT_OF_MEMORY, CCURL_TOO_LARGE: head.isComplete ? .unexpected : .headTooLarge
      case CCURL_SEND_ERROR, CCURL_RECV_ERROR, CCURL_HTTP2, CCURL_HTTP2_STREAM: transferring
      // A chunk size that is no number at all is reported as an invalid argument.
      default: message.lowercased().contains("chunk") ? .malformedBody : .unexpected
      }
    }

    private var connecting: SessionError.Kind {
      if route.proxy != nil { return .proxy }
      switch systemError {
      case ECONNREFUSED: return route.unixSocket.map { .unixSocket(.refused, path: $0) } ?? .refused
      case ENOENT: return route.unixSocket.map { .unixSocket(.missing, path: $0) } ?? .unreachable
      case EACCES: return route.unixSocket.map { .unixSocket(.notPermitted, path: $0) } ?? .unreachable
      case ETIMEDOUT: return .timedOut(.connecting)
      // A connection that is reset as soon as it is accepted.
      case ECONNRESET, EPIPE: return .connectionLost(.beforeHead)
      default: return .unreachable
      }
    }

    private var transferring: SessionError.Kind {
      // A tunnel that a proxy does not open is reported as a receive error.
      if route.proxy != nil, message.contains("CONNECT") || message.contains("proxy") { return .proxy }
      if !head.isComplete {
        return head.isEmpty ? .connectionLost(.beforeHead) : .connectionLost(.insideHead)
      }
      return message.lowercased().contains("chunk") ? .malformedBody : .connectionLost(.insideBody)
    }

    /// The defect that libcurl found before `ResponseHead` saw the line. Only libcurl's message names it.
    private var headDefect: SessionError.HeadDefect {
      let message = message.lowercased()
      if message.contains("content-length") { return .contentLength }
      if message.contains("nul") { return .controlCharacter }
      if message.contains("colon") { return .field }
      return message.contains("version") || message.contains("status") ? .statusLine : .other
    }

    /// From OpenSSL's number; where there is none, the message of libcurl with OpenSSL or GnuTLS.
    private var certificateDefect: SessionError.CertificateDefect {
      switch verification {
      case 9: return .notYetValid
      case 10: return .expired
      case 2, 18, 19, 20, 21, 27: return .unknownIssuer
      case 62, 63, 64: return .wrongHost
      // GnuTLS has bits instead (gnutls_certificate_status_t): no known signer, expired, not activated.
      case 0x200...:
        if verification & 0x40 != 0 { return .unknownIssuer }
        if verification & 0x400 != 0 { return .expired }
        return verification & 0x200 != 0 ? .notYetValid : .other
      default: break
      }
      let message = message.lowercased()
      if message.contains("subject name") || message.contains("does not match") { return .wrongHost }
      if message.contains("expir") { return .expired }
      if message.contains("not yet valid") || message.contains("activat") { return .notYetValid }
      return message.contains("issuer") || message.contains("self") || message.contains("cafile")
        ? .unknownIssuer : .other
    }
  }
#endif
