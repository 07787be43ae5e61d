import Foundation

/// Runs a program in the foreground of the terminal, which it shares with this process, as an editor needs it.
package enum ForegroundCommand {
  /// Runs a line of `sh` to its end, with the terminal and the environment of this process. SIGINT and SIGQUIT are the program's
  /// alone meanwhile (system(3)). Blocks the thread.
  ///
  /// Returns the exit code; nil where it could not be started, or was ended by a signal.
  package static func exitCode(of line: String) -> Int32? {
    // With a trap the shell waits for a program that survives the signal; the program itself has the default.
    let status = system("trap : INT QUIT\n" + line)
    // The macros of wait(2) are not imported: the low seven bits are the signal.
    return status >= 0 && status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}
