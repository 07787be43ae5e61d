import Foundation
import HTTP
import TestSupport
import Testing

@Suite struct MultipartReadingTests {
  private static let header = "Content-Disposition: form-data; name=\"a\"\r\n\r\n"

  private func read(
    _ body: String, _ contentType: String? = "multipart/form-data; boundary=cut"
  ) throws(MultipartError) -> [MultipartForm.Part] {
    try MultipartForm(contentType: contentType, body: Data(body.utf8)).parts
  }

  @Test(arguments: [
    "multipart/form-data; boundary=cut", "multipart/form-data; boundary=\"cut\"",
    "Multipart/Form-Data;charset=utf-8; BOUNDARY=cut;", "multipart/form-data;boundary = cut",
  ])
  func `the boundary may be quoted and follow other parameters`(contentType: String) throws {
    #expect(try read("--cut\r\n\(Self.header)x\r\n--cut--", contentType) == [.init(name: "a", text: "x")])
  }

  @Test(arguments: [
    nil, "", "application/json", "multipart/mixed; boundary=cut", "multipart/form-data; boundary=\"cut",
  ])
  func `another or malformed Content-Type is an error`(contentType: String?) {
    #expect(throws: MultipartError.notMultipart) { try read("--cut--", contentType) }
  }

  @Test(arguments: [
    "", "; boundary=", "; boundary=\"\"", "; boundary=cut; boundary=cut", "; boundary=\"cut \"",
    "; boundary=c\nut",
    "; boundary=" + String(repeating: "c", count: 71), "; boundary=ö",
  ])
  func `an invalid boundary is an error`(parameter: String) {
    #expect(throws: MultipartError.badBoundary) { try read("--cut--", "multipart/form-data" + parameter) }
  }

