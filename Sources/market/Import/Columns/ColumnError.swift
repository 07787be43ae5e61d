import Console
import Tables

/// Why the columns of a table, or the options about them, cannot be used.
struct ColumnError: ReportableError, Equatable {
  enum Problem: Sendable, Equatable {
    /// No column of the first row is known: each is one of the unknown ones, where they are few.
    indirect case noHeader([Problem])
    case unknown(TableColumn, nearest: String?)
    /// Two columns with one name (nil), or with two names of one meaning.
    case repeated(TableColumn, TableColumn, ImportColumn?)
    /// A header of `--map` or `--key-column` that the file does not have.
    case absent(String, nearest: String?)
    /// A table that lacks a column of the shop of `--from`, and the shop that it seems to come from.
    case notOfShop(ForeignFormat, missing: String, recognized: ForeignFormat?)
    case notAMapping(String)
    /// A text of `--default` that names no field with a default.
    case notADefault(String)
    /// One that names a field by which items are told apart.
    case keyAsDefault(String)
    case notAColumn(String, nearest: String?)
  }

  let problems: [Problem]
  /// Meanings of unknown columns by their cells, by the positions of these.
  var guesses: [Int: ImportColumn] = [:]
  /// The first cells of unknown columns that are not empty, by their positions.
  var samples: [Int: [String]] = [:]
  /// The path of the file, where the import has several; nil where it has one, which needs no name.
  var file: String?
  /// The command line of the import, which the help repeats with the options that are missing.
  var command = "market import"

  init(_ problems: [Problem]) { self.problems = problems }

  var message: LocalizedPhrase {
    let sentences = LocalizedPhrase(joining: problems.map(\.sentence), by: "; ")
    return file.map { "'\($0.shortened)': \(sentences)" } ?? sentences
  }

  var exitCode: ExitCode { .usage }

  /// The columns that are not known, each with the name that it probably means; nil where there is another problem.
  var unknownColumns: [(column: TableColumn, nearest: String?)]? {
    let found = problems.map(\.unknown)
    // The unknown ones come last.
    if case .repeated? = problems.last { return nil }
    if found.contains(where: \.isEmpty) { return nil }
    var seen: Set<HeaderKey> = []
    return found.joined().filter { seen.insert(HeaderKey($0.column.name)).inserted }.map { column, nearest in
      (column, guesses[column.position]?.rawValue ?? nearest)
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    guard let unknown = unknownColumns else { return problems.first?.help }
    let command = ([command] + unknown.map { $0.column.option(as: $0.nearest) }).joined(separator: " ")
    let guesses = unknown.compactMap { column, nearest -> LocalizedPhrase? in
      nearest.map { "'\($0)' for '\(column.name.shortened)'" }
    }
    return guesses.isEmpty
      ? "Leave it out: \(command). Or read it with \(unknown[0].column.mapOption(as: nil)). Known columns: \(ImportColumn.list)"
      : "Did you mean \(LocalizedPhrase(joining: guesses, by: ", "))? Then run: \(command). Known columns: \(ImportColumn.list)"
  }
}

extension ColumnError.Problem {
  fileprivate var unknown: [(column: TableColumn, nearest: String?)] {
    switch self {
    case .unknown(let column, let nearest): [(column, nearest)]
    case .noHeader(let columns): columns.flatMap(\.unknown)
    case .repeated(let first, _, let meaning?): [(first, meaning.rawValue)]
    default: []
    }
  }

  var sentence: LocalizedPhrase {
    switch self {
    case .noHeader: "The file has no header row with a known column"
    case .unknown(let column, _): "Unknown column \(column.quotedPlace)"
    case .repeated(let first, let second, nil):
      "Column '\(first.name.shortened)' is there twice: \(first.place) and \(second.place)"
    case .repeated(let first, let second, let meaning?):
      "Two columns are '\(meaning.rawValue)': \(first.quotedPlace) and \(second.quotedPlace)"
    case .absent(let header, _): "The file has no column '\(header.shortened)'"
    case .notOfShop(let format, let header, _):
      "The file has no column '\(header)', which tables of \(format.name) have"
    case .notAMapping(let text): "'\(text.shortened)' is not '<header>=<column>'"
    case .notADefault(let text): "'\(text.shortened)' is no default of new items"
    case .keyAsDefault(let text):
      "'\(text.shortened)' is no default of new items: each has another value, which tells it apart"
    case .notAColumn(let name, _): "'\(name.shortened)' is not a column"
    }
  }

  fileprivate var help: LocalizedPhrase {
    switch self {
    case .noHeader: "The first row names the columns: \(ImportColumn.list)"
    case .unknown(let column, let nearest): "Run it with \(column.option(as: nearest))"
    case .repeated(_, _, nil): "Rename one of them"
    case .repeated(let first, let second, let meaning?):
      "Choose one: \(first.mapOption(as: meaning)) or \(second.mapOption(as: meaning))"
    case .absent(_, let nearest?): "Did you mean '\(nearest)'?"
    case .absent(_, nil): "Use a name from the first row of the file"
    case .notOfShop(let format, _, let other?) where other != format:
      "This looks like a file of \(other.name): use '--from \(other.rawValue)', or leave '--from' out"
    case .notOfShop: "Name the shop that wrote the file, or leave '--from' out"
    case .notAMapping: "Write it like '--map \"가격=price\"'"
    case .notADefault, .keyAsDefault:
      "Write it like 'stock=1', with one of \(ImportColumn.defaultable.map(\.rawValue).joined(separator: ", "))"
    case .notAColumn(_, let nearest): .chooseColumn(nearest: nearest)
    }
  }
}

extension LocalizedPhrase {
  /// Names all columns, and the one that was probably meant.
  static func chooseColumn(nearest: String?) -> LocalizedPhrase {
    guard let nearest else { return "Choose from \(ImportColumn.list)" }
    return "Did you mean '\(nearest)'? Choose from \(ImportColumn.list)"
  }
}

extension TableColumn {
  /// Where it is in the file: `column 3`, and the line where that is not the first.
  fileprivate var place: LocalizedPhrase {
    line > 1 ? "column \(position + 1) in row \(line)" : "column \(position + 1)"
  }

  /// The option that reads the column as what it was probably meant to be, or leaves it out.
  func option(as nearest: String?) -> String {
    guard let nearest else { return "--ignore " + plainName.inShellQuotes }
    return mapOption(as: ImportColumn(meant: nearest))
  }

  /// `--map '코드=sku'`; `<column>` stands for any column.
  fileprivate func mapOption(as column: ImportColumn?) -> String {
    "--map " + "\(plainName)=\(column?.rawValue ?? "<column>")".inShellQuotes
  }

  /// The name in one line, as an option may have it: headers are compared without their white space.
  private var plainName: String {
    name.split(whereSeparator: \.isWhitespace).joined(separator: " ").sanitizedLine
  }

  fileprivate var quotedPlace: LocalizedPhrase {
    line > 1
      ? "'\(name.shortened)' in column \(position + 1) in row \(line)"
      : "'\(name.shortened)' in column \(position + 1)"
  }
}
