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
    case .missing: "\(subject) is missing"
    case .empty: "\(subject) is empty"
    case .notText: "\(subject) is not valid UTF-8 text"
    case .longerThan(let bytes) where field == .images: "\(subject) is larger than \(bytes >> 20) MiB"
    case .longerThan(let bytes): "\(subject) is longer than \(grouped: bytes) bytes"
    case .holdsControlCharacter: "\(subject) contains a NUL character"
    case .holdsUnprintable: "\(subject) contains a control character"
    case .holdsBar: "\(subject) contains a '|'"
    case .surroundedBySpace: "\(subject) begins or ends with white space"
    case .tooManyTags: "Too many tags: an item can have at most \(ItemLimits.tags)"
    case .notAList: "\(subject) is not a JSON array of strings"
    case .notANumber: "\(subject) is not a number: write it like 1690000 or 12.50"
    case .notAWholeNumber: "\(subject) is not a whole number"
    case .negative: "\(subject) is negative"
    case .zero: "\(subject) is not at least 1"
    case .notATime: "\(subject) is not a time: write it like 2026-11-20T18:30"
    case .notOneOf(let choices): "\(subject) is none of \(choices.joined(separator: ", "))"
    case .above(let limit): "\(subject) is above \(limit)"
    case .tooManyDecimals(let currency, digits: 0): "\(subject) has more decimals than \(currency) has (none)"
    case .tooManyDecimals(let currency, let digits):
      "\(subject) has more decimals than \(currency) has (\(digits))"
    case .abovePrice(let price): "\(subject) is above the price '\(price)'"
    case .notInISO4217: "\(subject) is not a currency that ISO 4217 lists"
    case .tooManyImages: "Too many images: an item can have at most \(ItemLimits.images)"
    case .notAnImage: "\(subject) is neither a PNG nor a JPEG image"
    case .broken(let defect): "\(subject) is broken: \(defect.clause)"
    case .unreadable: "\(subject) cannot be read"
    case .repeated: "\(subject) is given twice"
    case .looksLike(let other): "\(subject) looks like '\(other.shortened)'"
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

extension ImageDefect {
  /// The defect as a clause, to follow a colon.
  var clause: LocalizedPhrase {
    switch self {
    case .unknownFormat: "it is neither a PNG nor a JPEG image"
    case .badHeader: "its header is not that of a PNG or JPEG image"
    case .noDimensions: "its width or height is missing"
    case .noPixels: "it has no pixels"
    case .cutOff: "it ends too early"
    case .tooManyPixels: "it has more than 100 megapixels"
    case .tooManyParts: "it has too many parts"
    case .badChecksum: "a checksum does not match"
    case .badPalette: "its palette is not valid"
    case .badPixels: "its pixels are damaged"
    case .badTables: "its tables are not valid"
    case .unknownContents: "it has contents that no standard describes"
    }
  }
}
