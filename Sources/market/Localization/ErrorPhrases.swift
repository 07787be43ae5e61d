import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Tables

extension ClientError: ReportableError {
  /// A reason of a server whose sentence is not known is quoted as it is.
  var message: LocalizedPhrase {
    switch self {
    case .noSuchItem(let id): "No item with id '\(id)'"
    case .notInTrash(let id) where Int(id) != nil: "Item \(id) is not in the trash"
    case .notInTrash(let name): "Item '\(name.sanitized)' is not in the trash"
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
    case .unsupported(.field(let name)):
      "This market does not know the field '\(name.sanitizedLine.shortened)': it is older than this program"
    case .unsupported(.filters): "This market does not filter its items"
    case .unsupported(.search): "This market does not search its items"
    case .unsupported(.sorting): "This market does not sort its items"
    case .unsupported(.codes): "This market finds items by their ids alone"
    case .unsupported(.relativeChanges):
      "This market takes new values alone, and no '--price +5%', '--discount 20%' or '--add-tag'"
    case .unsupported(.fields):
      "This market has no more of an item than title, description, price, stock and images"
    case .batchAborted(let error): "Row \(error.line + 1) was refused, so nothing was changed"
    case .rejected(let reason), .signatureRefused(let reason):
      "The market rejected the request: \(ServerReason.phrase(reason))"
    case .operatorOnly: "Only the operator of the market may do this"
    case .noSuchVendor(let id) where Int(id) != nil: "No seller with id '\(id)'"
    case .noSuchVendor(let name): "There is no seller '\(name.shortened)', or several have this name"
    case .vendorTaken(let value, _): "Another seller has '\(value.shortened)' already"
    case .unsupported(.operation): "This market has no commands for its operator"
    case .unsupported(.itemPasswords): "This market does not change the password of an item"
    case .barcodeTaken(let barcode): "Barcode '\(barcode.sanitizedLine.shortened)' is taken by another item"
    case .skuTaken(let sku): "SKU '\(sku)' is taken by another item"
    case .unsupported(.ledger): "This market records neither sales nor changes of stock"
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
    case .noSuchItem, .noSuchReview, .notInTrash, .noSuchVendor: .notFound
    case .wrongPassword, .wrongReviewPassword, .wrongItemPassword, .signatureRefused, .operatorOnly:
      .wrongPassword
    case .rejected, .skuTaken, .barcodeTaken, .vendorTaken, .imagesChanged, .unsupported, .batchAborted,
      .answered,
      .skuTakenMeanwhile, .referenceTaken, .unknownReceipt, .privateSales, .privateRevenue, .privateRankings:
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
    case .skuTakenMeanwhile(let id, _): "Give it another one: 'market trash restore \(id) --sku <sku>'"
    case .referenceTaken: "Delete the newer item first"
    case .noSuchReview: "Run 'market reviews <id>' to see the reviews of an item"
    case .wrongPassword, .wrongReviewPassword, .wrongItemPassword:
      .passRightPassword
    case .operatorOnly: "Run it where the store is, or name the key of the market by MARKET_KEY_FILE"
    case .noSuchVendor, .vendorTaken: "Run 'market seller list' to see all sellers"
    case .signatureRefused:
      "Write the present key with 'market key --output <file>' at the store, or name this address there with 'market serve --public-url'"
    case .barcodeTaken: "Each item of a seller needs its own barcodes; pass another one with '--barcode'"
    case .skuTaken: "Each item of a seller needs its own SKU; pass another one with '--sku'"
    case .unknownReceipt: "Check the code, or leave '--receipt' out"
    case .imagesChanged: "Run the command again"
    case .unsupported(.field): "Leave the option for it out, or update the server"
    case .unsupported: "This needs a server of 'market serve'"
    case .rejected, .batchAborted, .answered, .cancelled: nil
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
    if kind == .foreign, let databaseError, databaseError.engine == "PostgreSQL" {
      return databaseError.code.isEmpty
        ? "The database has tables of another program, and no market"
        : "The database has the encoding \(databaseError.message.sanitized)"
    }
    guard kind == .damaged, let place else { return sentence }
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
    if case .postgreSQL(let address)? = store, let help = helpOfServer(at: address) { return help }
    return switch kind {
    case .busy: "Wait until the other command has finished with '\(path)', then try again"
    case .full: "Free some space on the disk that holds '\(path)', then try again"
    case .limitReached: "Delete items, or raise the limit on the size of '\(path)'"
    case .searchTooLong: "Use more or longer words"
    case .listTooLong: "Use other conditions, or fewer"
    case .reportTooLong: "Choose fewer days with '--from' and '--to'"
    case .unknownOutcome, .unconfirmed: "Look with 'market show <id>' or 'market list' before you try again"
    case .readOnly, .inaccessible: "Check the permissions of '\(path)' and its folder"
    case .foreign: "'\(path)' was left unchanged; use another file with '--store <file>'"
    case .unfinished: "Repeat the 'market copy' that began it, which goes on where it has stopped"
    case .newer: "Update market, or use another file with '--store <file>'; '\(path)' was left unchanged"
    case .older:
      "Migrate it first with an older program: 'git checkout \(Self.migratingCommit)', 'swift run market migrate --store \(path)'"
    case .damaged, .unexpected:
      "Restore a backup of '\(path)' that 'market backup' made; 'sqlite3 <file> .recover' can save a part of the damaged file"
    case .replaced: "Run the command again"
    case .inputOutput: "Check the disk that holds '\(path)'"
    case .unreachable: "Check the address '\(path)', and that the database is running"
    case .missingLibrary: "Install libpq 14 or later; on Debian: apt-get install libpq5"
    }
  }

  /// The last commit whose program migrates the schemas before the one that this program migrates.
  private static let migratingCommit = "763cfe45"

  /// For a database on a server; nil where the advice is that for a file.
  private func helpOfServer(at address: PostgresAddress) -> LocalizedPhrase? {
    if let helpOfState { return helpOfState }
    return switch kind {
    case .busy: "Other commands have changed the same items meanwhile; try again"
    case .full, .inputOutput: "Check the disk of the database"
    case .unreachable, .inaccessible:
      // Further lines have guesses at the cause.
      databaseError.map {
        "The database says: \(address.masked(String($0.message.prefix { !$0.isNewline })).sanitized)"
      }
    case .readOnly: .nameWritableServer
    case .foreign: "Name an empty database whose encoding is UTF8; nothing was changed"
    case .newer: "Update market; the database was left unchanged"
    case .damaged, .unexpected: "Run 'market check', and see the cause with '--verbose'"
    case .limitReached, .searchTooLong, .listTooLong, .reportTooLong, .unknownOutcome, .unconfirmed,
      .replaced,
      .missingLibrary, .unfinished, .older:
      nil
    }
  }
}

extension StoreError {
  /// The grant or setting that mends an error of a server, by its code (SQLSTATE).
  private var helpOfState: LocalizedPhrase? {
    if let missingRight { return missingRight.help }
    return switch databaseError?.code {
    case "25006": databaseError?.sql == nil ? .nameAnyServer : .nameWritableServer
    case "55P03": "Another session holds a lock: pg_locks and pg_stat_activity say which"
    case "57014" where kind == .unexpected:
      "Run 'ALTER ROLE \(databaseError?.session.role ?? "<role>") SET statement_timeout = 0': it ended a statement"
    case "26000", "42P05": "Add 'prepare=off' to the address: a pooler gives each transaction another session"
    case "22021" where kind == .foreign: "Create the database with ENCODING 'UTF8'"
    case "53300":
      "Raise max_connections, or the limit of the role or database, or lower '--connections' of the servers"
    default: nil
    }
  }
}

extension MissingRight {
  var help: LocalizedPhrase {
    switch kind {
    case .creation: "Run '\(grant)' as the owner, or 'market check --migrate' with an account that may"
    case .searchPath: "Run '\(grant)' with the schema of the market"
    default: "Run '\(grant)' as the owner"
    }
  }
}

extension LocalizedPhrase {
  fileprivate static let nameWritableServer: Self =
    "Name a server that takes writes: this one is a standby, or default_transaction_read_only is on"
  /// The setting of a connection with which a command might only read.
  fileprivate static let nameAnyServer: Self =
    "Name a server that takes writes: this one is a standby, or default_transaction_read_only is on. Commands that only read work here with 'target_session_attrs=any' in the address"
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

extension SessionError {
  var exitCode: ExitCode {
    switch kind {
    case .notSent: .done
    case .unreadableCertificates: .usage
    default: isTemporary ? .temporary : .failed
    }
  }

