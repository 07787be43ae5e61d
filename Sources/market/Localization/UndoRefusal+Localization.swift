import Console
import OpenMarket

extension UndoRefusal: ReportableError {
  var message: LocalizedPhrase {
    switch self {
    case .noSuchEntry(nil): "The log has no entry"
    case .noSuchEntry(let entry?): "The log has no entry '\(entry)'"
    case .undone(let entry, let by): "Entry \(entry) was taken back already, by entry \(by)"
    case .changed(0, let setting): "The setting '\(setting)' has changed since"
    case .changed(let item, ""): "Item \(item) has changed since"
    case .changed(let item, let title): "Item \(item), '\(title.sanitizedLine.shortened)', has changed since"
    case .gone(let item): "Item \(item) is gone for good"
    case .notUndoable(.reviewed), .notUndoable(.reviewChanged), .notUndoable(.reviewDeleted):
      "A review belongs to its author, and is not taken back"
    case .notUndoable(.vendorAdded): "A vendor is not taken back: remove it"
    case .notUndoable(.vendorRemoved): "A removed vendor does not get its secret back: add it again"
    case .notUndoable: "What was purged cannot be brought back"
    case .ledger(let refusal): refusal.message
    case .taken(let item, .sku): "The SKU of item \(item) is taken by another item now"
    case .taken(let item, _): "The reference of item \(item) is taken by an item that was imported since"
    case .nothingLeft(let entry): "Everything that entry \(entry) changed has changed since"
    case .imagesGone(let item): "The former images of item \(item) were too large to keep"
    case .tooMany(let entry):
      "Entry \(entry) has more than \(LogLimits.undone) changes, which a server does not take back at once"
    case .unknownCost(let entry):
      "The delivery of entry \(entry) had no cost before: a cost cannot be removed"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .noSuchEntry, .gone: .notFound
    case .undone, .changed, .notUndoable, .taken, .nothingLeft, .imagesGone, .tooMany, .unknownCost: .refused
    case .ledger(let refusal): refusal.exitCode
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .noSuchEntry: "Run 'market log' to see what can be taken back"
    case .undone(_, let by): "Take that back: 'market undo \(by)'"
    case .changed(0, _), .nothingLeft: "Take it back all the same with '--force'"
    case .changed(let item, _):
      "Look with 'market log \(item)', or take it back all the same with '--force'"
    case .taken(let item, .sku): "Give it another one: 'market restore \(item) --sku <sku>'"
    case .taken: "Delete the newer item first"
    case .ledger(let refusal): refusal.help(settings)
    case .tooMany: "Run it where the store is, without MARKET_SERVER: '--store <file>'"
    case .gone, .notUndoable, .imagesGone, .unknownCost: nil
    }
  }
}
