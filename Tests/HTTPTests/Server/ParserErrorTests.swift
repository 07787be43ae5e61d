import Foundation
import HTTP
import Testing

@Suite struct ParserErrorTests {
  @Test(arguments: InvalidStream.all)
  func `an invalid or ambiguous stream is rejected with its RFC section`(stream: InvalidStream) {
    #expect(ParserReading(stream.bytes).lines.last == stream.error, "\(stream.bytes.debugDescription)")
  }

  private static let limits = {
    var limits = HTTPLimits()
    limits.requestLine = 20
    limits.fields = 60
    limits.fieldCount = 3
    limits.body = 5
    limits.upload = 9
    return limits
  }()

  private static let tooMuch =
    "431 Request header fields too large: more than 3 fields or 60 bytes (RFC 6585 §5)"

  @Test func `the request line limit applies before the line is complete`() {
    let fits = "GET /" + String(repeating: "a", count: 6) + " HTTP/1.1"
    #expect(fits.utf8.count == 20)
    #expect(
      ParserReading(fits + "\r\nHost: h\r\n\r\n", limits: Self.limits).lines == ["GET /aaaaaa of 'h'", "end"])
    #expect(
      ParserReading(String(repeating: "a", count: 21), limits: Self.limits).lines
        == ["414 The request line is longer than 20 bytes (RFC 9112 §3)"])
  }

  @Test func `the field size limit counts line ends`() {
    // The Host field takes 9 bytes and the empty line 2, so 49 are left.
    let start = "GET / HTTP/1.1\r\nHost: h\r\nX: "
    let fits = ParserReading(start + String(repeating: "a", count: 44) + "\r\n\r\n", limits: Self.limits)
    #expect(fits.lines == ["GET / of 'h'", "end"])
    let long = ParserReading(start + String(repeating: "a", count: 45) + "\r\n\r\n", limits: Self.limits)
    #expect(long.lines == [Self.tooMuch])
    let unfinished = ParserReading(start + String(repeating: "a", count: 60), limits: Self.limits)
    #expect(unfinished.lines == [Self.tooMuch])
  }

  @Test func `the field count limit counts trailers`() {
    let start = "POST / HTTP/1.1\r\nHost: h\r\nA:\r\n"
    #expect(ParserReading(start + "B:\r\n\r\n", limits: Self.limits).lines == ["POST / of 'h'", "end"])
    #expect(ParserReading(start + "B:\r\nC:\r\n\r\n", limits: Self.limits).lines == [Self.tooMuch])
    let chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    #expect(
      ParserReading(chunked + "A:\r\nB:\r\n\r\n", limits: Self.limits).lines == [
        "POST / of 'h'", Self.tooMuch,
      ])
  }

  @Test func `the body limit applies to the announced length`() {
    let start = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: "
    #expect(ParserReading(start + "5\r\n\r\nabcde", limits: Self.limits).lines.last == "end")
    #expect(
      ParserReading(start + "6\r\n\r\n", limits: Self.limits).lines
        == ["413 The contents are larger than 5 bytes (RFC 9110 §15.5.14)"])
  }

  @Test func `the body limit applies to chunked contents as they arrive`() {
    let start = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
    #expect(
      ParserReading(start + "2\r\nde\r\n0\r\n\r\n", limits: Self.limits).lines
        == ["POST / of 'h'", "< abcde", "end"])
    for size in ["3", "FFFFFFFFFFFFFFF"] {
      #expect(
        ParserReading(start + size + "\r\n", limits: Self.limits).lines == [
          "POST / of 'h'", "< abc", "413 The contents are larger than 5 bytes (RFC 9110 §15.5.14)",
        ])
    }
  }

  @Test func `a form with files has a larger body limit`() {
    var limits = Self.limits
    limits.fields = 100
    let start =
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: Multipart/Form-Data; boundary=b\r\nContent-Length: "
    #expect(
      ParserReading(start + "9\r\n\r\nabcdefghi", limits: limits).lines == [
        "POST / of 'h'", "< abcdefghi", "end",
      ])
    #expect(
      ParserReading(start + "10\r\n\r\n", limits: limits).lines
        == ["413 The contents are larger than 9 bytes (RFC 9110 §15.5.14)"])
  }

  @Test func `the default limits match the documentation`() {
    let limits = HTTPLimits()
    #expect(limits.requestLine == 8_192)
    #expect(limits.fields == 16_384)
    #expect(limits.fieldCount == 100)
    #expect(limits.body == 1_048_576)
    #expect(limits.upload == 67_108_864)
    #expect(limits.bodiesInFlight == 67_108_864)
    #expect(limits.spooled == 1_073_741_824)
    #expect(limits.headSeconds == 10)
    #expect(limits.bodyRate == 1_024)
    #expect(limits.responseSeconds == 30)
    #expect(limits.idleSeconds == 30)
    #expect(limits.connections == 12_000)
    #expect(limits.clientConnections == 512)
  }
}
