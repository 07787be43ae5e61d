import Foundation
import SystemSupport
import Testing

/// Programs that are run with limits.
@Suite(.serialized)
struct BoundedProcessTests {
  private func cat(limit: Int = 100) throws -> BoundedProcess {
    let path = try #require(BoundedProcess.path(of: "cat", ["PATH": "/bin:/usr/bin"]))
    return BoundedProcess(path: path, arguments: [], environment: [:], limit: limit, timeout: .seconds(10))
  }

  @Test func `a program gets its input and returns its output`() throws {
    #expect(try cat().output(for: Data("text".utf8)) == Data("text".utf8))
  }

  @Test func `more output than the limit is none`() throws {
    #expect(try cat(limit: 3).output(for: Data("text".utf8)) == nil)
  }

  @Test func `a program that is not there gives nothing`() {
    let program = BoundedProcess(
      path: "/nowhere/at/all", arguments: [], environment: [:], limit: 1, timeout: .seconds(1))
    #expect(program.output(for: Data()) == nil)
  }

  /// The descriptors of this process that lead to files without a name, as each input is one.
  private var unnamed: Int {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))?.hasSuffix("(deleted)")
        == true
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
  func `no input stays open behind a program`() throws {
    let program = try cat()
    _ = program.output(for: Data("text".utf8))
    let before = unnamed
    for _ in 0..<50 { _ = program.output(for: Data("text".utf8)) }
    // Other tests have unnamed files, too.
    #expect(unnamed < before + 25)
  }
}
