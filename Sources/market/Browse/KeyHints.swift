import Console
import Wording

/// The keys of a status bar, as many as there is room for.
struct KeyHints {
  /// A key and what it does.
  struct Hint {
    let key: LocalizedPhrase
    let meaning: LocalizedPhrase
    /// On a narrow terminal the hint with the least weight is left out first.
    let weight: Int

    init(_ key: LocalizedPhrase, _ meaning: LocalizedPhrase, _ weight: Int) {
      (self.key, self.meaning, self.weight) = (key, meaning, weight)
    }

    var isNeeded: Bool { weight >= 6 }
  }

  let hints: [Hint]

  /// One of several wordings of the facts, from the most detailed to the shortest, with its keys: the first one beside
  /// which all needed keys fit, else the last one.
  func line(_ facts: [String], columns: Int, format: OutputFormat, style: Style) -> String {
    // The last column stays empty: a terminal may wrap the line when it is written.
    let choices = facts.map { fitted($0, columns - 1, format: format, style: style) }
    let best = choices.first { $0.hasNeededKeys } ?? choices.last
    return best?.text ?? ""
  }

  /// Facts and as many keys as there is room for, and whether the needed ones are among them.
  private func fitted(
    _ facts: String, _ room: Int, format: OutputFormat, style: Style
  ) -> (text: String, hasNeededKeys: Bool) {
    var hints = hints
    while true {
      let words = hints.map { (key: format.text($0.key), meaning: ": " + format.text($0.meaning)) }
      let keys = words.map { $0.key + $0.meaning }.joined(separator: "  ")
      let between = facts.isEmpty || keys.isEmpty ? "" : " · "
      if (facts + between + keys).displayWidth <= room {
        let painted = words.map { $0.key + style.dim($0.meaning) }.joined(separator: "  ")
        let hasNeededKeys = hints.count { $0.isNeeded } == self.hints.count { $0.isNeeded }
        return (style.dim(facts + between) + painted, hasNeededKeys)
      }
      guard let least = hints.indices.min(by: { hints[$0].weight < hints[$1].weight }) else {
        return (style.dim(facts.truncated(toWidth: room)), false)
      }
      hints.remove(at: least)
    }
  }
}
