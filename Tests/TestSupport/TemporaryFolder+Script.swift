import Foundation

extension TemporaryFolder {
  /// Writes an executable shell script into the folder.
  ///
  /// A child process writes it: a process that another test starts at that moment inherits this process's open files
  /// until it calls exec, and a file that is open for writing cannot be run (ETXTBSY).
  ///
  /// - Returns: Its path.
  package func program(_ name: String, _ script: String) throws -> String {
    let path = path(name)
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = ["-c", #"printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod 755 "$1""#, "sh", path, script]
    try writer.run()
    writer.waitUntilExit()
    guard writer.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path
  }
}
