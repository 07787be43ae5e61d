import Foundation
import SystemSupport

/// One run of a copy.
struct CopyRun {
  let from: any CopyDriver
  let to: any CopyDriver
  let purpose: StoreCopy.Purpose
  let flag: CancellationFlag
  let progress: @Sendable (StoreCopy.Step) -> Void

  /// Runs a piece of work over one of the databases, and names it in an error.
  private func at<Result>(_ side: StoreCopy.Side, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as StoreError {
      try checkCancellation()
      throw StoreCopy.Failure.store(side, error)
    } catch is CopyConflict {
      throw StoreCopy.Failure.conflict
    }
  }

  private func checkCancellation() throws {
    if flag.isCancelled { throw CancellationError() }
  }

  func run() throws -> StoreCopy.Made {
    let present = from.presentSchema
    guard let version = try at(.source, { try from.schemaVersion() }) else {
      throw StoreCopy.Failure.noSource
    }
    guard version == present else { throw StoreCopy.Failure.outdated(version: version, of: present) }
    let state = try at(.target) { try to.targetState() }
    switch state {
    case .empty, .unfinished: break
    case .store: throw StoreCopy.Failure.isStore
    case .foreign: throw StoreCopy.Failure.isForeign
    }
    let source = try at(.source) { try from.openSource() }
    var hasBegun = false
    let (tables, made) = try at(.source) {
      // All that is read of the source is of one moment.
      try source.transaction(for: .reading) {
        // A reading transaction is run again whose connection was lost: the target has a part of it already.
        guard !hasBegun else { throw StoreError.unreachable }
        hasBegun = true
        return try copy(source, to: state)
      }
    }
    guard purpose != .rehearsal else { return made }
    // The source is no longer needed: its transaction would be idle meanwhile, and its writers wait.
    try at(.target) {
      let target = try to.openTables()
      try index(target)
      try setLastIDs(of: tables, in: target)
    }
    try compare(tables, made)
    return made
  }

  // MARK: The source

  /// A table of the source, and where its copy goes on.
  private struct Table {
    let stored: StoredTable
    var digest = TableDigest()
    var former: CopyRecord.Position?
    /// The digest after the rows that are copied; nil where they are no longer those of the source.
    var resumed: TableDigest?
    /// The last id that was given; nil where ids are not generated.
    var lastID: Int?
  }

  private func copy(
    _ source: any Database, to state: CopyTargetState
  ) throws -> ([Table], StoreCopy.Made) {
    let others = try CopiedTables.undeclared(from.catalog, in: source).sorted()
    // A newer market may have filled it.
    if let table = others.first, let newest = from.catalog.newest,
      try source.integer(newest) ?? 0 > from.presentSchema
    {
      throw StoreCopy.Failure.undeclared(table: table)
    }
    var tables = try CopiedTables.tables(from.catalog, in: source).map { Table(stored: $0) }
    let identity = try source.rows("SELECT identity FROM store") { $0.text(0) }.first ?? ""
    let isSameVersion = try state == .unfinished && readPositions(of: &tables, store: identity)
    let counts = try StoreCheck.Counts(of: source)
    if purpose != .draft { try read(&tables, in: source) }
    let changed = tables.first { $0.former != nil && $0.resumed == nil }
    let goesOn = isSameVersion && changed == nil
    if !goesOn, purpose != .draft {
      // An earlier run has checked what it copied, and the target is checked at the end.
      let findings = try StoreCheck.findings(in: source)
      guard findings.isEmpty else { throw StoreCopy.Failure.unsound(findings) }
    }
    let resumed = goesOn ? tables.reduce(0) { $0 + ($1.former?.rows ?? 0) } : 0
    func made() -> StoreCopy.Made {
      StoreCopy.Made(
        tables: tables.map {
          StoreCopy.Table(
            name: $0.stored.name, rows: $0.digest.rows, bytes: $0.digest.bytes, digest: $0.digest.text)
        }, counts: counts, resumed: resumed, leftOut: others)
    }
    if goesOn {
      progress(.resumed(rows: resumed))
    } else if state == .unfinished {
      progress(.restarted(changed.map { .sourceChanged(table: $0.stored.name) } ?? .otherVersion))
      for index in tables.indices { (tables[index].former, tables[index].resumed) = (nil, nil) }
    }
    guard purpose != .rehearsal else { return (tables, made()) }
    let target = try at(.target) { try openTarget(state, goesOn: goesOn, identity: identity) }
    try at(.target) { try checkColumns(of: tables, in: target) }
    var written = WrittenPart(
      all: purpose == .draft ? try weight(of: tables, in: source) : Self.weight(of: made()))
    for index in tables.indices { try write(&tables[index], from: source, to: target, &written) }
    for index in tables.indices where tables[index].stored.hasID {
      let name = tables[index].stored.name
      guard let last = try source.integer(from.catalog.lastID, .text(name)) else { continue }
      tables[index].lastID = max(last, try source.integer("SELECT coalesce(max(id), 0) FROM \(name)") ?? 0)
    }
    return (tables, made())
  }

