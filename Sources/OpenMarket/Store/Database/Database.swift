import Foundation
import Synchronization
import SystemSupport

/// A connection to a database: the seam between the rows and a driver. The rows are written in the SQL that SQLite and
/// PostgreSQL share, with `?` for values; what differs is in `dialect`.
///
/// Not safe to share between threads: its owner runs one piece of work at a time.
protocol Database: AnyObject {
  var dialect: Dialect { get }
  var notes: DatabaseNotes { get }

  /// The bytes that the database takes, without what is free in it: what a transaction has added is the difference.
  func usedBytes() throws(StoreError) -> Int

  /// Runs statements that take no values and give no rows.
  func execute(_ script: String) throws(StoreError)

  /// Runs one statement that gives no rows. A driver may send it together with later statements of the transaction: one of those,
  /// or the commit, then throws its error.
  func run(_ sql: String, _ values: [DatabaseValue]) throws(StoreError)

  /// Runs one statement to its end and passes each of its rows to `visit`. Returns how many rows it changed.
  @discardableResult
  func run(
    _ sql: String, _ values: [DatabaseValue], visit: (any DatabaseRow) throws(StoreError) -> Void
  ) throws(StoreError) -> Int

  /// Runs an `INSERT` of one row into a table with the integer key `id`, and returns the key.
  func insert(_ sql: String, _ values: [DatabaseValue]) throws(StoreError) -> Int

  /// A part of the value of one column of one row; nil where there is no such row. No more than the part is held in
  /// memory.
  func bytes(in column: DatabaseColumn, ofRow id: Int, range: Range<Int>) throws(StoreError) -> Data?

  /// Copies the whole database into an empty file, within a reading transaction: all of it is of one moment.
  ///
  /// - Parameter progress: Receives the part that is copied, up to 1; false ends the copy with `CancellationError`.
  func copy(to path: String, _ progress: (Double) -> Bool) throws

  /// Runs the work as one transaction: all of it happens, or none.
  ///
  /// - Parameter limit: Ends the reads of a reading transaction when it is reached, with `StoreError.searchTooLong`, or
  ///   `CancellationError` if the work is no longer wanted. Nil for no limit.
  func transaction<Result>(
    for purpose: TransactionPurpose, within limit: WorkLimit?, _ work: () throws -> Result
  ) throws -> Result
}

/// A column of a table with the integer key `id`.
struct DatabaseColumn: Sendable {
  let table: String
  let name: String
}

/// A value as databases store it.
enum DatabaseValue: Sendable {
  case null
  case integer(Int)
  case text(String)
  case blob(Data)
}

/// One row while a statement stands on it. Columns count from 0.
///
/// A value that a column cannot have is read as one that it can have, and the statement then throws `StoreError.damaged`
/// with its place.
protocol DatabaseRow {
  func integer(_ column: Int) -> Int
  func isNull(_ column: Int) -> Bool
  func text(_ column: Int) -> String
  func blob(_ column: Int) -> Data

  /// The error for a value that its column cannot have.
  func damage(in column: Int) -> StoreError
}

/// The purpose of a transaction.
enum TransactionPurpose: Sendable, Equatable {
  /// Everything that is read is of one moment.
  case reading
  /// The right to write is taken at the start, so that what was read is still so when it is written. `bytes` is about
  /// how much is added.
  case writing(bytes: Int)
  /// Like `writing`, for movements, which give no item a code: an import does not wait for them to know that its codes are free.
  case recording
  /// Like `writing`, for work that deletes more than it writes: it may exceed the limit on the store's size a little.
  case deleting
  /// Like `deleting`; a file is left no bytes of what is deleted.
  case forgetting
  /// Counts in a database that other processes count in, too: each statement sees what was committed before it.
  case counting

  /// Like `writing`, for work of more than a second, which others write beside: where a database on a server allows that, each
  /// statement sees what was committed before it, and the work locks the items that it reads.
  case importing(bytes: Int)

  /// Like `writing`, for work that deletes other rows to make room for its own: meanwhile it may exceed the limit on the store's
  /// size as `deleting` may, and in the end it may not. Where the disk is full, the file may not grow at all.
  case replacing(bytes: Int, grows: Bool)

  static let writing = writing(bytes: 0)

  /// This purpose, for a transaction that deletes other rows first.
  func replacing(grows: Bool) -> TransactionPurpose {
    switch self {
    case .writing(let bytes), .importing(let bytes): .replacing(bytes: bytes, grows: grows)
    default: self
    }
  }

