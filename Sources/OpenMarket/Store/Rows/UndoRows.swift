import Foundation

/// Takes entries of the log back. Use it only inside a transaction, which is all of an undo.
struct UndoRows {
  let database: any Database
  private let date: Date
  private let isForced: Bool
  private let client: String?
  private let verified: Set<String>?
  private let log: LogRows
  private let items: ItemRows
  private let trash: TrashRows
  private let movements: MovementRows

  /// - Parameters:
  ///   - isForced: Whether what has changed since is taken back, too.
  ///   - client: The network whose limit on bytes deleted items count for; nil for none.
  ///   - verified: The password hashes of items for which the request has the password; nil for the operator.
  init(
    _ database: any Database, isForced: Bool, client: String?, verified: Set<String>?, at date: Date
  ) throws {
    (self.database, self.date, self.isForced, self.client) = (database, date, isForced, client)
    self.verified = verified
    log = LogRows(database, at: date)
    items = ItemRows(database: database)
    trash = TrashRows(database: database)
    movements = try MovementRows(database, at: date)
  }

  /// Changes that are read at a time.
  private static let part = 500

  /// Takes an entry back, the newest one for nil. Throws an `UndoRefusal` before anything of a single change is written.
  func undo(_ id: Int?) throws -> UndoResult {
    guard let entry = try log.entry(id) else { throw UndoRefusal.noSuchEntry(id) }
    if let by = entry.undone { throw UndoRefusal.undone(entry.id, by: by) }
    var result = UndoResult(entry: entry.id, command: entry.command)
    var last = Int.max
    while true {
      let part = try log.lastChanges(of: entry.id, before: last, limit: Self.part)
      guard let first = part.last else { break }
      for (number, change) in part {
        guard let reversal = try takeBack(change, number, of: entry, &result) else { continue }
        result.changes.append(reversal)
        if let undo = result.undo {
          try log.append(reversal, to: undo)
        } else {
          result.undo = try log.begin(.undo, reversal, undoes: entry.id)
        }
      }
      last = first.id
    }
    guard let undo = result.undo else { throw UndoRefusal.nothingLeft(entry.id) }
    try log.mark(entry, undoneBy: undo)
    return result
  }

  /// Takes one change back and returns what that changes; nil where it stays.
  private func takeBack(
    _ change: LogChange, _ number: Int, of entry: LogEntry, _ result: inout UndoResult
  ) throws -> LogChange? {
    if let verified {
      let hash = try change.item.flatMap {
        try items.passwordHash(ofItem: $0) ?? trash.owner(ofItem: $0, at: date)?.passwordHash
      }
      guard let hash, verified.contains(hash) else { throw UndoRefusal.noSuchEntry(entry.id) }
    }
    // Changes of an import that cannot be taken back stay; a single one is refused.
    let isWhole = entry.command != .batch && entry.command != .undo
    do {
      return try takeBack(change, number, of: entry)
    } catch let error as UndoRefusal where !isWhole {
      guard let item = change.item, let reason = try reason(change, number, of: entry, error) else {
        throw error
      }
      result.remaining.append(RemainingItem(item: item, title: change.title ?? "", reason: reason))
      return nil
    }
  }

  private func reason(
    _ change: LogChange, _ number: Int, of entry: LogEntry, _ refusal: UndoRefusal
  ) throws -> RemainingItem.Reason? {
    switch refusal {
    case .gone: return .deleted
    case .taken: return .taken
    case .imagesGone: return .edited
    case .changed(let item, _):
      guard try items.passwordHash(ofItem: item) != nil else { return .deleted }
      let kinds = try log.kinds(ofItem: item, after: number, besides: entry.id)
      return try isSold(item, since: change, number, of: entry)
        ? .sold : kinds.contains(.reviewed) ? .reviewed : .edited
    default: return nil
    }
  }

  private func takeBack(_ change: LogChange, _ number: Int, of entry: LogEntry) throws -> LogChange {
    switch change.kind {
    case .added, .restored: return try delete(change, number, of: entry)
    case .deleted: return try restore(change)
    case .edited:
      let reversal = try edit(change)
      if entry.command == .batch { try forgetCells(change) }
      return reversal
    case .moved: return try move(change)
    case .answered, .unanswered, .folded, .unfolded: return try review(change)
    case .set: return try set(change)
    case .deletedForGood:
      throw change.item.map { UndoRefusal.gone(item: $0) } ?? .notUndoable(change.kind)
    case .reviewed, .reviewChanged, .reviewDeleted, .vendorAdded, .vendorRemoved, .passwordSet, .purged,
      .forgotten:
      throw UndoRefusal.notUndoable(change.kind)
    }
  }

