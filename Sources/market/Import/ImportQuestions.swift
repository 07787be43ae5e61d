import Console
import Foundation
import OpenMarket
import Tables

/// Asks a person at a terminal what the columns of a file mean that are not known, and how its numbers are read, instead of
/// ending with the options that say it.
struct ImportQuestions {
  let context: CommandContext
  /// The options that the answers stand for, as a command line has them.
  private(set) var options: [String] = []

  /// More unknown columns are not a person's table, or have no header.
  private static let mostColumns = 20
  private static let sampleRows = 3
  private static let sampleWidth = 20

  /// Opens a file of an import, with what is answered in the arguments. Throws the error where nobody can be asked, or the input
  /// ends.
  mutating func table(_ file: String, _ given: ImportArguments, isOneOfSeveral: Bool) throws -> ImportTable {
    // An answer is about this file alone.
    var arguments = given
    let canAsk = context.interaction.canPrompt && file.fileType == S_IFREG
    while true {
      do {
        return try ImportTable(file, arguments, isOneOfSeveral: isOneOfSeveral)
      } catch let error as ColumnError {
        guard canAsk, let unknown = error.unknownColumns, unknown.count <= Self.mostColumns else {
          throw error
        }
        context.note(error.message)
        for (column, nearest) in unknown {
          let cells = error.samples[column.position, default: []].prefix(Self.sampleRows)
            .map { $0.sanitizedLine.truncated(toWidth: Self.sampleWidth) }
          guard try ask(about: column, cells, nearest: nearest, &arguments.columns) else { throw error }
        }
      } catch let error as ImportError {
        guard canAsk, case .ambiguousNumber = error else { throw error }
        context.note(error.message)
        guard let sign = try askedSign() else { throw error }
        (arguments.rows.decimalSign, arguments.rows.hasGivenSign) = (sign, true)
        options.append([ImportArguments.decimal.word, sign.rawValue].joined(separator: " "))
      }
    }
  }

  private mutating func ask(
    about column: TableColumn, _ cells: [String], nearest: String?, _ columns: inout ColumnOptions
  ) throws -> Bool {
    let name = column.name.shortened
    let header = cells.isEmpty ? "'\(name)'" : "'\(name)' (\(cells.joined(separator: " · ")))"
    let guess = nearest.flatMap(ImportColumn.init(meant:))?.rawValue
    while true {
      let prompt: LocalizedPhrase =
        guess.map { "\(header): what is it? [\($0); '-' leaves it out]" }
        ?? "\(header): what is it? [Enter leaves it out]"
      guard let answer = try context.console.askLine(prompt)?.plainCell else { return false }
      let word = answer.isEmpty ? guess ?? "-" : answer
      let meaning = ImportColumn(meant: word)
      if let meaning {
        columns.mapping.append(.init(header: column.name, column: meaning))
      } else if word == "-" {
        columns.ignored.append(column.name)
      } else {
        _ = context.report(ColumnError([.notAColumn(word, nearest: nil)]))
        continue
      }
      options.append(column.option(as: meaning?.rawValue))
      return true
    }
  }

  /// The sign that separates decimals; nil at the end of the input.
  private func askedSign() throws -> CellNumber.DecimalSign? {
    while let answer = try context.console.askLine("Which sign separates decimals? [comma/point]") {
      let word = answer.plainCell.lowercased()
      if let sign = CellNumber.DecimalSign(rawValue: [",": "comma", ".": "point"][word] ?? word) {
        return sign
      }
    }
    return nil
  }
}
