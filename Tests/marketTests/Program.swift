import Foundation
import TestSupport
import Testing

/// The built program, in its own process.
struct Program {
  let home: Home

  static func path() throws -> String { try builtProgram() }

  /// Runs a line of a POSIX shell in which `market` is the program and HOME is the home folder.
  ///
  /// - Parameter shell: `bash` if the line uses a feature of bash.
  func run(_ line: String, in folder: String? = nil, shell: String = "sh") async throws -> Result {
    // Files and not pipes: the process does not block when they are not read.
    let name = "output-\(UUID().uuidString)"
    let (output, error) = (try home.write("", to: name), try home.write("", to: name + ".error"))
    let process = try ChildProcess(
      [shell, "-c", line], environment: try Self.environment(of: home), folder: folder ?? home.path,
      output: .file(output), error: .file(error))
    let status = try await process.end()
    return Result(
      output: try home.text(of: name), error: try home.text(of: name + ".error"), status: status)
  }

  /// The environment of every process. Settings of this process are not inherited.
  static func environment(of home: Home) throws -> [String: String] {
    let program = URL(filePath: try path()).deletingLastPathComponent().path
    let outside = ProcessInfo.processInfo.environment
    var environment = [
      "HOME": home.path, "PATH": "\(program):\(outside["PATH"] ?? "/usr/bin:/bin")", "TZ": "Asia/Seoul",
      "LANG": "C.UTF-8",
      // A backtrace takes seconds.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    // The program needs the same suppressions of the sanitizer's false positives.
    environment["TSAN_OPTIONS"] = outside["TSAN_OPTIONS"]
    return environment
  }

  struct Result: Equatable {
    let output: String
    let error: String
    let status: Int32

    /// Expects this output, error output and exit code.
    func prints(
      _ output: String, error: String = "", status: Int32 = 0,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(self == Result(output: output, error: error, status: status), sourceLocation: sourceLocation)
    }
  }
}
