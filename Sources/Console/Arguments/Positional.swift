/// A word that stands for itself by its place on the command line.
package struct Positional: Sendable, Equatable {
  package let name: String
  package let help: LocalizedPhrase
  /// Only the last one can: it takes all the words that are left.
  package let repeats: Bool
  package let required: Bool
  package let candidates: Candidates

  package init(
    name: String, help: LocalizedPhrase, repeats: Bool = false, required: Bool = true,
    candidates: Candidates = .unknown
  ) {
    self.name = name
    self.help = help
    self.repeats = repeats
    self.required = required
    self.candidates = candidates
  }

  /// As it appears in the usage line: `<id>`, `[<id>]`, `<id> ...`, `[<id> ...]`.
  var label: String {
    let name = "<\(name)>" + (repeats ? " ..." : "")
    return required ? name : "[\(name)]"
  }
}
