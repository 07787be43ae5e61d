/// The candidate that `word` was probably meant to be: the one fewest slips away, fewer than four and than half of the
/// letters; the first of several. Case is no slip.
package func nearest(to word: String, among candidates: [String]) -> String? {
  let typed = Array(word.lowercased())
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let meant = Array(candidate.lowercased())
    // Too different in length to be near; this also bounds the work that a very long word can cause.
    guard abs(typed.count - meant.count) < 4 else { continue }
    let distance = slips(typed, meant)
    guard distance < 4, 2 * distance < max(typed.count, meant.count) else { continue }
    if distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  return best?.candidate
}

/// Letters to insert, delete, replace or swap with their neighbour: the restricted Damerau–Levenshtein distance.
private func slips(_ one: [Character], _ other: [Character]) -> Int {
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
