/// The candidate with the smallest edit distance to `word`, of several the first that begins with it, else the first; nil where
/// none has a distance below four and below half of the letters. Case is ignored.
package func nearest(to word: String, among candidates: [String]) -> String? {
  let typed = Array(word.lowercased())
  var best: (candidate: String, distance: Int, isBegun: Bool)?
  for candidate in candidates {
    let meant = Array(candidate.lowercased())
    // A larger difference in length is a larger distance. This also bounds the work for very long words.
    guard abs(typed.count - meant.count) < 4 else { continue }
    let distance = editDistance(typed, meant)
    guard distance < 4, 2 * distance < max(typed.count, meant.count) else { continue }
    let isBegun = meant.starts(with: typed)
    if let best, (best.distance, best.isBegun ? 0 : 1) <= (distance, isBegun ? 0 : 1) { continue }
    best = (candidate, distance, isBegun)
  }
  return best?.candidate
}

/// The restricted Damerau–Levenshtein distance: insertions, deletions, substitutions and swaps of neighbours.
private func editDistance(_ one: [Character], _ other: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...other.count)
  for (i, a) in one.enumerated() {
    var row = [i + 1]
    for (j, b) in other.enumerated() {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a == b ? 0 : 1))
      if i > 0, j > 0, a == other[j - 1], one[i - 1] == b { cost = min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last[other.count]
}
