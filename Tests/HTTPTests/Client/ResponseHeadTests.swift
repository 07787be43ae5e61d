import Foundation
import Testing

@testable import HTTP

struct ResponseHeadTests {
  /// Reads the lines of a text, each with its line end.
  private func read(_ text: String, limits: ClientLimits = ClientLimits()) throws -> ResponseHead {
    try read(Data(text.utf8), limits: limits)
  }

  private func read(_ bytes: Data, limits: ClientLimits = ClientLimits()) throws -> ResponseHead {
    var head = ResponseHead(limits: limits)
    var rest = bytes
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }.count + 1
      try head.append(rest.prefix(line))
      rest = rest.dropFirst(line)
    }
    return head
  }

  @Test func `status and fields are read`() throws {
    let head = try read(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-A:1\r\nx-a: \t two \t\r\nX-B:\r\n\r\n")
    #expect(head.status == 200)
    #expect(head.isComplete)
    #expect(!head.isEmpty)
    #expect(
      head.headers
        == HTTPHeaders([
          HTTPField("Content-Type", "text/plain"), HTTPField("X-A", "1"), HTTPField("x-a", "two"),
          HTTPField("X-B", ""),
        ]))
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK", "HTTP/1.0 200 OK", "HTTP/1.1 200 ", "HTTP/1.1 200", "HTTP/2 200 ", "HTTP/2 200",
    "HTTP/1.1 200 좋음", "HTTP/1.1 200 a b\tc",
  ])
  func `a status line may lack the reason`(line: String) throws {
    #expect(try read(line + "\r\n\r\n").isComplete)
    #expect(try read(line + "\n\n").status == 200)
  }

  @Test(arguments: [
    "", "<html>", "SSH-2.0-OpenSSH_9", "ICY 200 OK", "http/1.1 200 OK", "HTTP/1.1", "HTTP/1.1 ",
    "HTTP/1.1 20 OK",
    "HTTP/1.1 2000 OK", "HTTP/1.1 abc OK", "HTTP/1.1 -20 OK", "HTTP/1.1 099 OK", "HTTP/1.1 000 OK",
    "HTTP/1.1  200 OK", "HTTP/1.1\t200 OK", " HTTP/1.1 200 OK", "HTTP/1.1 ２００ OK", "HTTP/1.1 200 \u{0}",
    "HTTP/1.1 200 a\rb", "Content-Type: a/b",
  ])
  func `a line that is no status line is an error`(line: String) {
    #expect(throws: SessionError.malformedHead(.statusLine)) { try read(line + "\r\n") }
  }

  @Test(arguments: [
    "no colon", ": no name", "X A: blank in the name", "X-A : blank before the colon", "X-Ä: letter",
    "X(A): b",
    "\"X\": y", " X: a continuation of nothing", "\tX: y",
  ])
  func `a line that is no field is an error`(line: String) {
    #expect(throws: SessionError.malformedHead(.field)) { try read("HTTP/1.1 200 OK\r\n\(line)\r\n") }
  }

  @Test(arguments: ["\u{0}", "\u{1}", "\u{8}", "\r", "\u{1B}", "\u{7F}"])
  func `a control character in a field is an error`(character: String) {
    for line in ["X\(character)A: b", "X-A: a\(character)b", "X-A: \(character)"] {
      #expect(throws: SessionError.malformedHead(.controlCharacter)) {
        try read(Data("HTTP/1.1 200 OK\r\n\(line)\r\n".utf8))
      }
    }
  }

  @Test func `invalid UTF-8 in a value is replaced`() throws {
    let head = try read(Data("HTTP/1.1 200 OK\r\nX-A: a".utf8) + [0xFF, 0xFE] + Data("b\r\n\r\n".utf8))
    #expect(head.headers["X-A"] == "a\u{FFFD}\u{FFFD}b")
  }

  @Test func `a continued field is read as one line`() throws {
    let head = try read("HTTP/1.1 200 OK\r\nX-A: one\r\n two\r\n\t three\r\nX-B: b\r\nX-C:\r\n \r\n\r\n")
    #expect(head.headers == ["X-A": "one two three", "X-B": "b", "X-C": ""])
  }

  @Test(arguments: [
    ("Content-Length: 5", 5), ("Content-Length: 0", 0), ("Content-Length: 5\r\ncontent-length: 5", 5),
    ("Content-Length: 5, 5", 5), ("Content-Length: 005", 5), ("X: y", nil),
  ])
  func `the length of the contents`(fields: String, length: Int?) throws {
    #expect(try read("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n").contentLength == length)
  }

  @Test(arguments: [
    "Content-Length: -5", "Content-Length: +5", "Content-Length: 5a", "Content-Length: 0x5",
    "Content-Length:",
    "Content-Length: 5 5", "Content-Length: 5, 6", "Content-Length: 5\r\nContent-Length: 2",
    "Content-Length: 9223372036854775808", "Content-Length: ５", "Content-Length: 5.0",
    "Content-Length: 5\r\nTransfer-Encoding: chunked",
  ])
  func `a length that is in doubt is an error`(fields: String) {
    #expect(throws: SessionError.malformedHead(.contentLength)) {
      try read("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n")
    }
  }

  @Test(arguments: [204, 304]) func `a response without contents has no length`(status: Int) throws {
    #expect(try read("HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\n").contentLength == nil)
  }

  @Test func `the fields of interim responses are not those of the final one`() throws {
    let interim =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\nContent-Length: 9\r\n\r\n"
    var head = try read(interim)
    #expect(head.status == 103)
    #expect(!head.isComplete)
    #expect(head.isEmpty)
    head = try read(interim + "HTTP/1.1 200 OK\r\nX-A: b\r\n")
    #expect(!head.isComplete)
    #expect(!head.isEmpty)
    head = try read(interim + "HTTP/1.1 200 OK\r\nX-A: b\r\n\r\n")
    #expect(head.headers == ["X-A": "b"])
    #expect(head.contentLength == nil)
  }

  @Test func `another protocol, which was not asked for, is an error`() {
    #expect(throws: SessionError.malformedHead(.other)) { try read("HTTP/1.1 101 Switching Protocols\r\n") }
  }

  @Test func `trailers are ignored`() throws {
    let head = try read(
      "HTTP/1.1 200 OK\r\nX-A: b\r\n\r\nX-A: evil\r\nContent-Length: -1\r\nno field\r\n\r\n")
    #expect(head.headers == ["X-A": "b"])
    #expect(head.isComplete)
  }

  @Test func `the response to a repeated request replaces the one before`() throws {
    let head = try read(
      "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\nX-A: b\r\n\r\nHTTP/1.1 200 OK\r\nX-C: d\r\n\r\n"
    )
    #expect(head.status == 200)
    #expect(head.headers == ["X-C": "d"])
    #expect(head.contentLength == nil)
  }

  @Test func `the size of all heads and trailers together is limited`() throws {
    let standard = ClientLimits()
    #expect(standard.headSize == 65_536)
    let line = "HTTP/1.1 200 OK\r\n"
    let field = "X: " + String(repeating: "y", count: 65_536 - line.utf8.count - 7) + "\r\n"
    #expect(try read(line + field + "\r\n").isComplete)
    #expect(throws: SessionError.headTooLarge) { try read(line + field + "\r\n\n") }
    #expect(throws: SessionError.headTooLarge) {
      try read("HTTP/1.1 100 Continue\r\n" + field + "\r\n" + line + "\r\n")
    }
  }

  @Test func `the number of fields of all heads and trailers together is limited`() throws {
    let fields = { (count: Int) in String(repeating: "X: y\r\n", count: count) }
    #expect(ClientLimits().fieldCount == 200)
    #expect(try read("HTTP/1.1 200 OK\r\n" + fields(198) + "\r\n").isComplete)
    #expect(throws: SessionError.headTooLarge) { try read("HTTP/1.1 200 OK\r\n" + fields(200)) }
    #expect(throws: SessionError.headTooLarge) {
      try read("HTTP/1.1 200 OK\r\n" + fields(100) + "\r\n" + fields(99))
    }
    #expect(throws: SessionError.headTooLarge) {
      try read(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 101))
    }
  }
}
