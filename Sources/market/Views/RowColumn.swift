import Console
import SystemSupport
import Wording

/// A column of a table: its header, how it is aligned and narrowed, and its text of a row. For other programs it has a key and a
/// value.
struct RowColumn<Row> {
  fileprivate let header: LocalizedPhrase
  fileprivate let alignment: Alignment
  fileprivate let minimum: Int
  fileprivate let isFlexible: Bool
  fileprivate let runs: (Row) -> [Cell.Run]
  fileprivate var field: (key: String, value: (Row) -> JSON)?

  init(
    _ header: LocalizedPhrase, _ alignment: Alignment = .left, minimum: Int = 6, flexible: Bool = false,
    runs: @escaping (Row) -> [Cell.Run]
  ) {
    (self.header, self.alignment, self.minimum, self.runs) = (header, alignment, minimum, runs)
    isFlexible = flexible
  }

  init(
    _ header: LocalizedPhrase, _ alignment: Alignment = .left, minimum: Int = 6, flexible: Bool = false,
    _ text: @escaping (Row) -> String
  ) {
    self.init(header, alignment, minimum: minimum, flexible: flexible) { [(text($0), nil)] }
  }

  func cell(of row: Row) -> Cell { Cell(runs(row)) }

  /// Returns the column as one that other programs get, too.
  func field(_ key: String, _ value: @escaping (Row) -> JSON) -> Self {
    var column = self
    column.field = (key, value)
    return column
  }
}

extension Table {
  init<Row>(_ rows: [Row], in columns: [RowColumn<Row>], _ format: OutputFormat) {
    self.init(
      columns: columns.map {
        Column(format.text($0.header), alignment: $0.alignment, minimum: $0.minimum, flexible: $0.isFlexible)
      }, rows: rows.map { row in columns.map { $0.cell(of: row) } })
  }
}

extension CommandContext {
  /// Writes rows: as JSON, as lines for a person, or in a pipe as lines of data.
  func write<Row>(
    _ rows: [Row], as fields: OutputFields?, members: (Row) -> [(key: String, value: JSON)],
    data: (Row) -> [String], lines: () async throws -> [String]
  ) async throws {
    let lines =
      if let fields {
        rows.map { fields.line(members($0)) }
      } else if console.output.isTerminal || format.isFlat {
        try await lines()
      } else {
        rows.map { TSV.line(data($0)) }
      }
    for line in lines { try console.print(line) }
  }

  /// Writes rows by their columns; in a pipe the values that JSON has.
  func write<Row>(
    _ rows: [Row], in columns: [RowColumn<Row>], asJSON: Bool, showsHeader: Bool
  ) async throws {
    func members(_ row: Row) -> [(key: String, value: JSON)] {
      columns.compactMap { $0.field.map { ($0.key, $0.value(row)) } }
    }
    try await write(
      rows, as: asJSON ? .all : nil, members: members, data: { members($0).map(\.value.cell) },
      lines: {
        rows.isEmpty ? [] : Table(rows, in: columns, format).lines(for: console, showsHeader: showsHeader)
      })
  }
}
