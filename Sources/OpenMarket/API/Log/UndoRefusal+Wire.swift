import Foundation

extension APIError {
  /// The error of the API for an entry that is not taken back.
  init(_ refusal: UndoRefusal) {
    func error(_ status: Int, _ code: Code, _ reason: String, _ details: Details) -> APIError {
      APIError(status: status, code: code, reason: reason, field: "id", details: details)
    }
    self =
      switch refusal {
      case .noSuchEntry(let entry):
        error(
          404, .noSuchEntry, "There is no entry of that number, or the password is wrong",
          Details(entry: entry))
      case .undone(let entry, let by):
        error(
          409, .undone, "Entry \(entry) was taken back already, by entry \(by)", Details(entry: entry, by: by)
        )
      case .changed(let item, let title):
        error(409, .changedSince, "Item \(item) has changed since", Details(item: item, title: title))
      case .gone(let item): error(409, .notUndoable, "Item \(item) is gone for good", Details(item: item))
      case .notUndoable(let kind):
        error(409, .notUndoable, "A write of this kind is not taken back", Details(kind: kind.rawValue))
      case .ledger(let refusal): APIError(refusal)
      case .taken(let item, let key):
        error(
          409, .taken(key), "\(key.rawValue) is taken by another item",
          Details(item: item, kind: key.rawValue))
      case .nothingLeft(let entry):
        error(409, .changedSince, "All of entry \(entry) has changed since", Details(entry: entry))
      case .imagesGone(let item):
        error(
          409, .imagesGone, "The former images of item \(item) were too large to keep", Details(item: item))
      case .tooMany(let entry):
        error(
          409, .tooManyChanges,
          "Entry \(entry) has more than \(LogLimits.undone) changes: take it back at the store",
          Details(entry: entry))
      }
  }
}

extension UndoRefusal {
  /// Reads the error that a market sends; nil for another one.
  init?(_ failure: FailedResponse, ofEntry id: Int) {
    let details = failure.body?.details ?? APIError.Details()
    switch failure.code {
    case .noSuchEntry where failure.status == 404: self = .noSuchEntry(id)
    case .undone: self = .undone(id, by: details.by ?? 0)
    case .changedSince:
      self = details.item.map { .changed(item: $0, title: details.title ?? "") } ?? .nothingLeft(id)
    case .notUndoable:
      if let kind = details.kind.flatMap(LogChange.Kind.init) {
        self = .notUndoable(kind)
      } else if let item = details.item {
        self = .gone(item: item)
      } else {
        return nil
      }
    case .imagesGone: self = .imagesGone(item: details.item ?? 0)
    case .tooManyChanges: self = .tooMany(id)
    case .skuTaken, .barcodeTaken, .keyTaken:
      guard let item = details.item, let key = details.kind.flatMap(ItemKey.init) else { return nil }
      self = .taken(item: item, key)
    default:
      guard let code = failure.code, let refusal = LedgerRefusal(code, details) else { return nil }
      self = .ledger(refusal)
    }
  }
}
