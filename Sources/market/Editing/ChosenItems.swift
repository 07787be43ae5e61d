import Console
import Foundation
import OpenMarket

/// The items that a command is about: those that are named, or all that meet conditions.
enum ChosenItems {
  /// - Parameter ranges: The ids that stand in a range, of which some may not exist.
  case ids([Int], ranges: Set<Int>)
  case standardInput
  case filter(ListFilter)

  /// The conditions as options, but those that have the names of options that set values.
  static let filters = OptionGroup(ItemCondition.allCases.filter { !ambiguous.contains($0) }.map(\.option))

  /// Conditions with the names of options that set values. Tags and a currency choose where no id is given.
  private static let ambiguous: [ItemCondition] = [.tag, .currency, .offSale]

  /// Most ids of a command line.
  private static let most = 1_000_000

  init(_ arguments: Arguments) throws {
    let word = ItemCondition.allCases.first {
      !Self.ambiguous.contains($0) && arguments.has($0.option)
    }.map { "--\($0.rawValue)" }
    guard let first = arguments.positionals.first else {
      var filter = try arguments.filter()
      filter[.offSale] = nil
      guard !filter.isEmpty else { throw arguments.error(.missingArgument("id")) }
      self = .filter(filter)
      return
    }
    if let word {
      throw arguments.error(
        .invalidValue(first, option: "<id>", reason: "'\(word)' chooses items by itself: give ids or filters")
      )
    }
    if arguments.positionals == ["-"] {
      self = .standardInput
      return
    }
    var (ids, seen, ranges): ([Int], Set<Int>, Set<Int>) = ([], [], [])
    for word in arguments.positionals {
      guard let range = try Self.range(word, arguments) else {
        for id in try arguments.ids(in: word) where seen.insert(id).inserted { ids.append(id) }
        continue
      }
      guard range.count <= Self.most - ids.count else {
        throw arguments.error(
          .invalidValue(
            word, option: "<id>", reason: "at most \(grouped: Self.most) items are named; use filters"))
      }
      for id in range where seen.insert(id).inserted {
        ids.append(id)
        ranges.insert(id)
      }
    }
    self = .ids(ids, ranges: ranges)
  }

  /// The only item, if it is named by its id.
  var onlyID: Int? {
    if case .ids(let ids, let ranges) = self, ids.count == 1, ranges.isEmpty { ids[0] } else { nil }
  }

  /// A range such as `4-9`; nil for other words.
  private static func range(_ word: String, _ arguments: Arguments) throws(UsageError) -> ClosedRange<Int>? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Arguments.ids(in: String(parts[0])), first.count == 1,
      let last = Arguments.ids(in: String(parts[1])), last.count == 1
    else { return nil }
    guard first[0] <= last[0] else {
      throw arguments.error(
        .invalidValue(
          word, option: "<id>", reason: "a range begins with the lower id: '\(last[0])-\(first[0])'"))
    }
    return first[0]...last[0]
  }

  /// Most bytes of ids on standard input.
  private static let inputBytes = 64 << 20

  /// The ids on standard input: the first word of each line, as `market list` writes it.
  static func ids(_ context: CommandContext) throws -> [Int] {
    let data = try context.console.input.contents(
      upTo: inputBytes, tooLong: BulkEditError.invalidID("…", line: 0))
    var (ids, seen): ([Int], Set<Int>) = ([], [])
    for (number, line) in String(decoding: data, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .enumerated() {
      guard let word = line.split(whereSeparator: { $0.isWhitespace }).first else { continue }
      guard let found = Arguments.ids(in: String(word)) else {
        throw BulkEditError.invalidID(String(word), line: number + 1)
      }
      for id in found where seen.insert(id).inserted { ids.append(id) }
    }
    return ids
  }
}
