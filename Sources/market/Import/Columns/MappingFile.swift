import Console
import Foundation
import Tables

/// The columns of a file as `--mapping` names them: a line `column = header` for each, `price = Preis`. A `#` at the beginning
/// of a line or after white space begins a comment, except in a header in double quotes, `sku = "Reference #"`. Empty lines
/// are ignored.
struct MappingFile: Sendable, Equatable {
  let mapping: [ColumnOptions.Mapping]

  private static let limit = 64 << 10

  /// Reads a file of at most 64 KiB.
  init(path: String) throws(MappingFileError) {
    let bytes: [UInt8]
    do {
      bytes = try TableSource(path: path, limit: Self.limit).bytes(at: 0, count: Self.limit + 1)
    } catch .streamTooLong {
      throw MappingFileError(path: path, problems: [.notText])
    } catch {
      throw MappingFileError(path: path, problems: [.unreadable])
    }
    guard bytes.count <= Self.limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw MappingFileError(path: path, problems: [.notText])
    }
    try self.init(text: text, path: path)
  }

  /// Throws all the lines that are wrong.
  init(text: String, path: String) throws(MappingFileError) {
    var (mapping, problems) = ([ColumnOptions.Mapping](), [MappingFileError.Problem]())
    var lines: [ImportColumn: Int] = [:]
    let found = text.trimmingPrefix("\u{FEFF}").split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in zip(1..., found.map({ $0.trimmingCharacters(in: .whitespaces) })) {
      if line.isEmpty || line.hasPrefix("#") { continue }
      let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      let header = halves.count == 2 ? Self.header(halves[1]) : ""
      guard !header.isEmpty else {
        problems.append(.noEqualsSign(line: number))
        continue
      }
      guard let column = ImportColumn(named: halves[0]) else {
        let nearest = nearest(to: halves[0], among: ImportColumn.allCases.map(\.rawValue))
        problems.append(.unknownColumn(halves[0], line: number, nearest: nearest))
        continue
      }
      if let first = lines.updateValue(number, forKey: column) {
        problems.append(.repeated(column, first: first, line: number))
      }
      mapping.append(ColumnOptions.Mapping(header: header, column: column))
    }
    guard problems.isEmpty else { throw MappingFileError(path: path, problems: problems) }
    self.mapping = mapping
  }

  /// The header of a line, without its quotes and the comment behind it.
  private static func header(_ text: String) -> String {
    if let quoted = text.wholeMatch(of: /\x22([^\x22]*)\x22(\s*|\s+#.*)/) { return String(quoted.1) }
    return text.replacing(/(^|\s+)#.*$/, with: "")
  }
}

struct MappingFileError: ReportableError, Equatable {
  enum Problem: Sendable, Equatable {
    case unreadable
    case notText
    case noEqualsSign(line: Int)
    case unknownColumn(String, line: Int, nearest: String?)
    case repeated(ImportColumn, first: Int, line: Int)
  }

  let path: String
  let problems: [Problem]

  var message: LocalizedPhrase { LocalizedPhrase(joining: problems.map(sentence), by: "; ") }

  private func sentence(of problem: Problem) -> LocalizedPhrase {
    switch problem {
    case .unreadable: "The mapping file '\(path)' cannot be read"
    case .notText: "The mapping file '\(path)' is not UTF-8 text of at most 64 KiB"
    case .noEqualsSign(let line): "Line \(line) of '\(path)' is not 'column = header'"
    case .unknownColumn(let name, let line, _):
      "Unknown column '\(name.shortened)' on line \(line) of '\(path)'"
    case .repeated(let column, let first, let line):
      "Column '\(column.rawValue)' is on line \(first) and on line \(line) of '\(path)'"
    }
  }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch problems.first {
    case .unreadable: "Check its name and its permissions"
    case .notText: "Save it as UTF-8"
    case .noEqualsSign: "Write one column per line, such as 'price = 가격'"
    case .unknownColumn(_, _, let nearest): .chooseColumn(nearest: nearest)
    case .repeated, nil: "Name each column once"
    }
  }
}
