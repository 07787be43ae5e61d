import Foundation
import SystemSupport
import TestSupport
import Testing

struct HasNoFileTests {
  @Test func `a path has no file only where there is none`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("file")
    try Data().write(to: URL(filePath: file))
    #expect(!file.hasNoFile && !folder.path("").hasNoFile)
    #expect(folder.path("none").hasNoFile && folder.path("none/none").hasNoFile && "file/none".hasNoFile)
    #expect((file + "/none").hasNoFile)
    // A link to a disk that is not there, and what would be on it; a loop of links.
    symlink(folder.path("gone"), folder.path("disk"))
    #expect(!folder.path("disk").hasNoFile && !folder.path("disk/market.db").hasNoFile)
    symlink(folder.path("loop"), folder.path("loop"))
    #expect(!folder.path("loop").hasNoFile && !folder.path("loop/none").hasNoFile)
    // A link to a folder is none of these.
    symlink(folder.path(""), folder.path("here"))
    #expect(folder.path("here/none").hasNoFile)
  }
}
