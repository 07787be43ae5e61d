import Console
import OpenMarket

extension ReviewValidationError: ReportableError {
  var message: LocalizedPhrase {
    let subject: LocalizedPhrase = value.map { "\(field.name) '\($0.shortened)'" } ?? field.name
    return switch rule {
    case .empty: "\(subject) is empty"
    case .notStars: "\(subject) is not a whole number from 1 to 5"
    case .longerThan(let characters): "\(subject) is longer than \(grouped: characters) characters"
    case .holdsControlCharacter: "\(subject) contains a NUL character"
    case .notText: "\(subject) is not valid UTF-8 text"
    }
  }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    "Pass a different value with '--\(field == .answer ? ReviewField.text.rawValue : field.rawValue)'"
  }
}

extension ReviewField {
  /// The name of the field, for the beginning of a sentence.
  fileprivate var name: LocalizedPhrase {
    switch self {
    case .stars: LocalizedPhrase("Stars")
    case .text: LocalizedPhrase("Text")
    case .author: LocalizedPhrase("Author")
    case .receipt: LocalizedPhrase("Receipt")
    case .answer: LocalizedPhrase("Answer")
    case .reason: LocalizedPhrase("Reason")
    }
  }
}
