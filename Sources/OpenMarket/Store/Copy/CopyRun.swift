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
    let source = try at(.source) { try from.openTables() }
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
    /// The digest after the rows that are copied, and the key of the last one; nil where they are no longer those of the source.
    var resumed: (digest: TableDigest, key: [DatabaseValue])?
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
    let all =
      purpose == .draft ? try weight(of: tables, in: source) : tables.reduce(0) { $0 + $1.digest.weight }
    var done = 0
    for index in tables.indices {
      try write(&tables[index], from: source, to: target) { progress(.copying(part(done + $0, of: all))) }
      done += tables[index].digest.weight
    }
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

  /// Reads all rows of the source: computes the digests, also up to the positions of an earlier copy, and finds texts that the target
  /// could not hold.
  private func read(_ tables: inout [Table], in source: any Database) throws {
    var findings: [CopyFinding] = []
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
        digest.add(try reader.values(of: row))
        if let former, digest.rows == former.rows, digest.text == former.digest {
          tables[index].resumed = (digest, key)
        }
        progress(.checking(part(done + digest.weight, of: all)))
      }
      done += digest.weight
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

  // MARK: Progress

  /// The weight of all rows, about.
  private func weight(of tables: [Table], in source: any Database) throws -> Int {
    var weight = 0
    for table in tables.map(\.stored) {
      let rows = try source.integer("SELECT count(*) FROM \(table.name)") ?? 0
      weight += rows * (TableDigest.rowWeight + 8 * table.columns.count)
      for blob in table.blobs {
        weight += try source.integer("SELECT coalesce(sum(length(\(blob))), 0) FROM \(table.name)") ?? 0
      }
    }
    return weight
  }

  private func part(_ done: Int, of all: Int) -> Double { all > 0 ? min(1, Double(done) / Double(all)) : 1 }

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
    _ table: inout Table, from source: any Database, to target: any Database, _ show: (_ weight: Int) -> Void
  ) throws {
    let reader = TableReader(table: table.stored, database: source)
    var (former, digest, key) = (table.former, table.resumed?.digest ?? TableDigest(), table.resumed?.key)
    while purpose == .draft || digest.rows < table.digest.rows {
      try checkCancellation()
      let start = (former, digest, key)
      // Runs again where the target's transaction does.
      (former, digest, key) = try at(.target) {
        try target.transaction(for: .writing(bytes: Self.mostBytes)) {
          try writePart(reader, after: start, to: target)
        }
      }
      guard digest.rows > start.1.rows else {
        guard purpose == .draft else { throw StoreCopy.Failure.differs(table: table.stored.name) }
        break
      }
      show(digest.weight)
    }
    table.digest = digest
  }

  /// How far a table is written: what the record says of it, the digest of its rows, and the key of the last one.
  private typealias Place = (former: CopyRecord.Position?, digest: TableDigest, key: [DatabaseValue]?)

  private func writePart(
    _ reader: TableReader, after place: Place, to target: any Database
  ) throws -> Place {
    let start = place.digest
    var (digest, key) = (start, place.key)
    while digest.rows - start.rows < Self.mostRows, digest.bytes - start.bytes < Self.mostBytes {
      let rows = try at(.source) { try reader.rows(after: key) }
      guard let last = rows.last else { break }
      if rows.allSatisfy({ !$0.blobs.contains { $0 == nil } }) {
        let values = try rows.map(reader.values)
        for row in values { digest.add(row) }
        try to.insert(values, into: reader.table, in: target)
        key = reader.key(of: last)
      } else {
        // One long image at a time is in memory.
        for row in rows where digest.bytes - start.bytes < Self.mostBytes {
          try write(row, of: reader, &digest, to: target)
          key = reader.key(of: row)
        }
      }
    }
    guard digest.rows > start.rows else { return place }
    let position = CopyRecord.Position(rows: digest.rows, digest: digest.text)
    try CopyRecord(target: target).set(position, ofTable: reader.table.name, after: place.former)
    return (position, digest, key)
  }

  private func write(
    _ row: TableReader.Row, of reader: TableReader, _ digest: inout TableDigest, to target: any Database
  ) throws {
    let table = reader.table
    let values = try at(.source) { try reader.values(of: row) }
    digest.add(values)
    try target.run(
      "INSERT INTO \(table.name) (\(table.allQuotedColumns)) VALUES (\(SQLCondition.places(values.count)))",
      values)
  }

  // MARK: Derived tables

  /// Where the index of texts is, in the place of a table.
  private static let indexName = "item_search"
  private static let indexedItems = 200

  /// Inserts the texts and tags of all items into the indexes, some thousands in a transaction: each one of a file makes a part of
  /// the index that is merged later.
  private func index(_ target: any Database) throws {
    let record = CopyRecord(target: target)
    var former = try record.position(of: Self.indexName)
    while true {
      try checkCancellation()
      let start = former
      former = try target.transaction(for: .writing(bytes: Self.mostBytes)) {
        var (last, count, bytes) = (start.flatMap { Int($0.digest) } ?? 0, 0, 0)
        while count < Self.mostRows, bytes < Self.mostBytes {
          let items = try ItemRows(database: target).items(
            descriptions: .included,
            "WHERE item.id > \(.integer(last)) ORDER BY item.id LIMIT \(.integer(Self.indexedItems))")
          guard let final = items.last else { break }
          let texts = items.map { (id: $0.id, text: SearchText.text(of: $0.draft)) }
          try to.insertSearchTexts(texts, in: target)
          for item in items { try DetailRows(database: target).index(item.draft.tags, ofItem: item.id) }
          (last, count) = (final.id, count + items.count)
          bytes += texts.reduce(0) { $0 + $1.text.utf8.count }
        }
        guard count > 0 else { return nil }
        let position = CopyRecord.Position(rows: (start?.rows ?? 0) + count, digest: String(last))
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
    let all = tables.reduce(0) { $0 + $1.digest.weight }
    var done = 0
    for (table, expected) in zip(tables, made.tables) {
      let reader = TableReader(table: table.stored, database: target)
      var digest = TableDigest()
      try walk(reader) { row, _ in
        digest.add(try reader.values(of: row))
        progress(.comparing(part(done + digest.weight, of: all)))
      }
      guard digest.text == expected.digest else { throw StoreCopy.Failure.differs(table: expected.name) }
      done += digest.weight
    }
    guard try CopyRecord(target: target).origin()?.schema == to.schema(of: target) else {
      throw StoreCopy.Failure.otherSchema
    }
    let findings = try StoreCheck.findings(in: target)
    guard findings.isEmpty else { throw StoreCopy.Failure.damaged(findings) }
  }
}
