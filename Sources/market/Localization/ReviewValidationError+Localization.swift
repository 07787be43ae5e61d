import Console
import OpenMarket

extension ReviewValidationError: ReportableError {
  var message: LocalizedPhrase {
    sentence(about: value.map { "\(field.name) '\($0.shortened)'" } ?? field.name)
  }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    "Pass a different value with '--\(field == .answer ? ReviewField.text.rawValue : field.rawValue)'"
  }
}

extension ReviewField {
  /// The name of the field, for the beginning of a sentence.
  var name: LocalizedPhrase {
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
