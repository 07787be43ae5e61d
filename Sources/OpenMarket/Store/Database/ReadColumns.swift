/// The origins of the columns of a statement's rows, found once for each statement.
///
/// Where a library reports no origins, every number has the widest bounds.
struct ReadColumns {
  /// The first damage that was read of a statement, until the statement throws it.
  final class Note {
    private(set) var damage: StoreError?

    /// Adds damage, unless there is some. Its place has a key, which may be damaged too.
    func add(_ found: () -> StoreError) {
      guard damage == nil else { return }
      damage = .damaged
      damage = found()
    }
  }

  private struct Origin {
    let table: String
    let column: String
    let isText: Bool
  }

  private let origins: [Origin?]
  /// Apart from the origins: they are read for each number of each row.
  private let bounds: [ClosedRange<Int>]

  /// - Parameter origin: The table and the name of a column of the result; nil for an expression.
  init(count: Int, origin: (Int) -> (table: String, column: String)?) {
    var (origins, bounds): ([Origin?], [ClosedRange<Int>]) = ([], [])
    for index in 0..<max(0, count) {
      guard let (table, column) = origin(index), let kinds = StoredColumns.kinds[table] else {
        origins.append(nil)
        bounds.append(StoredColumns.anyNumber)
        continue
      }
      let (isText, range): (Bool, ClosedRange<Int>) =
        switch kinds[column] {
        case .integer(let range): (false, range)
        case .text, .name: (true, StoredColumns.anyNumber)
        // A fingerprint is any number.
        case .blob, nil: (false, .min ... .max)
        }
      origins.append(Origin(table: table, column: column, isText: isText))
      bounds.append(range)
    }
    self.origins = origins
    self.bounds = bounds
  }

  /// The numbers that a column can have.
  func bounds(of column: Int) -> ClosedRange<Int> {
    column >= 0 && column < bounds.count ? bounds[column] : StoredColumns.anyNumber
  }

  /// Whether a column of a table holds text.
  func isText(_ column: Int) -> Bool {
    column >= 0 && column < origins.count && origins[column]?.isText == true
  }

  /// Where a value of a row is stored, named by those columns of the key that the statement reads.
  func place(of column: Int, in row: some DatabaseRow) -> StoredPlace? {
    guard origins.indices.contains(column), let origin = origins[column] else { return nil }
    let key = StoredColumns.key(of: origin.table).compactMap { name in
      origins.firstIndex { $0?.table == origin.table && $0?.column == name }.map { "\(name) \(row.text($0))" }
    }
    return StoredPlace(
      table: origin.table, row: key.isEmpty ? nil : key.joined(separator: ", "), column: origin.column)
  }
}
