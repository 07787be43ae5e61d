/// Counts how many pieces of work run at the same time, and the most of them.
package final class MostAtOnce: Sendable {
  private let counts = Locked((running: 0, most: 0))

  package init() {}

  /// The most so far.
  package var value: Int { counts.value.most }

  package func begin() {
    counts.withLock { counts in
      counts.running += 1
      counts.most = max(counts.most, counts.running)
    }
  }

  package func end() { counts.withLock { $0.running -= 1 } }
}
