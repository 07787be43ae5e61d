import Console
import OpenMarket

/// What is different between a list as it was seen and as it is.
struct ItemChanges: Equatable {
  enum Mark: String {
    case new = "+"
    case changed = "~"

    func run(_ style: Style) -> Cell.Run { (rawValue, self == .new ? style.bold : style.magenta) }
  }

  /// By id; what is as it was has none.
  private(set) var marks: [Int: Mark] = [:]
  private let gone: Int

  init(from before: [Item] = [], to after: [Item] = []) {
    let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    for item in after where known[item.id] != item {
      marks[item.id] = known[item.id] == nil ? .new : .changed
    }
    gone = Set(known.keys).subtracting(after.map(\.id)).count
  }

  /// `2 new, 1 changed, 1 gone`; nil where nothing is.
  func words(_ presenter: Presenter) -> Phrase? {
    func count(_ number: Int, _ phrase: (String) -> Phrase) -> Phrase? {
      number > 0 ? phrase(presenter.number(number)) : nil
    }
    let counts = [
      count(marks.values.count { $0 == .new }) { "\($0) new" },
      count(marks.values.count { $0 == .changed }) { "\($0) changed" },
      count(gone) { "\($0) gone" },
    ].compactMap(\.self)
    return counts.isEmpty ? nil : Phrase(joining: counts, by: ", ")
  }
}
