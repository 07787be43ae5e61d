import Foundation

/// Whether a program is in a folder of PATH. A Swift toolchain comes with few: tests that need another are left out, and a line
/// names it when the tests end.
package func isInstalled(_ program: String) -> Bool { orMissing(program, executable(of: program) != nil) }

/// The file that a program's name starts, in the first of some folders that has one; by default in those of PATH.
package func executable(of name: String, in folders: [String]? = nil) -> String? {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  return (folders ?? path.components(separatedBy: ":")).map { "\($0)/\(name)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Notes a program or library that is missing, for the line at the end. Returns whether it is there.
package func orMissing(_ name: String, _ isFound: Bool) -> Bool {
  if !isFound { missing.withLock { _ = $0.insert(name) } }
  return isFound
}

private let missing: Locked<Set<String>> = {
  atexit {
    let names = missing.value.sorted().joined(separator: ", ")
    try? FileHandle.standardError.write(
      contentsOf: Data("Not installed, and left out with its tests: \(names)\n".utf8))
  }
  return Locked([])
}()