  /// Whether the space that is held for deletions is for it: its journal takes that for a moment, and the file none.
  var deletes: Bool { if case .replacing(_, let grows) = self { !grows } else { isDeletion } }

  /// Whether it deletes more than it writes.
  var isDeletion: Bool { self == .deleting || self == .forgetting }
}

/// When a piece of reading ends: after a time, or when its result is no longer wanted.
final class WorkLimit: Sendable {
  /// How long a read goes on while a commit waits for it.
  static let sharedTime = Duration.milliseconds(100)

  private let start = Mutex(ContinuousClock.now)
  let duration: Duration
  /// How long a read goes on for which a commit waits.
  private let sharedDuration: Duration
  private let flag: CancellationFlag

  /// - Parameter givesWay: Whether a read ends sooner for which a commit waits.
  init(_ duration: Duration, _ flag: CancellationFlag = CancellationFlag(), givesWay: Bool = true) {
    self.duration = duration
    sharedDuration = givesWay ? min(duration, Self.sharedTime) : duration
    self.flag = flag
  }

  /// Begins the time of a read that has waited for a commit.
  func begin() { start.withLock { $0 = .now } }

  /// The rest of this limit for a read that gave way to a commit, and begins again.
  func afterCommit() -> WorkLimit { WorkLimit(duration - elapsed, flag) }

  private var elapsed: Duration { start.withLock(\.self).duration(to: .now) }
  var isCancelled: Bool { flag.isCancelled }
  var isReached: Bool { isReached(isAwaited: false) }

  /// - Parameter isAwaited: Whether a commit waits for the work.
  func isReached(isAwaited: Bool) -> Bool {
    isCancelled || elapsed >= (isAwaited ? sharedDuration : duration)
  }
}

/// The statements that differ between databases; a value, so that the code of the tables is written once.
struct Dialect: Sendable {
  /// Whether each statement that has a result is a round trip over a network: fewer statements are then better than simple ones.
  let isRemote: Bool
  let searchIndex: SearchIndex
  /// A condition that is true of a text that contains the value of its `?`.
  let contains: @Sendable (_ column: String) -> String
  /// Integrity checks; one row per defect, with its description and a number of `Damage`. `subject` is damaged where a check cannot be
  /// run to its end.
  let damages: [(sql: String, subject: Damage)]
  /// A condition that is true of a value that is neither NULL nor of the type of its column: `integer`, `text` or `blob`.
  let isOtherType: @Sendable (_ column: String, _ type: String) -> String
  /// The conditions of the items with a match, all of which they meet.
  let searchParts: @Sendable (_ match: SearchMatch) -> [SearchPart]
  /// COUNT of (A ∩ B …) minus (C ∪ D …), of SELECTs of ids; nil where the database plans by its own statistics.
  let countInAll: (@Sendable (_ parts: [SQLCondition], _ apart: [SQLCondition]) -> SQLCondition)?
  /// Statements of a long transaction beside which others write; nil where none do.
  let long: LongWrites?
  /// How the items of a search are ordered by what fits best, all in one statement; nil where an index of each part finds them.
  let searchRanking: SearchRanking?
  /// An expression that joins the values of all rows, with a space between two, in no order.
  let joined: @Sendable (_ expression: String) -> String
}

/// The subject of a row of `Dialect.damages`.
enum Damage: Int {
  /// Rows that cannot be computed from others.
  case other
  /// The text of an item in the index of searches.
  case searchText
  /// The index of searches as a whole.
  case searchIndex
}

/// Statements of a long transaction beside which others write.
struct LongWrites: Sendable {
  /// Keeps other writers from an item.
  let lockItem: String
  /// A row where a seller, but the unknown one, has one of some codes twice.
  let twins: @Sendable (_ codes: SQLCondition) -> SQLCondition
}

