import CPostgres

extension StoreError {
  /// An error in the words of a PostgreSQL server, or of this driver.
  ///
  /// - Parameter sql: The statement that failed.
  static func postgreSQL(
    _ kind: Kind, _ code: String, _ message: String, sql: String? = nil,
    session: DatabaseSession = DatabaseSession()
  ) -> StoreError {
    StoreError(
      kind,
      DatabaseError(
        engine: "PostgreSQL", code: code, message: message, sql: sql.map { String($0.prefix(200)) },
        session: session))
  }
}

/// How PostgreSQL writes values, places of values and errors.
enum PostgresSQL {
  /// A statement with `$1`, `$2` in place of its `?`, and `$1` for `?1`; those in texts and names stay.
  static func numbered(_ sql: String) -> String {
    var count = 0
    return mapPlaces(in: sql) { _, hasNumber in
      if hasNumber { return "$" }
      count += 1
      return "$\(count)"
    }
  }

  /// A statement with an expression in place of one of its `?`, counted from 0.
  static func replacing(place: Int, in sql: String, by expression: String) -> String {
    mapPlaces(in: sql) { index, _ in index == place ? expression : "?" }
  }

  /// A statement with other texts in place of its `?`, outside of texts and names.
  ///
  /// - Parameter body: Receives the index of a `?`, and whether a digit follows it.
  private static func mapPlaces(
    in sql: String, _ body: (_ index: Int, _ hasNumber: Bool) -> String
  ) -> String {
    var (text, count, quote) = ("", 0, Character?.none)
    text.reserveCapacity(sql.utf8.count + 16)
    for (index, character) in zip(sql.indices, sql) {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
      guard quote == nil, character == "?" else {
        text.append(character)
        continue
      }
      text += body(count, sql[sql.index(after: index)...].first?.isNumber == true)
      count += 1
    }
    return text
  }

  /// The code of a write to a server that takes none.
  static let readOnly = "25006"
  /// The code of a statement that was cancelled, or took longer than `statement_timeout`.
  static let cancelled = "57014"
  /// The code of a lock that was waited for longer than `lock_timeout`.
  static let lockTimedOut = "55P03"

  /// The code of a missing right, and of a table that is not found, as it is without the right to use its schema.
  static let (missingRight, noTable) = ("42501", "42P01")

  /// The code of a connection that the server, a database or a role has no place for.
  static let tooManyConnections = "53300"

  /// The kind of an error by its code (https://www.postgresql.org/docs/current/errcodes-appendix.html).
  static func kind(ofState state: String) -> StoreError.Kind {
    switch state {
    case "53100": .full
    case cancelled: .searchTooLong
    case readOnly: .readOnly
    case "22003": .damaged
    case "42501", "3F000", "26000", "42P05": .inaccessible
    case "57P01", "57P02", "57P03", "57P05", "25P03", "53300": .unreachable
    case "40001", "40P01", lockTimedOut, "53200", "53400", "23505": .busy
    default:
      switch state.prefix(2) {
      case "08": .unreachable
      case "28", "3D": .inaccessible
      case "58": .inputOutput
      case "XX": .damaged
      default: .unexpected
      }
    }
  }

  /// Whether an error says that the other connections of the pool are of no more use, too: the server ends, cannot be reached, or
  /// is a standby now, or the schema is not found.
  static func endsConnections(_ state: String) -> Bool {
    [readOnly, noTable, "57P01", "57P02", "57P03"].contains(state) || state.hasPrefix("08")
  }

  /// Whether a transaction is run again that ended with this code: one that did not happen one after another with others, or met
  /// a deadlock, or a row that another has made meanwhile, or a plan or statement that the server has dropped.
  static func isRetried(_ state: String) -> Bool {
    ["40001", "40P01", "23505", "0A000", "26000"].contains(state)
  }

  /// A whole number in the binary format; nil for one that 64 bits do not hold, and for values of other types.
  static func integer(_ bytes: UnsafeBufferPointer<UInt8>, ofType type: UInt32) -> Int? {
    switch Int32(bitPattern: type) {
    case CPOSTGRES_BOOL where bytes.count == 1: Int(bytes[0])
    case CPOSTGRES_INT2 where bytes.count == 2: Int(Int16(truncatingIfNeeded: bigEndian(bytes)))
    case CPOSTGRES_INT4 where bytes.count == 4: Int(Int32(truncatingIfNeeded: bigEndian(bytes)))
    case CPOSTGRES_INT8 where bytes.count == 8: bigEndian(bytes)
    case CPOSTGRES_NUMERIC: numeric(bytes)
    default: nil
    }
  }

  private static func bigEndian(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// A `numeric`: the number of its digits, the weight of the first, a sign, the decimals that are shown, and digits to the base
  /// 10,000, each in two bytes. Nil for one with a fraction.
  private static func numeric(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let words = stride(from: 0, to: bytes.count - 1, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    guard words.count >= 4, words.count == 4 + words[0] else { return nil }
    let weight = Int(Int16(truncatingIfNeeded: words[1]))
    let isNegative = words[2] == 0x4000
    guard isNegative || words[2] == 0, weight < 8 else { return nil }
    var value = 0
    for position in 0..<max(words[0], weight + 1) {
      let digit = position < words[0] ? words[4 + position] : 0
      guard position <= weight else {
        if digit != 0 { return nil }
        continue
      }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10_000)
      // Downward, since the smallest number has no absolute value.
      let (sum, further) = product.addingReportingOverflow(isNegative ? -digit : digit)
      guard !overflow, !further else { return nil }
      value = sum
    }
    return value
  }
}