  /// Forgets the digests of the fields that a change has set, so that its sheet sets them again.
  private func forgetCells(_ change: LogChange) throws {
    let details = DetailRows(database: database)
    guard let id = change.item, let cells = try details.keys(ofItems: [id])[id]?.cells else { return }
    let names =
      change.fields.map(\.name) + (change.formerImages == nil ? [] : [BatchItem.Clearable.images.rawValue])
    try details.set(ItemKeys(cells: cells.without(names)), ofItem: id)
  }

  private func item(of change: LogChange) throws -> StoredItem {
    let id = change.item ?? 0
    return try items.item(id: id).orThrow(UndoRefusal.changed(item: id, title: change.title ?? ""))
  }

  private func delete(_ change: LogChange, _ number: Int, of entry: LogEntry) throws -> LogChange {
    let item = try item(of: change)
    let kinds = try log.kinds(ofItem: item.id, after: number, besides: entry.id)
    // Taking an import back takes no sale back, whatever is forced.
    let isSold =
      try [.batch, .undo].contains(entry.command) && isSold(item.id, since: change, number, of: entry)
    guard !isSold, kinds.isEmpty || isForced else {
      throw UndoRefusal.changed(item: item.id, title: item.draft.title)
    }
    return try items.delete(item, movements, client: client).change
  }

  /// Whether a sale of an item stands that was made since a change. An item that was there before the change, edited or restored,
  /// may have been sold before it.
  private func isSold(_ id: Int, since change: LogChange, _ number: Int, of entry: LogEntry) throws -> Bool {
    guard try !SaleRows(database: database).standing(of: id, nil, limit: 1).isEmpty else { return false }
    return try change.kind == .added || log.isSold(id, after: number, besides: entry.id)
  }

  private func restore(_ change: LogChange) throws -> LogChange {
    let id = change.item ?? 0
    guard try trash.owner(ofItem: id, at: date) != nil else {
      if try items.passwordHash(ofItem: id) != nil {
        throw UndoRefusal.changed(item: id, title: change.title ?? "")
      }
      throw UndoRefusal.gone(item: id)
    }
    do {
      let item = try trash.restore(id, sku: nil)
      return LogChange(.restored, item: id, title: item.draft.title)
    } catch MarketplaceError.taken(let key, _) {
      throw UndoRefusal.taken(item: id, key)
    }
  }

  /// Sets the fields of an item to what they were. A stock changes by the difference: what was sold since stays sold.
  private func edit(_ change: LogChange) throws -> LogChange {
    let present = try item(of: change)
    let values = Dictionary(
      uniqueKeysWithValues: LoggedFields.values(of: present).map { ($0.name, $0.value) })
    let isAsAfter =
      change.fields.allSatisfy { values[$0.name] == .some($0.after) }
      && change.images.map { $0 == present.images.map(\.id) } ?? true
    let refusal = UndoRefusal.changed(item: present.id, title: present.draft.title)
    guard isAsAfter || isForced else { throw refusal }
    var item = BatchItem(present)
    item.takeBack(change)
    item.stock = present.draft.stock
    for field in change.fields where field.name == ItemField.stock.rawValue {
      let (before, after) = (field.before.flatMap { Int($0) }, field.after.flatMap { Int($0) })
      item.stock = present.draft.stock + (before ?? 0) - (after ?? 0)
    }
    do {
      return try write(item.draft(), to: present, change)
    } catch MarketplaceError.taken(let key, _) {
      throw UndoRefusal.taken(item: present.id, key)
    } catch is ValidationError {
      // A discount above the price, a stock below 0: something else has changed.
      throw refusal
    } catch let refusal as LedgerRefusal {
      throw UndoRefusal.ledger(refusal)
    }
  }

