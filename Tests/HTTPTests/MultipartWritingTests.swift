import Foundation
import HTTP
import TestSupport
import Testing

@Suite struct MultipartWritingTests {
  @Test func `a form is encoded byte for byte`() throws {
    let form = MultipartForm(parts: [
      .init(name: "title", text: "맥북 프로"),
      .init(
        name: "images[]", filename: "a b.png", contentType: "image/png", content: .bytes(Data([0x89, 0x50]))),
    ])
    let (contentType, body) = form.encoded(boundary: "cut")
    #expect(contentType == "multipart/form-data; boundary=cut")
    var expected = Data(
      """
      --cut\r
      Content-Disposition: form-data; name="title"\r
      \r
      맥북 프로\r
      --cut\r
      Content-Disposition: form-data; name="images[]"; filename="a b.png"\r
      Content-Type: image/png\r
      \r

      """.utf8)
    expected.append(contentsOf: [0x89, 0x50])
    expected.append(contentsOf: "\r\n--cut--\r\n".utf8)
    #expect(try body.bytes() == expected)
    #expect(body.count == expected.count)
  }

  @Test func `a file remains a file in the encoded body`() throws {
    let form = MultipartForm(parts: [.init(name: "f", content: .file(path: "/nowhere/a.jpg", count: 3))])
    let head = Data("--cut\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n".utf8)
    #expect(
      form.encoded(boundary: "cut").body
        == HTTPBody(parts: [
          .bytes(head), .file(path: "/nowhere/a.jpg", count: 3), .bytes(Data("\r\n--cut--\r\n".utf8)),
        ]))
  }

  @Test func `a form without parts can be parsed`() throws {
    let (contentType, body) = MultipartForm(parts: []).encoded(boundary: "cut")
    #expect(try body.bytes() == Data("--cut--\r\n".utf8))
    #expect(try MultipartForm(contentType: contentType, body: body.bytes()) == MultipartForm(parts: []))
  }

  @Test(arguments: [
    ("a\"b", #"name="a%22b""#), ("a\r\nX: y", #"name="a%0D%0AX: y""#), ("a\u{0}b", #"name="a%00b""#),
    ("a\tb\u{7F}", #"name="a%09b%7F""#), (#"C:\x\"#, #"name="C:\\x\\""#), ("ö;=%22", #"name="ö;=%22""#),
    ("\"\u{301}", "name=\"%22\u{301}\""),
  ])
  func `a name with quotes and line ends stays between its quotes`(name: String, written: String) throws {
    let body = try MultipartForm(parts: [.init(name: name, text: "")]).encoded(boundary: "cut").body.bytes()
    #expect(
      body == Data("--cut\r\nContent-Disposition: form-data; \(written)\r\n\r\n\r\n--cut--\r\n".utf8))
  }

  @Test func `a media type with line ends stays on its line`() throws {
    let part = MultipartForm.Part(
      name: "f", contentType: "a/b\r\nX: y\r\n\r\nz", content: .bytes(Data()))
    let (contentType, body) = MultipartForm(parts: [part]).encoded(boundary: "cut")
    let read = try MultipartForm(contentType: contentType, body: body.bytes())
    #expect(
      read
        == MultipartForm(parts: [.init(name: "f", contentType: "a/bX: yz", content: .bytes(Data()))]))
  }

  @Test func `random boundaries differ and are valid`() {
    let boundaries = Set((0..<100).map { _ in MultipartForm.randomBoundary() })
    #expect(boundaries.count == 100)
    for boundary in boundaries {
      #expect(boundary.wholeMatch(of: /[A-Za-z0-9-]{1,70}/) != nil, "\(boundary)")
    }
  }

  @Test func `an encoded form is parsed back unchanged`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    // Contents that are hard to parse: pieces of delimiters, line ends, quotes' neighbours. Quotes and controls in
    // names do not come back, since browsers percent-encode them and readers do not decode.
    let shards = ["\r\n", "\r", "\n", "--", "cut", "\r\n--cu", "--cut", "x", "\u{0}", "ö"].map {
      Data($0.utf8)
    }
    let letters = ["\\", ";", "=", "%22", " ", "ö", "한", "/", "a", "'", "\u{301}"]
    for _ in 0..<300 {
      let parts = (0..<Int.random(in: 0...5, using: &chance)).map { _ in
        let content = (0..<Int.random(in: 0...12, using: &chance))
          .reduce(into: Data()) { data, _ in data += shards.randomElement(using: &chance) ?? Data() }
        let name = (0..<Int.random(in: 0...6, using: &chance))
          .reduce("n") { name, _ in name + (letters.randomElement(using: &chance) ?? "") }
        return MultipartForm.Part(
          name: name, filename: Bool.random(using: &chance) ? name : nil,
          contentType: Bool.random(using: &chance) ? "image/png" : nil, content: .bytes(content))
      }
      let form = MultipartForm(parts: parts)
      let (contentType, body) = form.encoded(boundary: "edge-of-\(seed)")
      let read = try MultipartForm(contentType: contentType, body: body.bytes())
      #expect(read == form, "seed \(seed)")
    }
  }
}
