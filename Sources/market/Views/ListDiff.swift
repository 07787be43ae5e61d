import Console
import Foundation
import OpenMarket
import Wording

/// The differences between a list as it was fetched before and as it is now.
struct ListDiff: Equatable {
  /// The sign before an item that differs.
  enum Mark: String {
    case new = "+"
    case changed = "~"

    func run(_ style: Style) -> Cell.Run { (rawValue, self == .new ? style.bold : style.magenta) }
  }

  /// By id; unchanged items have none.
  private(set) var marks: [Int: Mark] = [:]
  /// The ids of items that came from another page.
  private var moved: Set<Int> = []
  /// How many items were deleted.
  private let gone: Int

  /// Seconds by which the market's clock and this one may differ.
  private static let tolerance: TimeInterval = 60

  /// No differences.
  init() { gone = 0 }

  /// - Parameter date: When the list was fetched before. An older item that it did not hold came from another page.
  init(from before: [Item], to after: [Item], since date: Date) {
    let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    for item in after {
      switch known[item.id] {
      case item?: break
      case _?: marks[item.id] = .changed
      case nil where item.registrationDate > date - Self.tolerance: marks[item.id] = .new
      case nil: moved.insert(item.id)
      }
    }
    let present = Set(after.map(\.id))
    // New items may have pushed as many of the last ones onto the next page.
    let pushed = min(
      before.reversed().prefix { !present.contains($0.id) }.count, marks.values.count { $0 == .new })
    gone = Set(known.keys).subtracting(present).count - pushed
  }

  /// Consecutive differences as one. An item that is new in any of them is new.
  ///
  /// - Parameter items: The list after the last one; items that are no longer in it have no mark.
  init(combining diffs: [ListDiff], in items: [Item]) {
    gone = diffs.map(\.gone).reduce(0, +)
    for item in items {
      let found = diffs.compactMap { $0.marks[item.id] }
      marks[item.id] = found.first { $0 == .new } ?? found.last
      if diffs.contains(where: { $0.moved.contains(item.id) }) { moved.insert(item.id) }
    }
  }

  /// Whether nothing was added, changed or deleted.
  var isEmpty: Bool { marks.isEmpty && gone == 0 }

  /// The items that are not as they were, or were not in the list.
  func others(of items: [Item]) -> [Item] {
    items.filter { marks[$0.id] != nil || moved.contains($0.id) }
  }

  /// `2 new · 1 changed · 1 gone`; nil without differences.
  func words(_ format: OutputFormat) -> LocalizedPhrase? {
    func count(_ number: Int, _ phrase: (String) -> LocalizedPhrase) -> LocalizedPhrase? {
      number > 0 ? phrase(format.number(number)) : nil
    }
    let counts = [
      count(marks.values.count { $0 == .new }) { "\($0) new" },
      count(marks.values.count { $0 == .changed }) { "\($0) changed" },
      count(gone) { "\($0) gone" },
    ].compactMap(\.self)
    return counts.isEmpty ? nil : LocalizedPhrase(verbatim: format.facts(counts))
  }
}

/// The changes of a list that are marked on the screen: the last one, and those of the five seconds before it.
struct RecentChanges {
  /// Seconds for which a change is marked, however many follow.
  static let shortestTime: TimeInterval = 5

  private var changes: [(diff: ListDiff, date: Date)] = []

  /// When the last one came.
  var newest: Date? { changes.last?.date }

  mutating func note(_ diff: ListDiff, at now: Date) {
    guard !diff.isEmpty else { return }
    changes.removeAll { now.timeIntervalSince($0.date) >= Self.shortestTime }
    changes.append((diff, now))
  }

  /// All of them as one, in the items that are in sight.
  ///
  /// - Parameter now: The time, to leave out what has been marked long enough; nil for all.
  func combined(in items: [Item], at now: Date? = nil) -> ListDiff {
    let marked = changes.filter { _, date in
      now.map { $0.timeIntervalSince(date) < Self.shortestTime } ?? true
    }
    return ListDiff(combining: marked.map(\.diff), in: items)
  }
}
