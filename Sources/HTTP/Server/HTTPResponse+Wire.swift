import Foundation

extension HTTPResponse {
  /// The status line and fields as they are sent (RFC 9112 §4, §5), with the empty line after them.
  ///
  /// What is of the connection is the server's to say: where a session answers from another connection, that one's
  /// framing is left behind.
  func head(keepsAlive: Bool, date: String) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n"
    for field in headers.fields where !Self.isOfConnection(field.name) {
      text += "\(field.name): \(field.value)\r\n"
    }
    text += "Date: \(date)\r\n"
    if mayHaveContents { text += "Content-Length: \(body.count)\r\n" }
    if !keepsAlive { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// Neither 204 nor 304 has contents, and a length would announce some (RFC 9110 §8.6).
  var mayHaveContents: Bool { status != 204 && status != 304 }

  /// The fields of RFC 9110 §7.6.1 and those that are written here, and whatever is no field's name.
  private static func isOfConnection(_ name: String) -> Bool {
    !Array(name.utf8)[...].isToken || connectionFields.contains(where: name.equalsIgnoringCase)
  }

  private static let connectionFields = [
    "Connection", "Content-Length", "Date", "Keep-Alive", "Proxy-Connection", "TE", "Trailer",
    "Transfer-Encoding", "Upgrade",
  ]

  /// The answer to what is no request.
  init(_ refusal: HTTPError) {
    self.init(
      status: refusal.status, headers: ["Content-Type": "text/plain; charset=utf-8"],
      body: Data("\(refusal.reason) (\(refusal.section))\n".utf8))
    if status == 503 { headers["Retry-After"] = "5" }
  }

  /// The answer to what went wrong here: of the cause it says nothing.
  static let failure = HTTPResponse(
    status: 500, headers: ["Content-Type": "text/plain; charset=utf-8"],
    body: Data("The request could not be answered\n".utf8))

  /// Who answers GET answers HEAD, since the server makes the one of the other: `Allow` (RFC 9110 §10.2.1) says so.
  var allowingHead: HTTPResponse {
    guard let methods = headers["Allow"]?.split(separator: ",").map(\.trimmingBlanks),
      let get = methods.firstIndex(of: "GET"), !methods.contains("HEAD")
    else { return self }
    var response = self
    response.headers["Allow"] = (methods[...get] + ["HEAD"] + methods[(get + 1)...]).joined(separator: ", ")
    return response
  }

  /// The phrases of RFC 9110 §15 and RFC 6585 for the statuses in use.
  private static let reasons = [
    200: "OK", 201: "Created", 204: "No Content", 206: "Partial Content", 304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized",
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
