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
    let writing = #"printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod 755 "$1""#
    let writer = try ChildProcess.run(["sh", "-c", writing, "sh", path, script])
    guard writer.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path
  }
}
