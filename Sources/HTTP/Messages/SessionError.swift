import SystemSupport

/// Why a request has no response.
package struct SessionError: CausedError, Sendable {
  package enum Kind: Sendable, Equatable {
    /// The name of the host cannot be resolved.
    case unknownHost
    /// The host rejects connections to the port.
    case refused
    /// There is no way to the host, or no network.
    case unreachable
    /// The Unix socket at the path cannot be connected to.
    case unixSocket(SocketDefect, path: String)
    /// The proxy cannot be resolved, reached, or refuses to connect to the host.
    case proxy
    /// The certificate of the server is not valid for it.
    case certificate(CertificateDefect)
    /// The file of certificate authorities cannot be read.
    case unreadableCertificates(path: String)
    /// TLS failed for another reason than the certificate: the server does not speak it, or no common version.
    case handshake
    /// The connection broke before a whole response had arrived.
    case connectionLost(LossPoint)
    /// A time limit was exceeded.
    case timedOut(TimeLimit)
    /// The head of the response is not valid HTTP.
    case malformedHead(HeadDefect)
    /// The contents contradict their transfer coding or content coding.
    case malformedBody
    /// The head is larger than `ClientLimits` allow.
    case headTooLarge
    /// The contents, decompressed, are larger than `ClientLimits` allow.
    case bodyTooLarge
    /// More than `HTTPRequest.redirectLimit` redirects.
    case tooManyRedirects
    /// A redirect that would send the request's contents to another origin, or leads to no web address: its `Location`.
    case redirectedElsewhere(to: String)
    /// The address leads into a private network, and the request may only go to public ones.
    case privateAddress(String)
    /// The request's scheme, authority and target are not a URL that this session can reach.
    case unsupportedAddress(String)
    /// This session cannot connect to Unix sockets.
    case noUnixSockets
    /// A file of the request's body is missing, unreadable, or shorter than it was.
    case unreadableBody(path: String)
    /// The library that connects to networks is not installed.
    case missingLibrary
    /// The session sends no requests, it only inspects them.
    case notSent
    /// None of the above; the cause has the library's own code.
    case unexpected
  }

  /// A defect of a server's certificate (RFC 5280 §6, RFC 9525).
  package enum CertificateDefect: Sendable, Equatable {
    case expired
    case notYetValid
    /// It is for another host.
    case wrongHost
    /// No known authority has signed it.
    case unknownIssuer
    /// Revoked, malformed, or not for servers.
    case other
  }

  /// Why a Unix socket cannot be connected to.
  package enum SocketDefect: Sendable, Equatable {
    case missing
    /// No program listens on it, or the file is not a socket.
    case refused
    /// This user may not connect to it.
    case notPermitted
  }

  /// How much of a response had arrived.
  package enum LossPoint: Sendable, Equatable {
    case beforeHead
    case insideHead
    /// The contents are shorter than announced.
    case insideBody
  }

  /// The limit that was exceeded; see `ClientLimits`.
  package enum TimeLimit: Sendable, Equatable {
    case connecting
    case idle
    case head
    case whole
  }

  /// A defect of a response's head (RFC 9112 §4, §5).
  package enum HeadDefect: Sendable, Equatable {
    /// The first line is no status line of HTTP/1 or later.
    case statusLine
    /// A line is no field: it has no colon, or blanks in the name.
    case field
    /// A field contains NUL or another control character.
    case controlCharacter
    /// Content-Length is not a number, or there are several that differ (RFC 9112 §6.3).
    case contentLength
    /// Location is not a URL reference to a host (RFC 9110 §10.2.2).
    case location
    case other
  }

  package let kind: Kind
  /// The library's own error; nil where this program detected the problem.
  package let transferError: TransferError?

  package init(_ kind: Kind, _ transferError: TransferError? = nil) {
    self.kind = kind
    self.transferError = transferError
  }

  package var cause: (any Error)? { transferError }

  package static let unknownHost = SessionError(.unknownHost)
  package static let refused = SessionError(.refused)
  package static let unreachable = SessionError(.unreachable)
  package static let handshake = SessionError(.handshake)
  package static let headTooLarge = SessionError(.headTooLarge)
  package static let bodyTooLarge = SessionError(.bodyTooLarge)
  package static let malformedBody = SessionError(.malformedBody)
  package static let tooManyRedirects = SessionError(.tooManyRedirects)
  package static let notSent = SessionError(.notSent)

  package static func certificate(_ defect: CertificateDefect) -> SessionError {
    SessionError(.certificate(defect))
  }
  package static func connectionLost(_ point: LossPoint) -> SessionError {
    SessionError(.connectionLost(point))
  }
  package static func timedOut(_ limit: TimeLimit) -> SessionError { SessionError(.timedOut(limit)) }
  package static func malformedHead(_ defect: HeadDefect) -> SessionError {
    SessionError(.malformedHead(defect))
  }
  package static func redirectedElsewhere(to location: String) -> SessionError {
    SessionError(.redirectedElsewhere(to: location))
  }
  package static func privateAddress(_ host: String) -> SessionError { SessionError(.privateAddress(host)) }
  package static func unsupportedAddress(_ address: String) -> SessionError {
    SessionError(.unsupportedAddress(address))
  }
  package static func unreadableBody(path: String) -> SessionError {
    SessionError(.unreadableBody(path: path))
  }

  /// Whether the same request may succeed later.
  package var isTemporary: Bool {
    switch kind {
    case .unknownHost, .refused, .unreachable, .proxy, .connectionLost, .timedOut: true
    case .unixSocket(let defect, _): defect != .notPermitted
    case .certificate, .unreadableCertificates, .handshake, .malformedHead, .malformedBody, .headTooLarge,
      .bodyTooLarge, .tooManyRedirects, .redirectedElsewhere, .privateAddress, .unsupportedAddress,
      .noUnixSockets, .unreadableBody, .missingLibrary, .notSent, .unexpected:
      false
    }
  }

  /// Whether the server may have got the whole request, so that what it has done is not known.
  package var mayHaveArrived: Bool {
    switch kind {
    case .connectionLost, .malformedHead, .malformedBody, .headTooLarge, .bodyTooLarge, .tooManyRedirects,
      .unexpected:
      true
    case .timedOut(let limit): limit != .connecting
    case .unknownHost, .refused, .unreachable, .unixSocket, .proxy, .certificate, .unreadableCertificates,
      .handshake, .redirectedElsewhere, .privateAddress, .unsupportedAddress, .noUnixSockets,
      .unreadableBody, .missingLibrary, .notSent:
      false
    }
  }

  /// Whether the same request may succeed at once. Not from a server that sends too slowly: a byte now and then keeps a
  /// connection alive until the limit, and would do so again.
  package var isWorthRetrying: Bool {
    switch kind {
    case .timedOut(.head), .timedOut(.whole): false
    default: isTemporary
    }
  }
}

/// Two errors are equal when they are of one kind; the cause is for the log.
extension SessionError: Equatable {
  package static func == (one: SessionError, other: SessionError) -> Bool { one.kind == other.kind }
}

/// For logs: `timedOut(idle)`; `connectionLost(beforeHead), curl 52: Empty reply from server`.
extension SessionError: CustomStringConvertible {
  package var description: String {
    // Without the types of associated values, which Swift spells out.
    let kind = "\(kind)".replacing(/[A-Za-z.]+\./, with: "")
    return kind + (transferError.map { ", \($0)" } ?? "")
  }
}

/// An error in the words of the library that transfers data: for the log and `--verbose`.
package struct TransferError: Error, Sendable, Equatable, CustomStringConvertible {
  /// `curl`, or the domain of Foundation's error.
  package let library: String
  /// The library's code: for curl, a CURLcode (https://curl.se/libcurl/c/libcurl-errors.html).
  package let code: Int
  package let message: String

  package init(library: String, code: Int, message: String) {
    self.library = library
    self.code = code
    self.message = message
  }

  /// `curl 7: Failed to connect to 127.0.0.1 port 80`.
  package var description: String { "\(library) \(code): \(message)" }
}