/// A piece of SQL that is true or false of a row, or selects or changes rows, with the values for its `?`, in order. Values are
/// never part of the SQL: in a literal each stands as `\(.integer(id))`, a condition as `\(condition)` with its own values, and
/// SQL itself, such as the name of a column, as `\(sql: name)`.
struct SQLCondition: Sendable, ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sql = ""
    fileprivate var values: [DatabaseValue] = []

    init(literalCapacity: Int, interpolationCount: Int) { sql.reserveCapacity(2 * literalCapacity) }

    mutating func appendLiteral(_ literal: String) { sql += literal }
    mutating func appendInterpolation(sql text: some CustomStringConvertible) { sql += text.description }
    mutating func appendInterpolation(_ value: DatabaseValue) {
      appendInterpolation(SQLCondition("?", [value]))
    }
    mutating func appendInterpolation(_ part: SQLCondition) {
      sql += part.sql
      values += part.values
    }
  }

  let sql: String
  let values: [DatabaseValue]

  init(_ sql: String, _ values: [DatabaseValue] = []) {
    self.sql = sql
    self.values = values
  }

  init(stringLiteral sql: String) { self.init(sql, []) }

  init(stringInterpolation parts: StringInterpolation) { self.init(parts.sql, parts.values) }

  /// `?, ?, ?` for so many values.
  static func places(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
  }

  /// The values of a list, `column IN (?, ?)`. Their number is rounded up to a power of two, the last one repeated: a
  /// statement is prepared once for each number.
  static func list(_ column: String, in values: [DatabaseValue]) -> SQLCondition {
    guard let last = values.last else { return "FALSE" }
    let width = values.count == 1 ? 1 : 1 << (Int.bitWidth - (values.count - 1).leadingZeroBitCount)
    let padded = values + Array(repeating: last, count: width - values.count)
    return SQLCondition("\(column) IN (\(places(width)))", padded)
  }

  static func list(_ column: String, in ids: [Int]) -> SQLCondition {
    list(column, in: ids.map { .integer($0) })
  }

  /// The values of a long list in lists of 500 at most, for a statement each.
  static func lists(_ column: String, in values: [DatabaseValue]) -> [SQLCondition] {
    stride(from: 0, to: values.count, by: 500).map { start in
      list(column, in: Array(values[start..<min(start + 500, values.count)]))
    }
  }

  /// The conditions joined by `AND` or `OR`.
  static func joined(_ conditions: [SQLCondition], by joiner: String) -> SQLCondition {
    SQLCondition(
      conditions.map { "(\($0.sql))" }.joined(separator: " \(joiner) "), conditions.flatMap(\.values))
  }
}

extension Database {
  func transaction<Result>(for purpose: TransactionPurpose, _ work: () throws -> Result) throws -> Result {
    try transaction(for: purpose, within: nil, work)
  }

  /// Runs one statement that gives no rows; its error may come later.
  func run(_ sql: String, _ values: DatabaseValue...) throws(StoreError) {
    try run(sql, values)
  }

  /// Runs one statement to its end, and returns how many rows it changed.
  func changes(_ sql: String, _ values: DatabaseValue...) throws(StoreError) -> Int {
    try run(sql, values) { _ throws(StoreError) in }
  }

  /// Runs an `INSERT` of one row into a table with the integer key `id`, and returns the key.
  func insert(_ sql: String, _ values: DatabaseValue...) throws(StoreError) -> Int {
    try insert(sql, values)
  }

  /// The rows that a statement gives, each made into a value.
  func rows<Element>(
    _ sql: String, _ values: DatabaseValue...,
    as element: (any DatabaseRow) throws(StoreError) -> Element
  ) throws(StoreError) -> [Element] {
    try rows(sql, values, as: element)
  }

  func rows<Element>(
    _ sql: String, _ values: [DatabaseValue], as element: (any DatabaseRow) throws(StoreError) -> Element
  ) throws(StoreError) -> [Element] {
    var elements: [Element] = []
    try run(sql, values) { row throws(StoreError) in elements.append(try element(row)) }
    return elements
  }

  /// The first column of the first row as a whole number.
  func integer(_ sql: String, _ values: DatabaseValue...) throws(StoreError) -> Int? {
    try rows(sql, values) { $0.integer(0) }.first
  }

  /// Runs one statement that gives no rows; its error may come later.
  func run(statement: SQLCondition) throws(StoreError) {
    try run(statement.sql, statement.values)
  }

  /// Runs an `INSERT` of one row into a table with the integer key `id`, and returns the key.
  func insert(statement: SQLCondition) throws(StoreError) -> Int {
    try insert(statement.sql, statement.values)
  }

  /// Passes each row of a SELECT to `visit`.
  func eachRow(
    of select: SQLCondition, _ visit: (any DatabaseRow) throws(StoreError) -> Void
  ) throws(StoreError) {
    try run(select.sql, select.values, visit: visit)
  }

