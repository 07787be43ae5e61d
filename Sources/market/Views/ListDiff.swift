import Console
import Foundation
import OpenMarket

/// What is different between a list as it was seen and as it is.
struct ListDiff: Equatable {
  enum Mark: String {
    case new = "+"
    case changed = "~"

    func run(_ style: Style) -> Cell.Run { (rawValue, self == .new ? style.bold : style.magenta) }
  }

  /// By id; what is as it was has none.
  private(set) var marks: [Int: Mark] = [:]
  /// Those that have come from another page.
  private var moved: Set<Int> = []
  private let gone: Int

  /// What two clocks may differ by.
  private static let tolerance: TimeInterval = 60

  init() { gone = 0 }

  /// - Parameter date: When the list was seen before. What is older and was not there has come from another page.
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
    // As many as are new may have slid onto the next page.
    let slid = min(
      before.reversed().prefix { !present.contains($0.id) }.count, marks.values.count { $0 == .new })
    gone = Set(known.keys).subtracting(present).count - slid
  }

  /// The items that were not there as they are now.
  func others(of items: [Item]) -> [Item] {
    items.filter { marks[$0.id] != nil || moved.contains($0.id) }
  }

  /// `2 new, 1 changed, 1 gone`; nil where nothing is.
  func words(_ format: OutputFormat) -> LocalizedPhrase? {
    func count(_ number: Int, _ phrase: (String) -> LocalizedPhrase) -> LocalizedPhrase? {
      number > 0 ? phrase(format.number(number)) : nil
    }
    let counts = [
      count(marks.values.count { $0 == .new }) { "\($0) new" },
      count(marks.values.count { $0 == .changed }) { "\($0) changed" },
      count(gone) { "\($0) gone" },
    ].compactMap(\.self)
    return counts.isEmpty ? nil : LocalizedPhrase(joining: counts, by: ", ")
  }
}
