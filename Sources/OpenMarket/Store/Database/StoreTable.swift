/// A table of a store. Its definitions in both databases, the values that are read from it, its check and its copy follow from this.
struct StoreTable: Sendable {
  struct Column: Sendable {
    let name: String
    let kind: StoredColumns.Kind
    var isOptional = false
    /// A condition of SQL that its values meet.
    var check: String?
    /// The table whose key it has.
    var references: String?
    /// Whether a row goes with the one that it refers to.
    var isCascading = false
    var isUnique = false
    /// The value of a row that is inserted without one, as SQL.
    var standard: String?

    init(_ name: String, _ kind: StoredColumns.Kind) { (self.name, self.kind) = (name, kind) }

    var optional: Self { with { $0.isOptional = true } }
    var unique: Self { with { $0.isUnique = true } }
    func defaulting(to value: String) -> Self { with { $0.standard = value } }
    func meeting(_ check: String) -> Self { with { $0.check = check } }
    func referring(to table: String, isCascading: Bool = false) -> Self {
      with { ($0.references, $0.isCascading) = (table, isCascading) }
    }

    private func with(_ change: (inout Self) -> Void) -> Self {
      var column = self
      change(&column)
      return column
    }
  }

  struct Index: Sendable {
    let name: String
    /// Columns and expressions of SQL, as a list.
    let columns: String
    let condition: String?
    let isUnique: Bool

    init(_ name: String, _ columns: String, where condition: String? = nil, isUnique: Bool = false) {
      (self.name, self.columns, self.condition, self.isUnique) = (name, columns, condition, isUnique)
    }
  }

  /// How a database numbers new rows.
  enum Numbering: Sendable {
    /// Not at all.
    case none
    /// From the last row on.
    case free
    /// By numbers that no row has had.
    case unique
  }

  /// The way in which a store's copy gets the rows of a table.
  enum Copy: Sendable {
    /// Copies each row, after those of the tables that it refers to.
    case rows
    /// Makes it again from other tables.
    case derived
  }

  let name: String
  let key: [String]
  let numbering: Numbering
  let copy: Copy
  let columns: [Column]
  let indexes: [Index]

  init(
    _ name: String, key: [String] = ["id"], numbering: Numbering = .none, copy: Copy = .rows,
    _ columns: [Column],
    indexes: [Index] = []
  ) {
    (self.name, self.key, self.numbering, self.copy) = (name, key, numbering, copy)
    (self.columns, self.indexes) = (columns, indexes)
  }
}

// MARK: Definitions

extension StoreTable {
  /// The words of a database in the definition of a table.
  struct Words: Sendable {
    let integer: String
    let text: String
    let blob: String
    /// The key of a numbered table.
    let number: @Sendable (Numbering) -> String
    /// Whether each index ends with the number of the row.
    let numbersIndexes: Bool
    /// The text behind a definition, by whether the key is one whole number.
    let ending: @Sendable (_ hasNumber: Bool) -> String
  }

  /// The key, where it is one whole number.
  private var number: Column? {
    guard key.count == 1, let column = columns.first(where: { $0.name == key[0] }),
      case .integer = column.kind
    else { return nil }
    return column
  }

  func definition(_ words: Words) -> String {
    var lines = columns.map { definition(of: $0, words) }
    if number == nil, !key.isEmpty { lines.append("PRIMARY KEY (\(key.joined(separator: ", ")))") }
    return "CREATE TABLE \(name) (\n  \(lines.joined(separator: ",\n  "))\n)"
      + words.ending(number != nil || key.isEmpty)
  }

  func definition(of column: Column, _ words: Words) -> String {
    let type =
      switch column.kind {
      case .integer: words.integer
      case .text, .name: words.text
      case .blob: words.blob
      }
    let isKey = column.name == number?.name
    var parts = [column.name, isKey ? words.number(numbering) : type]
    if !isKey, !column.isOptional { parts.append("NOT NULL") }
    if let value = column.standard { parts.append("DEFAULT \(value)") }
    if column.isUnique { parts.append("UNIQUE") }
    if let table = column.references {
      parts.append("REFERENCES \(table) (id)" + (column.isCascading ? " ON DELETE CASCADE" : ""))
    }
    if let check = column.check { parts.append("CHECK (\(check))") }
    return parts.joined(separator: " ")
  }

  func indexDefinitions(_ words: Words) -> [String] {
    indexes.map { index in
      let ending = ", \(number?.name ?? "")"
      let isNumbered = words.numbersIndexes && number != nil && index.columns.hasSuffix(ending)
      let columns = isNumbered ? index.columns.dropLast(ending.count) : Substring(index.columns)
      return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(index.name) ON \(name) (\(columns))"
        + (index.condition.map { " WHERE \($0)" } ?? "")
    }
  }

  /// The statements that make the table.
  func script(_ words: Words) -> String {
    ([definition(words)] + indexDefinitions(words)).map { $0 + ";\n" }.joined()
  }
}
