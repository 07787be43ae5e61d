import Foundation
import HTTP
import TestSupport
import Testing
import SystemSupport

struct WholeFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ text: String, to name: String = "notes", replaces: Bool) throws(POSIXError) {
    try WholeFile(path: folder.path(name)).write(Data(text.utf8), replaces: replaces, waitsForDisk: true)
  }

  private func text() throws -> String { try String(contentsOfFile: folder.path("notes"), encoding: .utf8) }

  @Test func `a file is written completely, for its owner only`() throws {
    try write("one\n", replaces: false)
    #expect(try text() == "one\n")
    #expect(try folder.names() == ["notes"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("notes"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `an existing file is not replaced, and no temporary file remains`() throws {
    try write("one\n", replaces: false)
    #expect { try write("two\n", replaces: false) } throws: { ($0 as? POSIXError)?.code == .EEXIST }
    #expect(try text() == "one\n")
    #expect(try folder.names() == ["notes"])
  }

  @Test func `an open file that is replaced can still be read`() throws {
    try write("one\n", replaces: false)
    let reader = try #require(FileHandle(forReadingAtPath: folder.path("notes")))
    try write("two\n", replaces: true)
    #expect(try reader.readToEnd() == Data("one\n".utf8))
    #expect(try text() == "two\n")
    #expect(try folder.names() == ["notes"])
  }

  @Test func `a file in a missing directory is an error`() throws {
    #expect { try write("one\n", to: "none/notes", replaces: true) } throws: {
      ($0 as? POSIXError)?.code == .ENOENT
    }
    try write("", replaces: true)
    #expect { try write("one\n", to: "notes/notes", replaces: true) } throws: {
      ($0 as? POSIXError)?.code == .ENOTDIR
    }
    #expect(try folder.names() == ["notes"])
  }

  @Test func `a directory is not replaced, and no temporary file remains`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("notes"), withIntermediateDirectories: true)
    #expect { try write("one\n", replaces: true) } throws: { ($0 as? POSIXError)?.code == .EISDIR }
    #expect(try folder.names() == ["notes"])
  }
}
