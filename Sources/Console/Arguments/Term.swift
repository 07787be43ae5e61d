/// A word that may be typed, and what it stands for.
package struct Term: Sendable, Hashable {
  package let word: String
  /// Empty where the word says it all.
  package let meaning: String

  package init(_ word: String, _ meaning: String = "") {
    self.word = word
    self.meaning = meaning
  }
}
