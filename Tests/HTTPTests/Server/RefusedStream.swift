import Testing

/// Bytes that are no request, and what is said of them.
struct RefusedStream: CustomTestStringConvertible {
  let bytes: String
  let refusal: String

  var testDescription: String { String(bytes.debugDescription.prefix(120)) }

  init(_ bytes: String, _ refusal: String) {
    self.bytes = bytes
    self.refusal = refusal
  }

  /// One whose fields are wrong.
  init(fields: String..., refusal: String) {
    self.init("POST / HTTP/1.1\r\nHost: h\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n", refusal)
  }

  /// One whose chunks are wrong.
  init(chunks: String, _ refusal: String) {
    self.init("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, refusal)
  }

  static let all = requestLines + lineEnds + hosts + framings + fields + chunks

  private static let requestLines =
    [
      RefusedStream("GET /\r\n", "400 The request line is not method, target and version (RFC 9112 §3)"),
      RefusedStream(
        "GET  / HTTP/1.1\r\n", "400 The request line is not method, target and version (RFC 9112 §3)"),
      RefusedStream(
        " GET / HTTP/1.1\r\n", "400 The request line is not method, target and version (RFC 9112 §3)"),
      RefusedStream("G@T / HTTP/1.1\r\n", "400 The method is not a token (RFC 9110 §9.1)"),
      RefusedStream(" / HTTP/1.1\r\n", "400 The method is not a token (RFC 9110 §9.1)"),
      RefusedStream("GET / HTTP/1.10\r\n", "400 The version is not HTTP and two digits (RFC 9112 §2.3)"),
      RefusedStream("GET / http/1.1\r\n", "400 The version is not HTTP and two digits (RFC 9112 §2.3)"),
      RefusedStream("GET / HTTP/2.0\r\n", "505 Only HTTP/1.1 and 1.0 are spoken here (RFC 9110 §15.6.6)"),
      RefusedStream("CONNECT h:80 HTTP/1.1\r\n", "501 This server makes no tunnels (RFC 9110 §9.3.6)"),
      RefusedStream("GET * HTTP/1.1\r\n", "400 Only OPTIONS can ask for '*' (RFC 9112 §3.2.4)"),
      RefusedStream("GET a HTTP/1.1\r\n", "400 The target is no path and no address (RFC 9112 §3.2)"),
      RefusedStream("GET ftp://h/ HTTP/1.1\r\n", "400 The target is no path and no address (RFC 9112 §3.2)"),
      RefusedStream("GET http:///a HTTP/1.1\r\n", "400 The target is no path and no address (RFC 9112 §3.2)"),
      RefusedStream(
        "GET http://me:word@h/ HTTP/1.1\r\n", "400 The target is no path and no address (RFC 9112 §3.2)"),
    ]
    + ["/é", "/%", "/%2", "/%zz", "/#a", "/\t", "/\"", "/\u{7F}"].map { target in
      RefusedStream(
        "GET \(target) HTTP/1.1\r\n", "400 The target holds what has to be percent-encoded (RFC 9112 §3.2.1)")
    }

  private static let lineEnds = [
    RefusedStream("GET / HTTP/1.1\nHost: h\n\n", "400 A line ends in LF alone (RFC 9112 §2.2)"),
    RefusedStream("GET / HTTP/1.1\r\nHost: h\n\r\n", "400 A line ends in LF alone (RFC 9112 §2.2)"),
    RefusedStream("GET / HTTP/1.1\rHost: h\r\r", "400 A line holds a bare CR (RFC 9112 §2.2)"),
    RefusedStream("GET / HTTP/1.1\r\r\n", "400 A line holds a bare CR (RFC 9112 §2.2)"),
    RefusedStream(fields: "X: a\rY: b", refusal: "400 A line holds a bare CR (RFC 9112 §2.2)"),
  ]

  private static let hosts =
    [
      RefusedStream("GET / HTTP/1.1\r\n\r\n", "400 The Host field is missing (RFC 9112 §3.2)"),
      RefusedStream("GET http://h/ HTTP/1.1\r\n\r\n", "400 The Host field is missing (RFC 9112 §3.2)"),
      RefusedStream(fields: "hOST: h", refusal: "400 There are two Host fields (RFC 9112 §3.2)"),
    ]
    + ["a b", "a/b", "me@h", "h:123456", "h:x", "[::1", "[]", "[::g]", ":80"].map { host in
      RefusedStream(
        "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n", "400 The Host field is not a host (RFC 9112 §3.2)")
    }

  private static let framings =
    [
      RefusedStream(
        fields: "Content-Length: 1", "Transfer-Encoding: chunked",
        refusal: "400 There are both a Content-Length and a Transfer-Encoding (RFC 9112 §6.1)"),
      RefusedStream(
        fields: "Content-Length: 1", "content-length: 1",
        refusal: "400 The Content-Length is not one number (RFC 9112 §6.3)"),
      RefusedStream(
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
        "400 HTTP/1.0 has no Transfer-Encoding (RFC 9112 §6.1)"),
      RefusedStream(
        fields: "Transfer-Encoding: gzip, chunked",
        refusal: "501 Only the transfer coding chunked is known (RFC 9112 §6.1)"),
      RefusedStream(
        fields: "Transfer-Encoding: br", "Transfer-Encoding: chunked",
        refusal: "501 Only the transfer coding chunked is known (RFC 9112 §6.1)"),
      RefusedStream(
        fields: "Expect: tea", refusal: "417 Only 100-continue can be expected (RFC 9110 §10.1.1)"),
    ]
    + ["+1", "-1", "1, 1", "1 1", "0x1", "", "1;", "9999999999999999999", "１"].map { length in
      RefusedStream(
        fields: "Content-Length: \(length)",
        refusal: "400 The Content-Length is not one number (RFC 9112 §6.3)")
    }
    + ["gzip", "chunked, gzip", "chunked, chunked", "", "chunked;a=b", "\"chunked\"", "xchunked"].map {
      coding in
      RefusedStream(
        fields: "Transfer-Encoding: \(coding)",
        refusal: "400 The contents do not end with chunked coding (RFC 9112 §6.3)")
    }

  private static let fields =
    [
      RefusedStream(fields: "X: a", " b", refusal: "400 A field goes on over a second line (RFC 9112 §5.2)"),
      RefusedStream(fields: "\tX: a", refusal: "400 A field goes on over a second line (RFC 9112 §5.2)"),
      RefusedStream(fields: "X", refusal: "400 A field has no colon (RFC 9112 §5)"),
    ]
    + ["X :", ":", "X Y:", "é:", "X\0:", "(X):"].map { name in
      RefusedStream(
        fields: name,
        refusal: "400 A field's name is not a token, or a space stands before its colon (RFC 9112 §5.1)")
    }
    + ["\0", "\u{1B}[0m", "\u{7F}", "\u{8}"].map { control in
      RefusedStream(
        fields: "X: a\(control)b", refusal: "400 A field holds a control character (RFC 9110 §5.5)")
    }

  private static let chunks =
    [
      RefusedStream(chunks: "1\r\nab\r\n", "400 A chunk is longer than its first line says (RFC 9112 §7.1)"),
      RefusedStream(chunks: "1\r\na0\r\n", "400 A chunk is longer than its first line says (RFC 9112 §7.1)"),
      RefusedStream(chunks: "1\na\r\n", "400 A line ends in LF alone (RFC 9112 §2.2)"),
      RefusedStream(chunks: "1\r\na\n0\r\n", "400 A line ends in LF alone (RFC 9112 §2.2)"),
      RefusedStream(
        chunks: String(repeating: "0", count: 1_025), "400 A chunk's first line is too long (RFC 9112 §7.1.1)"
      ),
    ]
    + ["", "x", "-1", "+1", " 1", "10000000000000000"].map { size in
      RefusedStream(
        chunks: size + "\r\n", "400 A chunk's size is not a hexadecimal number (RFC 9112 §7.1)")
    }
    + ["0x1", "1;", "1 ", "1 a", "1;a=", "1;a=\"b", "1;a=\"b\" c", "1;=b", "1;a=\"\\"].map { line in
      RefusedStream(chunks: line + "\r\n", "400 A chunk's extension is malformed (RFC 9112 §7.1.1)")
    }
}