  /// The rows of a SELECT, each made into a value.
  func rows<Element>(
    of select: SQLCondition, as element: (any DatabaseRow) throws(StoreError) -> Element
  ) throws(StoreError) -> [Element] {
    try rows(select.sql, select.values, as: element)
  }

  /// The first column of a SELECT as whole numbers.
  func integers(of select: SQLCondition) throws(StoreError) -> [Int] {
    try rows(of: select) { $0.integer(0) }
  }

  /// The rows of a SELECT, each made into a value, by the whole number in its first column, which no two rows have in common.
  func values<Value>(
    of select: SQLCondition, as value: (any DatabaseRow) throws(StoreError) -> Value
  ) throws(StoreError) -> [Int: Value] {
    var values: [Int: Value] = [:]
    try eachRow(of: select) { row throws(StoreError) in values[row.integer(0)] = try value(row) }
    return values
  }

  /// Reads the rows of a SELECT in the order of the ids in their first columns, some at a time: their number does not count.
  ///
  /// - Parameters:
  ///   - select: Reads the rows with larger ids than its parameter, in their order.
  ///   - body: Takes one part after the other.
  func eachPart<Element>(
    _ select: (_ after: Int) -> SQLCondition, as element: (any DatabaseRow) throws(StoreError) -> Element,
    _ body: ([Element]) throws -> Void
  ) throws {
    var last: Int? = 0
    while let after = last {
      last = nil
      let part = try rows(of: select(after)) { row throws(StoreError) in
        last = row.integer(0)
        return try element(row)
      }
      try body(part)
    }
  }

  /// The number of the rows of a SELECT, counted no further than a limit.
  func count(_ select: SQLCondition, upTo limit: Int? = nil) throws(StoreError) -> Int {
    try number("SELECT count(*) FROM (\(select) \(sql: limit.map { "LIMIT \($0)" } ?? "")) AS counted")
  }

  /// The number that a SELECT gives; 0 where it has no row.
  func number(_ select: SQLCondition) throws(StoreError) -> Int {
    try integers(of: select).first ?? 0
  }
}

extension DefaultStringInterpolation {
  /// A text would lose the values of a condition.
  @available(*, unavailable)
  mutating func appendInterpolation(_ condition: SQLCondition) {}
}

extension DatabaseRow {
  func optionalInteger(_ column: Int) -> Int? {
    isNull(column) ? nil : integer(column)
  }

  func optionalText(_ column: Int) -> String? {
    isNull(column) ? nil : text(column)
  }

  /// The value that a text stands for. Throws `StoreError.damaged` for a text that stands for none.
  func value<Value>(_ column: Int, _ make: (String) -> Value?) throws(StoreError) -> Value {
    guard let value = make(text(column)) else { throw damage(in: column) }
    return value
  }

  /// A currency by its code.
  func currency(_ column: Int) throws(StoreError) -> Currency { try value(column) { Currency($0) } }

  /// A price, by the columns of its amount and its currency.
  func price(_ amount: Int, in currency: Int) throws(StoreError) -> Price {
    let currency = try self.currency(currency)
    return Price(Decimal(tenThousandths: integer(amount)), currency)
  }

  func optionalAmount(_ column: Int) -> Decimal? {
    optionalInteger(column).map(Decimal.init(tenThousandths:))
  }

  /// A date, stored in microseconds since 1970.
  func date(_ column: Int) -> Date {
    Date(timeIntervalSince1970: Double(integer(column)) / 1_000_000)
  }
}

extension DatabaseValue {
  static func text(_ text: String?) -> Self {
    text.map { .text($0) } ?? .null
  }

  static func integer(_ number: Int?) -> Self {
    number.map { .integer($0) } ?? .null
  }

  /// A date, in microseconds since 1970.
  static func date(_ date: Date) -> Self {
    .integer(Int(clamping: (date.timeIntervalSince1970 * 1_000_000).rounded()))
  }
}

extension Int {
  /// The nearest number; 0 for what is none.
  package init(clamping number: Double) {
    self = Int(exactly: number.rounded(.towardZero)) ?? (number > 0 ? .max : number < 0 ? .min : 0)
  }
}

extension Date {
  /// The date as the store returns it, in whole microseconds.
  var storedDate: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 * 1_000_000).rounded() / 1_000_000)
  }
}