  /// - Parameter server: Its address.
  func message(of server: String) -> LocalizedPhrase {
    switch kind {
    case .unknownHost: "The host of '\(server)' cannot be found"
    case .refused: "The connection to '\(server)' was refused"
    case .unreachable: "The server '\(server)' cannot be reached"
    case .unixSocket(.missing, let path): "There is no Unix socket '\(path)'"
    case .unixSocket(.refused, let path): "No server is listening on the Unix socket '\(path)'"
    case .unixSocket(.notPermitted, let path): .socketNotPermitted(path)
    case .proxy: "The proxy does not connect to '\(server)'"
    case .certificate(let defect): defect.message(of: server)
    case .unreadableCertificates(let path): "The certificates in '\(path)' cannot be read"
    case .handshake: "A secure connection to '\(server)' cannot be established"
    case .connectionLost(.beforeHead): "The server '\(server)' closed the connection without a response"
    case .connectionLost(.insideHead), .connectionLost(.insideBody):
      "The connection to '\(server)' was lost in the middle of the response"
    case .timedOut(.connecting): "Connecting to '\(server)' took too long"
    case .timedOut(.idle): "The server '\(server)' did not respond in time"
    case .timedOut(.head): "The server '\(server)' took too long to begin its response"
    case .timedOut(.whole): "The response from '\(server)' took too long"
    case .malformedHead(let defect): "The response from '\(server)' is not valid HTTP: \(defect.clause)"
    case .malformedBody: "The contents of the response from '\(server)' are damaged"
    case .headTooLarge: "The header of the response from '\(server)' is too large"
    case .bodyTooLarge: "The response from '\(server)' is too large"
    case .tooManyRedirects: "Too many redirects from '\(server)'"
    case .redirectedElsewhere(let other): "The server '\(server)' redirects to another address: '\(other)'"
    case .privateAddress(let host): "The address '\(host)' is in a private network"
    case .unsupportedAddress(let address): "Unsupported address '\(address)'"
    case .noUnixSockets: "Unix sockets are not supported on this system"
    // `--curl` printed the request; there is nothing to report.
    case .notSent: ""
    case .unreadableBody(let path):
      "The file '\(path)' can no longer be read: it was changed or removed, or its disk fails"
    case .missingLibrary: .missingLibrary
    case .unexpected: .requestFailed(server)
    }
  }

