import Console
import OpenMarket

extension ValidationError: ReportableError {
  /// The sentence for the person who gave the value. `reason(calling:)` is the one for a program, always in English.
  var message: LocalizedPhrase {
    // Paths of images are shown whole: their end tells most.
    let shown = field == .images ? value : value?.shortened
    // A value of several tags is one of them.
    let name = field == .tags && value != nil ? LocalizedPhrase("Tag") : field.name
    let subject: LocalizedPhrase = shown.map { "\(name) '\($0)'" } ?? name
    return switch rule {
    case .empty where field == .title && value?.isEmpty == true: "Title '' is empty"
    case .missing where field == .title && value == nil: "Title is missing"
    case .missing where field == .price && value == nil: "Price is missing"
    case .notATime where shown != nil: "'\(shown ?? "")' is not a time"
    case .longerThan(let bytes) where field == .images: "\(subject) is larger than \(bytes >> 20) MiB"
    default: sentence(about: subject)
    }
  }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch rule {
    case .tooManyImages: "Pass '--image' at most \(ItemLimits.images) times"
    case .tooManyTags: "Pass '--tag' at most \(ItemLimits.tags) times"
    case .notATime: "For example 2026-11-20T18:30, 2026-11-20, or leave '--at' out for now"
    default: "Pass a different value with '--\(field.option)'"
    }
  }
}
