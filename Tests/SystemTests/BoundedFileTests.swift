import Foundation
import TestSupport
import Testing

@testable import SystemSupport

struct BoundedFileTests {
  @Test func `a file is read up to its limit, and one without an end is refused`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("file")
    try Data("12345".utf8).write(to: URL(filePath: path))
    #expect(try BoundedFile.contents(ofPath: path, limit: 5) == Data("12345".utf8))
    #expect(try BoundedFile.contents(ofPath: path, limit: 4) == nil)
    #expect(try BoundedFile.contents(ofPath: "/dev/null", limit: 4) == Data())
    #expect(try BoundedFile.contents(ofPath: "/dev/zero", limit: 100_000) == nil)
    #expect(mkfifo(folder.path("fifo"), 0o600) == 0)
    #expect(try BoundedFile.contents(ofPath: folder.path("fifo"), limit: 4) == Data())
    #expect(throws: POSIXError.self) { try BoundedFile.contents(ofPath: folder.path("none"), limit: 4) }
  }
}
