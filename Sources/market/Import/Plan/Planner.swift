import Console
import Foundation
import OpenMarket
import Tables
import Wording

/// Decides the action for each row of an import, and writes the plan. Rows are compared with the market in batches of 500; of
/// earlier rows only the keys stay in memory.
struct Planner {
  private let samples: Int
  private let networkManager: NetworkManager
  private let options: PlanOptions
  private let password: String?
  private let format: OutputFormat
  private let id: String
  private let writer: PlanWriter

  private(set) var counts = PlanCounts()
  private(set) var additions: [Addition] = []
  private(set) var deletions: [(place: RowPlace, id: Int, title: String)] = []
  /// Whether a new item's currency is the default one, as no cell or option names it.
  private(set) var assumesCurrency = false
  /// The codes of the currencies that cells name, each with the header of its column; nil for one beside an amount.
  private(set) var namedCurrencies: [(currency: String, header: String?)] = []
  private(set) var changes: [Sample] = []
  /// The problems of the rejected rows, by column and sentence; those behind the first `mostProblems` by their rules.
  private(set) var problems = ProblemGroups()
  private(set) var warnings = ProblemGroups()
  private(set) var warningCount = 0
  /// The rows that the shop of the file does not sell, by the headers and the words that say so.
  private(set) var unsold: [String: Int] = [:]
  /// The first row whose item exists, with `--on-existing fail`, and how many there are.
  private(set) var existing: (count: Int, place: RowPlace)?
  let files: [String]?
  /// The columns of each file, as they are known by now.
  private(set) var headers: [[String]]

  /// The rows that have the id of an item, and nothing that says whether they mean it.
  private(set) var undecided = 0
  /// The codes of rows that several items have, each with these.
  private var ambiguous: [RowKey: [Int]] = [:]

  /// The mark of the market, once it was needed; nil of a market that has none, or no items.
  private var mark: String??
  /// Whether a row has had that mark: the ids of the files are then those of this market.
  private var isOwnExport = false
  /// Whether no rows were compared with the items of other sellers.
  private var isFirstPart = true
  /// Items in the trash by their SKUs, and by the titles of those without one; of all with `--key title`.
  private var trash: [RowKey: Int] = [:]
  private var hasReadTrash = false
  /// The most pages of the trash, and of the log of an item, that are read.
  private static let mostPages = 10
  /// The most items with conflicts whose logs are read.
  private static let mostLogs = 500
  private var logs = 0
  private var pending: [(row: ImportRow, key: String?)] = []
  private var keys = PlannedKeys()
  /// The former keys by which rows have found their items.
  private var formerKeys: Set<RowKey> = []
  private var equalRows = EqualRows()
  private var finder: ImageFinder?
  private(set) var outside = OutsideImages()
  /// Whether an image that is there is none.
  private(set) var hasInvalidImage = false
  private var file = 0
  private var columns: ColumnMap?

  /// - Parameters:
  ///   - header: Has the files, and the id that names the lines of this plan at the market.
  ///   - password: With which the market shows private notes; nil to compare none.
  ///   - samples: Most changes, and most rows with a problem, that are kept to be shown.
  init(
    _ networkManager: NetworkManager, _ options: PlanOptions, header: PlanHeader, password: String?,
    format: OutputFormat, samples: Int, to writer: PlanWriter
  ) {
    (self.networkManager, self.options, self.id, self.password) = (
      networkManager, options, header.id, password
    )
    (files, headers) = (header.files.names, header.files.map(\.columns))
    (self.format, self.writer, self.samples) = (format, writer, samples)
  }

  mutating func begin(file: Int, _ finder: ImageFinder) {
    self.file = file
    self.finder = finder
  }

