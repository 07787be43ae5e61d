import Console
import Foundation
import OpenMarket
import Storefront
import SystemSupport
import Testing
import Wording

@testable import market

/// The translations of messages. A phrase without one is shown in English, so only `.ci/translations` fails for it.
struct WordsTests {
  private static let korean = MessageCatalog.korean.entries

  @Test func `the Korean messages are in the PO format`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Wording/ko.po")
    let read = try Data(contentsOf: file).withUnsafeBytes { try MessageCatalog(portableObject: $0) }
    #expect(!read.entries.isEmpty)
    #expect(read.entries.map(\.sentence) == Self.korean.map(\.sentence))
  }

  /// The file that `.ci/translations` reads; nil in other runs.
  private static let report = ProcessInfo.processInfo.environment["TRANSLATIONS_REPORT"]

  /// Literals of several words that are not messages: what is typed, patterns, and formats of data.
  private static let forPrograms: Set<String> = [
    " [y/N]", " [y/N/v]", "↑ k", "↓ j", "← h", "→ l", "Home g g", "End G", "Esc q", "Esc q t", "PgDn Space",
    "v g",
    "best --date …", "list --sort",
    "list --grid",
    "list --tag …", "list …", "title '' is empty", "title is missing", "market list --server %1",
    "market reviews",
    "market dev", "market seller", "market best %1 %2", "market edit --tag summer --discount 20%%",
    "market edit 4-9 12 --price +5%% --round 100",
    "- - - dropped %1 lines: the log is read too slowly", "error: %1",
    "-----BEGIN %1-----", "TRUSTED CERTIFICATE", "X509 CERTIFICATE",
    "--quantity 0", "Corner Shop", "{percent}", "--image -", "would move",
    "would change", "would review", "would remove", "would run", "vendor add", "vendor remove", "trash %1",
    "would write", "would restore", "would add", "market check", "market check --migrate",
    "%1 --page %2", "--description -", "--password-file -", ".B ",
    ".BR ",
    ".SH ", ".TP 4", ".ad l", ".TH \"%1\" 1 \"\" \"%2\"", "market %1",
    "market images %1", "market show", "market show %1 --full", "market list",
    "--text -", "market reviews %1", "market reviews %1 --page %2",
    "--format jsonl", "market import", "Cannot initialize ", "market config",
    "would delete", "would forget", "would record", "would undo", "--map ", "--ignore ", "--default price=0",
    "--format xlsx",
    "market history %1",
    "removed reviews",
    "store error '%1'",
    "curl --unix-socket %1 http://localhost",
  ]

  @Test(.enabled(if: report != nil, "run .ci/translations"))
  func `each phrase in the code is in Korean too, and nothing else is`() throws {
    let declared = Set(Self.declaredPhrases.map(\.key))
    let literals = try Self.literals()
    let exempt = Self.forPrograms.union(Self.typed)
    let written = literals.filter { $0.isMarked || $0.key.isSentence }
    let phrases = declared.union(written.map(\.key)).subtracting(exempt).filter(\.hasLetters)
    let translated = Set(Self.korean.map(\.phrase))
    var lines = phrases.subtracting(translated).sorted().map { phrase in
      "\(written.first { $0.key == phrase }?.file ?? "Declarations"): no translation of \(phrase.debugDescription)"
    }
    lines += translated.filter(\.hasLetters).subtracting(phrases).sorted().map { phrase in
      "unused translation of \(phrase.debugDescription)"
    }
    lines += Self.forPrograms.subtracting(literals.map(\.key)).sorted().map { literal in
      "Tests/marketTests/WordsTests.swift: unused exemption of \(literal.debugDescription)"
    }
    if let report = Self.report {
      try lines.map { $0 + "\n" }.joined().write(toFile: report, atomically: true, encoding: .utf8)
    }
    #expect(lines == [])
  }

  @Test func `a translation fills in the same values, in as many lines`() {
    for entry in Self.korean {
      #expect(entry.sentence.placeholders == entry.phrase.placeholders, "\(entry.phrase)")
      #expect(entry.sentence.count { $0 == "\n" } == entry.phrase.count { $0 == "\n" }, "\(entry.phrase)")
      #expect(entry.sentence.contains { $0.isHangul }, "\(entry.phrase)")
    }
  }

  @Test func `the file is sorted, and says nothing twice`() {
    let phrases = Self.korean.map { $0.phrase.lowercased() }
    for (phrase, next) in zip(phrases, phrases.dropFirst()) {
      #expect(
        phrase.unicodeScalars.lexicographicallyPrecedes(next.unicodeScalars) || phrase == next, "\(next)")
    }
    #expect(Set(Self.korean.map(\.phrase)).count == Self.korean.count)
  }

  /// The phrases of all declarations, topics and commands of the log.
  private static var declaredPhrases: [LocalizedPhrase] {
    let commands = CommandDeclaration.all + [HelpCommand.program, Version.declaration]
    let terms = Topic.allCases.flatMap(\.terms) + Topic.terms
    return commands.flatMap(phrases) + LogCommand.allCases.map(\.words)
      + terms.flatMap { [$0.label, $0.meaning] }
  }

  /// The command lines and words of all declarations and topics.
  private static var typed: Set<String> {
    let examples = CommandDeclaration.all.flatMap(\.examples) + HelpCommand.program.examples
    let terms = Topic.allCases.flatMap(\.terms).filter { $0.label == LocalizedPhrase(verbatim: $0.word) }
    return Set(examples.map(\.command) + terms.map(\.word))
  }

  private static func phrases(of declaration: CommandDeclaration) -> [LocalizedPhrase] {
    [declaration.abstract, declaration.discussion] + declaration.examples.map(\.explanation)
      + declaration.options.flatMap { [$0.help, $0.section.heading] } + declaration.positionals.map(\.help)
      + (declaration.options.compactMap(\.value) + declaration.positionals.map(\.name))
      .map { LocalizedPhrase(term: $0) }
  }

  private static func literals() throws -> [SourceLiteral] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let translated = Set(korean.map(\.phrase))
    return try ["System", "OpenMarket", "Console", "Wording", "Storefront", "market"].flatMap { room in
      let names = FileManager.default.enumerator(atPath: sources.appending(path: room).path)
      let files = (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      return try files.flatMap { name -> [SourceLiteral] in
        let source = try String(contentsOf: sources.appending(path: "\(room)/\(name)"), encoding: .utf8)
        // Below Console other literals are for programs.
        let literals = SourceLiteral.all(in: source, of: "\(room)/\(name)")
        // The other literals of pages are markup, but for those that begin as a sentence does.
        if room == "Storefront" {
          return literals.filter {
            $0.isMarked || translated.contains($0.key) || $0.key.contains(/^\p{Lu}[\p{Ll}’]* [^{<]*$/)
          }
        }
        let isOfPeople =
          ["Console", "Wording", "market"].contains(room) || source.contains(/(:|->) LocalizedPhrase \{/)
        return isOfPeople ? literals : []
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
