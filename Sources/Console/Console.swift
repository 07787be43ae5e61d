import Foundation

/// What a command may say and hear: data on `output`, everything for the person on `error`.
/// Always handed in, so that a test is a terminal too.
package struct Console: Sendable {
  package let output: any TextStream
  package let error: any TextStream
  package let input: any TextInput
  /// For words on `output`.
  package let style: Style
  /// For words on `error`.
  package let errorStyle: Style
  /// For words on either.
  package var language = Language.english
  /// Whether the person wants words in place of colours and movement.
  package private(set) var isAccessible = false
  /// What is going on, below everything else.
  let status: Spinner

  package init(
    output: any TextStream, error: any TextStream, input: any TextInput, style: Style = .plain,
    errorStyle: Style = .plain
  ) {
    self.output = output
    self.error = error
    self.input = input
    self.style = style
    self.errorStyle = errorStyle
    status = Spinner(error)
  }

  /// Width for layouts on `output`: 80 where nobody says otherwise.
  package var columns: Int { output.columns ?? 80 }

  /// One line of data.
  package func print(_ line: String) throws {
    status.hide()
    try output.write(line + "\n")
  }

  /// One line for the person, after the data written so far; at a terminal several, where it is too long for one. What
  /// cannot be said on stderr is dropped: there is no better place to complain.
  ///
  /// - Parameter isWhole: Whether it is for the terminal to fold, such as a command, which would be two when it is copied.
  package func note(_ line: LocalizedPhrase, isWhole: Bool = false) {
    status.hide()
    // A failure of the output is kept by the stream and thrown where data is written next.
    try? output.flush()
    let text = language.text(line)
    let lines = error.isTerminal && !isWhole ? text.wrapped(toWidth: error.columns ?? 80) : [text]
    try? error.write(lines.map { $0 + "\n" }.joined())
  }

  /// Must be the last use of `output`: throws if any of it has not arrived.
  package func finish() throws {
    try output.flush()
  }
}

extension Console {
  /// The same for somebody who hears what is written, or sees little of it at once: without colour, and without anything
  /// that is drawn over.
  package func accessible() -> Console {
    var console = Console(
      output: NonRedrawingStream(stream: output), error: NonRedrawingStream(stream: error), input: input)
    console.language = language
    console.isAccessible = true
    return console
  }

  /// The streams of this process. From here on a closed pipe, and a file that may not grow, is an error to handle and
  /// not a signal that kills: a child process has to undo that for itself.
  package static func standard(environment: [String: String], color: ColorChoice?) -> Console {
    Terminal.reserveStandardDescriptors()
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let movesCursor = !Terminal.isDumb(environment)
    let output = OutputDescriptor(STDOUT_FILENO, columns: columns, movesCursor: movesCursor)
    let error = OutputDescriptor(
      STDERR_FILENO, isBuffered: false, columns: columns, movesCursor: movesCursor)
    func style(for stream: OutputDescriptor) -> Style {
      Style(
        isColored: Style.isColored(
          choice: color ?? .auto, environment: environment, isTerminal: stream.isTerminal))
    }
    return Console(
      output: output, error: error, input: InputDescriptor(STDIN_FILENO), style: style(for: output),
      errorStyle: style(for: error))
  }
}
