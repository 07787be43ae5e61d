import Console

/// Runs other command lines of this program, for commands on whose screen they are given.
struct CommandRunner: Sendable {
  /// Runs a command line on a console, with a password in place of those that are stored.
  let run: @Sendable (_ words: [String], _ console: Console?, _ password: String?) async -> ExitCode
  /// The first error in a command line, before anything is sent; nil where it has none.
  let problem: @Sendable (_ words: [String]) -> (any ReportableError)?
}
