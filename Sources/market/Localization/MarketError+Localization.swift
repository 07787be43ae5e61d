import Console
import HTTP
import OpenMarket

extension MarketError {
  /// The sentence for a person, without a full stop. What a server gives as its reason stays as it says it.
  var message: LocalizedPhrase {
    switch self {
    case .noSuchItem(let id): "No item with id '\(id)'"
    case .wrongPassword(let id): "Wrong password for item '\(id)'"
    case .refused(let reason): "The market refused: \(reason)"
    case .noResponse(let server, let error): error.message(of: server)
    case .unavailable(let server, let status, let reason?):
      "The server '\(server)' cannot answer now (\(status): \(reason))"
    case .unavailable(let server, let status, nil): "The server '\(server)' cannot answer now (\(status))"
    case .unexpectedResponse(let server, let defect):
      "The server '\(server)' does not answer as the Open Market API does: \(defect.clause)"
    case .store(let error): error.message
    }
  }
}

extension SessionError {
  fileprivate func message(of server: String) -> LocalizedPhrase {
    switch self {
    case .unreachable: "The server '\(server)' cannot be reached"
    case .connectionLost: "The connection to '\(server)' broke"
    case .timedOut: "The server '\(server)' took too long to answer"
    case .notSecure: "The server '\(server)' has no valid certificate, or does not speak TLS"
    case .badResponse: "The server '\(server)' does not speak HTTP, or sent far too much"
    case .tooManyRedirects: "The server '\(server)' points elsewhere, again and again"
    case .redirectedElsewhere(let other): "The server '\(server)' points elsewhere: '\(other)'"
    case .unsupportedAddress(let address): "The address '\(address)' is not one that can be asked"
    // Printed for `--curl`, which is what was wanted.
    case .notSent: ""
    case .unreadableBody(let path): "The file '\(path)' changed or went away while it was sent"
    }
  }
}

extension StoreError {
  fileprivate var message: LocalizedPhrase {
    switch kind {
    case .busy: "The store is busy: another command has been writing to it for a while"
    case .full: "The disk that holds the store is full; nothing was changed"
    case .readOnly: "The store may only be read"
    case .foreign: "The store's file is not a market"
    case .newer: "The store was written by a later version of market"
    case .damaged: "The store's file is damaged"
    case .inaccessible: "The store's file cannot be opened"
    case .inputOutput: "The store's disk reported an error"
    case .replaced: "The store's file was replaced or deleted"
    case .unexpected: "The store failed"
    }
  }
}

extension ResponseDefect {
  fileprivate var clause: LocalizedPhrase {
    switch self {
    case .unreadable(let defect): defect.clause
    case .empty(let status): "the answer (\(status)) is empty"
    case .unexpectedStatus(let status): "it answered \(status)"
    case .noReason(let status): "it answered \(status) without a reason"
    case .unknownPath: "it knows no such path (404)"
    case .deletedOther(let id, let insteadOf): "it deleted '\(id)' in place of '\(insteadOf)'"
    case .noRequest: "the question cannot be written as a request"
    }
  }
}

extension JSONDefect {
  fileprivate var clause: LocalizedPhrase {
    switch self {
    case .missing(let path): "'\(path)' is missing"
    case .null(let path): "'\(path)' is null"
    case .wrongType(let path): "'\(path)' is of the wrong type"
    case .notValid(let path, let reason): "'\(path)' is not valid: \(reason)"
    case .otherType(let type): "it is '\(type)', not JSON"
    case .notExpected: "it is not the JSON that was expected, or ends too early"
    }
  }
}