  mutating func add(_ reading: RowReading, _ columns: ColumnMap?) async throws {
    if let columns, columns.headers.count > headers[file].count {
      headers[file] = columns.headers.map(\.name)
    }
    self.columns = columns
    switch reading {
    case .skipped(let row, let reason):
      // Earlier rows may wait: the plan is in the order of the file.
      try await flush()
      let problem = PlanProblem(skipping: reason, format)
      if reason == .total, let problem { warn(RowPlace(file: file, line: row.line), problem) }
      let words: String? =
        switch reason {
        case .notForSale(let cell, _): "\(cell.header.shortened) \(cell.text.shortened)"
        case .part: format.text(LocalizedPhrase("part of another row"))
        case .command, .blank, .total: nil
        }
      if let words {
        counts.notForSale += 1
        // A hostile sheet may have other words in each row.
        if unsold[words] != nil || unsold.count < Self.mostProblems { unsold[words, default: 0] += 1 }
      }
      try write(PlanLine(file: file, line: row.line, action: .skip, problems: problem.map { [$0] }))
    case .rejected(let row, let problems):
      try await flush()
      try reject(row, problems.map { PlanProblem($0, format) })
    case .row(let read):
      let row = try await placed(read)
      let place = RowPlace(file: file, line: row.line)
      if let (key, first) = keys.repeated(in: row, at: place) {
        try await flush()
        return try reject(row, repeated: key, first: first)
      }
      pending.append((row, row.isKnownByContents ? equalRows.key(of: row) : nil))
      if pending.count == BatchLimits.items { try await flush() }
    }
  }

  /// The row with the key by which it names its item here: its id if it was exported from this market, and no id of another.
  private mutating func placed(_ row: ImportRow) async throws -> ImportRow {
    guard let exported = row.exported else { return row }
    if mark == nil { mark = .some(try await marketMark()) }
    guard exported.mark == mark ?? nil else {
      counts.otherMarket += 1
      var other = row
      other.exported = nil
      if options.key != .id {
        other.id = nil
        if row.key?.column == .id { other.key = nil }
      }
      return other
    }
    isOwnExport = true
    var placed = row
    if let id = row.id, options.key != .column { placed.key = .id(id) }
    return placed
  }

  /// The mark in the version of any item.
  private func marketMark() async throws -> String? {
    let item = try await networkManager.export(ExportQuery(limit: 1)).first
    return item?.version.flatMap { ItemVersion($0) }?.mark
  }

  mutating func flush() async throws {
    guard !pending.isEmpty else { return }
    var rows = pending
    pending.removeAll(keepingCapacity: true)
    if isFirstPart, !options.makesSeller, !networkManager.isOperated {
      try await refuseOtherSeller(rows.map(\.row))
    }
    isFirstPart = false
    var items = try await ExistingItems(of: rows, at: networkManager, password: password)
    ambiguous.merge(items.ambiguous) { first, _ in first }
    for (index, (row, _)) in rows.enumerated() {
      if let key = row.key, let former = row.former, items[key] == nil, let item = items[former],
        item.sku == nil, formerKeys.insert(former).inserted
      {
        rows[index].row.key = former
      }
    }
    if password != nil {
      let changed = rows.compactMap { row, _ in
        row.key.flatMap { items[$0] }.flatMap { mayChange($0, row) ? $0.id : nil }
      }
      try await items.findForeign(changed)
    }
    if rows.contains(where: { row, key in
      (row.key?.isCode != false || options.key == .title || row.command == .delete)
        && items.item(row.key, rowKey: key) == nil
    }) {
      try await readTrash()
    }
    let unnamed = rows.filter { row, key in items.item(row.key, rowKey: key) == nil }
    try await items.ask(for: unnamed.compactMap(\.row.fields.title).map(RowKey.title))
    for (row, key) in rows {
      if let key = row.key, key.column == .title, items.items(titled: key.text).count > 1 {
        try reject(row, value: key.text, .severalItems)
        continue
      }
      var item = items.item(row.key, rowKey: key)
      var isKeyless = row.key == nil
      if row.exported == nil, let other = row.otherID.flatMap({ items[.id($0)] }), other.id != item?.id {
        if let item, !isKeyless {
          let defect = RowDefect.twoItems(key: row.key?.text ?? "", item.name, other: other.name)
          try reject(row, ImportColumn.id.rawValue, value: row.id.map(String.init), defect)
          continue
        }
        // A row of an export of this market whose version was removed.
        guard isOwnExport else {
          undecided += 1
          try write(PlanLine(file: file, line: row.line, action: .skip))
          continue
        }
        (item, isKeyless) = (other, false)
      }
      // The id of an export of another market is the one of another item here, or of none.
      if !isKeyless, let key, item == nil, let known = items.item(nil, rowKey: key),
        known.id != item?.id
      {
        (item, isKeyless) = (known, true)
      }
      // The key counts the rows of the plan: several elements of a JSON array may stand on one line.
      try await decide(row, item, items: items, key: key ?? "\(id)-\(counts.rows)", isKeyless: isKeyless)
    }
  }