  /// Reads how far an earlier copy is. Returns whether it was made with the present schemas.
  private func readPositions(of tables: inout [Table], store: String) throws -> Bool {
    try at(.target) {
      let target = try to.openTables()
      return try target.transaction(for: .reading) {
        let record = CopyRecord(target: target)
        guard let origin = try record.origin() else { return false }
        guard origin.store == store else { throw StoreCopy.Failure.ofOther }
        guard origin.version == to.presentSchema else { return false }
        for index in tables.indices {
          tables[index].former = try record.position(of: tables[index].stored.name)
        }
        return true
      }
    }
  }

  /// Most findings that are reported.
  private static let most = 100

  /// Reads all rows of the source: computes the digests, also up to the positions of an earlier copy, and finds what the target
  /// could not hold.
  private func read(_ tables: inout [Table], in source: any Database) throws {
    var findings = try references(of: tables, in: source)
    let all = try weight(of: tables, in: source)
    var done = 0
    for index in tables.indices {
      let reader = TableReader(table: tables[index].stored, database: source)
      let former = tables[index].former
      var digest = TableDigest()
      try walk(reader) { row, key in
        for defect in row.defects where findings.count < Self.most {
          findings.append(
            CopyFinding(
              place: StoredPlace(table: reader.table.name, row: reader.name(of: row), column: defect.column),
              defect: defect.defect))
        }
        try add(row, of: reader, to: &digest)
        if let former, digest.rows == former.rows, key.map(\.word) == former.key.map(\.word),
          digest.text == former.digest
        {
          tables[index].resumed = digest
        }
        progress(.checking(part(done + digest.rows * Self.rowWeight + digest.bytes, of: all)))
      }
      done += digest.rows * Self.rowWeight + digest.bytes
      tables[index].digest = digest
    }
    guard findings.isEmpty else { throw StoreCopy.Failure.unfit(findings) }
  }

  /// Passes each row of a table with its key.
  private func walk(
    _ reader: TableReader, after key: [DatabaseValue]? = nil,
    _ visit: (TableReader.Row, [DatabaseValue]) throws -> Void
  ) throws {
    var last = key
    while true {
      try checkCancellation()
      let rows = try reader.rows(after: last)
      for row in rows {
        let key = reader.key(of: row)
        try visit(row, key)
        last = key
      }
      // After a key that is no text the next rows cannot be asked for.
      guard rows.count == TableReader.part, rows.last?.defects.isEmpty == true else { return }
    }
  }

  /// Adds a row with its blobs, which are read in pieces.
  private func add(_ row: TableReader.Row, of reader: TableReader, to digest: inout TableDigest) throws {
    digest.add(row.values)
    for blob in reader.table.blobs {
      let count = try reader.length(of: blob, in: row)
      digest.beginBlob(count: count)
      try reader.read(blob, count: count, in: row) { digest.addPiece($0) }
    }
  }

  /// Rows that refer to one that is not there.
  private func references(of tables: [Table], in source: any Database) throws -> [CopyFinding] {
    var findings: [CopyFinding] = []
    for table in tables.map(\.stored) {
      let references = try source.rows(from.catalog.references, .text(table.name)) {
        (column: $0.text(0), table: $0.text(1), key: $0.text(2))
      }
      let key = table.key.map { "CAST(child.\"\(table.columns[$0].name)\" AS TEXT)" }.joined(separator: ", ")
      for reference in references {
        let column = "child.\"\(reference.column)\""
        findings += try source.rows(
          """
          SELECT \(key) FROM \(table.name) AS child WHERE \(column) IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM \(reference.table) AS parent WHERE parent."\(reference.key)" = \(column)) LIMIT ?
          """, .integer(Self.most)
        ) { row in
          let name = table.key.indices.map { "\(table.columns[table.key[$0]].name) \(row.text($0))" }
          return CopyFinding(
            place: StoredPlace(
              table: table.name, row: name.joined(separator: ", "), column: reference.column),
            defect: .reference)
        }
      }
    }
    return findings
  }

