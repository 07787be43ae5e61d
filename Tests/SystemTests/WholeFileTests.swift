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

  @Test func `a file appears with all that is in it, for its owner alone`() throws {
    try write("one\n", replaces: false)
    #expect(try text() == "one\n")
    #expect(try folder.names() == ["notes"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("notes"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a file that is there stays, and nothing is left beside it`() throws {
    try write("one\n", replaces: false)
    #expect { try write("two\n", replaces: false) } throws: { ($0 as? POSIXError)?.code == .EEXIST }
    #expect(try text() == "one\n")
    #expect(try folder.names() == ["notes"])
  }

  @Test func `who reads a file that is replaced reads on in the old one`() throws {
    try write("one\n", replaces: false)
    let reader = try #require(FileHandle(forReadingAtPath: folder.path("notes")))
    try write("two\n", replaces: true)
    #expect(try reader.readToEnd() == Data("one\n".utf8))
    #expect(try text() == "two\n")
    #expect(try folder.names() == ["notes"])
  }

  @Test func `where there is no folder there is no file`() throws {
    #expect { try write("one\n", to: "none/notes", replaces: true) } throws: {
      ($0 as? POSIXError)?.code == .ENOENT
    }
    try write("", replaces: true)
    #expect { try write("one\n", to: "notes/notes", replaces: true) } throws: {
      ($0 as? POSIXError)?.code == .ENOTDIR
    }
    #expect(try folder.names() == ["notes"])
  }

  @Test func `a folder is not replaced, and nothing is left beside it`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("notes"), withIntermediateDirectories: true)
    #expect { try write("one\n", replaces: true) } throws: { ($0 as? POSIXError)?.code == .EISDIR }
    #expect(try folder.names() == ["notes"])
  }
}
