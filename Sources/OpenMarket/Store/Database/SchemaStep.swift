/// A migration as a plan shows it.
package struct SchemaStep: Sendable, Equatable {
  /// The effect of a step on programs of the version before it.
  package enum Kind: String, Sendable {
    /// It adds what those programs do not know: they can keep running beside it.
    case expand
    /// It takes away or changes what those programs use: they are stopped first.
    case contract
  }

  /// The name of the migration in both databases.
  static let name = "one row an item"

  /// The version that the step leads to.
  package let number: Int
  package let name: String
  /// The beginning of each statement, such as `CREATE TABLE item`, or the table whose rows are written again.
  package let statements: [String]
  package let kind: Kind
}

extension SchemaStep {
  init(number: Int, name: String, script: String, kind: Kind) {
    self.init(
      number: number, name: name,
      statements: SchemaScript.statements(in: script).map(SchemaScript.summary), kind: kind)
  }

  /// The steps that a store of a version is behind, which are those of both databases.
  static func steps(from version: Int, to present: Int) -> [SchemaStep] {
    [
      // Programs of the version before would write them in another form beside it.
      SchemaStep(
        number: present - 3, name: "one normal form of texts",
        statements: ["item_search", "item_code", "item"],
        kind: .contract),
      // Programs of the version before leave it empty.
      SchemaStep(
        number: present - 2, name: "cells of imports", script: "ALTER TABLE item ADD COLUMN cells",
        kind: .expand),
      SchemaStep(
        number: present - 1, name: "sales by day",
        script: """
          ALTER TABLE sale_total DROP COLUMN scale;
          DROP TABLE mixed_total;
          DROP TABLE vendor_total;
          DROP TABLE movement_mark
          """, kind: .contract),
      // Programs of the version before would write longer keys, under which a row that is imported again is not found.
      SchemaStep(
        number: present, name: "fewer indexes and shorter keys",
        statements: ["item", "item_search", "log_change", "ALTER TABLE sale DROP COLUMN reference"],
        kind: .contract),
    ].filter { $0.number > version }
  }
}

/// Takes the statements of a migration apart.
enum SchemaScript {
  /// The statements, without comments, with single spaces. Texts, names in quotes and bodies of functions between `$$` are not divided.
  static func statements(in script: String) -> [String] {
    var statements: [String] = []
    var text = ""
    var rest = Substring(script)
    func finish() {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !words.isEmpty { statements.append(words) }
      text = ""
    }
    while let character = rest.first {
      if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if character == "'" || character == "\"" {
        let end = rest.dropFirst().firstIndex(of: character).map { rest.index(after: $0) } ?? rest.endIndex
        text += rest[..<end]
        rest = rest[end...]
      } else if rest.hasPrefix("$$") {
        let body = rest.dropFirst(2)
        let end = body.firstRange(of: "$$")?.upperBound ?? rest.endIndex
        text += "$$"
        rest = rest[end...]
      } else if character == ";" {
        finish()
        rest = rest.dropFirst()
      } else {
        text.append(character)
        rest = rest.dropFirst()
      }
    }
    finish()
    return statements
  }

  /// Up to the name of what a statement makes or changes; of other statements the first words.
  static func summary(_ statement: String) -> String {
    let head = statement.prefix { $0 != "(" }
    let words = head.split(separator: " ")
    guard
      let end = words.firstIndex(where: {
        ["ON", "USING", "AFTER", "BEFORE", "SET", "AS", "VALUES", "SELECT"].contains($0)
      }),
      end > 0
    else { return words.prefix(8).joined(separator: " ") }
    return words[..<end].prefix(8).joined(separator: " ")
  }
}