  // MARK: Progress

  /// The weight of a row in the progress, beside the bytes of its values.
  private static let rowWeight = 100

  /// The weight of all rows, about.
  private func weight(of tables: [Table], in source: any Database) throws -> Int {
    var weight = 0
    for table in tables.map(\.stored) {
      let rows = try source.integer("SELECT count(*) FROM \(table.name)") ?? 0
      weight += rows * (Self.rowWeight + 8 * table.columns.count)
      for blob in table.blobs {
        weight += try source.integer("SELECT coalesce(sum(length(\(blob))), 0) FROM \(table.name)") ?? 0
      }
    }
    return weight
  }

  /// The weight of the rows that were read.
  private static func weight(of made: StoreCopy.Made) -> Int {
    made.tables.reduce(0) { $0 + $1.bytes + $1.rows * rowWeight }
  }

  private func part(_ done: Int, of all: Int) -> Double { all > 0 ? min(1, Double(done) / Double(all)) : 1 }

  /// How much is written.
  private struct WrittenPart {
    let all: Int
    var done = 0
  }

  // MARK: The target

  private func openTarget(_ state: CopyTargetState, goesOn: Bool, identity: String) throws -> any Database {
    if goesOn { return try to.openTables() }
    let target = try to.openTarget()
    if state == .unfinished { try to.clear(target) }
    try to.makeTables(in: target) {
      // A new store has rows that are not of the source.
      for table in CopiedTables.copied.reversed() { try target.run("DELETE FROM \(table)") }
      try CopyRecord(target: target).set(
        CopyRecord.Origin(
          store: identity, version: to.presentSchema, schema: try to.schema(of: target)))
    }
    return try to.openTables()
  }

  /// A column that one database has and the other has not would be lost.
  private func checkColumns(of tables: [Table], in target: any Database) throws {
    for (source, target) in zip(tables, try CopiedTables.tables(to.catalog, in: target))
    where source.stored != target {
      throw StoreCopy.Failure.otherColumns(table: target.name)
    }
  }

  /// The rows and bytes of a transaction.
  private static let (mostRows, mostBytes) = (5_000, 4 << 20)

  /// Writes the rows of a table that are not there, some thousands in a transaction. Those of a draft were not read before.
  private func write(
    _ table: inout Table, from source: any Database, to target: any Database, _ written: inout WrittenPart
  ) throws {
    let reader = TableReader(table: table.stored, database: source)
    var (former, digest) = (table.former, table.resumed ?? TableDigest())
    let before = written.done
    while purpose == .draft || digest.rows < table.digest.rows {
      try checkCancellation()
      let start = (former, digest)
      // Runs again where the target's transaction does.
      (former, digest) = try at(.target) {
        try target.transaction(for: .writing(bytes: Self.mostBytes)) {
          try writePart(reader, after: start.0, start.1, to: target)
        }
      }
      guard digest.rows > start.1.rows else {
        guard purpose == .draft else { throw StoreCopy.Failure.differs(table: table.stored.name) }
        break
      }
      written.done = before + digest.bytes + digest.rows * Self.rowWeight
      progress(.copying(part(written.done, of: written.all)))
    }
    table.digest = digest
    written.done = before + digest.bytes + digest.rows * Self.rowWeight
  }

