/// A word that may be typed, or what has a name, and what it stands for.
package struct Term: Sendable, Hashable {
  package let word: String
  /// What it is called where it is explained.
  package let label: Phrase
  /// Empty where the word says it all.
  package let meaning: Phrase

  /// What is typed is the same in every language.
  package init(_ word: String, _ meaning: Phrase = "") {
    self.word = word
    label = Phrase(verbatim: word)
    self.meaning = meaning
  }

  /// What nobody types.
  package init(named label: Phrase, _ meaning: Phrase) {
    word = label.key
    self.label = label
    self.meaning = meaning
  }
}
