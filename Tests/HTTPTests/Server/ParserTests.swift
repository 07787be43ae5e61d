import Foundation
import HTTP
import Testing

@Suite struct ParserTests {
  @Test func `a request without contents ends with its fields`() {
    let reading = ParserReading("GET /a?b=c HTTP/1.1\r\nHost: h:80\r\nX-Y: \t z, é \r\n\r\n")
    #expect(reading.lines == ["GET /a?b=c of 'h:80'", "end"])
    #expect(reading.heads.map(\.headers) == [["Host": "h:80", "X-Y": "z, é"]])
  }

  @Test func `each request of a pipeline ends at its length`() {
    let stream =
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
      + "PATCH / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ndef\r\n01;n=v\r\ng\r\n0\r\n\r\n"
      + "DELETE / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n" + "GET"
    #expect(
      ParserReading(stream).lines == [
        "POST / of 'h'", "< abc", "end", "PATCH / of 'h'", "< defg", "end", "DELETE / of 'h'", "end", "…",
      ])
  }

  @Test func `trailers are validated and discarded`() {
    let start = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\nHost: other\r\n"
    let reading = ParserReading(start + "X: y\r\n\r\n")
    #expect(reading.lines == ["POST / of 'h'", "end"])
    #expect(reading.heads.map(\.headers) == [["Host": "h", "Transfer-Encoding": "Chunked"]])
    #expect(
      ParserReading(start + "no colon\r\n\r\n").lines
        == ["POST / of 'h'", "400 A header field has no colon (RFC 9112 §5)"])
  }

  @Test func `chunk extensions are validated and ignored`() {
    let start = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(
      ParserReading(start + "2 ; a ; b=c;d = \"e \\\" \"\r\nok\r\n0;x\r\n\r\n").lines
        == ["POST / of 'h'", "< ok", "end"])
  }

  @Test(arguments: [
    ("GET http://t/a HTTP/1.1", "GET /a of 't'"), ("GET HTTPS://t HTTP/1.1", "GET / of 't'"),
    ("GET http://t?q HTTP/1.1", "GET /?q of 't'"), ("GET /%2F//.. HTTP/1.1", "GET /%2F//.. of 'h'"),
    ("OPTIONS * HTTP/1.1", "OPTIONS * of 'h'"), ("get / HTTP/1.1", "get / of 'h'"),
    ("GET / HTTP/1.0", "GET / of 'h', then close"), ("GET / HTTP/1.9", "GET / of 'h'"),
  ])
  func `origin, absolute and asterisk form of a target are accepted`(line: String, head: String) {
    #expect(ParserReading(line + "\r\nHost: h\r\n\r\n").lines == [head, "end"])
  }

  @Test(arguments: ["[::1]:80", "127.0.0.1", "a-b.example:65535", "", "h:", "%C3%B1", "H%4fSt:80"])
  func `a Host field is a registered name or an address`(host: String) {
    #expect(ParserReading("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").heads.map(\.authority) == [host])
  }

  @Test(arguments: [
    ("1.1", "", true), ("1.1", "keep-alive", true), ("1.1", "Close", false), ("1.1", "x, close ,y", false),
    ("1.1", "closed", true), ("1.1", "keep-alive, close", false), ("1.0", "", false),
    ("1.0", "keep-alive", false),
  ])
  func `a connection is kept alive except with HTTP/1.0 or Connection: close`(
    version: String, option: String, isKept: Bool
  ) {
    let stream = "GET / HTTP/\(version)\r\nHost: h\r\nConnection: \(option)\r\n\r\n"
    #expect(ParserReading(stream).heads.map(\.keepsAlive) == [isKept])
  }

  @Test(arguments: [
    ("1.1", "Content-Length: 1", true), ("1.1", "Transfer-Encoding: chunked", true),
    ("1.1", "Content-Length: 0", false), ("1.0", "Content-Length: 1", false),
  ])
  func `100-continue is honored only for HTTP/1.1 requests with contents`(
    version: String, framing: String, waits: Bool
  ) {
    let stream = "POST / HTTP/\(version)\r\nHost: h\r\nExpect: 100-Continue\r\n\(framing)\r\n\r\n"
    #expect(ParserReading(stream).heads.map(\.expectsContinue) == [waits])
  }

  @Test func `one empty line before a request is ignored`() {
    #expect(ParserReading("\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n").lines == ["GET / of 'h'", "end"])
    #expect(ParserReading("\r\n").lines == [])
    #expect(
      ParserReading("\r\n\r\n").lines == ["400 Empty lines before the request line (RFC 9112 §2.2)"])
  }

  @Test func `after an error the parser throws the same error again`() throws {
    var parser = HTTPParser()
    parser.append("\n".utf8)
    let error = HTTPError(400, "A line ends with a bare LF", section: "RFC 9112 §2.2")
    #expect(throws: error) { try parser.next() }
    parser.append("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
    #expect(throws: error) { try parser.next() }
  }
}
