/// What a program tells the shell when it ends. An interface: scripts depend on the numbers.
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

  /// One sentence for the help topic.
  package var meaning: LocalizedPhrase {
    switch self {
    case .done: "Done. An empty list is a success, and so is a reader that closed the pipe."
    case .failed: "Failed, for none of the reasons below."
    case .usage:
      "Not understood: an unknown option or value, or a question that could not be asked. Nothing was sent."
    case .notFound: "There is nothing under that id."
    case .wrongPassword: "The password is wrong or missing."
    case .temporary: "A passing trouble: the network, a timeout or a busy server. Trying again is safe."
    case .refused: "The data was refused."
    case .partial: "Partly done. The report says which part."
    case .declined: "The person answered no."
    case .interrupted: LocalizedPhrase("Interrupted.")
    case .terminated: LocalizedPhrase("Terminated.")
    }
  }
}
