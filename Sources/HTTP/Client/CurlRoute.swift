import Foundation
import SystemSupport

/// Where libcurl connects for a request.
struct CurlRoute: Sendable {
  /// With the scheme `http` or `https`.
  let url: String
  /// Without a port; in brackets an IPv6 address.
  let host: String
  /// The path of the Unix socket to connect to instead of the host.
  let unixSocket: String?
  /// The URL of the proxy; nil for a direct connection.
  let proxy: String?
  let certificates: CertificateAuthorities
  /// Whether only addresses of the public internet may be connected to.
  var isPublicOnly = false

  /// - Throws: `SessionError.unsupportedAddress` for what is no URL of this session.
  init(_ request: HTTPRequest, _ proxies: ProxySettings, certificates: CertificateAuthorities)
    throws(SessionError)
  {
    self.certificates = certificates
    let (scheme, authority) = (request.scheme ?? "", request.authority ?? "")
    let unsupported = SessionError.unsupportedAddress("\(scheme)://\(authority)\(request.target)")
    switch scheme {
    case "http", "https":
      // libcurl would send user information as a password.
      guard let url = request.url, let host = url.host(), !host.isEmpty, !authority.contains("@") else {
        throw unsupported
      }
      self.url = "\(scheme)://\(authority)\(request.target)"
      self.host = host
      unixSocket = nil
      proxy = proxies.proxy(scheme: scheme, host: host)
    case "http+unix":
      guard let path = authority.removingPercentEncoding, path.hasPrefix("/"), request.target.hasPrefix("/")
      else { throw unsupported }
      url = "http://localhost" + request.target
      host = "localhost"
      unixSocket = path
      proxy = nil
    default:
      throw unsupported
    }
  }

  /// Whether the host is this machine or a numeric address that is not public: known without looking a name up.
  var isPrivateByItself: Bool { unixSocket != nil || HostAddress.isPrivate(host, numericOnly: true) }
}

/// The certificate authorities that servers are checked against, where they are not those of the system.
package struct CertificateAuthorities: Sendable, Equatable {
  /// A PEM file.
  let file: String?
  /// A folder of PEM files, named by their hashes (openssl-rehash(1)).
  let folder: String?

  /// - Parameters:
  ///   - file: A PEM file that the user names; it takes precedence over the environment.
  ///   - environment: `CURL_CA_BUNDLE`, `SSL_CERT_FILE` and `SSL_CERT_DIR`, as the curl program reads them.
  package init(file: String?, environment: [String: String]) {
    let set = environment.filter { !$0.value.isEmpty }
    self.file = file ?? set["CURL_CA_BUNDLE"] ?? set["SSL_CERT_FILE"]
    folder = file == nil && set["CURL_CA_BUNDLE"] == nil ? set["SSL_CERT_DIR"] : nil
  }

  /// The path that an error names when the certificates cannot be read.
  var path: String { file ?? folder ?? "" }
}