  var help: LocalizedPhrase? {
    switch kind {
    case .unknownHost, .unreachable, .timedOut(.connecting):
      "Check the address and the network, then try again"
    case .refused: "Check the port of the address, and whether the server is running"
    case .unixSocket(.missing, _): "Check the path, and whether the server is running"
    case .unixSocket(.refused, let path):
      "Start one, for example with 'market serve --socket \(path.shellQuoted)'"
    case .unixSocket(.notPermitted, _): "Check the permissions of the socket and its folder"
    case .proxy: "Check the proxy in 'https_proxy', 'http_proxy' or 'all_proxy'"
    case .certificate(let defect): defect.help
    case .unreadableCertificates: "Name a file of PEM certificates with '--cacert <file>'"
    case .handshake: "If the server has no TLS, its address begins with 'http://'"
    case .connectionLost: "Try again"
    case .timedOut(.idle), .timedOut(.head): "Try again, or wait longer with '--timeout <seconds>'"
    case .timedOut(.whole): "Try again, or allow more time with '--max-time <seconds>'"
    case .unreadableBody: "Check the file, then try again"
    case .missingLibrary: "Install it, for example with 'sudo apt install libcurl4'"
    case .unexpected: .showCause
    case .noUnixSockets: "Use an address that begins with 'http://' or 'https://'"
    case .notSent, .privateAddress: nil
    case .malformedHead, .malformedBody, .headTooLarge, .bodyTooLarge, .tooManyRedirects,
      .redirectedElsewhere,
      .unsupportedAddress:
      .checkAddress
    }
  }

