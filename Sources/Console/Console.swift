import Foundation

/// The standard streams of a command: data on `output`, messages on `error`. It is always injected, so that a test can take
/// the place of a terminal.
package struct Console: Sendable {
  package let output: any TextStream
  package let error: any TextStream
  package let input: any TextInput
  /// The style of text on `output`.
  package let style: Style
  /// The style of text on `error`.
  package let errorStyle: Style
  /// The language of messages.
  package var language = Language.english
  /// Whether output is plain lines, without colour and redrawing.
  package private(set) var isAccessible = false
  /// Shows waits on the bottom line.
  let spinner: Spinner

  package init(
    output: any TextStream, error: any TextStream, input: any TextInput, style: Style = .plain,
    errorStyle: Style = .plain
  ) {
    self.output = output
    self.error = error
    self.input = input
    self.style = style
    self.errorStyle = errorStyle
    spinner = Spinner(error)
  }

  /// The width for layouts on `output`; 80 where it is unknown.
  package var columns: Int { output.columns ?? 80 }

  /// Writes a line of data to `output`.
  package func print(_ line: String) throws(ConsoleError) {
    try spinner.whileHidden { () throws(ConsoleError) in try output.write(line + "\n") }
  }

  /// Writes a message to `error`, after the data written so far. On a terminal it is wrapped between words. A failure to
  /// write it is ignored.
  ///
  /// - Parameter isWhole: Whether to leave folding to the terminal, so that a command in the line can be copied.
  package func note(_ line: LocalizedPhrase, isWhole: Bool = false) {
    let text = language.text(line)
    let wraps = error.isTerminal && !isWhole
    let lines = wraps ? text.wrapped(toWidth: error.columns ?? 80, breaksWords: false) : [text]
    spinner.whileHidden {
      // The stream remembers a failure and throws it when data is written next.
      try? output.flush()
      try? error.write(lines.map { $0 + "\n" }.joined())
    }
  }

  /// Flushes `output`. Must be its last use; throws if any output was not written.
  package func finish() throws(ConsoleError) {
    try output.flush()
  }
}

extension Console {
  /// Returns the console for screen readers and magnifiers: without colour, and without anything that is redrawn.
  package func accessible() -> Console {
    var console = Console(
      output: NonRedrawingStream(stream: output), error: NonRedrawingStream(stream: error), input: input)
    console.language = language
    console.isAccessible = true
    return console
  }

  /// The streams of this process. Ignores SIGPIPE and SIGXFSZ, so that a closed pipe or a file at its size limit is an
  /// error of a write; a child process inherits that.
  ///
  /// - Parameter color: The value of `--color`; nil if it is not given.
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

extension Table {
  /// The table for a console: in columns, or where the console is accessible a line `Header: text` for each cell and an
  /// empty line after each row.
  package func lines(for console: Console, showsHeader: Bool = true) -> [String] {
    guard console.isAccessible else {
      return lines(width: console.columns, style: console.style, showsHeader: showsHeader)
    }
    return labelledLines
  }
}
