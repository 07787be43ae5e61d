import Foundation
import HTTP

/// A movement in the body of a request, as JSON.
struct MovementBody: Codable, Equatable {
  /// Absent where the path has it.
  var item: Int?
  var kind: String
  /// Absent for 1; signed for `correction` without an entry, and with one the right quantity, absent to leave it.
  var quantity: Int?
  var price: Decimal?
  var cost: Decimal?
  var note: String?
  var reference: String?
  var reason: String?
  var at: String?
  /// The movement that is corrected.
  var entry: Int?
  var resellable: Bool?
  var alreadyCounted: Bool?
  /// Absent in a request of the operator.
  var password: String?

  private enum CodingKeys: String, CodingKey {
    case item, kind, quantity, price, cost, note, reference, reason, at, entry, resellable, password
    case alreadyCounted = "already_counted"
  }

  /// Asks for the keys of its kind alone: one of another kind would be ignored, and is unknown.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    kind = try values.decode(String.self, forKey: .kind)
    let known = MovementKind(rawValue: kind)
    func value<Value: Decodable>(_ key: CodingKeys, of kinds: MovementKind...) throws -> Value? {
      guard let known, !kinds.isEmpty, !kinds.contains(known) else {
        return try values.decodeIfPresent(Value.self, forKey: key)
      }
      return nil
    }
    (item, quantity, password) = (try value(.item), try value(.quantity), try value(.password))
    (note, reference, at) = (try value(.note), try value(.reference), try value(.at))
    alreadyCounted = try value(.alreadyCounted)
    entry = try value(.entry, of: .correction)
    price = entry == nil ? try value(.price, of: .sold) : try value(.price)
    cost = entry == nil ? try value(.cost, of: .received) : try value(.cost)
    resellable = try value(.resellable, of: .returned)
    reason = try value(.reason, of: .removed)
  }

  init(_ request: MovementRequest, password: String, namesItem: Bool) {
    item = namesItem ? request.itemID : nil
    kind = MovementKind.correction.rawValue
    note = request.note
    reference = request.reference
    at = request.time?.text
    alreadyCounted = request.isAlreadyCounted ? true : nil
    self.password = password
    switch request.action {
    case .sell(let quantity, let price):
      kind = MovementKind.sold.rawValue
      (self.quantity, self.price) = (quantity, price)
    case .restock(let quantity, let cost):
      kind = MovementKind.received.rawValue
      (self.quantity, self.cost) = (quantity, cost)
    case .return(let quantity, let isResellable):
      kind = MovementKind.returned.rawValue
      (self.quantity, resellable) = (quantity, isResellable ? nil : false)
    case .writeOff(let quantity, let reason):
      kind = MovementKind.removed.rawValue
      (self.quantity, self.reason) = (quantity, reason.rawValue)
    case .adjust(let change): quantity = change
    case .correct(let entry, let quantity, let price, let cost):
      (self.entry, self.quantity, self.price, self.cost) = (entry, quantity, price, cost)
    }
  }

  /// The password of the item. Throws `APIError.missing` where none is given and needed.
  func givenPassword() throws -> String {
    guard password != nil || RequestOperator.isPresent else { throw APIError.missing("password") }
    return password?.trimmedAsInForms ?? ""
  }

  /// The movement of an item. Throws the `ValidationError` or `APIError` that names the wrong field.
  func request(ofItem id: Int) throws -> MovementRequest {
    let count = quantity ?? 1
    let action: MovementRequest.Action
    switch MovementKind(rawValue: kind) {
    case .sold: action = .sell(quantity: count, price: price)
    case .received: action = .restock(quantity: count, cost: cost)
    case .returned: action = .return(quantity: count, isResellable: resellable ?? true)
    case .removed:
      let choices = RemovalReason.given.map(\.rawValue)
      guard let reason else { throw ValidationError(.reason, .missing) }
      guard choices.contains(reason), let known = RemovalReason(rawValue: reason) else {
        throw ValidationError(.reason, .notOneOf(choices), value: reason)
      }
      action = .writeOff(quantity: count, known)
    case .correction:
      if let entry {
        action = .correct(entry: entry, quantity: quantity, price: price, cost: cost)
      } else {
        guard let quantity else { throw ValidationError(.quantity, .missing) }
        action = .adjust(by: quantity)
      }
    case .opening, .counted, nil:
      throw APIError.refused(
        "kind '\(kind)' is none of sold, received, returned, removed, correction", field: "kind")
    }
    let time = try at.map { text in
      try ReportedTime(text).orThrow(ValidationError(.time, .notATime, value: text))
    }
    return MovementRequest(
      itemID: id, action, note: note, reference: reference, time: time,
      isAlreadyCounted: alreadyCounted ?? false)
  }
}

/// Several movements in the body of a request.
struct MovementsBody: Codable {
  let movements: [MovementBody]
  /// Whether the response tells what would be recorded, and nothing is.
  var plan: Bool?
}

extension RemovalReason {
  /// The reasons that a seller gives.
  package static let given: [RemovalReason] = [.lost, .broken, .ownUse]
}

extension String {
  /// A password is trimmed in a form: otherwise one that was set with a space at its end could never be given again.
  var trimmedAsInForms: String {
    MultipartForm.Part(name: ItemField.password.rawValue, text: self).text ?? self
  }
}
