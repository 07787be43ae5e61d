import Console
import OpenMarket

/// The items that a command is about: those that are named, or all that meet conditions.
enum ChosenItems {
  /// - Parameter ranges: The ids that stand in a range, of which some may not exist.
  case ids([Int], ranges: Set<Int>)
  case filter(ListFilter)

  /// The conditions as options, but those that have the names of options that set values.
  static let filters = OptionGroup(ItemCondition.allCases.filter { !ambiguous.contains($0) }.map(\.option))

  /// Conditions with the names of options that set values. Without ids, `--tag` and `--currency` are filters.
  private static let ambiguous: [ItemCondition] = [.tag, .currency, .offSale]

  init(_ arguments: Arguments) throws {
    let word = ItemCondition.allCases.first {
      !Self.ambiguous.contains($0) && arguments.has($0.option)
    }.map { "--\($0.rawValue)" }
    guard !arguments.positionals.isEmpty else {
      var filter = try arguments.filter()
      filter[.offSale] = nil
      guard !filter.isEmpty else { throw arguments.error(.missingArgument("id")) }
      self = .filter(filter)
      return
    }
    try arguments.refuseIDs(with: word.map { [$0] } ?? [])
    var ids: [Int] = []
    var (ranges, seen) = (Set<Int>(), Set<Int>())
    for word in arguments.positionals {
      guard let (first, last) = ItemName.bounds(word) else {
        ids += try arguments.ids(in: word).filter { seen.insert($0).inserted }
        continue
      }
      guard first <= last else {
        throw arguments.error(
          .invalidValue(word, option: "<id>", reason: "a range begins with the lower id: '\(last)-\(first)'"))
      }
      guard last - first < Self.most - ids.count else {
        throw arguments.error(
          .invalidValue(
            word, option: "<id>", reason: "at most \(grouped: Self.most) items are named; use filters"))
      }
      let new = (first...last).filter { seen.insert($0).inserted }
      ids += new
      ranges.formUnion(new)
    }
    self = .ids(ids, ranges: ranges)
  }

  /// Most ids of a command.
  private static let most = 1_000_000

  /// The only item, if it is named by its id.
  var onlyID: Int? {
    if case .ids(let ids, let ranges) = self, ids.count == 1, ranges.isEmpty { ids[0] } else { nil }
  }
}
