import TestSupport
import Testing

@testable import HTTP

struct ProxySettingsTests {
  private func proxy(
    _ environment: [String: String], _ scheme: String = "https", _ host: String = "a.example"
  )
    -> String?
  {
    ProxySettings(environment: environment).proxy(scheme: scheme, host: host)
  }

  @Test(
    arguments: [
      ([:], "http", nil), ([:], "https", nil), (["http_proxy": "p"], "http", "p"),
      (["http_proxy": "p"], "https", nil),
      (["https_proxy": "p"], "https", "p"), (["HTTPS_PROXY": "p"], "https", "p"),
      (["https_proxy": "p"], "http", nil),
      (["https_proxy": "p", "HTTPS_PROXY": "q"], "https", "p"),
      (["https_proxy": "", "HTTPS_PROXY": "q"], "https", "q"),
      (["all_proxy": "p"], "http", "p"), (["ALL_PROXY": "p"], "https", "p"),
      (["all_proxy": "p", "ALL_PROXY": "q"], "https", "p"),
      (["all_proxy": "p", "HTTPS_PROXY": "q"], "https", "q"),
      // A CGI program gets this variable from a request's `Proxy` field.
      (["HTTP_PROXY": "p"], "http", nil), (["HTTP_PROXY": "p", "ALL_PROXY": "q"], "http", "q"),
    ] as [([String: String], String, String?)])
  func `the variable of the scheme names the proxy`(
    environment: [String: String], scheme: String, expected: String?
  ) {
    #expect(proxy(environment, scheme) == expected)
  }

  /// Whether `NO_PROXY` names the host.
  static let exceptions: [(String, String, Bool)] = [
    ("", "a.example", false), ("*", "a.example", true), ("*,b", "a.example", false),
    ("a.example", "a.example", true),
    ("A.Example", "a.eXample", true), (".example", "a.example", true), ("example", "a.example", true),
    ("ample", "a.example", false), ("b.example", "a.example", false), ("x,a.example", "a.example", true),
    ("x a.example", "a.example", true), ("x, a.example ,y", "a.example", true),
    ("a.example.", "a.example", true),
    ("a.example", "a.example.", true), (",, ,", "a.example", false), ("x.a.example", "a.example", false),
    ("127.0.0.1", "127.0.0.1", true), ("127.0.0.2", "127.0.0.1", false), ("127.0.0.0/8", "127.1.2.3", true),
    ("10.0.0.0/8", "127.1.2.3", false), ("192.168.0.0/16", "192.168.3.4", true),
    ("192.168.0.0/16", "192.169.3.4", false), ("10.0.0.1/32", "10.0.0.1", true),
    ("10.0.0.1/33", "10.0.0.1", false),
    ("0.0.1", "127.0.0.1", false), ("::1", "[::1]", true), ("fe80::/10", "[febf::1]", true),
    ("fe80::/10", "[fec0::1]", false), ("localhost", "localhost", true), ("localhost", "127.0.0.1", false),
  ]

  @Test(arguments: exceptions)
  func `hosts are excepted from the proxy`(list: String, host: String, isExcepted: Bool) {
    let expected = isExcepted ? nil : "p"
    #expect(proxy(["ALL_PROXY": "p", "NO_PROXY": list], "http", host) == expected)
    #expect(
      proxy(["ALL_PROXY": "p", "no_proxy": list, "NO_PROXY": "*"], "http", host)
        == (list.isEmpty ? nil : expected))
  }
}
