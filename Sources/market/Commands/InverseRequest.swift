import Console
import Foundation
import HTTP
import OpenMarket

/// The request that takes back a write at a market that keeps no log: the write is one that was sent from this machine.
struct InverseRequest {
  private enum Action {
    case delete
    case edit(ItemPatch)
  }

  let entry: WriteJournal.Entry
  private let item: Int
  private let action: Action
  /// The changes that the request makes.
  let change: LogChange
  /// Whether the write has changed the images, which stay.
  let keepsImages: Bool

  /// Throws the error of a write that no request takes back, and of one whose item has changed since unless that is forced.
  init(
    of id: Int?, in journal: WriteJournal, isForced: Bool, _ context: CommandContext
  ) async throws {
    let entries = try await journal.entries()
    guard let entry = id.map({ id in entries.first { $0.id == id } }) ?? entries.first else {
      throw UndoRefusal.noSuchEntry(id)
    }
    if let by = entries.undone[entry.id] { throw UndoRefusal.undone(entry.id, by: by) }
    self.entry = entry
    switch (entry.before, entry.after) {
    case (nil, nil): throw InverseError.unknown(entry.id)
    case (let before?, nil): throw InverseError.deleted(before.id)
    case (nil, let after?):
      guard entry.isAddition else { throw InverseError.unknown(entry.id) }
      (item, action, keepsImages) = (after.id, .delete, false)
      change = LogChange(.deletedForGood, item: after.id, title: after.title)
      let present = try await context.market.item(id: after.id)
      guard isForced || present.isSame(as: after) else {
        throw UndoRefusal.changed(item: present.id, title: present.title)
      }
    case (let before?, let after?):
      let changes = FieldChange.all(from: after.draft.data, to: before.draft.data)
      keepsImages = before.images != after.images
      guard !changes.isEmpty else { throw InverseError.onlyImages(after.id) }
      (item, action) = (after.id, .edit(ItemPatch(of: changes.map(\.field), to: before)))
      change = LogChange(changes, of: before)
      let present = try await context.market.item(id: item)
      let values = Dictionary(uniqueKeysWithValues: present.draft.data.map { ($0.field, $0.text) })
      guard isForced || changes.allSatisfy({ values[$0.field] == $0.before }) else {
        throw UndoRefusal.changed(item: present.id, title: present.title)
      }
    }
  }

  /// The method and the path.
  var text: String {
    let method: HTTPMethod = if case .delete = action { .delete } else { .patch }
    return "\(method.rawValue) /item/\(item)"
  }

  /// Sends it, and returns the number of the entry that it is recorded as; nil where the journal cannot be written.
  func send(_ journal: WriteJournal, _ context: CommandContext) async throws -> Int? {
    try await journal.takingBack(entry.id) {
      try await context.withPassword(forItem: item) { password in
        switch action {
        case .delete: try await context.market.delete(id: item, password: password)
        case .edit(let patch): _ = try await context.market.edit(id: item, patch, password: password)
        }
      }
    }
  }
}

extension ItemPatch {
  /// Sets fields to the values of an item.
  fileprivate init(of fields: [ItemField], to item: Item) {
    self.init()
    for field in fields {
      switch field {
      case .title: title = item.title
      case .descriptions: description = item.description ?? ""
      case .price: amount = item.price.amount
      case .currency: currency = item.price.currency
      case .discountedPrice: discount = item.discountedPrice.map { .to($0.amount) } ?? Discount.none
      case .stock: stock = item.stock
      case .detail(let field): details[field] = item.details[field] ?? field.empty
      case .password, .images, .quantity, .cost, .reference, .reason, .time, .entry: break
      }
    }
  }
}

/// Why no request takes a write back that was sent from this machine.
private enum InverseError: ReportableError {
  case deleted(Int)
  case onlyImages(Int)
  /// The item before it is not known.
  case unknown(Int)

  var message: LocalizedPhrase {
    switch self {
    case .deleted(let item): "Item \(item) was deleted, and this market does not bring it back"
    case .onlyImages(let item): "The former images of item \(item) are not kept on this machine"
    case .unknown(let entry): "The values before entry \(entry) are not known on this machine"
    }
  }

  var exitCode: ExitCode { .refused }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .deleted: "Add it again with 'market add'"
    case .onlyImages(let item): "Set them again: 'market edit \(item) --image <file>'"
    case .unknown: "Look with 'market log', and change the item with 'market edit'"
    }
  }
}

/// The journal as a log.
extension WriteJournal {
  /// A page of the entries, the newest first.
  ///
  /// - Parameter item: Selects the entries of this item; nil for all.
  func log(_ page: Int, size: Int, ofItem item: Int?) async throws -> LogPage {
    let all = try await entries()
    let undone = all.undone
    let found = all.filter { item == nil || $0.item == item }
    let (first, overflow) = (page - 1).multipliedReportingOverflow(by: size)
    let shown = overflow || first >= found.count ? [] : found[first..<min(first + size, found.count)]
    return LogPage(
      entries: shown.map { entry in
        LogEntry(
          id: entry.id, date: entry.date, command: LogCommand(rawValue: entry.command) ?? .edit,
          changes: [entry.change], count: 1, undoes: entry.undoes, undone: undone[entry.id])
      }, total: found.count, isCut: (all.last?.id ?? 1) > 1)
  }
}

extension [WriteJournal.Entry] {
  /// The entries that were taken back, each with the one that has done it. An undo that was taken back takes nothing back.
  fileprivate var undone: [Int: Int] {
    let former = Dictionary(map { ($0.id, $0.undoes) }) { first, _ in first }
    var undone: [Int: Int] = [:]
    for entry in self.sorted(by: { $0.id < $1.id }) {
      guard let undoes = entry.undoes else { continue }
      undone[undoes] = entry.id
      if let former = former[undoes] ?? nil { undone[former] = nil }
    }
    return undone
  }
}

extension WriteJournal.Entry {
  fileprivate var item: Int? { (after ?? before)?.id }

  fileprivate var isAddition: Bool { command == LogCommand.add.rawValue }

  fileprivate var change: LogChange {
    switch (before, after) {
    case (nil, let after?) where isAddition: return LogChange(.added, item: after.id, title: after.title)
    case (let before?, nil): return LogChange(.deletedForGood, item: before.id, title: before.title)
    case (let before?, let after?):
      var change = LogChange(FieldChange.all(from: before.draft.data, to: after.draft.data), of: after)
      let (former, images) = (before.images ?? [], after.images ?? [])
      if former != images {
        change.formerImages = Array(former.indices)
        change.images = images.enumerated().map { former.firstIndex(of: $1) ?? former.count + $0 }
        (change.formerNames, change.names) = (before.imageNames, after.imageNames)
      }
      return change
    case (nil, let item): return LogChange(.edited, item: item?.id, title: item?.title)
    }
  }
}

extension LogChange {
  /// Changes of fields of an item, as a market logs them.
  fileprivate init(_ changes: [FieldChange], of item: Item) {
    self.init(.edited, item: item.id, title: item.title)
    fields = changes.map { change in
      func value(_ text: String) -> String? {
        text.isEmpty && change.field == .discountedPrice ? nil : text
      }
      return Field(
        name: change.field == .descriptions ? "description" : change.field.rawValue,
        before: value(change.before), after: value(change.after))
    }
    if !fields.contains(where: { $0.name == ItemField.currency.rawValue }) { currency = item.price.currency }
  }
}
