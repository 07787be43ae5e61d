/// Problems that are alike, each with how many rows have it, and the first of them.
struct ProblemGroups {
  struct Group {
    let first: PlanProblem
    var places: [(place: RowPlace, name: String)] = []
    var count = 0
  }

  private(set) var groups: [Group] = []
  private var indices: [String: Int] = [:]

  func has(_ key: String) -> Bool { indices[key] != nil }

  /// - Parameter samples: The most rows that are kept of a group.
  mutating func add(
    _ problem: PlanProblem, by key: String, at place: (place: RowPlace, name: String), upTo samples: Int
  ) {
    let index = indices[key] ?? groups.endIndex
    if index == groups.endIndex {
      indices[key] = index
      groups.append(Group(first: problem))
    }
    groups[index].count += 1
    if groups[index].places.count < max(1, samples) { groups[index].places.append(place) }
  }
}
