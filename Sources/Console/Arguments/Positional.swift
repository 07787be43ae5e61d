/// An argument that is identified by its place on the command line.
package struct Positional: Sendable, Equatable {
  /// The placeholder in help, such as `id`.
  package let name: String
  package let help: LocalizedPhrase
  /// Whether it takes all remaining words; only the last positional may.
  package let repeats: Bool
  package let required: Bool
  package let candidates: Candidates
  /// Whether any word makes sense there, such as a word to search for.
  package let isFreeText: Bool

  package init(
    name: String, help: LocalizedPhrase, repeats: Bool = false, required: Bool = true,
    candidates: Candidates = .unknown, isFreeText: Bool = false
  ) {
    self.name = name
    self.help = help
    self.repeats = repeats
    self.required = required
    self.candidates = candidates
    self.isFreeText = isFreeText
  }

  /// As the usage line shows it: `<id>`, `[<id>]`, `<id> ...`, `[<id> ...]`.
  var label: String {
    let name = "<\(name)>" + (repeats ? " ..." : "")
    return required ? name : "[\(name)]"
  }
}