  private func write(_ draft: ValidDraft, to present: StoredItem, _ change: LogChange) throws -> LogChange {
    let id = present.id
    let details = DetailRows(database: database)
    try check(draft, of: id, change, former: present.draft.details)
    if let field = change.fields.first(where: { $0.name == LoggedFields.reference }) {
      try details.setReference(field.before, ofItem: id)
    }
    if let field = change.fields.first(where: { $0.name == LoggedFields.registrationDate }),
      let microseconds = field.before.flatMap({ Int($0) })
    {
      try items.setRegistrationDate(
        Date(timeIntervalSince1970: Double(microseconds) / 1_000_000), ofItem: id)
    }
    let (after, changes) = try items.change(
      present, to: IndexedDraft(draft, replacing: present.draft), movements, stock: .corrected,
      arrange: change.formerImages.map { former in
        { images in
          try images.keep(present.images.map(\.id).filter { !former.contains($0) })
          guard try images.giveBack(former, toItem: id) else { throw UndoRefusal.imagesGone(item: id) }
        }
      })
    return changes.first ?? LogChange(.edited, item: id, title: after.draft.title)
  }

  /// Validates before writing, so a partial undo leaves no half-changed item.
  private func check(
    _ draft: ValidDraft, of id: Int, _ change: LogChange, former: ItemDetails
  ) throws {
    let details = DetailRows(database: database)
    if let seller = try SellerRows(database).seller(ofItem: id) {
      try details.checkCodes(of: draft.draft.details, former: former, seller: seller, besides: id)
      let reference = change.fields.first { $0.name == LoggedFields.reference }
      try details.check(.reference, reference?.before, seller: seller, besides: id)
    }
    guard let images = change.formerImages else { return }
    let list = SQLCondition.list("id", in: images)
    let count = try database.number(
      "SELECT count(*) FROM image WHERE item_id IN (0, \(.integer(id))) AND \(list)")
    guard images.isEmpty || count == images.count else { throw UndoRefusal.imagesGone(item: id) }
  }

  private func move(_ change: LogChange) throws -> LogChange {
    let item = try item(of: change)
    do {
      let recorded = try SaleLedger(database, at: date).takeBack(change.movements, ofItem: item.id)
      return try .movements(recorded, title: item.draft.title, in: database)
        ?? LogChange(.moved, item: item.id, title: item.draft.title)
    } catch let refusal as LedgerRefusal {
      throw UndoRefusal.ledger(refusal)
    }
  }

  private func review(_ change: LogChange) throws -> LogChange {
    let rows = ReviewRows(database: database)
    let (id, item) = (change.review ?? 0, change.item ?? 0)
    let refusal = UndoRefusal.changed(item: item, title: change.title ?? "")
    let review = try rows.review(id: id).orThrow(refusal)
    let (isPresent, kind): (Bool, LogChange.Kind) =
      switch change.kind {
      case .answered: (review.answer?.text == change.text, .unanswered)
      case .unanswered: (review.answer == nil, .answered)
      case .folded: (review.isFolded, .unfolded)
      default: (!review.isFolded, .folded)
      }
    guard isPresent || isForced else { throw refusal }
    switch kind {
    case .answered: try rows.setAnswer(change.text ?? "", ofReview: id, at: date)
    case .unanswered: try rows.setAnswer(nil, ofReview: id, at: date)
    default: try rows.setFolded(kind == .folded, ofReview: id)
    }
    var reversal = LogChange(kind, item: item, title: change.title)
    (reversal.review, reversal.text) = (id, change.text)
    return reversal
  }

  private func set(_ change: LogChange) throws -> LogChange {
    let settings = MarketSettings(database: database)
    guard let field = change.fields.first, let before = field.before else {
      throw UndoRefusal.notUndoable(change.kind)
    }
    let (isZone, shop) = (field.name == LogSetting.timeZone, ShopSetting(rawValue: field.name))
    let present =
      if let shop {
        try settings.shop(shop) ?? ""
      } else {
        isZone ? try settings.calendar().timeZone.identifier : String(try settings.trashDays())
      }
    guard present == field.after || isForced else { throw UndoRefusal.changed(item: 0, title: field.name) }
    if let shop {
      // The bytes of an earlier logo are gone.
      guard try shop != .logo || before.isEmpty || settings.logo(named: before) != nil else {
        throw UndoRefusal.notUndoable(change.kind)
      }
      try settings.setShop(shop, before)
    } else if isZone {
      guard let zone = TimeZone(identifier: before) else { throw UndoRefusal.notUndoable(change.kind) }
      try settings.setTimeZone(zone)
    } else {
      try settings.setTrashDays(Int(before) ?? TrashTime.days)
    }
    return .setting(field.name, present, before)
  }
}
