import Console
import Foundation
import Testing

@testable import market

/// Every sentence that a person reads is there in English, in the code, and in Korean, in a table.
struct WordsTests {
  private static let korean = Korean.tables.flatMap { $0.map(\.self) }

  /// Literals with words in them that no person reads as a sentence: what is typed, patterns, and formats of data.
  private static let forPrograms: Set<String> = [
    " [y/N] ", "--currency %1", "--image -", "market show %1", "would remove",
    "%1 --page %2", "--description -", "--password-file -", ".B ",
    ".BR ",
    ".SH ", ".TP 4", ".ad l", ".TH \"%1\" 1 \"\" \"%2\"", "market %1",
    "market images %1", "market show %1 --full", "market list",
    "market search",
    "would delete",
  ]

  @Test func `each phrase in the code is in Korean too, and nothing else is`() throws {
    let declared = Set(Self.declaredPhrases.map(\.key))
    let literals = try Self.literals()
    let written = Set(literals.filter { $0.isMarked || $0.key.isSentence }.map(\.key))
    let phrases = declared.union(written).subtracting(Self.forPrograms.union(Self.typed)).filter(\.hasLetters)
    let translated = Set(Self.korean.map(\.key))
    #expect(phrases.subtracting(translated).sorted() == [], "not in Korean")
    #expect(translated.subtracting(phrases).sorted() == [], "in Korean, and nowhere else")
    let literalKeys = Set(literals.map(\.key))
    #expect(Self.forPrograms.subtracting(literalKeys).sorted() == [], "for programs, and nowhere")
  }

  @Test func `a translation fills in the same values, in as many lines`() {
    for (english, korean) in Self.korean {
      #expect(korean.placeholders == english.placeholders, "\(english)")
      #expect(korean.count { $0 == "\n" } == english.count { $0 == "\n" }, "\(english)")
      #expect(korean.contains { $0.isHangul }, "\(english)")
    }
  }

  @Test func `the tables are sorted, and say nothing twice`() {
    for table in Korean.tables {
      let keys = table.map(\.key)
      #expect(keys == keys.sorted { $0.lowercased() < $1.lowercased() })
    }
    #expect(Set(Self.korean.map(\.key)).count == Self.korean.count)
  }

  /// What the declarations of all commands, and the topics, have to say.
  private static var declaredPhrases: [LocalizedPhrase] {
    let commands = Market.commands.map { $0.declaration } + [HelpCommand.program, Version.declaration]
    let terms = Topic.allCases.flatMap(\.terms) + Topic.terms
    return commands.flatMap(phrases) + terms.flatMap { [$0.label, $0.meaning] }
  }

  /// What the declarations, and the topics, have to type.
  private static var typed: Set<String> {
    let examples = Market.commands.flatMap { $0.declaration.examples } + HelpCommand.program.examples
    let terms = Topic.allCases.flatMap(\.terms).filter { $0.label == LocalizedPhrase(verbatim: $0.word) }
    return Set(examples.map(\.command) + terms.map(\.word))
  }

  private static func phrases(of declaration: CommandDeclaration) -> [LocalizedPhrase] {
    [declaration.abstract, declaration.discussion] + declaration.examples.map(\.explanation)
      + declaration.options.map(\.help) + declaration.positionals.map(\.help)
  }

  private static func literals() throws -> [SourceLiteral] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    return try ["Console", "market"].flatMap { room in
      let names = FileManager.default.enumerator(atPath: sources.appending(path: room).path)
      let files = (names?.compactMap { $0 as? String } ?? []).filter {
        $0.hasSuffix(".swift") && !$0.contains("Korean")
      }
      return try files.flatMap {
        SourceLiteral.all(
          in: try String(contentsOf: sources.appending(path: "\(room)/\($0)"), encoding: .utf8))
      }
    }
  }
}

extension String {
  /// Without placeholders and escapes.
  private var words: String { replacing(/%[0-9]+/, with: "") }

  fileprivate var hasLetters: Bool { words.contains(where: \.isLetter) }

  /// Several words, with a letter in them.
  fileprivate var isSentence: Bool {
    hasLetters && contains(" ")
  }

  fileprivate var placeholders: [String] { matches(of: /%[0-9%]/).map { String($0.output) }.sorted() }
}

extension Character {
  fileprivate var isHangul: Bool { ("\u{AC00}"..."\u{D7A3}").contains(self) }
}
