import Foundation

extension TemporaryFolder {
  /// A program in the folder, in the words of the shell.
  ///
  /// Another process writes it: what this one has open for writing, a process that another test starts at that moment
  /// holds open until it has become its program, and a file that is being written cannot be run (ETXTBSY).
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