  /// Reads the newest items in the trash, once; none where the market does not show it.
  private mutating func readTrash() async throws {
    guard !hasReadTrash else { return }
    hasReadTrash = true
    for number in 1...Self.mostPages {
      guard
        let page = try? await networkManager.trash(number, size: PageQuery.largestSize, password: password)
      else { return }
      for item in page.items {
        let sku = options.key == .title ? nil : item.sku
        let key = sku.map(RowKey.sku) ?? .title(item.title)
        trash[key] = trash[key] ?? item.id
      }
      if page.items.count < PageQuery.largestSize { return }
    }
  }

  /// The item in the trash that a row would add again; nil for none. A row without a key has that with its title, unless an item
  /// has the title too or the row says that it is new. With `--ignore id` an export adds what was deleted.
  private func trashed(_ row: ImportRow, _ items: ExistingItems) -> Int? {
    if let key = row.key { return trash[key] }
    // Most rows have no title that is in the trash: the others cost more to find out.
    guard let title = row.fields.title, let id = trash[.title(title)], row.command != .new,
      items.items(titled: title).isEmpty,
      columns?.headers.contains(where: { ImportColumn(named: $0.name) == .version }) != true
    else { return nil }
    return id
  }

  /// Throws where another seller has the SKU of a row, and the password owns nothing: it is hardly the one that was meant.
  private func refuseOtherSeller(_ rows: [ImportRow]) async throws {
    let skus = rows.compactMap { $0.command == .ignore ? nil : $0.fields.details.sku }
    guard !skus.isEmpty else { return }
    if let password {
      // Its own SKUs, then anything in the log, which may have forgotten old items.
      let own = try await networkManager.export(ExportQuery(.skus(skus), isOwn: true), password: password)
      guard own.isEmpty else { return }
      if let log = try? await networkManager.log(1, size: 1, password: password), log.total > 0 { return }
    }
    guard let other = try await networkManager.export(ExportQuery(.skus(skus), limit: 1)).first,
      let sku = other.sku, let id = other.id
    else { return }
    throw CommandFailure(
      "SKU '\(sku.shortened)' is that of item \(id), of another seller, and this password has no items here",
      .usage,
      help: "Pass the password of that seller, or add the items as a new one with '--new-seller'")
  }

  /// The error where the store cannot say which items rows mean.
  var ambiguity: CommandFailure? {
    let (codes, most) = (ambiguous.sorted { $0.key.text < $1.key.text }, 10)
    guard !codes.isEmpty else { return nil }
    var sentences = codes.prefix(most).map { ItemNameError.several($0.key.text, $0.value).message }
    if codes.count > most { sentences.append("… and \(grouped: codes.count - most) more") }
    return CommandFailure(
      LocalizedPhrase(joining: sentences, by: "; "), .usage,
      help: "Give each item a SKU of its own, or name the items by '--key id'")
  }

  // MARK: One row

  private mutating func decide(
    _ row: ImportRow, _ item: BatchItem?, items: ExistingItems, key: String, isKeyless: Bool
  ) async throws {
    for warning in row.warnings { warn(place(row), PlanProblem(warning, format)) }
    switch (row.command, item) {
    case (.delete, let item?) where !items.isForeign(item):
      if deletions.count < samples {
        deletions.append((place(row), item.id ?? 0, item.title ?? ""))
      }
      let deletion = BatchItem(deleting: item, with: row, key: key)
      keys.free(item, by: deletion)
      try write(
        PlanLine(file: file, line: row.line, action: .delete, item: deletion, cells: texts(of: row.source)))
    case (.delete, _?): try reject(row.source, [PlanProblem(.wrongPassword, format: format)])
    // The row was done before: an import that was killed is run again.
    case (.delete, nil)
    where row.key.map { trash[$0] != nil } == true || row.id.map(trash.values.contains) == true:
      try write(PlanLine(file: file, line: row.line, action: .leave))
    case (.new, let item?)
    where isKeyless || item.cells.map { $0.replaced(by: row.cells(images(of: row), options)) == $0 } == true:
      try write(PlanLine(file: file, line: row.line, action: .leave))
    case (.delete, nil), (.update, nil): try reject(row, value: row.key?.text, .noSuchItem)
    case (_, nil) where row.exported != nil && row.exported?.mark == mark:
      try reject(row, ImportColumn.id.rawValue, value: row.id.map(String.init), .wasDeleted(id: row.id ?? 0))
    case (.new, _?): try reject(row, value: row.key?.text, .itemExists)
    // An equal row was imported before, and no image of it was left out.
    case (_, let item?)
    where isKeyless && (row.key != nil || item.cells == nil || !options.changesExisting):
      let absent = images(of: row).map(problems) ?? []
      for problem in absent { warn(place(row), problem) }
      try write(
        PlanLine(file: file, line: row.line, action: .leave, problems: warnings(of: row, absent)))
    case (nil, _?) where !options.changesExisting:
      if options.onExisting == .fail {
        existing = (1 + (existing?.count ?? 0), existing?.place ?? place(row))
      }
      try write(PlanLine(file: file, line: row.line, action: .skip))
    case (_, let item?): try await update(row, item, items: items, key: key)
    case (_, nil):
      if let id = trashed(row, items) {
        return try reject(row, value: row.key?.text ?? row.fields.title ?? "", .inTrash(id: id))
      }
      try add(row, items, key: key)
    }
  }

