import Synchronization

/// A cache of responses in memory with a limited size; the least recently used is evicted first.
final class MemoryCache: Sendable {
  private struct Entry {
    let response: StoredResponse
    var lastUse: Int
    /// In bytes: the body, and about a thousand for the rest.
    var size: Int { response.response.body.count + 1_000 }
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

  func response(for key: CacheKey) -> StoredResponse? {
    state.withLock { state in
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return state.entries[key]?.response
    }
  }

  /// Replaces the response of the same key. A response larger than the capacity is not stored.
  func store(_ response: StoredResponse) {
    state.withLock { state in
      state.remove(response.key)
      state.uses += 1
      let entry = Entry(response: response, lastUse: state.uses)
      guard entry.size <= capacity else { return }
      while state.size + entry.size > capacity,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        state.remove(oldest)
      }
      state.entries[response.key] = entry
      state.size += entry.size
    }
  }

  func remove(where isRemoved: (CacheKey) -> Bool) {
    state.withLock { state in
      for key in state.entries.keys.filter(isRemoved) { state.remove(key) }
    }
  }
}