  /// The reason that an image has not been fetched, as a clause to follow a colon.
  var clause: LocalizedPhrase {
    switch kind {
    case .unknownHost, .refused, .unreachable, .unixSocket, .proxy, .timedOut(.connecting):
      "the server cannot be reached"
    case .connectionLost: "the connection was lost"
    case .timedOut: "the server did not respond in time"
    case .certificate, .unreadableCertificates: "the certificate of the server is not valid"
    case .handshake: "a secure connection cannot be established"
    case .malformedHead, .malformedBody, .headTooLarge, .bodyTooLarge:
      "the response is not valid HTTP or is too large"
    case .tooManyRedirects: "too many redirects"
    case .redirectedElsewhere: "the server redirects to another address"
    case .privateAddress: "its address is in a private network"
    case .unsupportedAddress, .noUnixSockets: .unsupportedAddress
    case .missingLibrary: .missingLibrary
    case .unexpected: .requestFailed
    case .unreadableBody, .notSent: "no request was sent"
    }
  }
}

extension SessionError.CertificateDefect {
  fileprivate func message(of server: String) -> LocalizedPhrase {
    switch self {
    case .expired: "The certificate of '\(server)' has expired"
    case .notYetValid: "The certificate of '\(server)' is not valid yet"
    case .wrongHost: "The certificate of '\(server)' is for another host"
    case .unknownIssuer: "The certificate of '\(server)' was issued by an unknown authority"
    case .other: "The certificate of '\(server)' is not valid"
    }
  }

  fileprivate var help: LocalizedPhrase {
    switch self {
    case .expired, .notYetValid:
      "Check the clock of this machine; if it is right, the server needs a new certificate"
    case .wrongHost: "Check the address; the certificate is for another name"
    case .unknownIssuer: "If you trust a private authority, name its certificate with '--cacert <file>'"
    case .other: .checkAddress
    }
  }
}

extension SessionError.HeadDefect {
  fileprivate var clause: LocalizedPhrase {
    switch self {
    case .statusLine: "it does not begin with a status line"
    case .field: "a line of its header is not a field"
    case .controlCharacter: "its header contains control characters"
    case .contentLength: "its Content-Length is not valid"
    case .location: "its Location is not a URL"
    case .other: "its header is malformed"
    }
  }
}

/// An image of an item that cannot be fetched.
struct ImageFailure: ReportableError, CausedError, Equatable {
  let url: URL
  let reason: ImageFetchError

  var message: LocalizedPhrase {
    .notFetched(url.absoluteString, reason)
  }

  var exitCode: ExitCode { reason.isTemporary ? .temporary : .failed }

  var cause: (any Error)? { reason.cause }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    reason.isTemporary ? .tryLater : nil
  }
}

extension ImageFetchError {
  /// The reason as a clause, to follow a colon.
  var clause: LocalizedPhrase {
    switch self {
    case .unsupportedAddress: .unsupportedAddress
    case .noResponse(let error): error.clause
    case .sessionFailed(let underlying) where underlying.error is StoreError: "the store cannot be read"
    case .sessionFailed: .requestFailed
    case .status(404): "it does not exist (404)"
    case .status(let status): "the server responded with status \(status)"
    case .tooLarge: "it is larger than \(ItemLimits.imageBytes >> 20) MiB"
    case .notAnImage(let defect): defect.clause
    case .cancelled: CancellationError().message
    }
  }
}

extension MovementTerms {
  fileprivate var isSale: Bool { if case .sale = self { true } else { false } }
}

extension LedgerRefusal: ReportableError {
  var message: LocalizedPhrase {
    switch self {
    // A server may send any.
    case .noSuchSale(let id, let reference):
      Self.noSuchSale(item: id, reference: reference.sanitizedLine.shortened).sentence
    case .allReturned(let id, let reference):
      Self.allReturned(item: id, reference: reference.sanitizedLine.shortened).sentence
    default: sentence
    }
  }

