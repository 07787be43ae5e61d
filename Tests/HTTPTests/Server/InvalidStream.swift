import Testing

/// Bytes that are not a valid request, and the error as text.
struct InvalidStream: CustomTestStringConvertible {
  let bytes: String
  let error: String

  var testDescription: String { String(bytes.debugDescription.prefix(120)) }

  init(_ bytes: String, _ error: String) {
    self.bytes = bytes
    self.error = error
  }

  /// A request with invalid fields.
  init(fields: String..., error: String) {
    self.init("POST / HTTP/1.1\r\nHost: h\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n", error)
  }

  /// A request with invalid chunks.
  init(chunks: String, _ error: String) {
    self.init("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, error)
  }

  static let all = requestLines + lineEnds + hosts + framings + fields + chunks

  private static let requestLines =
    [
      InvalidStream("GET /\r\n", "400 The request line is not method, target and version (RFC 9112 §3)"),
      InvalidStream(
        "GET  / HTTP/1.1\r\n", "400 The request line is not method, target and version (RFC 9112 §3)"),
      InvalidStream(
        " GET / HTTP/1.1\r\n", "400 The request line is not method, target and version (RFC 9112 §3)"),
      InvalidStream("G@T / HTTP/1.1\r\n", "400 The method is not a token (RFC 9110 §9.1)"),
      InvalidStream(" / HTTP/1.1\r\n", "400 The method is not a token (RFC 9110 §9.1)"),
      InvalidStream("GET / HTTP/1.10\r\n", "400 Invalid HTTP version (RFC 9112 §2.3)"),
      InvalidStream("GET / http/1.1\r\n", "400 Invalid HTTP version (RFC 9112 §2.3)"),
      InvalidStream("GET / HTTP/2.0\r\n", "505 Only HTTP/1.1 and HTTP/1.0 are supported (RFC 9110 §15.6.6)"),
      InvalidStream("CONNECT h:80 HTTP/1.1\r\n", "501 CONNECT is not supported (RFC 9110 §9.3.6)"),
      InvalidStream("GET * HTTP/1.1\r\n", "400 The target '*' requires OPTIONS (RFC 9112 §3.2.4)"),
      InvalidStream("GET a HTTP/1.1\r\n", "400 The target is neither a path nor an http URL (RFC 9112 §3.2)"),
      InvalidStream(
        "GET ftp://h/ HTTP/1.1\r\n", "400 The target is neither a path nor an http URL (RFC 9112 §3.2)"),
      InvalidStream(
        "GET http:///a HTTP/1.1\r\n", "400 The target is neither a path nor an http URL (RFC 9112 §3.2)"),
      InvalidStream(
        "GET http://me:word@h/ HTTP/1.1\r\n",
        "400 The target is neither a path nor an http URL (RFC 9112 §3.2)"),
    ]
    + ["/é", "/%", "/%2", "/%zz", "/#a", "/\t", "/\"", "/\u{7F}"].map { target in
      InvalidStream(
        "GET \(target) HTTP/1.1\r\n",
        "400 The target contains characters that must be percent-encoded (RFC 9112 §3.2.1)")
    }

  private static let lineEnds = [
    InvalidStream("GET / HTTP/1.1\nHost: h\n\n", "400 A line ends with a bare LF (RFC 9112 §2.2)"),
    InvalidStream("GET / HTTP/1.1\r\nHost: h\n\r\n", "400 A line ends with a bare LF (RFC 9112 §2.2)"),
    InvalidStream("GET / HTTP/1.1\rHost: h\r\r", "400 A line contains a bare CR (RFC 9112 §2.2)"),
    InvalidStream("GET / HTTP/1.1\r\r\n", "400 A line contains a bare CR (RFC 9112 §2.2)"),
    InvalidStream(fields: "X: a\rY: b", error: "400 A line contains a bare CR (RFC 9112 §2.2)"),
  ]

  private static let hosts =
    [
      InvalidStream("GET / HTTP/1.1\r\n\r\n", "400 Missing Host field (RFC 9112 §3.2)"),
      InvalidStream("GET http://h/ HTTP/1.1\r\n\r\n", "400 Missing Host field (RFC 9112 §3.2)"),
      InvalidStream(fields: "hOST: h", error: "400 More than one Host field (RFC 9112 §3.2)"),
      InvalidStream(
        fields: "Authorization: Basic OmE=\r\nauthorization: Basic OmI=",
        error: "400 More than one Authorization field (RFC 9110 §5.3)"),
      InvalidStream(
        fields: "Idempotency-Key: a\r\nIdempotency-Key: a",
        error: "400 More than one Idempotency-Key field (RFC 9110 §5.3)"),
    ]
    + [
      "a b", "a/b", "me@h", "h:123456", "h:x", "[::1", "[]", "[::g]", ":80", "%", "%C", "%zz", "a%2",
      "[::1%25en0]:80",
    ].map { host in
      InvalidStream(
        "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n", "400 Invalid Host field (RFC 9112 §3.2)")
    }

  private static let framings =
    [
      InvalidStream(
        fields: "Content-Length: 1", "Transfer-Encoding: chunked",
        error: "400 Both Content-Length and Transfer-Encoding are present (RFC 9112 §6.1)"),
      InvalidStream(
        fields: "Content-Length: 1", "content-length: 1",
        error: "400 Invalid Content-Length (RFC 9112 §6.3)"),
      InvalidStream(
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
        "400 Transfer-Encoding is not part of HTTP/1.0 (RFC 9112 §6.1)"),
      InvalidStream(
        fields: "Transfer-Encoding: gzip, chunked",
        error: "501 Unsupported transfer coding: only chunked is supported (RFC 9112 §6.1)"),
      InvalidStream(
        fields: "Transfer-Encoding: br", "Transfer-Encoding: chunked",
        error: "501 Unsupported transfer coding: only chunked is supported (RFC 9112 §6.1)"),
      InvalidStream(
        fields: "Expect: tea",
        error: "417 Unsupported Expect field: only 100-continue is supported (RFC 9110 §10.1.1)"),
    ]
    + ["+1", "-1", "1, 1", "1 1", "0x1", "", "1;", "9999999999999999999", "１"].map { length in
      InvalidStream(
        fields: "Content-Length: \(length)",
        error: "400 Invalid Content-Length (RFC 9112 §6.3)")
    }
    + ["gzip", "chunked, gzip", "chunked, chunked", "", "chunked;a=b", "\"chunked\"", "xchunked"].map {
      coding in
      InvalidStream(
        fields: "Transfer-Encoding: \(coding)",
        error: "400 The last transfer coding is not chunked (RFC 9112 §6.3)")
    }

  private static let fields =
    [
      InvalidStream(
        fields: "X: a", " b", error: "400 A header field is folded over two lines (RFC 9112 §5.2)"),
      InvalidStream(fields: "\tX: a", error: "400 A header field is folded over two lines (RFC 9112 §5.2)"),
      InvalidStream(fields: "X", error: "400 A header field has no colon (RFC 9112 §5)"),
    ]
    + ["X :", ":", "X Y:", "é:", "X\0:", "(X):"].map { name in
      InvalidStream(
        fields: name,
        error: "400 A header field name is not a token, or a space precedes its colon (RFC 9112 §5.1)")
    }
    + ["\0", "\u{1B}[0m", "\u{7F}", "\u{8}"].map { control in
      InvalidStream(
        fields: "X: a\(control)b", error: "400 A header field contains a control character (RFC 9110 §5.5)")
    }

  private static let chunks =
    [
      InvalidStream(chunks: "1\r\nab\r\n", "400 A chunk is longer than its size (RFC 9112 §7.1)"),
      InvalidStream(chunks: "1\r\na0\r\n", "400 A chunk is longer than its size (RFC 9112 §7.1)"),
      InvalidStream(chunks: "1\na\r\n", "400 A line ends with a bare LF (RFC 9112 §2.2)"),
      InvalidStream(chunks: "1\r\na\n0\r\n", "400 A line ends with a bare LF (RFC 9112 §2.2)"),
      InvalidStream(
        chunks: String(repeating: "0", count: 1_025),
        "400 The line of a chunk size is too long (RFC 9112 §7.1.1)"
      ),
    ]
    + ["", "x", "-1", "+1", " 1", "10000000000000000"].map { size in
      InvalidStream(
        chunks: size + "\r\n", "400 A chunk size is not a hexadecimal number (RFC 9112 §7.1)")
    }
    + ["0x1", "1;", "1 ", "1 a", "1;a=", "1;a=\"b", "1;a=\"b\" c", "1;=b", "1;a=\"\\"].map { line in
      InvalidStream(chunks: line + "\r\n", "400 A chunk extension is malformed (RFC 9112 §7.1.1)")
    }
}
