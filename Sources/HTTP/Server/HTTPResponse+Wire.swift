import Foundation

extension HTTPResponse {
  /// The status line and fields as they are sent (RFC 9112 §4, §5), with the empty line after them.
  func head(keepsAlive: Bool, date: String) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n"
    for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
    text += "Date: \(date)\r\n"
    // Neither has contents, and a length would announce some (RFC 9110 §8.6).
    if status != 204, status != 304 { text += "Content-Length: \(body.count)\r\n" }
    if !keepsAlive { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// The answer to what is no request.
  init(_ refusal: HTTPRefusal) {
    self.init(
      status: refusal.status, headers: ["Content-Type": "text/plain; charset=utf-8"],
      body: Data("\(refusal.reason) (\(refusal.section))\n".utf8))
    if status == 503 { headers["Retry-After"] = "5" }
  }

  /// The phrases of RFC 9110 §15 and RFC 6585 for the statuses in use.
  private static let reasons = [
    200: "OK", 201: "Created", 204: "No Content", 206: "Partial Content", 304: "Not Modified",
    400: "Bad Request",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
    412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable",
    417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    503: "Service Unavailable", 505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]
}

extension HTTPRequest {
  /// A request that came over a socket. HEAD is asked as GET: the server leaves the contents of the answer away.
  init(_ head: HTTPRequestHead, contents: Data, peer: String) {
    self.init(
      head.method == .head ? .get : head.method, scheme: "http",
      authority: head.authority.isEmpty ? nil : head.authority, target: head.target, headers: head.headers,
      body: HTTPBody(contents))
    self.peer = peer
  }
}