  /// Whether a row may change its item: only then its password is verified, which takes time.
  private func mayChange(_ item: BatchItem, _ row: ImportRow) -> Bool {
    switch row.command {
    case .delete: return true
    case .new, .ignore: return false
    case nil where !options.changesExisting: return false
    case .merge, .update, nil: break
    }
    return BatchItem(updating: item, with: row, stock: options.stock, key: "").hasChange
      || row.clears.contains(.images) || images(of: row) != nil || row.rate != nil
  }

  private mutating func add(_ row: ImportRow, _ items: ExistingItems, key: String) throws {
    var row = row
    var found = images(of: row)
    // A row without a key is known by its contents alone, unless its images are left out, which a later import may find.
    let isWhole = row.images == nil || found?.outside.isEmpty == true
    let cells = row.key == nil && isWhole ? nil : row.cells(found, options)
    if let defaults = options.defaults {
      row.fill(from: defaults)
      if found == nil, !row.clears.contains(.images) {
        row.images = defaults.images
        found = images(of: row)
      }
    }
    let isWithoutStock = row.fields.stock == nil && columns?.has(.stock) ?? row.hasStockColumn
    if isWithoutStock { row.fields.stock = 0 }
    let missing = row.problemsOfNewItem(columns)
    guard missing.isEmpty else { return try reject(row.source, missing.map { PlanProblem($0, format) }) }
    if let taken = keys.taken(row, in: items, besides: nil) {
      return try reject(row, taken: taken, in: items)
    }
    var item = BatchItem(adding: row, key: key)
    item.cells = cells
    let draft: ItemDraft
    do {
      draft = try item.draft().draft
    } catch {
      return try reject(row.source, [PlanProblem(error, format)])
    }
    var line = PlanLine(file: file, line: row.line, action: .add, item: item, cells: texts(of: row.source))
    if item.cells == nil, found?.images.contains(where: \.isWebAddress) == true {
      line.digests = row.cells(nil, options)
    }
    if let found {
      count(found)
      guard found.missing.isEmpty else { return try reject(row.source, problems(of: found)) }
      line.images = found.images.isEmpty ? nil : found.images
    }
    line.problems = warnings(of: row)
    if row.assumesCurrency { assumesCurrency = true }
    if let title = row.fields.title, !items.items(titled: title).isEmpty { counts.withTitle += 1 }
    if isWithoutStock { counts.withoutStock += 1 }
    noteCurrency(of: row)
    count(costOf: draft)
    if additions.count < samples {
      additions.append(Addition(place: place(row), draft: draft, images: line.images?.count ?? 0))
    }
    try write(line)
  }

