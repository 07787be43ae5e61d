import Foundation
import SystemSupport
import Testing

/// Programs that are run with limits.
@Suite(.serialized)
struct BoundedProcessTests {
  /// Longer than a program takes on any machine: no test here reaches it.
  private static let timeout = Duration.seconds(240)

  private func cat(limit: Int = 100) throws -> BoundedProcess {
    let path = try #require(BoundedProcess.path(of: "cat", ["PATH": "/bin:/usr/bin"]))
    return BoundedProcess(path: path, arguments: [], environment: [:], limit: limit, timeout: Self.timeout)
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

  @Test func `an exit code, a signal and a broken limit are told apart`() throws {
    let path = try #require(BoundedProcess.path(of: "sh", ["PATH": "/bin:/usr/bin"]))
    func outcome(_ line: String) -> BoundedProcess.Outcome {
      BoundedProcess(
        path: path, arguments: ["-c", line], environment: ["PATH": "/bin:/usr/bin"], limit: 10,
        timeout: Self.timeout
      ).outcome(for: Data())
    }
    #expect(outcome("echo ok") == .output(Data("ok\n".utf8)))
    #expect(outcome("echo ok; exit 2") == .exit(2))
    #expect(outcome("kill -KILL $$") == .signal(SIGKILL))
    #expect(outcome("echo more than ten bytes") == .exceeded)
  }

  /// How many descriptors of this process lead to a file without a name of so many bytes.
  private func unnamedFiles(ofBytes count: Int) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
      var info = stat()
      return stat("/proc/self/fd/\($0)", &info) == 0 && info.st_nlink == 0 && info.st_size == count
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
  func `no input stays open behind a program`() throws {
    // A length that no file of another test has.
    let input = Data(repeating: 7, count: 12_347)
    let program = try cat(limit: input.count)
    for _ in 0..<20 { #expect(program.output(for: input) == input) }
    #expect(try unnamedFiles(ofBytes: input.count) == 0)
  }
}
