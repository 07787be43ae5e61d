import Console
import Foundation
import Testing

@testable import market

/// A command declares the options that it reads. A misspelt one does not compile; one that is left out of the declaration
/// is never given.
struct OptionTests {
  /// Options that functions outside a command read for it, by what the call begins with.
  private static let readByCalls = [
    "arguments.images()": ["image"], "MovementArguments(": ["quantity", "time", "note", "alreadyCounted"],
    "PriceArguments(": ["price", "discountedPrice"], "ImportArguments(": ["options"],
    "ItemListing(": ["options"],
    "arguments.editsDescription()": ["editor", "description"],
  ]

  private static let groups = [
    "options": ["rowJSON", "columns"], "markets": ["server", "store", "curl"],
    "looking": ["server", "store", "curl"],
    "everywhere": ["profile"],
  ]

  /// The names of options that a command in a source reads and does not declare.
  private static func undeclared(in source: String) -> [String] {
    source.split(separator: #/\n(?:private )?struct /#).flatMap { command -> [String] in
      guard let start = command.firstRange(of: " options: ") else { return [] }
      let rest = command[start.upperBound...]
      let declaration = rest.prefix(upTo: rest.firstRange(of: "\n\n")?.lowerBound ?? rest.endIndex)
      let declared = names(in: declaration).flatMap { [$0] + (groups[$0] ?? []) }
      let reads =
        command.matches(of: /arguments\[([\w.]+)\]/).map(\.1)
        + command.matches(of: /arguments\.(?:has|required|again|given|allowOne|refuse|amount)\(([^()]*)\)/)
        .map(\.1).filter { !$0.drop(while: \.isWhitespace).hasPrefix("apartFrom") }
      let byCalls = readByCalls.filter { command.contains($0.key) }.flatMap(\.value)
      return Set(reads.flatMap(names) + byCalls).subtracting(declared).sorted()
    }
  }

  /// The names in a list of options, such as `depth` in `of: .depth.required, Self.width`.
  private static func names(in list: Substring) -> [String] {
    list.split(separator: ",").compactMap { option in
      option.firstMatch(of: /^\s*(?:OptionGroup\(\s*)?(?:\w+: )?(?:[A-Z]\w*)?\.(\w+)/).map { String($0.1) }
    }
  }

  @Test func `a command declares each option that it reads`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/market/Commands")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count > 20)
    for file in files {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      #expect(Self.undeclared(in: source) == [], "\(file)")
    }
  }

  @Test func `an option that is read and not declared is found`() {
    let source = """
      import Console

      struct Shelve: Command {
        static let declaration = CommandDeclaration(
          name: "shelve", abstract: "",
          options: .yes, Self.depth,
          .markets)

        init(_ arguments: Arguments, _ settings: Settings) throws {
          depth = try arguments[Self.depth]
          others = arguments.again(.store, .dryRun)
          if arguments[.force], arguments[.yes], arguments.has(Self.width) { return }
        }
      }
      """
    #expect(Self.undeclared(in: source) == ["dryRun", "force", "width"])
  }

  @Test func `options of one name are of one meaning in all commands`() {
    for option in CommandDeclaration.all.flatMap(\.options) {
      if option.long == "images" { #expect(option.value == "how") }
      if option.long == "stock" { #expect(option.value == "count") }
      if option.long == "image-folder" { #expect(option.value == "folder") }
    }
  }
}