  @Test func `a boundary has up to 70 characters, including dashes and stars`() throws {
    for boundary in [String(repeating: "-", count: 70), "*****", "----WebKitFormBoundary", "'()+_,./:=?"] {
      let body = "--\(boundary)\r\n\(Self.header)x\r\n--\(boundary)--"
      #expect(
        try read(body, "multipart/form-data; boundary=\(boundary)") == [.init(name: "a", text: "x")])
    }
  }

  @Test(arguments: ["\r\n", "a preamble\r\n", "--cu\r\n", "\r\n\r\n"])
  func `the preamble is skipped`(preamble: String) throws {
    #expect(try read(preamble + "--cut\r\n\(Self.header)x\r\n--cut--") == [.init(name: "a", text: "x")])
  }

  @Test(arguments: ["", "\r\n", " \t\r\n", "\r\nan epilogue", "\r\n--cut\r\njunk"])
  func `the epilogue is skipped`(epilogue: String) throws {
    #expect(try read("--cut \r\n\(Self.header)x\r\n--cut--\(epilogue)") == [.init(name: "a", text: "x")])
  }

  @Test(arguments: ["--cut", "--cut\r\n", "--cut \t", "--cut \t\r\n"])
  func `an ordinary delimiter with nothing after it closes the form`(end: String) throws {
    let part = "--cut\r\n\(Self.header)x\r\n"
    #expect(try read(part + end) == [.init(name: "a", text: "x")])
    #expect(try read(part + part + end) == [.init(name: "a", text: "x"), .init(name: "a", text: "x")])
  }

  @Test(arguments: [
    ("Content-Disposition: form-data; name=a", nil), ("Content-Disposition:form-data;name=a", nil),
    ("content-disposition: FORM-DATA; NAME=\"a\"", nil),
    ("Content-Disposition: form-data; name = \"a\" ;", nil),
    ("X-Other: 1\r\nContent-Disposition: form-data; name=a; filename=\"맥 북:1.jpg\"", "맥 북:1.jpg"),
    (#"Content-Disposition: form-data; filename="q\"u\\o\te;"; name=a"#, #"q"u\o\te;"#),
    (#"Content-Disposition: form-data; name="a"; filename="C:\dir\x.png""#, #"C:\dir\x.png"#),
    ("Content-Disposition: form-data; name=a; filename=\"50%22 off%00\"", "50%22 off%00"),
    ("Content-Disposition: form-data; name=a; filename=../../etc/passwd", "../../etc/passwd"),
    ("Content-Disposition: form-data; name=a; filename*=UTF-8''x; filename=\"\"", ""),
    ("Content-Disposition: form-data; name=\"a\"; filename=\"image\"0\"", "image\"0"),
    ("Content-Disposition: form-data; filename=\"image\"0\"; name=\"a\"", "image\"0"),
    ("Content-Disposition: form-data; name=\"a\"; filename=\"image", "image"),
    ("Content-Disposition: form-data; name=\"a\"; filename=image\"", "image\""),
    ("Content-Disposition: form-data; name=\"a\"; filename=\"a\"b\"c.png\" ; x=y", "a\"b\"c.png"),
    (#"Content-Disposition: form-data; name="a"; filename="C:\dir\""#, #"C:\dir""#),
    ("Content-Disposition: form-data; name=\"a\"; filename=\"image\"; 0\"", "image"),
    ("Content-Disposition: form-data; name=\"a\"; filename=\"b; name=\"c\"d", "b; name=\"c\"d"),
    ("Content-Disposition: form-data; name=\"a", nil), ("Content-Disposition: form-data; name=\"a ;", nil),
    ("Content-Disposition: form-data; filename=\"b\"; name=\"a", "b"),
    ("Content-Disposition: form-data; name=\"a; filename=\"b\"", "b"),
    ("Content-Disposition: form-data; name=\"a; filename=\"b", "b"),
  ])
  func `a Content-Disposition is parsed as clients write it`(header: String, filename: String?) throws {
    #expect(
      try read("--cut\r\n\(header)\r\n\r\nx\r\n--cut--") == [
        .init(name: "a", filename: filename, content: .bytes(Data("x".utf8)))
      ])
  }

  @Test(arguments: [
    ("Content-Type: application/json ", "application/json"), ("Content-Type:image/jpg", "image/jpg"),
    ("Content-Type: ", ""), ("content-type: \t nonsense", "nonsense"), ("Content-Type: jpeg", "jpeg"),
    ("Content-Type: image/jpeg)", "image/jpeg)"),
    ("Content-Type: image/jpeg, image/png", "image/jpeg, image/png"),
  ])
  func `a part's Content-Type is trimmed and otherwise unchanged`(line: String, type: String) throws {
    #expect(
      try read("--cut\r\n\(line)\r\n\(Self.header)x\r\n--cut--") == [
        .init(name: "a", contentType: type, content: .bytes(Data("x".utf8)))
      ])
  }

  @Test(arguments: [
    ("x\r\n", "x"), (" x y \n\n\t", " x y"), ("\r\n", ""), ("", ""), ("x\u{3000}", "x\u{3000}"),
    ("\u{FEFF}x", "\u{FEFF}x"),
  ])
  func `text loses trailing white space, bytes do not`(sent: String, text: String) throws {
    let parts = try read("--cut\r\n\(Self.header)\(sent)\r\n--cut--")
    #expect(parts == [.init(name: "a", content: .bytes(Data(sent.utf8)))])
    #expect(parts.map(\.text) == [text])
  }

  @Test func `contents that are not UTF-8 or in a file are not text`() {
    #expect(MultipartForm.Part(name: "a", content: .bytes(Data([0xC3, 0x28]))).text == nil)
    #expect(MultipartForm.Part(name: "a", content: .file(path: "/etc/hosts", count: 1)).text == nil)
  }

  @Test func `parts are slices of the body, wherever it begins`() throws {
    let whole = Data("junk--cut\r\n\(Self.header)x\r\n--cut\r\n\(Self.header)yz\r\n--cut--".utf8)
    let form = try MultipartForm(contentType: "multipart/form-data; boundary=cut", body: whole.dropFirst(4))
    #expect(form == MultipartForm(parts: [.init(name: "a", text: "x"), .init(name: "a", text: "yz")]))
    guard case .bytes(let content) = try #require(form.parts.last).content else {
      Issue.record("not bytes")
      return
    }
    #expect(content.startIndex == whole.count - "yz\r\n--cut--".utf8.count)
  }

  @Test func `lines similar to delimiters belong to the part`() throws {
    let content = "\r\n--\r\n--cu\r\n-cut\n--cut\r--cut--\r\r\n -–cut x--cut"
    #expect(
      try read("--cut\r\n\(Self.header)\(content)\r\n--cut--") == [
        .init(name: "a", content: .bytes(Data(content.utf8)))
      ])
  }

  @Test(arguments: [
    ("", MultipartError.noDelimiter), ("junk", .noDelimiter), ("junk--cut--", .noDelimiter),
    ("\n--cut--", .noDelimiter), ("--cut", .badDelimiter(after: 0)), ("--cut-", .badDelimiter(after: 0)),
    ("--cut\n", .badDelimiter(after: 0)), ("--cutx\r\n", .badDelimiter(after: 0)),
    ("--cut--x", .badDelimiter(after: 0)),
    ("--cut\r\n\(header)x\r\n--cutx\r\n--cut--", .badDelimiter(after: 1)),
    ("--cut\r\n\(header)x\r\n--cut-", .badDelimiter(after: 1)),
    ("--cut\r\n", .part(1, .unfinishedHeader)), ("--cut\r\n--cut--", .part(1, .unfinishedHeader)),
    ("--cut\r\n\(header)x\r\n--cut\r\nC", .part(2, .unfinishedHeader)),
    ("--cut\r\n\(header)x\r\n--cut\r\n\(header)", .part(2, .unfinished)),
    ("--cut\r\n\(header)x\r\n--cut\r\n\(header)y", .part(2, .unfinished)),
    ("--cut\r\n\(header)x\r\n--cut\r", .badDelimiter(after: 1)),
    ("--cut\r\n\(header)x\r\n--cut \n", .badDelimiter(after: 1)),
    ("--cut\r\n\(header)x", .part(1, .unfinished)), ("--cut\r\n\(header)x--cut--", .part(1, .unfinished)),
    ("--cut\r\n\(header)--cut--", .part(1, .unfinished)),
  ])
  func `a truncated or malformed body is an error`(body: String, error: MultipartError) {
    #expect(throws: error) { try read(body) }
  }

  @Test(arguments: [
    ("", MultipartError.Problem.noDisposition), ("X: y\r\n", .noDisposition), ("no colon\r\n", .badHeader),
    (": empty\r\n", .badHeader), ("a b: c\r\n", .badHeader), ("Ä: c\r\n", .badHeader),
    ("a : c\r\n", .badHeader),
    ("X: a\rb\r\n", .badHeader), ("X: a\nb\r\n", .badHeader), ("X: a\u{0}b\r\n", .badHeader),
    (" X: folded\r\n", .badHeader), ("Content-Disposition: form-data;\r\n name=a\r\n", .badHeader),
    ("Content-Disposition: mixed; name=a\r\n", .noDisposition),
    ("Content-Disposition: form-data\r\n", .noName),
    ("Content-Disposition: form-data; name=\r\n", .noName),
    ("Content-Disposition: form-data; name=\"\"\r\n", .noName),
    ("Content-Disposition: form-data; name\r\n", .noDisposition),
    ("Content-Disposition: form-data; name=\"a\"b\r\n", .noDisposition),
    ("Content-Disposition: form-data; name=\"a\"0\"\r\n", .noDisposition),
    ("Content-Disposition: form-data; name=\"a; name=\"b\"\r\n", .noDisposition),
    ("Content-Disposition: form-data; name=\"a; name=b\r\n", .noDisposition),
    ("Content-Disposition: form-data; name=\"a\"b; filename=\"c\"\r\n", .noDisposition),
    ("Content-Disposition: form-data; name=\"\r\n", .noName),
    ("Content-Disposition: form-data; name=\"; filename=\"a\"\r\n", .noName),
    ("Content-Disposition: form-data; filename=\"b; name=\"a\"\r\n", .noName),
    ("Content-Disposition: form-data; filename=\"b\"; name=\"a\"; name=\"c\"\r\n", .noDisposition),
    ("Content-Disposition: form-data; name=a; name=b\r\n", .noDisposition),
    (
      "Content-Disposition: form-data; name=a\r\ncontent-disposition: form-data; name=b\r\n",
      .repeatedHeader("Content-Disposition")
    ),
    (
      "Content-Type: a/b\r\nContent-Type: a/b\r\nContent-Disposition: form-data; name=a\r\n",
      .repeatedHeader("Content-Type")
    ),
    ("Content-Length: 2\r\nContent-Disposition: form-data; name=a\r\n", .wrongLength),
    ("Content-Length: +1\r\nContent-Disposition: form-data; name=a\r\n", .wrongLength),
    ("Content-Length: ١\r\nContent-Disposition: form-data; name=a\r\n", .wrongLength),
    ("Content-Transfer-Encoding: base64\r\nContent-Disposition: form-data; name=a\r\n", .encoded),
  ])
  func `a malformed part header is an error with the part's number`(
    header: String, problem: MultipartError.Problem
  ) {
    let body = "--cut\r\n\(Self.header)x\r\n--cut\r\n\(header)\r\nx\r\n--cut--"
    #expect(throws: MultipartError.part(2, problem)) { try read(body) }
  }

  @Test func `a part header that is not UTF-8 is an error`() {
    let body = Data("--cut\r\nX: ".utf8) + Data([0xFF]) + Data("\r\n\(Self.header)x\r\n--cut--".utf8)
    #expect(throws: MultipartError.part(1, .headerNotUTF8)) {
      try MultipartForm(contentType: "multipart/form-data; boundary=cut", body: body)
    }
  }

  @Test func `a correct Content-Length and a binary encoding are accepted`() throws {
    let header = "Content-Length: 1\r\nContent-Transfer-Encoding: Binary\r\n\(Self.header)"
    #expect(try read("--cut\r\n\(header)x\r\n--cut--") == [.init(name: "a", text: "x")])
  }

  @Test func `a header has at most 8 KiB`() throws {
    let fixed = "X: \r\n\(Self.header)".utf8.count - 2
    let longest =
      "X: " + String(repeating: "y", count: MultipartForm.headerLimit - fixed) + "\r\n" + Self.header
    #expect(try read("--cut\r\n\(longest)x\r\n--cut--") == [.init(name: "a", text: "x")])
    #expect(throws: MultipartError.part(1, .headerTooLong(limit: 8192))) {
      try read("--cut\r\ny\(longest)x\r\n--cut--")
    }
  }

  @Test func `a form has at most 1000 parts`() throws {
    let part = "--cut\r\n\(Self.header)\r\n"
    #expect(try read(String(repeating: part, count: 1000) + "--cut--").count == 1000)
    #expect(throws: MultipartError.tooManyParts(limit: 1000)) {
      try read(String(repeating: part, count: 1001) + "--cut--")
    }
  }

  @Test func `a form truncated inside a part or a delimiter is an error`() throws {
    let form = MultipartForm(parts: [
      .init(name: "a", text: "x\r\n"),
      .init(name: "b", filename: "q", content: .bytes(Data([0, 13, 10, 45]))),
    ])
    let (contentType, body) = form.encoded(boundary: "cut")
    let bytes = try body.bytes()
    for length in 0..<bytes.count - 2 {
      let rest = bytes.prefix(length)
      // The form may end after the delimiter of a complete part.
      if let end = ["\r\n--cut", "\r\n--cut\r\n"].first(where: { rest.suffix($0.utf8.count) == Data($0.utf8) }
      ),
        rest.count > end.utf8.count
      {
        let parts = try MultipartForm(contentType: contentType, body: rest).parts
        #expect(parts == Array(form.parts.prefix(parts.count)) && !parts.isEmpty, "cut at \(length)")
      } else {
        #expect(throws: MultipartError.self, "cut at \(length)") {
          try MultipartForm(contentType: contentType, body: rest)
        }
      }
    }
    #expect(try MultipartForm(contentType: contentType, body: bytes.dropLast(2)) == form)
  }

  @Test func `the description of an error names the part and the problem`() {
    #expect(MultipartError.part(3, .noName).description == "part 3 has no name")
    #expect(
      MultipartError.badDelimiter(after: 2).description
        == "the line of the boundary after part 2 contains other text")
  }
}