  var exitCode: ExitCode {
    if case .noSuchEntry = self { .notFound } else { .refused }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .notEnough(let id, _, _): "Nothing was recorded; enter what came in with 'market restock \(id)'"
    case .otherTerms(_, let entry, let reference, let terms, let given) where terms.isSale || terms == given:
      "Another part: --reference \(reference.otherPart.sanitizedLine.shellQuoted); 'market correct \(entry)' changes the recorded one"
    // The pieces of a delivery, a write-off and the time cannot be corrected.
    case .otherTerms(_, _, let reference, _, _), .otherTime(_, _, let reference):
      "Another part: --reference \(reference.otherPart.sanitizedLine.shellQuoted)"
    case .referenceTaken(let item, _, _): "Run 'market history \(item)' to see its entries"
    case .notSold(let id, _, _), .allReturned(let id, _), .noSuchSale(let id, _):
      "Run 'market history \(id)' to see its sales"
    case .inFuture: "Pass the time of the sale with '--at', in the market's time zone"
    case .beforeCount:
      "Pass '--already-counted' to leave the stock as it was counted, or a time after the count"
    case .notCounted: "Leave '--already-counted' out"
    case .stockMoved: "Nothing was changed; count again and pass '--was' with the stock that is there"
    case .noSuchEntry:
      "Run 'market history <id>' to see the numbers of entries; an entry needs the password of its item"
    case .belowReturns: "A sale with returns cannot be void; correct its price, or record another sale"
    case .notASale:
      "'market undo' takes other entries back; 'market history <id> --changes' shows their numbers"
    case .alreadyCorrected(_, let entry?): "Entry \(entry) stands for it now: 'market correct \(entry)'"
    case .alreadyCorrected:
      "Run 'market history <id>' to see the numbers of entries"
    case .tooMany:
      "Nothing was recorded; return fewer pieces at once. The price of a sale with as many returns stays as it is"
    case .amountTooLarge(let item):
      "Check the quantity and the price, or forget the sales of the item: 'market sales forget \(item)'"
    case .aboveLimit: "Nothing was recorded; check the quantity and the price"
    }
  }
}

extension MovementKind {
  /// The name of the kind, for a table.
  var name: LocalizedPhrase {
    switch self {
    case .opening: LocalizedPhrase("opening")
    case .received: LocalizedPhrase("received")
    case .sold: LocalizedPhrase("sold")
    case .returned: LocalizedPhrase("returned")
    case .counted: LocalizedPhrase("counted")
    case .removed: LocalizedPhrase("removed")
    case .correction: LocalizedPhrase("correction")
    }
  }
}

extension RemovalReason {
  /// The name of the reason, for a table.
  var name: LocalizedPhrase {
    switch self {
    case .lost: LocalizedPhrase("lost")
    case .broken: LocalizedPhrase("broken")
    case .ownUse: LocalizedPhrase("own use")
    case .notResellable: LocalizedPhrase("not resellable")
    }
  }
}

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
    case .notUndoable(.vendorAdded): "A seller is not taken back: remove it"
    case .notUndoable(.vendorRemoved): "A removed seller does not get its secret back: add it again"
    case .notUndoable(.passwordSet): "A password is not taken back: set another one with '--set-password'"
    case .notUndoable: "What was purged cannot be brought back"
    case .ledger(let refusal): refusal.message
    case .taken(let item, .sku): "The SKU of item \(item) is taken by another item now"
    case .taken(let item, .barcode): "A barcode of item \(item) is taken by another item now"
    case .taken(let item, _): "The reference of item \(item) is taken by an item that was imported since"
    case .nothingLeft(let entry): "Everything that entry \(entry) changed has changed since"
    case .imagesGone(let item): "The former images of item \(item) were too large to keep"
    case .tooMany(let entry):
      "Entry \(entry) has more than \(LogLimits.undone) changes, which a server does not take back at once"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .noSuchEntry, .gone: .notFound
    case .undone, .changed, .notUndoable, .taken, .nothingLeft, .imagesGone, .tooMany: .refused
    case .ledger(let refusal): refusal.exitCode
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .noSuchEntry: "Run 'market history' to see what can be taken back"
    case .undone(_, let by): "Take that back: 'market undo \(by)'"
    case .changed(0, _), .nothingLeft: "Take it back all the same with '--force'"
    case .changed(let item, _):
      "Look with 'market history \(item) --changes', or take it back all the same with '--force'"
    case .taken(let item, .sku): "Give it another one: 'market trash restore \(item) --sku <sku>'"
    case .taken(_, .barcode): "Remove it from the other item first"
    case .taken: "Delete the newer item first"
    case .ledger(let refusal): refusal.help(settings)
    case .tooMany: "Run it where the store is, without MARKET_SERVER: '--store <file>'"
    case .gone, .notUndoable, .imagesGone: nil
    }
  }
}

