/// A word that may be typed, or what has a name, and what it stands for.
package struct Definition: Sendable, Hashable {
  package let word: String
  /// What it is called where it is explained.
  package let label: LocalizedPhrase
  /// Empty where the word says it all.
  package let meaning: LocalizedPhrase

  /// What is typed is the same in every language.
  package init(_ word: String, _ meaning: LocalizedPhrase = "") {
    self.word = word
    label = LocalizedPhrase(verbatim: word)
    self.meaning = meaning
  }

  /// What nobody types.
  package init(named label: LocalizedPhrase, _ meaning: LocalizedPhrase) {
    word = label.key
    self.label = label
    self.meaning = meaning
  }
}
