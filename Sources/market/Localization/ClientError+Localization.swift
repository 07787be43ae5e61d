import Console
import HTTP
import OpenMarket
import SystemSupport

extension ClientError: ReportableError {
  /// A reason of a server whose sentence is not known is quoted as it is.
  var message: LocalizedPhrase {
    switch self {
    case .noSuchItem(let id): "No item with id '\(id)'"
    case .notInTrash(let id): "Item '\(id)' is not in the trash"
    case .skuTakenMeanwhile(let id, nil): "The SKU of item \(id) is taken by another item now"
    case .skuTakenMeanwhile(_, let sku?): "SKU '\(sku)' is taken by another item"
    case .referenceTaken(let id): "The reference of item \(id) is taken by an item that was imported since"
    case .wrongPassword(let id): PasswordSubject.item(id).wrong
    case .noSuchReview(let id): "No review with id '\(id)'"
    case .wrongReviewPassword(let id): (id.map { .review($0) } ?? PasswordSubject.receipt).wrong
    case .wrongItemPassword(let id): PasswordSubject.itemOfReview(id).wrong
    case .answered(let id): "Review \(id) has another answer already"
    case .unknownReceipt(let code): "No sale of this item has the receipt '\(code.sanitizedLine.shortened)'"
    case .unsupported(.reviews): "This market keeps no reviews"
    case .unsupported(.log): "This market keeps no log of changes"
    case .undo(let refusal): refusal.message
    case .unsupported(.trash): "This market has no trash: what is deleted there is gone"
    case .unsupported(.batches): "This market takes one item at a time"
    case .imagesChanged(let id): "The images of item \(id) have changed meanwhile"
    case .unsupported(.imageOrder): "This market replaces all images of an item at once"
    case .unsupported(.totals): "This market does not add up items"
    case .unsupported(.filters): "This market does not filter by vendors and sales"
    case .batchAborted(let error): "Row \(error.line + 1) was refused, so nothing was changed"
    case .rejected(let reason): "The market rejected the request: \(ServerReason.phrase(reason))"
    case .skuTaken(let sku): "SKU '\(sku)' is taken by another item"
    case .unsupported(.ledger): "This market keeps no sales"
    case .privateSales: "Sales are private at this market"
    case .privateRevenue: "Revenue is private at this market"
    case .privateRankings: "Rankings are private at this market"
    case .future(let period): "'\(period.description)' is in the future"
    case .ledger(let refusal): refusal.message
    case .noResponse(let server, let error): error.message(of: server)
    case .unavailable(let server, 429, let reason?, _):
      "Too many requests; the server '\(server)' responded: \(ServerReason.phrase(reason))"
    case .unavailable(let server, let status, let reason?, _):
      "The server '\(server)' is temporarily unavailable (\(status): \(ServerReason.phrase(reason)))"
    case .unavailable(let server, let status, nil, _):
      "The server '\(server)' is temporarily unavailable (\(status))"
    case .unexpectedResponse(let server, let defect):
      "'\(server)' is not an Open Market API server: \(defect.clause)"
    case .store(let error): error.message
    case .sessionFailed(let server, _): .requestFailed(server)
    case .cancelled: CancellationError().message
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .noSuchItem, .noSuchReview, .notInTrash: .notFound
    case .wrongPassword, .wrongReviewPassword, .wrongItemPassword: .wrongPassword
    case .rejected, .skuTaken, .imagesChanged, .unsupported(.imageOrder), .unsupported(.batches),
      .unsupported(.filters), .unsupported(.totals),
      .batchAborted, .unsupported(.reviews),
      .unsupported(.ledger), .unsupported(.trash), .unsupported(.log), .answered, .skuTakenMeanwhile,
      .referenceTaken,
      .unknownReceipt, .privateSales, .privateRevenue, .privateRankings:
      .refused
    case .future: .usage
    case .ledger(let refusal): refusal.exitCode
    case .undo(let refusal): refusal.exitCode
    case .store(let error): error.exitCode
    case .cancelled: CancellationError().exitCode
    case .noResponse(_, let error): error.exitCode
    case .unavailable, .unexpectedResponse, .sessionFailed: isTemporary ? .temporary : .failed
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .noSuchItem:
      if case .embedded(let store) = settings?.place, !store.exists {
        "No store at '\(store.description)' yet; use another one with '--store <file>'"
      } else {
        "Run 'market list' to see what is for sale"
      }
    case .notInTrash: "Run 'market trash' to see what can be restored"
    case .skuTakenMeanwhile(let id, _): "Give it another one: 'market restore \(id) --sku <sku>'"
    case .referenceTaken: "Delete the newer item first"
    case .noSuchReview: "Run 'market reviews <id>' to see the reviews of an item"
    case .wrongPassword, .wrongReviewPassword, .wrongItemPassword:
      .passRightPassword
    case .skuTaken: "Each item of a seller needs its own SKU; pass another one with '--sku'"
    case .unknownReceipt: "Check the code, or leave '--receipt' out"
    case .imagesChanged: "Run the command again"
    case .rejected, .unsupported(.batches), .unsupported(.filters), .unsupported(.totals), .batchAborted,
      .unsupported(.imageOrder), .unsupported(.reviews), .unsupported(.ledger),
      .unsupported(.trash), .unsupported(.log), .answered, .cancelled:
      nil
    case .privateSales, .privateRankings:
      "The operator of the market reads them at its store, with '--store <file>'"
    case .privateRevenue: "Leave '--by revenue' out to rank by pieces"
    case .future: "The market's own time zone says which day it is"
    case .ledger(let refusal): refusal.help(settings)
    case .undo(let refusal): refusal.help(settings)
    case .noResponse(_, let error): error.help
    case .unexpectedResponse: .checkAddress
    case .unavailable: .tryLater
    case .sessionFailed: .showCause
    case .store(let error): error.help(settings)
    }
  }
}

