import Console
import OpenMarket
import SystemSupport
import Wording

/// A column of a table, declared once: its header, how it is aligned and narrowed, and its text of a row; for other programs
/// and `--columns` its key and value.
struct RowColumn<Row> {
  let key: String
  fileprivate let header: LocalizedPhrase
  fileprivate let alignment: Alignment
  fileprivate let minimum: Int
  fileprivate let isFlexible: Bool
  fileprivate let runs: (Row) -> [Cell.Run]
  /// Nil for a column that JSON does not have. Its value is nil for a row without the field.
  fileprivate var value: ((Row) -> JSON?)?
  /// The text in a pipe, where that is not the value's.
  fileprivate var data: ((Row) -> String)?

  /// - Parameter minimum: The least width; by default that of the widest text.
  init(
    _ header: LocalizedPhrase, _ alignment: Alignment = .left, minimum: Int = .max, flexible: Bool = false,
    key: String = "", runs: @escaping (Row) -> [Cell.Run]
  ) {
    (self.key, self.header, self.alignment, self.runs) = (key, header, alignment, runs)
    (self.minimum, isFlexible) = (flexible && minimum == .max ? 6 : minimum, flexible)
  }

  init(
    _ header: LocalizedPhrase, _ alignment: Alignment = .left, minimum: Int = .max, flexible: Bool = false,
    key: String = "", _ text: @escaping (Row) -> String
  ) {
    self.init(header, alignment, minimum: minimum, flexible: flexible, key: key) { [(text($0), nil)] }
  }

  /// A column that people and programs read alike.
  ///
  /// - Parameter header: Nil for the key, of what few people read.
  init(
    _ key: String, _ header: LocalizedPhrase? = nil, flexible: Bool = false, _ value: @escaping (Row) -> JSON?
  ) {
    let header = header ?? LocalizedPhrase(verbatim: key.uppercased().replacing("_", with: " "))
    self = Self(header, flexible: flexible) { (value($0) ?? .null).cell.sanitizedLine }.field(key, value)
  }

  func cell(of row: Row) -> Cell { Cell(runs(row)) }

  /// Returns the column as one that other programs get, too.
  func field(
    _ key: String, _ value: @escaping (Row) -> JSON?, data: ((Row) -> String)? = nil
  ) -> Self {
    var column = Self(
      header, alignment, minimum: minimum, flexible: isFlexible, key: key, runs: runs)
    (column.value, column.data) = (value, data)
    return column
  }

  /// Returns the column with other texts for people, made of its own.
  func painted(_ paint: @escaping (Row, [Cell.Run]) -> [Cell.Run]) -> Self {
    Self(header, alignment, minimum: minimum, flexible: isFlexible, key: key) { paint($0, runs($0)) }
  }

  func text(of row: Row) -> String { runs(row).map(\.text).joined() }

  func piped(_ row: Row) -> String {
    data?(row) ?? value.map { ($0(row) ?? .null).cell } ?? text(of: row)
  }
}

extension Array {
  /// The names of the columns that JSON has.
  func fields<Row>() -> [String] where Element == RowColumn<Row> {
    filter { $0.value != nil }.map(\.key)
  }

  /// The fields of a row with their values, in the order of the columns.
  func members<Row>(of row: Row) -> [(key: String, value: JSON)] where Element == RowColumn<Row> {
    compactMap { column in column.value?(row).map { (column.key, $0) } }
  }

  func named<Row>(_ names: [String]) -> Self where Element == RowColumn<Row> {
    names.compactMap { name in first { $0.key == name } }
  }
}

/// How the rows of a command are written: as JSON, and which columns.
struct RowOutput {
  /// Nil for output that is not JSON.
  let fields: OutputFields?
  /// The columns that were chosen; nil for the usual ones.
  let names: [String]?
  var showsHeader: Bool
}

extension [String] {
  /// The names, and the names without the last ones: a narrow terminal leaves these out.
  var prefixes: [[String]] { indices.reversed().map { Array(self[...$0]) } }
}

