package import HTTP
import SystemSupport

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// HTTP over the network with Foundation's URL loading: the connection on Apple's systems. Elsewhere only tests use it;
/// the program there has `CurlSession`.
extension URLSession: Session {
  /// Makes a session without cookies, cache and credentials.
  ///
  /// On Linux libcurl reads the proxy from `http_proxy`, `HTTPS_PROXY` and `NO_PROXY`; macOS uses its system settings.
  ///
  /// - Parameter limits: `idle` holds for connecting, sending and receiving alike, rounded up to whole seconds, and
  ///   `whole` likewise. URL loading knows no limits for connecting and for the head.
  /// - Parameter certificates: A PEM file of certificate authorities that are trusted besides those of the system. Not
  ///   used on Linux, where URL loading takes them from the system alone.
  package static func ephemeral(limits: ClientLimits = ClientLimits(), certificates: String? = nil)
    -> URLSession
  {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCredentialStorage = nil
    configuration.timeoutIntervalForRequest = max(1, (limits.idle / .seconds(1)).rounded(.up))
    if let whole = limits.whole {
      configuration.timeoutIntervalForResource = max(1, (whole / .seconds(1)).rounded(.up))
    }
    return URLSession(
      configuration: configuration, delegate: Relay(certificates: certificates), delegateQueue: nil)
  }

  /// Sends one request. Redirects are returned as responses; `RedirectingSession` follows them. Cancelling the task
  /// ends the transfer and throws `CancellationError`.
  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    // A task's events reach its delegate through the session's `Relay`, which other sessions do not have.
    guard delegate is Relay else {
      let session = URLSession(
        configuration: configuration, delegate: Relay(certificates: nil), delegateQueue: nil)
      defer { session.finishTasksAndInvalidate() }
      return try await session.response(to: request)
    }
    let (events, report) = AsyncStream.makeStream(of: Exchange.Event.self)
    let task = dataTask(with: try request.message(reportingTo: report))
    let exchange = Exchange(report: report)
    task.delegate = exchange
    return try await withTaskCancellationHandler {
      defer { task.cancel() }
      task.resume()
      var response = ReceivedResponse(isOverTLS: request.scheme == "https")
      for await event in events {
        switch event {
        case .head(let head): response.head = head
        case .content(let data): try response.append(data)
        case .failed(let error): throw error
        case .ended(let error?): return try response.recovered(from: error)
        case .ended(nil): return try response.complete(task.response as? HTTPURLResponse)
        }
      }
      throw CancellationError()
    } onCancel: {
      task.cancel()
    }
  }
}

extension HTTPRequest {
  /// The largest body that is sent from memory rather than streamed.
  private static let smallBody = 1 << 16

  fileprivate func message(reportingTo report: AsyncStream<Exchange.Event>.Continuation) throws -> URLRequest
  {
    if scheme == "http+unix" { throw SessionError(.noUnixSockets) }
    guard scheme == "http" || scheme == "https", let url, let host = url.host() else {
      throw SessionError.unsupportedAddress("\(scheme ?? "")://\(authority ?? "")\(target)")
    }
    // Names are resolved inside URL loading: only what needs no look-up is checked.
    if let referringHost, !HostAddress.isPrivate(referringHost, numericOnly: true),
      HostAddress.isPrivate(host, numericOnly: true)
    {
      throw SessionError.privateAddress(host)
    }
    var message = URLRequest(url: url)
    message.httpMethod = method.rawValue
    for field in headers.fields { message.addValue(field.value, forHTTPHeaderField: field.name.rawValue) }
    if body.count > Self.smallBody {
      message.setValue(String(body.count), forHTTPHeaderField: HTTPField.Name.contentLength.rawValue)
      #if canImport(FoundationNetworking)
        // A blank value makes libcurl omit the field. Otherwise it would send the body chunked, which many servers
        // reject, together with the Content-Length, which RFC 9112 §6.2 forbids.
        message.setValue(" ", forHTTPHeaderField: HTTPField.Name.transferEncoding.rawValue)
      #endif
      message.httpBodyStream = HTTPBodyStream(body, progress: progress) { report.yield(.failed($0)) }
    } else if body.count > 0 {
      message.httpBody = try body.bytes()
    }
    return message
  }
}

