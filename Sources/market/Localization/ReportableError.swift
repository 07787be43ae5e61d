import Console

/// An error with the words and the exit code that a person and a script get for it.
protocol ReportableError: Error {
  /// What is wrong, with the value that was given in quotes, and without a full stop.
  var message: LocalizedPhrase { get }

  var exitCode: ExitCode { get }

  /// What to type next; nil if nothing that can be typed helps.
  /// - Parameter settings: Those in force; nil if the error is about them.
  func help(_ settings: Settings?) -> LocalizedPhrase?
}

extension ReportableError {
  func help(_ settings: Settings?) -> LocalizedPhrase? { nil }
}