extension RowOutput {
  static func options<Row>(_ columns: [RowColumn<Row>]) -> OptionGroup {
    OptionGroup(
      of: .json(of: columns.fields()), .columns(of: columns.map(\.key)).listed(.rare),
      .noHeaders)
  }

  init<Row>(_ arguments: Arguments, _ columns: [RowColumn<Row>]) throws {
    let json = Option<OutputFields?>.json(of: columns.fields())
    let chosen = Option<[String]?>.columns(of: columns.map(\.key))
    try arguments.refuse(chosen, with: json)
    (fields, names, showsHeader) = (try arguments[json], try arguments[chosen], !arguments[.noHeaders])
  }

  /// The columns to try, from the widest layout to the one that fits everywhere: those that were chosen without the last ones, or the
  /// usual ones.
  func layouts<Row>(_ columns: [RowColumn<Row>], usual: [[String]]) -> [[RowColumn<Row>]] {
    (names?.prefixes ?? usual).map(columns.named)
  }
}

extension OutputFormat {
  /// For the names of columns, of which no text is read.
  static let ofNames = OutputFormat(
    language: .english, isAccessible: false, words: .current, money: .current, time: .current,
    region: .current, timeZone: nil, currencyStyle: .code, now: .distantPast)
}

extension Table {
  init<Row>(_ rows: [Row], in columns: [RowColumn<Row>], _ format: OutputFormat) {
    self.init(
      columns: columns.map {
        Column(format.text($0.header), alignment: $0.alignment, minimum: $0.minimum, flexible: $0.isFlexible)
      },
      rows: rows.map { row in
        columns.map { column in
          let cell = column.cell(of: row)
          return format.isFlat && cell.width == 0 ? Cell(format.text(LocalizedPhrase("none"))) : cell
        }
      })
  }

  /// The first of the layouts that fits; a screen reader gets the first one.
  static func fitting<Row>(
    _ layouts: [[RowColumn<Row>]], for rows: [Row], _ format: OutputFormat, columns: Int, enough: Int
  ) -> [RowColumn<Row>] {
    layouts.first { format.isFlat || Table(rows, in: $0, format).leastWidth(enough: enough) <= columns }
      ?? layouts.last ?? []
  }
}

extension CommandContext {
  /// Whether the output is read by a person, and not by another program.
  var isForPerson: Bool { console.output.isTerminal || format.isFlat }

  /// Writes rows by their columns: as JSON, as a table, or in a pipe as lines of the chosen columns.
  ///
  /// - Parameters:
  ///   - usual: The names of the columns of a table, from the widest to the one that fits everywhere.
  ///   - piped: The names of the usual columns in a pipe; nil for the fields of JSON.
  ///   - enough: The width of a text below which another column is left out.
  ///   - empty: What a person is told where there are no rows.
  ///   - lines: Makes the lines for a person of those of the table.
  func write<Row>(
    _ rows: [Row], in columns: [RowColumn<Row>], as output: RowOutput, usual: [[String]],
    piped: [String]? = nil, enough: Int = 12, empty: LocalizedPhrase? = nil,
    lines: (_ table: [String]) async throws -> [String] = { $0 }
  ) async throws {
    if let fields = output.fields {
      for row in rows { try console.print(fields.line(columns.members(of: row))) }
    } else if !isForPerson {
      let columns = columns.named(output.names ?? piped ?? columns.fields())
      for row in rows { try console.print(TSV.line(columns.map { $0.piped(row) })) }
    } else if rows.isEmpty {
      if let empty { note(empty) }
    } else {
      let shown = Table.fitting(
        output.layouts(columns, usual: usual), for: rows, format, columns: console.columns, enough: enough)
      let table = Table(rows, in: shown, format)
      for line in try await lines(table.lines(for: console, showsHeader: output.showsHeader)) {
        try console.print(line)
      }
    }
  }
}
