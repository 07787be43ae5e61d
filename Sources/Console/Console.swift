import Foundation
import Synchronization

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

extension Console {
  /// Whether a prompt can be shown and answered: input and stderr are terminals, prompts are not disabled, and the
  /// environment variable `CI` is unset or empty.
  package func canPrompt(noInput: Bool, environment: [String: String]) -> Bool {
    !noInput && input.isTerminal && error.isTerminal && (environment["CI"] ?? "").isEmpty
  }

  /// Shows `prompt` and `[y/N]` on stderr and reads a line. Only y and yes, and their equivalents in the console's
  /// language, are a yes, in any case; the end of input is a no. Requires `canPrompt`.
  ///
  /// - Parameter more: Lines that are shown for the answer `v`, a screen at a time, before the question is asked again; nil for
  ///   none.
  package func ask(_ prompt: LocalizedPhrase, more: [String]? = nil) throws(ConsoleError) -> Bool {
    let question = language.text(more == nil ? prompt : "\(prompt) (v: view all)")
    while true {
      guard let answer = try answer(to: question + (more == nil ? " [y/N]" : " [y/N/v]"), isSecret: false)
      else {
        try error.write("\n")
        return false
      }
      let word = answer.trimmingCharacters(in: .whitespaces)
      guard let more, word.lowercased() == "v" else { return language.means(yes: word) }
      try page(more)
    }
  }

  /// Shows lines on stderr, a screen at a time where it has a height: an empty answer shows the next one, any other ends.
  private func page(_ lines: [String]) throws(ConsoleError) {
    // A line is left for the prompt.
    let height = max(1, (error.rows ?? .max) - 1)
    var rest = lines[...]
    while true {
      for line in rest.prefix(height) { try error.write(line + "\n") }
      rest = rest.dropFirst(height)
      guard !rest.isEmpty else { return }
      let prompt = language.text("\(rest.count) more lines (Enter: next page, q: back)")
      guard let answer = try answer(to: prompt, isSecret: false),
        answer.trimmingCharacters(in: .whitespaces).isEmpty
      else { return }
    }
  }

  /// Shows `prompt` on stderr and reads a line; nil at the end of input. Requires `canPrompt`.
  package func askLine(_ prompt: LocalizedPhrase) throws(ConsoleError) -> String? {
    try answer(to: language.text(prompt), isSecret: false)
  }

  /// Shows `prompt` on stderr and reads a line without echo. The end of input is an empty secret.
  package func askSecret(_ prompt: LocalizedPhrase) throws(ConsoleError) -> String {
    try answer(to: language.text(prompt), isSecret: true) ?? ""
  }

  private func answer(to prompt: String, isSecret: Bool) throws(ConsoleError) -> String? {
    try output.flush()
    let lines = lines(of: prompt)
    var text = lines.joined(separator: "\n") + " "
    func show() throws(ConsoleError) {
      try spinner.whileHidden { () throws(ConsoleError) in try error.write(text) }
      // After a stop the prompt may be shown twice, once for the stop and once for the continuation: its last line is
      // replaced.
      if error.rows != nil { text = "\r\u{1B}[K" + (lines.last ?? "") + " " }
    }
    do {
      return isSecret ? try input.readSecret(prompt: show) : try input.readLine(prompt: show)
    } catch let failure {
      // The message about it gets a line of its own.
      if case .interrupted = failure { try error.write("\n") }
      throw failure
    }
  }

  /// Wraps a prompt at words, with room for a letter after it.
  private func lines(of prompt: String) -> [String] {
    let text = prompt.trimmingCharacters(in: .whitespaces)
    guard error.isTerminal else { return [text] }
    return text.wrapped(toWidth: (error.columns ?? 80) - 2, breaksWords: false)
  }
}

extension Console {
  /// Whether a view can be shown: single keys can be read, and the cursor can be moved.
  package var hasKeyboard: Bool { canRedraw && input.hasKeyboard }

  /// Runs work that draws on the terminal itself; no spinner is drawn meanwhile.
  package func withoutSpinner<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    let lease = spinner.takeOver()
    defer { spinner.release(lease) }
    return try await work()
  }
}

extension Console {
  /// Whether lines can be drawn over others: both streams are terminals that can move their cursor.
  package var canRedraw: Bool { output.rows != nil && error.rows != nil }

  /// Draws lines over those that were printed last. Returns false without drawing where those are not all on the screen.
  package func redraw(_ lines: [String], over others: DrawnLines) throws(ConsoleError) -> Bool {
    guard let height = heightInSight(of: others) else { return false }
    try spinner.whileHidden { () throws(ConsoleError) in
      try output.flush()
      try output.write(Self.sequence(drawing: lines, over: height))
    }
    return true
  }

  /// The distance from the cursor up to the first of the lines, in lines of the screen. Nil where they are not all on the
  /// screen, and where that is unknown: the terminal has another width now, or cannot move its cursor.
  private func heightInSight(of others: DrawnLines) -> Int? {
    guard canRedraw, let height = others.height, let rows = output.rows, height < rows,
      columns == others.columns
    else { return nil }
    return height
  }

  /// Moves up `count` lines and draws there. Each line is overwritten before its rest is erased, and what remains below is
  /// erased at the end, so that nothing flickers.
  private static func sequence(drawing lines: [String], over count: Int) -> String {
    let up = count > 0 ? "\u{1B}[\(count)A" : ""
    return "\r" + up + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
  }
}

/// The state that one drawing of a wait's line depends on.
package struct WaitingMoment {
  /// The current frame of the spinner.
  package let sign: String
  /// The width of the line.
  package let columns: Int
  package let style: Style
  /// The time since the wait began.
  package let elapsed: Duration

  /// The spinner and some words, cut to the width.
  package func line(_ words: String) -> String {
    style.dim("\(sign) \(words)".truncated(toWidth: columns))
  }
}

/// A value that work sets while a line shows it.
package final class ShownValue<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  package init(_ value: Value) { mutex = Mutex(value) }

  package var value: Value { mutex.withLock(\.self) }

  package func set(_ value: Value) { mutex.withLock { $0 = value } }
}

extension Console {
  /// Runs work that may take a while. After `delay` a line on stderr shows it, where that is a terminal.
  ///
  /// - Parameters:
  ///   - line: Makes the line, several times a second; sanitized, and no wider than `WaitingMoment.columns`.
  ///   - delay: How long nothing is shown.
  package func waiting<Result: Sendable>(
    _ line: @escaping @Sendable (WaitingMoment) -> String, after delay: Duration = .milliseconds(200),
    for work: () async throws -> Result
  ) async rethrows -> Result {
    guard let lease = spinner.take() else { return try await work() }
    let (spinner, style, start) = (spinner, errorStyle, ContinuousClock.now)
    let ticks = Task {
      try await Task.sleep(for: delay)
      for tick in 0... {
        spinner.show(lease) { columns in
          line(
            WaitingMoment(
              sign: Self.signs[tick % Self.signs.count], columns: columns, style: style, elapsed: .now - start
            ))
        }
        try await Task.sleep(for: .milliseconds(80))
      }
    }
    defer {
      ticks.cancel()
      spinner.release(lease)
    }
    return try await work()
  }

  private static let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
}