  private mutating func update(
    _ row: ImportRow, _ present: BatchItem, items: ExistingItems, key: String
  ) async throws {
    guard let before = try? present.draft().draft else {
      return try reject(row, value: row.key?.text, .noSuchItem)
    }
    // A stock is added once under its key: the same row of another import adds it again.
    var item = BatchItem(updating: present, with: row, stock: options.stock, key: "\(id)-\(counts.rows)")
    let found = row.clears.contains(.images) ? nil : images(of: row)
    let cells = row.cells(found, options)
    let overwrites = options.onExisting == .overwrite
    let former = present.cells ?? CellDigests()
    let isKept = !overwrites && item.leave(cells, asIn: former)
    var conflicts = overwrites ? [] : item.merge(row, into: present)
    if overwrites || item.price != nil || !former.has(.discountedPrice, of: cells) {
      item.takeRate(of: row, in: present)
    }
    let after: ItemDraft
    do {
      var changed = try item.applied(to: before)
      changed.stock += item.stockChange ?? 0
      after = try ValidDraft(changed).draft
    } catch {
      return try reject(row.source, [PlanProblem(error, format)])
    }
    if row.fields.cost != nil { count(costOf: after) }
    let digests = present.images ?? []
    var newImages: [String]?
    if !overwrites, former.has(.images, of: cells) {
      // As at the last import.
    } else if row.clears.contains(.images), !options.skipsImages, !digests.isEmpty {
      newImages = []
      item.clear = (item.clear ?? []) + [.images]
    } else if let found, found.missing.isEmpty, found.outside.isEmpty, !found.isEqual(to: digests) {
      newImages = found.images
    }
    if newImages != nil, !overwrites, row.isChanged(.images, in: present) { conflicts.append(.images) }
    let hasChange = item.hasChange || newImages != nil
    guard !items.isForeign(present) || !hasChange else {
      // The items of other sellers may have changed since the export: their rows need not be meant.
      guard row.exported != nil, item.changedFields.allSatisfy(conflicts.contains) else {
        return try reject(row.source, [PlanProblem(.wrongPassword, format: format)])
      }
      counts.others += 1
      return try write(PlanLine(file: file, line: row.line, action: .leave))
    }
    guard conflicts.isEmpty else {
      let former = await exported(row, present, conflicts)
      return try reject(
        row.source,
        conflicts.map {
          .changed($0, row, columns: columns, former: former[$0], present: present, format: format)
        })
    }
    if let (key, first) = keys.repeated(in: item, of: row, at: place(row)) {
      return try reject(row, repeated: key, first: first)
    }
    // A key of another seller's item is none of this seller's, and stays.
    if hasChange, let taken = keys.taken(row, in: items, besides: present) {
      return try reject(row, taken: taken, in: items, of: present)
    }
    let absent = found.map(problems) ?? []
    if let found { count(found) }
    for problem in absent { warn(place(row), problem) }
    if isKept { counts.kept += 1 }
    let imported = former.replaced(by: cells)
    // Only a reader of the whole item knows those of before.
    if present.versionKey != nil, imported != former { item.cells = imported }
    var line = PlanLine(
      file: file, line: row.line, action: .leave, item: item.cells == nil ? nil : item)
    if hasChange {
      keys.free(present, by: item)
      line = PlanLine(file: file, line: row.line, action: .update, item: item, cells: texts(of: row.source))
      line.before = item.numbersBefore(in: present)
      line.images = newImages?.isEmpty == true ? nil : newImages
      if newImages?.contains(where: \.isWebAddress) == true { line.presentImages = digests }
      counts.clearings += item.clear?.count ?? 0
      if changes.count < samples {
        changes.append(
          Sample(
            place: place(row), before: before, after: after,
            images: newImages.map { (digests.count, $0.count) }, line: item, present: present))
      }
    }
    line.problems = warnings(of: row, absent)
    try write(line)
  }

  /// The item with the exported value of each field, as far as the log tells: the version has a digest of it.
  private mutating func exported(
    _ row: ImportRow, _ present: BatchItem, _ fields: [ItemVersion.Field]
  ) async -> [ItemVersion.Field: BatchItem] {
    var (former, item) = ([ItemVersion.Field: BatchItem](), present)
    guard let version = row.exported, let key = present.versionKey.map({ ItemVersion.Key($0) }),
      let id = present.id, logs < Self.mostLogs
    else { return former }
    logs += 1
    let size = networkManager.isOperated ? PageQuery.largestSize : LogLimits.served
    for number in 1...Self.mostPages where former.count < fields.count {
      let page = try? await networkManager.log(ofItem: id, number, size: size, password: password ?? "")
      for change in page?.entries.flatMap({ $0.changes.reversed() }) ?? [] {
        item.takeBack(change)
        for field in fields where former[field] == nil && version.has(field, of: item, key: key) {
          former[field] = item
        }
      }
      if page?.entries.count != size { break }
    }
    return former
  }

  private mutating func count(costOf item: ItemDraft) {
    guard let cost = item.cost else { return }
    counts.costs += 1
    if cost > item.salePrice.amount { counts.costsAbovePrice += 1 }
  }

  private mutating func noteCurrency(of row: ImportRow) {
    guard !row.assumesCurrency, let currency = row.fields.currency else { return }
    let header =
      row.signsCurrency ? nil : columns.flatMap { $0.has(.currency) ? $0.header(of: .currency) : nil }
    guard row.signsCurrency || header != nil,
      !namedCurrencies.contains(where: { $0.currency == currency && $0.header == header })
    else { return }
    namedCurrencies.append((currency, header))
  }