extension ValidationError: ReportableError {
  /// The sentence for the person that gave the value. `reason(calling:)` is the one for a program, always in English.
  var message: LocalizedPhrase {
    // Paths of images are shown whole: their end tells most.
    let shown = field == .images ? value : value?.shortened
    let name = value == nil ? field.name : field.nameOfOne
    let subject: LocalizedPhrase = shown.map { "\(name) '\($0)'" } ?? name
    return switch rule {
    case .empty where field == .title && value?.isEmpty == true: "Title '' is empty"
    case .missing where field == .title && value == nil: "Title is missing"
    case .missing where field == .price && value == nil: "Price is missing"
    case .zero where field == .discountedPrice: "A discounted price of 0 means none; a gift is '--price 0'"
    case .notATime where shown != nil: "'\(shown ?? "")' is not a time"
    case .longerThan(let bytes) where field == .images: "\(subject) is larger than \(bytes >> 20) MiB"
    default: sentence(about: subject)
    }
  }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch rule {
    case .tooManyImages: "Pass '--image' at most \(ItemLimits.images) times"
    case .tooManyTags: "Pass '--tag' at most \(ItemLimits.tags) times"
    case .tooManyBarcodes: "Pass '--barcode' at most \(ItemLimits.barcodes) times"
    case .abovePrice: "Pass a lower one with '--discounted-price'; 'edit' removes it with '--no-discount'"
    case .notATime: "For example 2026-11-20T18:30, 2026-11-20, or leave '--at' out for now"
    default: "Pass a different value with '--\(field.option)'"
    }
  }
}

extension ReviewValidationError: ReportableError {
  var message: LocalizedPhrase {
    sentence(about: value.map { "\(field.name) '\($0.shortened)'" } ?? field.name)
  }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    "Pass a different value with '--\(field == .answer ? ReviewField.text.rawValue : field.rawValue)'"
  }
}

extension ReviewField {
  /// The name of the field, for the beginning of a sentence.
  var name: LocalizedPhrase {
    switch self {
    case .stars: LocalizedPhrase("Stars")
    case .text: LocalizedPhrase("Text")
    case .author: LocalizedPhrase("Author")
    case .receipt: LocalizedPhrase("Receipt")
    case .answer: LocalizedPhrase("Answer")
    case .reason: LocalizedPhrase("Reason")
    }
  }
}

extension TableProblem {
  /// A stable word for the rule.
  var word: String { words.rule }

  /// The sentence for a person, with the character where a line alone is not enough.
  var sentence: LocalizedPhrase {
    switch rule {
    case .nul, .encoding, .textAfterQuote, .json, .loneSurrogate, .unterminatedQuote:
      "\(words.clause) (line \(line), character \(column))"
    default: words.clause
    }
  }

  private var words: (rule: String, clause: LocalizedPhrase) {
    let value = value.shortened
    return switch rule {
    case .nul: ("nul", "'\(value)' has a NUL character")
    case .encoding(let encoding):
      ("encoding", "'\(value)' has bytes that are not \(encoding.rawValue.uppercased())")
    case .unterminatedQuote: ("open-quote", "The quote is not closed")
    case .textAfterQuote: ("text-after-quote", "'\(value)' follows a closing quote")
    case .tooManyCells(let count, let columns):
      ("too-many-cells", "More cells (\(count)) than columns (\(columns))")
    case .cellTooLong(let limit): ("too-long", "The cell is longer than \(grouped: limit) bytes")
    case .rowTooLong(let limit): ("row-too-long", "The row is longer than \(grouped: limit) bytes")
    case .json: ("json", "The row is not JSON")
    case .notAnObject: ("json", "The row is not a JSON object")
    case .duplicateKey(let key): ("duplicate-key", "'\(value)' has a key twice: '\(key.shortened)'")
    case .nested(let key): ("nested", "'\(key.shortened)' holds an object or a list of lists")
    case .loneSurrogate: ("surrogate", "'\(value)' has half of a surrogate pair")
    case .tooManyDigits: ("too-many-digits", "'\(value)' has more digits than a workbook stores exactly")
    case .badCell: ("cell", "The cell cannot be read")
    case .noResult:
      ("formula", "The formula has no result; open the file in a spreadsheet program and save it again")
    }
  }
}
