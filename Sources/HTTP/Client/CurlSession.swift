#if os(Linux)
  import CCurl
  import Foundation
  import Synchronization
  import SystemSupport

  /// HTTP over the network with libcurl: HTTP/1.1, and HTTP/2 where TLS offers it. Without cookies, cache and credentials;
  /// redirects are returned as responses, which `RedirectingSession` follows.
  ///
  /// Connections are reused for as long as the session lives. libcurl is opened for the first request, or by `prepare`.
  package final class CurlSession: Session {
    private let limits: ClientLimits
    private let certificates: CertificateAuthorities
    private let proxies: ProxySettings
    private let engine = Mutex<CurlEngine?>(nil)

    /// - Parameters:
    ///   - certificates: A PEM file of certificate authorities; nil for those of the environment or the system.
    ///   - environment: The variables that name proxies and certificate authorities.
    package init(
      limits: ClientLimits = ClientLimits(), certificates: String? = nil, environment: [String: String] = [:]
    ) {
      self.limits = limits
      self.certificates = CertificateAuthorities(file: certificates, environment: environment)
      proxies = ProxySettings(environment: environment)
    }

    /// Loads libcurl on another thread, while the program goes on to the first request.
    package func prepare() {
      Thread.detachNewThread { ccurl_load() }
    }

    deinit {
      engine.withLock { $0?.stop() }
    }

    /// Sends one request. Cancelling the task ends the transfer and throws `CancellationError`.
    package func response(to request: HTTPRequest) async throws -> HTTPResponse {
      var route = try CurlRoute(request, proxies, certificates: certificates)
      let engine = try startedEngine()
      guard let referrer = request.referringHost, !HostAddress.isPrivate(referrer, numericOnly: true) else {
        return try await engine.response(to: request, route, limits: limits)
      }
      route.isPublicOnly = true
      let rejected = SessionError.privateAddress(route.host)
      do {
        if route.isPrivateByItself { throw rejected }
        return try await engine.response(to: request, route, limits: limits)
      } catch let error as SessionError where error == rejected {
        // Rare enough to look up the referring host only now. Through a proxy its name may mean another host.
        guard route.proxy == nil, try await Self.isPrivate(referrer) else { throw error }
        route.isPublicOnly = false
        return try await engine.response(to: request, route, limits: limits)
      }
    }

    private static func isPrivate(_ host: String) async throws -> Bool {
      try await SerialQueue.run(label: "name resolution") { HostAddress.isPrivate(host, numericOnly: false) }
    }

    private func startedEngine() throws(SessionError) -> CurlEngine {
      try engine.withLock { engine throws(SessionError) in
        if let engine { return engine }
        let started = try CurlEngine()
        engine = started
        return started
      }
    }
  }
#endif