  // MARK: Images

  private func images(of row: ImportRow) -> ImageFinder.Found? {
    guard !options.skipsImages else { return nil }
    return finder?.images(row.images, in: row.folder, codes: row.fields.details.keys.map(\.text))
  }

  private mutating func count(_ found: ImageFinder.Found) {
    counts.imagesFound += found.images.count
    counts.imagesMissing += found.missing.count
    outside.add(found.outside)
    if found.missing.contains(where: { if case .invalid = $0.reason { true } else { false } }) {
      hasInvalidImage = true
    }
  }

  private func problems(of found: ImageFinder.Found) -> [PlanProblem] {
    found.missing.map { name, reason in
      var problem = reason.problem(name, format)
      if let columns { problem.column = columns.header(of: .images) }
      return problem
    }
  }

  // MARK: The plan

  private mutating func write(_ line: PlanLine) throws {
    counts.count(line.action)
    try writer.write(line)
  }

  /// The most sentences that are told apart.
  private static let mostProblems = 20

  private mutating func reject(_ row: TableRow, _ found: [PlanProblem]) throws {
    let place = (place: RowPlace(file: file, line: row.line), name: name(of: row))
    var named: Set<String> = []
    for problem in found {
      var key = [problem.rule, problem.column ?? "", problem.sentence].joined(separator: "\u{1F}")
      if !problems.has(key), problems.groups.count >= Self.mostProblems { key = problem.rule }
      if named.insert(key).inserted { problems.add(problem, by: key, at: place, upTo: samples) }
    }
    try write(
      PlanLine(file: file, line: row.line, action: .reject, problems: found, cells: texts(of: row)))
  }

  private func texts(of row: TableRow) -> [String] { row.texts(showingAmountsOf: columns) }

  /// The SKU and the title in the cells of a row, as far as it has them.
  private func name(of row: TableRow) -> String {
    [.sku, .title].compactMap { columns?.entry(of: $0) }
      .compactMap { row.cell(at: $0.position)?.plainText }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private mutating func reject(
    _ row: ImportRow, taken key: RowKey, in items: ExistingItems, of item: BatchItem? = nil
  ) throws {
    let defect = RowDefect.taken(by: items[key]?.name ?? "", item: item?.name)
    try reject(row, header(of: key, in: row), value: key.text, defect)
  }

  private mutating func reject(_ row: ImportRow, repeated key: RowKey, first: RowPlace) throws {
    let file = first.file == file ? nil : files?[first.file]
    try reject(
      row, header(of: key, in: row), value: key.text, .keyRepeated(line: first.line, file: file))
  }

  private mutating func reject(
    _ row: ImportRow, _ column: String? = nil, value: String?, _ defect: RowDefect
  ) throws {
    try reject(
      row.source, [PlanProblem(RowProblem(column: column, value: value, defect: defect), format)])
  }

  private func header(of key: RowKey, in row: ImportRow) -> String {
    if key.column == .reference, let columns, let position = columns.keyPosition {
      return columns.headers[position].name
    }
    return row.headers[key.column] ?? columns?.header(of: key.column) ?? key.column.rawValue
  }

  private mutating func warn(_ place: RowPlace, _ problem: PlanProblem) {
    warningCount += 1
    guard warnings.has(problem.sentence) || warnings.groups.count < samples else { return }
    warnings.add(problem, by: problem.sentence, at: (place, ""), upTo: samples)
  }

  /// The warnings about a row that is not rejected; nil for none.
  private func warnings(of row: ImportRow, _ others: [PlanProblem] = []) -> [PlanProblem]? {
    let found = row.warnings.map { PlanProblem($0, format) } + others
    return found.isEmpty ? nil : found
  }

  private func place(_ row: ImportRow) -> RowPlace { RowPlace(file: file, line: row.line) }
}

extension Planner {
  /// A change for a person to look at.
  struct Sample {
    let place: RowPlace
    let before: ItemDraft
    let after: ItemDraft
    /// How many images there are before and after; nil where they stay.
    var images: (before: Int, after: Int)?
    /// The line that is sent and the item before it, with the fields that no draft has.
    let line: BatchItem
    let present: BatchItem
  }

  /// A new item for a person to look at.
  struct Addition {
    let place: RowPlace
    let draft: ItemDraft
    let images: Int
  }
}