/// The part of a response that has arrived.
private struct ReceivedResponse {
  /// Most bytes of contents after decompression: a small compressed response can expand to a huge one.
  private static let limit = 64 << 20

  private let isOverTLS: Bool
  var head: HTTPURLResponse?
  private var body = Data()

  init(isOverTLS: Bool) {
    self.isOverTLS = isOverTLS
  }

  mutating func append(_ data: Data) throws(SessionError) {
    guard body.count + data.count <= Self.limit else { throw .bodyTooLarge }
    body.append(data)
  }

  /// The response at the end of the transfer.
  /// - Parameter lateHead: The task's response. Foundation on Linux reports the head of a redirect without a usable
  ///   `Location` only there.
  func complete(_ lateHead: HTTPURLResponse?) throws(SessionError) -> HTTPResponse {
    guard let head = head ?? lateHead else { throw .malformedHead(.statusLine) }
    var headers: HTTPHeaders = [:]
    for (name, value) in head.allHeaderFields {
      headers.append(HTTPField.Name("\(name)"), "\(value)")
    }
    // Two lengths are joined to `5, 2`: the end of such a response is undefined (RFC 9112 §6.3).
    if let length = headers[.contentLength], Int(length) == nil { throw .malformedHead(.contentLength) }
    return HTTPResponse(status: head.statusCode, headers: headers, body: body)
  }

  /// The response despite an error of URL loading, or that error as a `SessionError`.
  func recovered(from error: any Error) throws -> HTTPResponse {
    let error = error as? URLError ?? URLError(.unknown)
    guard error.code == .cancelled else {
      throw SessionError(error, overTLS: isOverTLS, afterHead: head != nil)
    }
    // Foundation on Linux cancels a task that gets 401, since it has no credentials.
    guard head?.statusCode == 401, !Task.isCancelled else { throw CancellationError() }
    return try complete(head)
  }
}

/// Turns the delegate calls of one transfer into a stream of events.
private final class Exchange: NSObject, URLSessionDataDelegate {
  enum Event: Sendable {
    case head(HTTPURLResponse)
    case content(Data)
    case failed(any Error)
    case ended((any Error)?)
  }

  private let report: AsyncStream<Event>.Continuation

  init(report: AsyncStream<Event>.Continuation) {
    self.report = report
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let head = response as? HTTPURLResponse { report.yield(.head(head)) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    report.yield(.content(data))
  }

  /// Redirects are returned as responses.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    report.yield(.ended(error))
    report.finish()
  }
}

/// Forwards a session's delegate calls to the delegate of the task. Foundation on Linux stores a task's delegate but
/// calls only the session's; on Apple's systems the task's delegate is called directly, and this one is not used.
private final class Relay: NSObject, URLSessionDataDelegate {
  private let certificates: String?

  init(certificates: String?) {
    self.certificates = certificates
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let exchange = dataTask.delegate as? Exchange else { return completionHandler(.cancel) }
    exchange.urlSession(
      session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    (dataTask.delegate as? Exchange)?.urlSession(session, dataTask: dataTask, didReceive: data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Rejects authentication challenges, so that 401 is returned as a response. The system checks certificates.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      completionHandler(.rejectProtectionSpace, nil)
    #else
      let space = challenge.protectionSpace
      guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
        return completionHandler(.rejectProtectionSpace, nil)
      }
      if let certificates, let trust = space.serverTrust, trust.isValid(byAuthoritiesIn: certificates) {
        return completionHandler(.useCredential, URLCredential(trust: trust))
      }
      completionHandler(.performDefaultHandling, nil)
    #endif
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    (task.delegate as? Exchange)?.urlSession(session, task: task, didCompleteWithError: error)
  }
}

#if canImport(Security)
  extension SecTrust {
    /// Whether the certificate chain leads to a certificate of a PEM file (RFC 7468).
    fileprivate func isValid(byAuthoritiesIn path: String) -> Bool {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
      let blocks = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
      let authorities = blocks.compactMap { block -> SecCertificate? in
        let contents = block.components(separatedBy: "-----END CERTIFICATE-----")[0]
        return Data(base64Encoded: contents, options: .ignoreUnknownCharacters)
          .flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
      }
      return SecTrustSetAnchorCertificates(self, authorities as CFArray) == errSecSuccess
        && SecTrustEvaluateWithError(self, nil)
    }
  }
#endif
