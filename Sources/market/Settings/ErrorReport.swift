import Console
import Foundation
import SystemSupport

/// An error as a person reads it: what is wrong, what to type next, and the exit code. The one place where errors become
/// text.
struct ErrorReport: Equatable {
  let message: LocalizedPhrase
  var help: LocalizedPhrase?
  let exitCode: ExitCode
  /// The errors that led to it, the nearest first.
  var causes: [LocalizedPhrase] = []

  /// Writes the report to stderr, broken to the width of the terminal there.
  func write(to console: Console, isWarning: Bool = false) {
    let columns = console.error.isTerminal ? console.error.columns : nil
    for line in lines(console.language, console.errorStyle, columns: columns, isWarning: isWarning) {
      console.note(LocalizedPhrase(verbatim: line), isWhole: true)
    }
  }

  /// - Parameter columns: The width that lines are broken to; nil for one line each.
  func lines(
    _ language: Language, _ style: Style, columns: Int? = nil, isWarning: Bool = false
  ) -> [String] {
    let first =
      isWarning
      ? Part(label: LocalizedPhrase("Warning:"), text: message, paint: style.magenta)
      : Part(label: LocalizedPhrase("Error:"), text: message) { style.red(style.bold($0)) }
    let causes = causes.map { Part(label: LocalizedPhrase("Cause:"), text: $0, paint: style.dim) }
    let last = Part(label: LocalizedPhrase("Help:"), text: help ?? "", paint: style.bold)
    let parts = [first] + causes + [last]
    // All texts begin in one column.
    let width = (parts.map { language.text($0.label).displayWidth }.max() ?? 0) + 1
    return parts.filter { !$0.text.isEmpty }.flatMap { (part: Part) -> [String] in
      let label = language.text(part.label)
      let text = language.text(part.text).withoutQueryValues.sanitizedLine
      var lines = [text]
      if let columns {
        lines = text.wrapped(toWidth: columns, taken: width, hanging: width, breaksWords: false)
      }
      let padding = String(repeating: " ", count: width - label.displayWidth)
      let first = lines.isEmpty ? "" : lines.removeFirst()
      return [part.paint(label) + padding + first] + lines
    }
  }

  private struct Part {
    let label: LocalizedPhrase
    let text: LocalizedPhrase
    let paint: (String) -> String
  }
}

extension ErrorReport {
  /// The report of an error, of whatever type.
  ///
  /// - Parameters:
  ///   - settings: The settings in force, for the help; nil if the error is about them.
  ///   - isVerbose: Whether the causes are included; nil for what the settings say.
  init(of error: any Error, settings: Settings?, isVerbose: Bool? = nil) {
    let isVerbose = isVerbose ?? settings?.isVerbose ?? false
    let chain = [error] + error.causes
    // A task that was cancelled says nothing about the network.
    if let cancellation = chain.lazy.compactMap({ $0 as? CancellationError }).first {
      self.init(message: cancellation.message, exitCode: cancellation.exitCode)
    } else if let error = error as? any ReportableError {
      self.init(message: error.message, help: error.help(settings), exitCode: error.exitCode)
      // Skip causes with the same message.
      if isVerbose { causes = chain.dropFirst().map(Self.text(ofCause:)).filter { $0 != message } }
    } else {
      self.init(
        message: "Unexpected error",
        help: isVerbose ? nil : .showCause, exitCode: .failed)
      if isVerbose { causes = chain.map(Self.text(ofCause:)) }
    }
  }

  /// One link of the chain, as an engineer wants it: with the type, domain or code that the message leaves out. An
  /// address in it is shown without a password.
  private static func text(ofCause error: any Error) -> LocalizedPhrase {
    if let error = error as? any ReportableError { return error.message }
    let text =
      if let foreign = error as? any CustomNSError {
        "\(type(of: foreign).errorDomain) \(foreign.errorCode): \(error.localizedDescription)"
      } else {
        String(describing: error)
      }
    return LocalizedPhrase(verbatim: text.withoutCredentials.truncated(toWidth: 500))
  }
}