extension StoreError: ReportableError {
  var message: LocalizedPhrase {
    guard kind == .damaged, let place else { return kind.sentence }
    guard let row = place.row else {
      return "The store is damaged: table '\(place.table)', column '\(place.column)'"
    }
    return "The store is damaged: table '\(place.table)', row '\(row.shortened)', column '\(place.column)'"
  }

  var exitCode: ExitCode { [.busy, .unreachable, .unconfirmed].contains(kind) ? .temporary : .failed }

  func help(_ settings: Settings?) -> LocalizedPhrase? { help(at: settings?.store) }

  /// Says how to mend an error of the store at this location.
  func help(at store: StoreLocation?) -> LocalizedPhrase? {
    let path = store?.description ?? ""
    if case .postgreSQL? = store, let help = helpOfServer { return help }
    return switch kind {
    case .busy: "Wait until the other command has finished with '\(path)', then try again"
    case .full: "Free some space on the disk that holds '\(path)', then try again"
    case .limitReached: "Delete items, or raise the limit on the size of '\(path)'"
    case .searchTooLong: "Use more or longer words"
    case .reportTooLong: "Choose fewer days with '--from' and '--to'"
    case .unknownOutcome, .unconfirmed: "Look with 'market show <id>' or 'market list' before you try again"
    case .readOnly, .inaccessible: "Check the permissions of '\(path)' and its folder"
    case .foreign: "'\(path)' was left unchanged; use another file with '--store <file>'"
    case .unfinished: "Repeat the 'market copy' that began it, which goes on where it has stopped"
    case .newer: "Update market, or use another file with '--store <file>'; '\(path)' was left unchanged"
    case .damaged, .unexpected:
      "Restore a backup of '\(path)' that 'market backup' made; 'sqlite3 <file> .recover' can save a part of the damaged file"
    case .replaced: "Run the command again"
    case .inputOutput: "Check the disk that holds '\(path)'"
    case .unreachable: "Check the address '\(path)', and that the database is running"
    case .missingLibrary: "Install libpq 14 or later; on Debian: apt-get install libpq5"
    }
  }

  /// For a database on a server; nil where the advice is that for a file.
  private var helpOfServer: LocalizedPhrase? {
    switch kind {
    case .busy: "Other commands have changed the same items meanwhile; try again"
    case .full, .inputOutput: "Check the disk of the database"
    case .unreachable, .inaccessible:
      // Further lines have guesses at the cause.
      databaseError.map { "The database says: \(String($0.message.prefix { !$0.isNewline }).sanitized)" }
    case .readOnly: "Name a server that takes writes: this one is a standby"
    case .foreign: "Name an empty database whose encoding is UTF8; nothing was changed"
    case .newer: "Update market; the database was left unchanged"
    case .damaged, .unexpected: "Run 'market check', and see the cause with '--verbose'"
    case .limitReached, .searchTooLong, .reportTooLong, .unknownOutcome, .unconfirmed, .replaced,
      .missingLibrary,
      .unfinished:
      nil
    }
  }
}

extension ResponseDefect {
  fileprivate var clause: LocalizedPhrase {
    switch self {
    case .unreadable(let defect): defect.clause
    case .empty(let status): "the response (\(status)) is empty"
    case .unexpectedStatus(let status): "it responded with status \(status)"
    case .noReason(let status): "it responded with status \(status) and gave no reason"
    case .unknownPath: "it has no such path (404)"
    case .deletedOther(let id, let insteadOf): "it deleted item \(id) instead of item \(insteadOf)"
    case .noRequest: "the request cannot be written"
    case .samePage: "it sent the same page twice"
    case .tooManyRows(let limit): "it sent more than \(grouped: limit) rows"
    case .tooManyPages(let limit): "it sent more than \(grouped: limit) pages"
    }
  }
}