  private func writePart(
    _ reader: TableReader, after former: CopyRecord.Position?, _ start: TableDigest, to target: any Database
  ) throws -> (CopyRecord.Position?, TableDigest) {
    var (digest, key) = (start, former?.key)
    while digest.rows - start.rows < Self.mostRows, digest.bytes - start.bytes < Self.mostBytes {
      let rows = try at(.source) { try reader.rows(after: key) }
      guard let last = rows.last else { break }
      if reader.table.blobs.isEmpty {
        for row in rows { digest.add(row.values) }
        try to.insert(rows.map(\.values), into: reader.table, in: target)
        key = reader.key(of: last)
      } else {
        // One image at a time is in memory.
        for row in rows where digest.bytes - start.bytes < Self.mostBytes {
          try write(row, of: reader, &digest, to: target)
          key = reader.key(of: row)
        }
      }
    }
    guard let key, digest.rows > start.rows else { return (former, digest) }
    let position = CopyRecord.Position(rows: digest.rows, digest: digest.text, key: key)
    try CopyRecord(target: target).set(position, ofTable: reader.table.name, after: former)
    return (position, digest)
  }

  private func write(
    _ row: TableReader.Row, of reader: TableReader, _ digest: inout TableDigest, to target: any Database
  ) throws {
    let table = reader.table
    var values = row.values
    digest.add(row.values)
    for blob in table.blobs {
      var data = Data()
      try at(.source) {
        let count = try reader.length(of: blob, in: row)
        data.reserveCapacity(count)
        try reader.read(blob, count: count, in: row) { data.append($0) }
      }
      digest.addBlob(data)
      values.append(.blob(data))
    }
    let columns = ([table.quotedColumns] + table.blobs.map { "\"\($0)\"" }).joined(separator: ", ")
    try target.run(
      "INSERT INTO \(table.name) (\(columns)) VALUES (\(SQLCondition.places(values.count)))", values)
  }

  // MARK: Derived tables

  /// Where the index of texts is, in the place of a table.
  private static let indexName = "item_search"
  private static let indexedItems = 200

  /// Inserts the texts and tags of all items into the indexes.
  private func index(_ target: any Database) throws {
    let record = CopyRecord(target: target)
    var former = try record.position(of: Self.indexName)
    while true {
      try checkCancellation()
      let start = former
      former = try target.transaction(for: .writing(bytes: Self.mostBytes)) {
        var last = 0
        if case .integer(let id)? = start?.key.first { last = id }
        let items = try ItemRows(database: target).items(
          descriptions: .included,
          "WHERE item.id > \(.integer(last)) ORDER BY item.id LIMIT \(.integer(Self.indexedItems))")
        guard let final = items.last else { return nil }
        try to.insertSearchTexts(
          items.map { ($0.id, SearchText.text(of: $0.draft)) }, in: target)
        for item in items { try DetailRows(database: target).index(item.draft.tags, ofItem: item.id) }
        let position = CopyRecord.Position(
          rows: (start?.rows ?? 0) + items.count, digest: "-", key: [.integer(final.id)])
        try record.set(position, ofTable: Self.indexName, after: start)
        return position
      }
      guard former != nil else { return }
    }
  }

  /// An id that the source has given is not given again.
  private func setLastIDs(of tables: [Table], in target: any Database) throws {
    for table in tables {
      guard let last = table.lastID else { continue }
      try target.transaction(for: .writing) {
        try to.setLastID(last, ofTable: table.stored.name, in: target)
      }
    }
  }

  // MARK: The comparison

  /// Reads the target, compares it with the source, and makes it a store.
  private func compare(_ tables: [Table], _ made: StoreCopy.Made) throws {
    try at(.target) {
      let target = try to.openTables()
      try to.analyze(target)
      try target.transaction(for: .reading) { try compare(tables, made, with: target) }
      try target.transaction(for: .writing) { try to.finish(target) }
    }
  }

  private func compare(_ tables: [Table], _ made: StoreCopy.Made, with target: any Database) throws {
    let all = Self.weight(of: made)
    var done = 0
    for (table, expected) in zip(tables, made.tables) {
      let reader = TableReader(table: table.stored, database: target)
      var digest = TableDigest()
      try walk(reader) { row, _ in
        try add(row, of: reader, to: &digest)
        progress(.comparing(part(done + digest.rows * Self.rowWeight + digest.bytes, of: all)))
      }
      guard digest.text == expected.digest else { throw StoreCopy.Failure.differs(table: expected.name) }
      done += digest.rows * Self.rowWeight + digest.bytes
    }
    guard try CopyRecord(target: target).origin()?.schema == to.schema(of: target) else {
      throw StoreCopy.Failure.otherSchema
    }
    let findings = try StoreCheck.findings(in: target)
    guard findings.isEmpty else { throw StoreCopy.Failure.damaged(findings) }
  }
}
