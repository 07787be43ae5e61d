import Synchronization

/// The answers of this run, as many as there is room for; the least recently used goes first.
final class MemoryCache: Sendable {
  private struct Entry {
    let answer: StoredResponse
    var lastUse: Int
    /// What is said of an answer takes room too, about a thousand bytes.
    var size: Int { answer.response.body.count + 1_000 }
  }

  private struct State {
    var entries: [CacheKey: Entry] = [:]
    var size = 0
    var uses = 0

    mutating func remove(_ key: CacheKey) {
      if let entry = entries.removeValue(forKey: key) { size -= entry.size }
    }
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// - Parameter capacity: In bytes.
  init(capacity: Int) {
    self.capacity = capacity
  }

  func answer(for key: CacheKey) -> StoredResponse? {
    state.withLock { state in
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return state.entries[key]?.answer
    }
  }

  func keep(_ answer: StoredResponse) {
    state.withLock { state in
      state.remove(answer.key)
      state.uses += 1
      let entry = Entry(answer: answer, lastUse: state.uses)
      guard entry.size <= capacity else { return }
      while state.size + entry.size > capacity,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        state.remove(oldest)
      }
      state.entries[answer.key] = entry
      state.size += entry.size
    }
  }

  func drop(where isUnwanted: (CacheKey) -> Bool) {
    state.withLock { state in
      for key in state.entries.keys.filter(isUnwanted) { state.remove(key) }
    }
  }
}
