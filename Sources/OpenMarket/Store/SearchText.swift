import Foundation

/// What an item is found by: its title and description in a form in which alike is equal.
enum SearchText {
  /// The index knows every run of this many characters; FTS5's trigram tokenizer fixes the number.
  static let run = 3

  /// Composed, so that Hangul which some systems take apart is found by Hangul as keyboards write it, and in lower case.
  static func fold(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping.lowercased()
  }

  /// The words that are searched for, folded.
  static func words(in text: String) -> [String] {
    fold(text).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The text that is indexed. Blanks at its end let runs begin with its last two characters, too; no word goes across
  /// from title to description.
  static func text(of draft: ItemDraft) -> String {
    fold(draft.title) + "\n" + fold(draft.description) + String(repeating: " ", count: run - 1)
  }
}
