#if os(Linux)
  import CCurl
  import Foundation
  import SystemSupport

  /// One request and its response on a libcurl handle. Used on the thread of its `CurlEngine` only.
  final class CurlTransfer {
    let easy: OpaquePointer
    private let request: HTTPRequest
    private let route: CurlRoute
    private let limits: ClientLimits
    /// Where libcurl writes what went wrong.
    private let message: UnsafeMutablePointer<CChar>
    private let callbacks: UnsafeMutablePointer<CCurlCallbacks>
    private var fields: OpaquePointer?

    private(set) var clock: TransferClock
    private var reader: HTTPBodyReader
    private var sent: Int64 = 0
    private var received: Int64 = 0
    private var head: ResponseHead
    private var body = Data()
    /// Why a callback has ended the transfer; libcurl itself only knows that one did.
    private var failure: SessionError.Kind?
    /// Whether an address was rejected; the host may have others.
    private var hasPrivateAddress = false

    /// The largest body in bytes that is sent without asking the server first.
    private static let smallBody = 1 << 20
    /// Bytes that libcurl receives at once.
    private static let bufferSize = 128 << 10

    /// Prepares the transfer; it runs once the engine adds it. Throws when there is no memory.
    init(_ request: HTTPRequest, _ route: CurlRoute, limits: ClientLimits) throws(SessionError) {
      guard let easy = ccurl_easy_init() else { throw SessionError(.unexpected) }
      self.easy = easy
      self.request = request
      self.route = route
      self.limits = limits
      message = .allocate(capacity: Int(CCURL_ERROR_SIZE))
      message.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
      callbacks = .allocate(capacity: 1)
      clock = TransferClock(limits)
      reader = HTTPBodyReader(request.body)
      head = ResponseHead(limits: limits)
      callbacks.initialize(to: Self.callbacks(Unmanaged.passUnretained(self).toOpaque()))
      ccurl_easy_observe(easy, callbacks, message)
      configure()
      request.progress?.begin()
    }

    deinit {
      ccurl_easy_cleanup(easy)
      ccurl_list_free(fields)
      callbacks.deallocate()
      message.deallocate()
    }

    private func configure() {
      ccurl_easy_set_text(easy, CCURL_URL, route.url)
      ccurl_easy_set_long(easy, CCURL_PATH_AS_IS, 1)
      ccurl_easy_set_long(easy, CCURL_PROTOCOLS, CCURL_HTTP_AND_HTTPS)
      ccurl_easy_set_long(easy, CCURL_HTTP_VERSION, CCURL_HTTP_VERSION_2TLS)
      if let path = route.unixSocket { ccurl_easy_set_text(easy, CCURL_UNIX_SOCKET_PATH, path) }
      ccurl_easy_set_text(easy, CCURL_PROXY_URL, route.proxy ?? "")
      ccurl_easy_set_text(easy, CCURL_NOPROXY, "")
      // The head of a proxy's response to CONNECT is not the server's.
      ccurl_easy_set_long(easy, CCURL_SUPPRESS_CONNECT_HEADERS, 1)
      if let file = route.certificates.file { ccurl_easy_set_text(easy, CCURL_CAINFO, file) }
      if let folder = route.certificates.folder { ccurl_easy_set_text(easy, CCURL_CAPATH, folder) }
      ccurl_easy_set_long(easy, CCURL_CONNECTTIMEOUT_MS, Int(clock.connectTime / .milliseconds(1)))
      ccurl_easy_set_long(easy, CCURL_BUFFERSIZE, Self.bufferSize)
      // All codings that this libcurl can decode.
      ccurl_easy_set_text(easy, CCURL_ACCEPT_ENCODING, "")
      // Signals are the program's; and cancelling does not wait for a name that is being resolved.
      ccurl_easy_set_long(easy, CCURL_NOSIGNAL, 1)
      ccurl_easy_set_long(easy, CCURL_QUICK_EXIT, 1)
      ccurl_easy_set_text(easy, CCURL_CUSTOMREQUEST, request.method.rawValue)
      if request.method == .head {
        ccurl_easy_set_long(easy, CCURL_NOBODY, 1)
      } else if request.body.count > 0 || [.post, .patch].contains(request.method) {
        ccurl_easy_set_long(easy, CCURL_UPLOAD, 1)
        ccurl_easy_set_size(easy, CCURL_INFILESIZE, Int64(request.body.count))
        ccurl_easy_set_long(easy, CCURL_UPLOAD_BUFFERSIZE, 1 << 20)
        // libcurl asks for permission (RFC 9110 §10.1.1) before any upload, and waits a second where a server does not
        // know the question. That is worth it for a long one only.
        if request.body.count <= Self.smallBody { fields = ccurl_list_append(fields, "Expect:") ?? fields }
      }
      // libcurl repeats a request by itself where a reused connection turns out to be closed, also one that the server may
      // have performed (RFC 9110 §9.2.2). On a new connection it does not.
      if !request.isRepeatable { ccurl_easy_set_long(easy, CCURL_FRESH_CONNECT, 1) }
      for field in request.headers.fields {
        // How libcurl is told a field without a value.
        let line = field.value.trimmingBlanks.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        fields = ccurl_list_append(fields, line) ?? fields
      }
      ccurl_easy_set_list(easy, CCURL_HTTPHEADER, fields)
    }

    /// The response after libcurl has ended the transfer with a CURLcode, or why there is none.
    func result(_ code: Int32) -> Result<HTTPResponse, SessionError> {
      if failure == nil, code == CCURL_OK {
        // libcurl takes the end of the connection inside the head for the end of the response.
        guard head.isComplete else {
          return .failure(.connectionLost(head.isEmpty ? .beforeHead : .insideHead))
        }
        var headers = head.headers
        headers[.contentEncoding] = nil
        return .success(HTTPResponse(status: head.status, headers: headers, body: body))
      }
      let report = CurlFailure(
        code: code,
        message: String(cString: message.pointee != 0 ? UnsafePointer(message) : ccurl_easy_strerror(code)),
        systemError: Int32(truncatingIfNeeded: ccurl_easy_long(easy, CCURL_OS_ERRNO)),
        verification: ccurl_easy_long(easy, CCURL_SSL_VERIFYRESULT), head: head, route: route)
      let kind = failure ?? (hasPrivateAddress ? .privateAddress(route.host) : report.kind)
      return .failure(
        SessionError(kind, TransferError(library: "curl", code: Int(code), message: report.message)))
    }
  }

  /// The callbacks that libcurl calls during a transfer.
  extension CurlTransfer {
    private static func callbacks(_ context: UnsafeMutableRawPointer) -> CCurlCallbacks {
      CCurlCallbacks(
        receive_header: { bytes, size, count, context in
          CurlTransfer.at(context).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
        },
        receive_body: { bytes, size, count, context in
          CurlTransfer.at(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        },
        send_body: { buffer, size, count, context in
          CurlTransfer.at(context).sendBody(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
        },
        rewind_body: { context, offset, origin in
          CurlTransfer.at(context).rewindBody(to: offset, from: origin)
        },
        report_progress: { context, _, received, _, sent in
          CurlTransfer.at(context).reportProgress(received: received, sent: sent)
        },
        permits: { context, address in
          CurlTransfer.at(context).permits(address) ? 1 : 0
        },
        context: context)
    }

    private static func at(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
      Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Takes a line of the head, or of the trailers. Returns the number of bytes taken; 0 ends the transfer.
    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
      do throws(SessionError) {
        try head.append(line)
        // Trailers follow the contents; another head replaces them.
        if !head.isComplete, !body.isEmpty { body = Data() }
        if request.method != .head, head.contentLength ?? 0 > limits.bodySize { throw .bodyTooLarge }
      } catch {
        failure = error.kind
        return 0
      }
      clock.connect()
      // An interim response, such as 100 (Continue), comes before the body has been sent.
      clock.progress(
        hasSent: sent >= Int64(request.body.count) || head.status >= 200, hasHead: head.isComplete,
        received: received)
      return line.count
    }

    /// Takes a piece of the contents. Returns the number of bytes taken; 0 ends the transfer.
    private func receiveBody(_ piece: UnsafeRawBufferPointer) -> Int {
      let count = body.count + piece.count
      let received = Int(ccurl_easy_size(easy, CCURL_SIZE_DOWNLOAD)) + Self.bufferSize
      guard count <= limits.bodySize, count / limits.expansion <= received else {
        failure = .bodyTooLarge
        return 0
      }
      if body.isEmpty, let length = head.contentLength { body.reserveCapacity(length) }
      body.append(contentsOf: piece)
      return piece.count
    }

    private func sendBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
      do {
        return try reader.read(into: buffer)
      } catch {
        failure = (error as? SessionError)?.kind ?? .unexpected
        return Int(CCURL_READ_ABORT)
      }
    }

    /// libcurl sends the body again when a reused connection turns out to be closed.
    private func rewindBody(to offset: Int64, from origin: Int32) -> Int32 {
      guard offset == 0, origin == SEEK_SET else { return 2 }
      reader = HTTPBodyReader(request.body)
      request.progress?.begin()
      sent = 0
      return 0
    }

    /// - Parameters:
    ///   - received: Bytes of contents that have arrived, as they were sent.
    ///   - sent: Bytes of the body that the system has accepted.
    private func reportProgress(received: Int64, sent: Int64) -> Int32 {
      if !clock.isConnected {
        guard ccurl_easy_size(easy, CCURL_PRETRANSFER_TIME) > 0 else { return 0 }
        clock.connect()
        if request.body.count == 0 { clock.progress(hasSent: true, hasHead: head.isComplete) }
      }
      guard received != self.received || sent != self.sent else { return 0 }
      request.progress?.report(Int(max(0, sent - self.sent)))
      (self.received, self.sent) = (received, sent)
      clock.progress(
        hasSent: sent >= Int64(request.body.count), hasHead: head.isComplete, received: received)
      return 0
    }

    /// Whether a connection to an address may be opened. An address of a proxy is the user's choice.
    private func permits(_ address: UnsafePointer<sockaddr>) -> Bool {
      guard route.isPublicOnly, route.proxy == nil else { return true }
      guard let resolved = IPAddress(address), resolved.isPublic else {
        hasPrivateAddress = true
        return false
      }
      return true
    }
  }

  extension HTTPRequest {
    /// Whether a server that gets the request twice does no more than once.
    fileprivate var isRepeatable: Bool {
      method.isSafe || headers[.idempotencyKey] != nil
    }
  }
#endif
