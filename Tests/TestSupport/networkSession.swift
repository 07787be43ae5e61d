package import HTTP

#if !os(Linux)
  import URLLoading
#endif

/// The session with which the program connects to networks on this system.
///
/// - Parameter idle: The longest time without progress.
package func networkSession(idle: Duration = patience) -> any Session {
  let limits = ClientLimits(idle: idle)
  #if os(Linux)
    return CurlSession(limits: limits)
  #else
    return URLSession.ephemeral(limits: limits)
  #endif
}
