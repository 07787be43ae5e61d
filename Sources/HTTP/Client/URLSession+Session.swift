#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// The network as a session, and the only file that knows how the system speaks HTTP.
extension URLSession: Session {
  /// A session that gives up when nothing has moved for `timeout`, be it the connection, the request or the
  /// answer; in whole seconds, at least one. Connecting has no shorter limit of its own, since neither platform
  /// tells when it is done. It keeps nothing: no cookies, no cache, no credentials. The environment's `http_proxy`,
  /// `HTTPS_PROXY` and `NO_PROXY` are libcurl's business on Linux; macOS asks its own settings instead.
  package static func patient(timeout: Duration = .seconds(30)) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCredentialStorage = nil
    configuration.timeoutIntervalForRequest = max(1, (timeout / .seconds(1)).rounded(.up))
    return URLSession(configuration: configuration, delegate: Relay(), delegateQueue: nil)
  }

  /// One request and its answer, whatever its status: redirects are followed by a session before this one. Throws
  /// `CancellationError` when the task is cancelled, which ends the transfer.
  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    // Tasks report to their own delegate by way of the session's, which sessions made elsewhere do not have.
    guard delegate is Relay else {
      let session = URLSession(configuration: configuration, delegate: Relay(), delegateQueue: nil)
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
      var answer = ReceivedResponse(isOverTLS: request.scheme == "https")
      for await event in events {
        switch event {
        case .head(let head): answer.head = head
        case .content(let data): try answer.append(data)
        case .failed(let error): throw error
        case .ended(let error?): return try answer.despite(error)
        case .ended(nil): return try answer.whole(task.response as? HTTPURLResponse)
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
    guard scheme == "http" || scheme == "https", let url, url.host() != nil else {
      throw SessionError.unsupportedAddress("\(scheme ?? "")://\(authority ?? "")\(target)")
    }
    var message = URLRequest(url: url)
    message.httpMethod = method.rawValue
    for field in headers.fields { message.addValue(field.value, forHTTPHeaderField: field.name) }
    if body.count > Self.smallBody {
      message.setValue(String(body.count), forHTTPHeaderField: "Content-Length")
      #if canImport(FoundationNetworking)
        // A blank value is libcurl's sign to leave a field out; otherwise it would send the body chunked, which
        // many servers refuse, and the length as well, which RFC 9112 §6.2 forbids.
        message.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
      #endif
      message.httpBodyStream = HTTPBodyStream(body, progress: progress) { report.yield(.failed($0)) }
    } else if body.count > 0 {
      message.httpBody = try body.bytes()
    }
    return message
  }
}

/// What has come of an answer.
private struct ReceivedResponse {
  /// Of the contents, after decompression: a small answer can claim to be a large one.
  private static let limit = 64 << 20

  private let isOverTLS: Bool
  var head: HTTPURLResponse?
  private var body = Data()

  init(isOverTLS: Bool) {
    self.isOverTLS = isOverTLS
  }

  mutating func append(_ data: Data) throws(SessionError) {
    guard body.count + data.count <= Self.limit else { throw .badResponse }
    body.append(data)
  }

  /// The answer at its end. Foundation on Linux reports the head of a redirect that leads nowhere only then.
  func whole(_ lateHead: HTTPURLResponse?) throws(SessionError) -> HTTPResponse {
    guard let head = head ?? lateHead else { throw .badResponse }
    var headers: HTTPHeaders = [:]
    for (name, value) in head.allHeaderFields {
      headers.append("\(name)", "\(value)")
    }
    // Two lengths arrive as `5, 2`: nobody knows where such an answer ends (RFC 9112 §6.3).
    if let length = headers["Content-Length"], Int(length) == nil { throw .badResponse }
    return HTTPResponse(status: head.statusCode, headers: headers, body: body)
  }

  /// What there is to say when URL loading failed.
  func despite(_ error: any Error) throws -> HTTPResponse {
    let code = (error as? URLError)?.code ?? .unknown
    guard code == .cancelled else { throw SessionError(code, overTLS: isOverTLS, afterHead: head != nil) }
    // Nobody gives Foundation a password, so on Linux it cancels a task that was asked for one.
    guard head?.statusCode == 401, !Task.isCancelled else { throw CancellationError() }
    return try whole(head)
  }
}

/// Hears of one transfer and reports it, in order, to whoever awaits it.
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

  /// Redirects are answers.
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

/// Hands what a session hears to the delegate of the task that it concerns. Foundation on Linux keeps a task's
/// delegate but tells only the session's; elsewhere the task's is asked first, and this one is idle.
private final class Relay: NSObject, URLSessionDataDelegate {
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

  /// Nobody is asked for a password: 401 is an answer. Certificates are checked as the system does.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      completionHandler(.rejectProtectionSpace, nil)
    #else
      let method = challenge.protectionSpace.authenticationMethod
      let isCertificate = method == NSURLAuthenticationMethodServerTrust
      completionHandler(isCertificate ? .performDefaultHandling : .rejectProtectionSpace, nil)
    #endif
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    (task.delegate as? Exchange)?.urlSession(session, task: task, didCompleteWithError: error)
  }
}

/// Sessions over the network, for those who need not know what carries them.
package enum Network {
  /// A session that gives up when nothing has moved for `timeout`.
  package static func session(timeout: Duration) -> any Session { URLSession.patient(timeout: timeout) }
}
