import Console
import OpenMarket

/// The fields of an item that `--json` writes.
struct JSONFields {
  /// Nil for all fields.
  private let names: [String]?

  /// Every field of an item.
  static let all = JSONFields(names: nil)

  private init(names: [String]?) {
    self.names = names
  }

  /// Nil if `--json` was not given.
  init?(_ arguments: Arguments, known: [String], in declaration: CommandDeclaration) throws {
    guard arguments.flag(Option.json.long) else { return nil }
    guard let list = arguments.value(Option.json.long) else {
      names = nil
      return
    }
    let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw UsageError(.notAChoice(unknown, option: "--json", choices: known), in: declaration)
    }
    self.names = names
  }

  /// The item as one line of JSON.
  func line(_ item: Item, _ format: OutputFormat) -> String {
    let members = item.members(format)
    guard let names else { return JSONValue.object(members).text }
    return JSONValue.object(
      names.map { name in (name, members.first { $0.key == name }?.value ?? .null) }
    ).text
  }
}
