import Foundation
import HTTP
import TestSupport
import Testing

@Suite struct MockSessionTests {
  @Test func `a mock session responds and records requests`() async throws {
    let session = MockSession { request in
      guard request.target == "/1" else { throw SessionError.unreachable }
      return HTTPResponse(status: 200, body: Data("one".utf8))
    }
    let first = HTTPRequest(.get, target: "/1")
    let second = HTTPRequest(.delete, target: "/2")
    #expect(try await session.response(to: first) == HTTPResponse(status: 200, body: Data("one".utf8)))
    await #expect(throws: SessionError.unreachable) { try await session.response(to: second) }
    #expect(session.requests == [first, second])
  }

  @Test func `a request's wire form shows binary contents by size`() {
    let form = MultipartForm(parts: [
      .init(name: "title", text: "한"),
      .init(
        name: "images[]", filename: "a.png", contentType: "image/png",
        content: .bytes(Data([0xFF, 0xD8, 0xFF]))),
      .init(name: "images[]", content: .file(path: "/nowhere/b.png", count: 7)),
    ])
    let (contentType, body) = form.encoded(boundary: "cut")
    let request = HTTPRequest(.post, target: "/things", headers: ["Content-Type": contentType], body: body)
    #expect(
      request.wire == """
        POST /things
        Content-Type: multipart/form-data; boundary=cut

        --cut
        Content-Disposition: form-data; name="title"

        한
        --cut
        Content-Disposition: form-data; name="images[]"; filename="a.png"
        Content-Type: image/png

        ⟨3 bytes⟩
        --cut
        Content-Disposition: form-data; name="images[]"

        ⟨7 bytes of b.png⟩
        --cut--

        """)
  }
}
