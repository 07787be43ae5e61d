/// The exit codes of a program. Scripts depend on the numbers, so they never change.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case failed = 1
  case usage = 2
  case notFound = 3
  case wrongPassword = 4
  case temporary = 5
  case refused = 6
  case partial = 7
  case declined = 8
  /// 128 + SIGINT, as shells report it.
  case interrupted = 130
  /// 128 + SIGTERM.
  case terminated = 143

  /// The description for help.
  package var meaning: LocalizedPhrase {
    switch self {
    case .done: "Success. An empty list is a success too, and so is a pipe that the reader closed."
    case .failed: "Failed for another reason."
    case .usage:
      "Usage error: an unknown option or value, or a required prompt that could not be shown. Nothing was sent."
    case .notFound: "Nothing was found under that id."
    case .wrongPassword: "Wrong or missing password."
    case .temporary:
      "Temporary problem: network, timeout or a busy server. A change may have been recorded: the same command, run again, finds out and does nothing twice."
    case .refused: "The data was rejected."
    case .partial: "Partly done, or recorded and not shown. The messages say what."
    case .declined: "The prompt was answered with no."
    case .interrupted: LocalizedPhrase("Interrupted.")
    case .terminated: LocalizedPhrase("Terminated.")
    }
  }
}
