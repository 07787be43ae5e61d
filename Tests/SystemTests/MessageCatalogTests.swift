import Foundation
import SystemSupport
import Testing

struct MessageCatalogTests {
  private func read(_ file: String) throws -> MessageCatalog {
    try Data(file.utf8).withUnsafeBytes { try MessageCatalog(portableObject: $0) }
  }

  @Test func `a file has a header and entries`() throws {
    let catalog = try read(
      #"""
      # A comment.
      msgid ""
      msgstr ""
      "Language: ko_KR\n"
      "X-Yes: 예 네\n"

      #: Sources/market/Sell.swift
      msgid "No item with id '%1'"
      msgstr "%1번 상품이 없습니다"

      msgid ""
      "Two lines:\n"
      "\"quoted\"\tand \\"
      msgstr ""
      "두 줄:\n"
      "따옴표"

      msgid "not translated"
      msgstr ""
      """#)
    #expect(catalog.header == ["Language": "ko_KR", "X-Yes": "예 네"])
    #expect(catalog.entries.map(\.phrase) == ["No item with id '%1'", "Two lines:\n\"quoted\"\tand \\"])
    #expect(catalog.entries.map(\.sentence) == ["%1번 상품이 없습니다", "두 줄:\n따옴표"])
    let language = Language(catalog)
    #expect(language.text("No item with id '\("7")'") == "7번 상품이 없습니다")
    #expect(language.text("not translated") == "not translated")
    #expect(language.means(yes: "네"))
  }

  @Test func `an empty file has no entries`() throws {
    #expect(try read("").entries.isEmpty)
  }

  @Test(arguments: [
    ("msgid \"a\"\nmsgstr b", 2), ("msgid \"a", 1), ("msgid \"", 1), ("msgid \"a\\x\"\nmsgstr \"\"", 1),
    ("msgid \"a\"b\"", 1), ("msgstr \"a\"", 1), ("\"a\"", 1), ("\nmsgid \"a\"\n\nmsgid \"b\"", 4),
    ("msgid \"a\"", 1), ("msgctxt \"a\"\nmsgid \"a\"", 1), ("msgid \"a\"\nmsgstr \"b\"\nmsgstr \"c\"", 3),
    ("msgid \"a\"\nmsgstr \"b\\\"", 2),
  ])
  func `another line is refused by its number`(file: String, line: Int) {
    #expect(throws: MessageCatalog.Defect(line: line)) { try read(file) }
  }
}
