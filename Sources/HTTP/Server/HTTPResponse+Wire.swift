import Foundation

extension HTTPResponse {
  /// The status line and the session's fields as bytes (RFC 9112 §4, §5), without the hop-by-hop fields (RFC 9110 §7.6.1)
  /// and the framing.
  var headStart: [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n"
    for field in headers.fields where field.name.isValid && !Self.serverFields.contains(field.name) {
      text += "\(field.name): \(field.value)\r\n"
    }
    return Array(text.utf8)
  }

  /// False for 204 and 304, which have neither contents nor a Content-Length (RFC 9110 §8.6).
  var mayHaveContents: Bool { status != 204 && status != 304 }

  /// The fields that the server writes itself.
  private static let serverFields = HTTPField.Name.hopByHop + [.contentLength, .date]

  /// Adds HEAD after GET in `Allow` (RFC 9110 §10.2.1): the server derives HEAD from GET.
  var allowingHead: HTTPResponse {
    guard let methods = headers[.allow]?.split(separator: ",").map(\.trimmingBlanks),
      let get = methods.firstIndex(of: "GET"), !methods.contains("HEAD")
    else { return self }
    var response = self
    response.headers[.allow] = (methods[...get] + ["HEAD"] + methods[(get + 1)...]).joined(separator: ", ")
    return response
  }

  /// The reason phrases of RFC 9110 §15, RFC 6585 and RFC 4918 for the status codes in use.
  private static let reasons = [
    200: "OK", 201: "Created", 204: "No Content", 206: "Partial Content", 302: "Found",
    303: "See Other", 304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
    410: "Gone", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
    415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    421: "Misdirected Request", 422: "Unprocessable Content",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    503: "Service Unavailable", 505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]
}

extension HTTPRequest {
  /// A request that was received over a socket. HEAD becomes GET; the server omits the contents of the response.
  init(_ head: HTTPRequestHead, contents: Data, client: TrustedProxies.Client) {
    let authority = client.host ?? head.authority
    self.init(
      head.method == .head ? .get : head.method, scheme: client.scheme ?? "http",
      authority: authority.isEmpty ? nil : authority, target: head.target, headers: head.headers,
      body: HTTPBody(contents))
    peer = client.address
    omitsContents = head.method == .head
  }
}
