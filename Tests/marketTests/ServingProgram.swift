import Foundation
import TestSupport

/// `market serve` in its own process, at a free port or at the socket that the options name, with the store of a home folder.
final class ServingProgram: Sendable {
  let home: Home
  let url: String
  private let process: ChildProcess

  /// Timeouts as long as a test takes at most.
  private static let patientLimits = ["head", "answer", "idle", "stop"].flatMap {
    ["--limit", "\($0)-seconds=\(patientSeconds)"]
  }

  /// Returns when the process has printed its URL. The arguments of `options` may override the port.
  convenience init(_ home: Home, _ options: String...) async throws {
    try await self.init(home, options)
  }

  init(_ home: Home, _ options: [String]) async throws {
    self.home = home
    let port = options.contains("--socket") ? [] : ["--port", "0"]
    let process = try ChildProcess(
      [try Program.path(), "serve"] + port + Self.patientLimits + options,
      environment: try Program.environment(of: home), output: .file(try home.write("", to: "served.url")),
      error: .file(try home.write("", to: "served.log")))
    self.process = process
    do {
      try await eventually("the program prints its URL") {
        try process.status != nil || home.text(of: "served.url").hasSuffix("\n")
      }
    } catch {
      let state = Self.state(of: process.id)
      process.send(SIGTERM)
      throw NoURL(log: (try? home.text(of: "served.log")) ?? "", state: state)
    }
    url = try home.text(of: "served.url").trimmingCharacters(in: .newlines)
  }

  /// A process that did not print its URL, with what there is to explain it.
  struct NoURL: Error {
    let log: String
    /// The program that it runs, and the calls that its threads wait in; empty where there is no /proc.
    let state: [String]
  }

  private static func state(of id: Int32) -> [String] {
    let folder = "/proc/\(id)"
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/exe")) ?? ""
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/task")) ?? []
    return [program]
      + threads.map { thread in
        ["comm", "syscall", "wchan"].map { file in
          let text = try? String(contentsOfFile: "\(folder)/task/\(thread)/\(file)", encoding: .utf8)
          return text?.trimmingCharacters(in: .newlines) ?? ""
        }.joined(separator: " ")
      }
  }

  deinit { process.send(SIGKILL) }

  var port: Int { url.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

  /// Everything on stderr but what depends on the machine: `*` for the number of connections, and without the line that libvips
  /// is not installed.
  func log() throws -> String {
    try home.text(of: "served.log").replacing("Lists have whole images: install libvips42\n", with: "")
      .replacing(#/at most [0-9,]+$/#.anchorsMatchLineEndings(), with: "at most *")
  }

  /// The lines of the access log: stderr without the description of the server at the start and the end.
  func requests() throws -> [String] {
    try log().split(separator: "\n").map(String.init)
      .filter { $0.contains(#/^\d{4}-\d\d-\d\dT/#) || $0.hasPrefix("{") }
  }

  func send(_ signal: Int32) { process.send(signal) }

  /// Waits for the end of the process and returns the exit code.
  func end() async throws -> Int32? {
    try await eventually("the program has ended") { self.process.status != nil }
    return process.status
  }
}
