import Foundation
import HTTP
import TestSupport
import Testing

/// The server as the clients in use see it.
@Suite(.serialized) struct ServerClientTests {
  /// Responds with the method, target, media type and length of the request.
  private struct Measure: Session {
    func response(to request: HTTPRequest) async throws -> HTTPResponse {
      let kind = request.headers["Content-Type"] ?? "-"
      let text = "\(request.method.rawValue) \(request.target) \(kind.prefix(19)) \(request.body.count)"
      return HTTPResponse(status: 200, headers: ["Content-Type": "text/plain"], body: Data(text.utf8))
    }
  }

  private static let form = MultipartForm(parts: [
    .init(name: "a", text: "b"),
    .init(name: "file", filename: "f", content: .bytes(Data(repeating: 7, count: 3 << 20))),
  ]).encoded(boundary: "boundary")

  private func ask(_ server: HTTPServer, _ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    request.scheme = "http"
    request.authority = "127.0.0.1:\(server.port)"
    let session = networkSession()
    return try await session.response(to: request)
  }

  @Test func `a client gets responses, also to a form`() async throws {
    try await withServer(Measure()) { server in
      let form = Self.form
      let requests = [
        HTTPRequest(.get, target: "/a?b=%20"), HTTPRequest(.head, target: "/"),
        HTTPRequest(
          .delete, target: "/", headers: ["Content-Type": "application/json"], body: HTTPBody(Data("{}".utf8))
        ),
        HTTPRequest(.patch, target: "/", headers: ["Content-Type": form.contentType], body: form.body),
      ]
      var answers: [String] = []
      for request in requests {
        let response = try await ask(server, request)
        answers.append("\(response.status) " + String(decoding: response.body, as: UTF8.self))
      }
      #expect(
        answers == [
          "200 GET /a?b=%20 - 0", "200 ", "200 DELETE / application/json 2",
          "200 PATCH / multipart/form-data \(form.body.count)",
        ])
    }
  }

  @Test func `a client gets 413 for too large contents`() async throws {
    try await withServer(Measure()) { server in
      let response = try await ask(
        server,
        HTTPRequest(
          .post, target: "/", headers: ["Content-Type": "text/plain"],
          body: HTTPBody(Data(repeating: 0, count: 5 << 20))))
      #expect(response.status == 413)
    }
  }

  @Test func `concurrent requests get their own responses`() async throws {
    try await withServer(Measure()) { server in
      let session = networkSession()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let request = HTTPRequest(
              .get, scheme: "http", authority: "127.0.0.1:\(server.port)", target: "/\(number)")
            let response = try await session.response(to: request)
            #expect(String(decoding: response.body, as: UTF8.self) == "GET /\(number) - 0")
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `curl gets responses to all its kinds of requests`() async throws {
    try await withServer(Measure()) { server in
      let url = "http://127.0.0.1:\(server.port)"
      #expect(try await curl(url + "/a", url + "/b") == "GET /a - 0GET /b - 0")
      #expect(try await curl("--http1.0", url) == "GET / - 0")
      #expect(try await curl("--data", "abc", url) == "POST / application/x-www-f 3")
      #expect(
        try await curl("--head", url).replacing(/Date: .*/, with: "Date: *")
          == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: *\r\nContent-Length: 9\r\n\r\n")
      #expect(try await curl("--request-target", "/..", url) == "GET /.. - 0")
      try await withTemporaryFile(Data(repeating: 7, count: 3 << 20)) { path in
        // Past a megabyte curl waits for `100 Continue`.
        let sent = try await curl("--form", "a=b", "--form", "file=@\(path)", url)
        let length = try #require(sent.split(separator: " ").last.flatMap { Int($0) })
        #expect(sent == "POST / multipart/form-data \(length)")
        #expect(length > 3 << 20)
        #expect(
          try await curl(
            "--upload-file", path, "--header", "Transfer-Encoding: chunked", "--header",
            "Content-Type: multipart/form-data", url) == "PUT /file multipart/form-data \(3 << 20)")
        #expect(
          try await curl("--data-binary", "@\(path)", url)
            == "The contents are larger than 1048576 bytes (RFC 9110 §15.5.14)\n")
      }
    }
  }
}
