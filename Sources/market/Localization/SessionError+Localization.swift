import Console
import HTTP

extension SessionError {
  var exitCode: ExitCode {
    switch kind {
    case .notSent: .done
    case .unreadableCertificates: .usage
    default: isTemporary ? .temporary : .failed
    }
  }

  /// - Parameter server: Its address.
  func message(of server: String) -> LocalizedPhrase {
    switch kind {
    case .unknownHost: "The host of '\(server)' cannot be found"
    case .refused: "The connection to '\(server)' was refused"
    case .unreachable: "The server '\(server)' cannot be reached"
    case .unixSocket(.missing, let path): "There is no Unix socket '\(path)'"
    case .unixSocket(.refused, let path): "No server is listening on the Unix socket '\(path)'"
    case .unixSocket(.notPermitted, let path): .socketNotPermitted(path)
    case .proxy: "The proxy does not connect to '\(server)'"
    case .certificate(let defect): defect.message(of: server)
    case .unreadableCertificates(let path): "The certificates in '\(path)' cannot be read"
    case .handshake: "A secure connection to '\(server)' cannot be established"
    case .connectionLost(.beforeHead): "The server '\(server)' closed the connection without a response"
    case .connectionLost(.insideHead), .connectionLost(.insideBody):
      "The connection to '\(server)' was lost in the middle of the response"
    case .timedOut(.connecting): "Connecting to '\(server)' took too long"
    case .timedOut(.idle): "The server '\(server)' did not respond in time"
    case .timedOut(.head): "The server '\(server)' took too long to begin its response"
    case .timedOut(.whole): "The response from '\(server)' took too long"
    case .malformedHead(let defect): "The response from '\(server)' is not valid HTTP: \(defect.clause)"
    case .malformedBody: "The contents of the response from '\(server)' are damaged"
    case .headTooLarge: "The header of the response from '\(server)' is too large"
    case .bodyTooLarge: "The response from '\(server)' is too large"
    case .tooManyRedirects: "Too many redirects from '\(server)'"
    case .redirectedElsewhere(let other): "The server '\(server)' redirects to another address: '\(other)'"
    case .privateAddress(let host): "The address '\(host)' is in a private network"
    case .unsupportedAddress(let address): "Unsupported address '\(address)'"
    case .noUnixSockets: "Unix sockets are not supported on this system"
    // `--curl` printed the request; there is nothing to report.
    case .notSent: ""
    case .unreadableBody(let path): "The file '\(path)' was changed or removed while it was sent"
    case .missingLibrary: .missingLibrary
    case .unexpected: .requestFailed(server)
    }
  }

  var help: LocalizedPhrase? {
    switch kind {
    case .unknownHost, .unreachable, .timedOut(.connecting):
      "Check the address and the network, then try again"
    case .refused: "Check the port of the address, and whether the server is running"
    case .unixSocket(.missing, _): "Check the path, and whether the server is running"
    case .unixSocket(.refused, let path):
      "Start one, for example with 'market serve --socket \(path.shellQuoted)'"
    case .unixSocket(.notPermitted, _): "Check the permissions of the socket and its folder"
    case .proxy: "Check the proxy in 'https_proxy', 'http_proxy' or 'all_proxy'"
    case .certificate(let defect): defect.help
    case .unreadableCertificates: "Name a file of PEM certificates with '--cacert <file>'"
    case .handshake: "If the server has no TLS, its address begins with 'http://'"
    case .connectionLost: "Try again"
    case .timedOut(.idle), .timedOut(.head): "Try again, or wait longer with '--timeout <seconds>'"
    case .timedOut(.whole): "Try again, or allow more time with '--max-time <seconds>'"
    case .unreadableBody: "Check the file, then try again"
    case .missingLibrary: "Install it, for example with 'sudo apt install libcurl4'"
    case .unexpected: .showCause
    case .noUnixSockets: "Use an address that begins with 'http://' or 'https://'"
    case .notSent, .privateAddress: nil
    case .malformedHead, .malformedBody, .headTooLarge, .bodyTooLarge, .tooManyRedirects,
      .redirectedElsewhere,
      .unsupportedAddress:
      .checkAddress
    }
  }

  /// The reason that an image has not been fetched, as a clause to follow a colon.
  var clause: LocalizedPhrase {
    switch kind {
    case .unknownHost, .refused, .unreachable, .unixSocket, .proxy, .timedOut(.connecting):
      "the server cannot be reached"
    case .connectionLost: "the connection was lost"
    case .timedOut: "the server did not respond in time"
    case .certificate, .unreadableCertificates: "the certificate of the server is not valid"
    case .handshake: "a secure connection cannot be established"
    case .malformedHead, .malformedBody, .headTooLarge, .bodyTooLarge:
      "the response is not valid HTTP or is too large"
    case .tooManyRedirects: "too many redirects"
    case .redirectedElsewhere: "the server redirects to another address"
    case .privateAddress: "its address is in a private network"
    case .unsupportedAddress, .noUnixSockets: .unsupportedAddress
    case .missingLibrary: .missingLibrary
    case .unexpected: .requestFailed
    case .unreadableBody, .notSent: "no request was sent"
    }
  }
}

extension SessionError.CertificateDefect {
  fileprivate func message(of server: String) -> LocalizedPhrase {
    switch self {
    case .expired: "The certificate of '\(server)' has expired"
    case .notYetValid: "The certificate of '\(server)' is not valid yet"
    case .wrongHost: "The certificate of '\(server)' is for another host"
    case .unknownIssuer: "The certificate of '\(server)' was issued by an unknown authority"
    case .other: "The certificate of '\(server)' is not valid"
    }
  }

  fileprivate var help: LocalizedPhrase {
    switch self {
    case .expired, .notYetValid:
      "Check the clock of this machine; if it is right, the server needs a new certificate"
    case .wrongHost: "Check the address; the certificate is for another name"
    case .unknownIssuer: "If you trust a private authority, name its certificate with '--cacert <file>'"
    case .other: .checkAddress
    }
  }
}

extension SessionError.HeadDefect {
  fileprivate var clause: LocalizedPhrase {
    switch self {
    case .statusLine: "it does not begin with a status line"
    case .field: "a line of its header is not a field"
    case .controlCharacter: "its header contains control characters"
    case .contentLength: "its Content-Length is not valid"
    case .location: "its Location is not a URL"
    case .other: "its header is malformed"
    }
  }
}
