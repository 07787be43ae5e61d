import Foundation
import HTTP
import TestSupport
import Testing

@Suite struct BodyTests {
  @Test func `a body joins bytes and files`() async throws {
    try await withTemporaryFile(Data("0123456789".utf8)) { path in
      let body = HTTPBody(parts: [
        .bytes(Data("<".utf8)), .file(path: path, count: 10), .bytes(Data()), .file(path: path, count: 0),
        .file(path: path, count: 3), .bytes(Data(">".utf8)),
      ])
      #expect(body.count == 15)
      let bytes = try body.bytes()
      #expect(bytes == Data("<0123456789012>".utf8))
    }
  }

  @Test func `chunks hold at least one byte and at most the limit`() async throws {
    try await withTemporaryFile(Data("0123456789".utf8)) { path in
      var reader = HTTPBodyReader(
        HTTPBody(parts: [.bytes(Data("xxabcdex".utf8).dropFirst(2).dropLast()), .file(path: path, count: 4)]))
      var chunks: [String] = []
      while let chunk = try reader.next(3) { chunks.append(String(decoding: chunk, as: UTF8.self)) }
      #expect(chunks == ["abc", "de", "012", "3"])
      #expect(try reader.next(3) == nil)
    }
  }

  @Test func `a file that became shorter is an error, not a short body`() async throws {
    try await withTemporaryFile(Data("012".utf8)) { path in
      #expect(throws: SessionError.unreadableBody(path: path)) {
        try HTTPBody(parts: [.file(path: path, count: 4)]).bytes()
      }
    }
  }

  @Test(arguments: ["/nowhere/at/all", "/", ""])
  func `a missing file or a directory is an error`(path: String) {
    #expect(throws: SessionError.unreadableBody(path: path)) {
      try HTTPBody(parts: [.file(path: path, count: 1)]).bytes()
    }
  }

  @Test func `an empty body has no parts`() throws {
    #expect(HTTPBody(Data()) == .empty)
    #expect(HTTPBody.empty.count == 0)
    #expect(try HTTPBody.empty.bytes() == Data())
  }
}
