import Foundation

/// The text by which an item is found: title and description in a normal form.
enum SearchText {
  /// The index knows every run of this many characters; FTS5's trigram tokenizer fixes the number.
  static let run = 3

  /// NFC, so that decomposed Hangul matches Hangul as keyboards write it, in lower case.
  static func fold(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping.lowercased()
  }

  /// The words that are searched for, folded.
  static func words(in text: String) -> [String] {
    fold(text).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The text for the index. Spaces at its end make runs begin with its last two characters, too; no word spans title
  /// and description.
  static func text(of draft: ItemDraft) -> String {
    fold(draft.title) + "\n" + fold(draft.description) + String(repeating: " ", count: run - 1)
  }
}
