package import SystemSupport

/// A movement in the JSON of a response. The cost is for the operator alone.
extension Movement: ObjectCodable {
  package static func pass(_ movement: Self?, _ json: ObjectMembers) throws -> Self {
    Movement(
      id: try json("id", movement?.id), itemID: try json("item_id", movement?.itemID),
      kind: try json("kind", movement?.kind), quantity: try json("quantity", movement?.quantity),
      stock: try json("stock", movement?.stock),
      price: Price(
        try json("unit_price", movement?.price.amount), try json("currency", movement?.price.currency)),
      cost: try json.optional("cost", movement?.cost), note: try json.optional("note", movement?.note),
      reference: try json.optional("reference", movement?.reference),
      // A newer market may have others.
      reason: try? json.optional("reason", movement?.reason),
      counted: try json.optional("counted", movement?.counted),
      expected: try json.optional("expected", movement?.expected),
      reverses: try json.optional("reverses", movement?.reverses),
      sale: try json.optional("sale", movement?.sale),
      recordedAt: try json("recorded_at", movement?.recordedAt),
      reportedAt: try json("reported_at", movement?.reportedAt))
  }

  fileprivate var withoutCost: Movement {
    var movement = self
    movement.cost = nil
    return movement
  }
}

extension RecordedMovement: ObjectCodable {
  package static func pass(_ recorded: Self?, _ json: ObjectMembers) throws -> Self {
    RecordedMovement(
      movement: try .pass(recorded?.movement, json),
      title: try json.optional("title", recorded?.title) ?? "",
      receipt: try json.optional("receipt", recorded?.receipt),
      predatesItem: try json.flag("predates_item", recorded?.predatesItem),
      soldAt: try json.optional("sold_at", recorded?.soldAt),
      isRepeated: try json.flag("already_recorded", recorded?.isRepeated))
  }
}

/// The response to what was recorded.
struct RecordedBody: Codable {
  let movements: [RecordedMovement]
}

/// An entry of a history in JSON: a movement, or an object with the kind `title` or `price`.
extension HistoryEntry: ObjectCodable {
  package static func pass(_ entry: Self?, _ json: ObjectMembers) throws -> Self {
    var (movement, receipt): (Movement?, ReceiptCode?)
    var (title, price): (ItemChange<String>?, ItemChange<ItemPrices>?)
    switch entry {
    case .movement(let entry, let code): (movement, receipt) = (entry, code)
    case .title(let change): title = change
    case .price(let change): price = change
    case nil: break
    }
    let kind = title.map { _ in "title" } ?? price.map { _ in "price" } ?? movement?.kind.rawValue
    return switch try json("kind", kind) {
    case "title": .title(try .pass(title, json))
    case "price": .price(try .pass(price, json))
    default: .movement(try .pass(movement, json), receipt: try json.optional("receipt", receipt))
    }
  }
}

extension ItemChange: Decodable, Encodable, ObjectCodable where Value: Codable {
  package static func pass(_ change: Self?, _ json: ObjectMembers) throws -> Self {
    ItemChange(
      before: try json("before", change?.before), after: try json("after", change?.after),
      recordedAt: try json("recorded_at", change?.recordedAt), entry: try json.optional("id", change?.entry))
  }
}

extension ItemPrices: ObjectCodable {
  package static func pass(_ prices: Self?, _ json: ObjectMembers) throws -> Self {
    ItemPrices(
      price: Price(try json("price", prices?.price.amount), try json("currency", prices?.price.currency)),
      discountedPrice: try json.optional("discounted_price", prices?.discountedPrice))
  }
}

/// A page of a history in JSON; a field of the header has the number of entries on all pages.
extension HistoryPage: ObjectCodable {
  package static func pass(_ page: Self?, _ json: ObjectMembers) throws -> Self {
    let entries = try json("movements", page?.entries)
    return HistoryPage(
      number: try json.page(page?.number), entries: entries, total: page?.total ?? entries.count)
  }
}

extension APIContext {
  /// Movements without what is for the operator alone, where another one asks.
  func shown(_ movements: [RecordedMovement]) -> RecordedBody {
    guard !isOperated else { return RecordedBody(movements: movements) }
    return RecordedBody(
      movements: movements.map { recorded in
        var shown = recorded
        shown.movement = recorded.movement.withoutCost
        return shown
      })
  }

  func shown(_ page: HistoryPage) -> HistoryPage {
    guard !isOperated else { return page }
    let entries = page.entries.map { entry in
      if case .movement(let movement, let receipt) = entry {
        HistoryEntry.movement(movement.withoutCost, receipt: receipt)
      } else {
        entry
      }
    }
    return HistoryPage(number: page.number, entries: entries, total: page.total)
  }
}

/// The item of a movement.
struct MovementItemBody: ObjectCodable {
  let id: Int
  let itemID: Int

  static func pass(_ body: Self?, _ json: ObjectMembers) throws -> Self {
    Self(id: try json("id", body?.id), itemID: try json("item_id", body?.itemID))
  }
}

/// A page of a report of sales.
struct SalesBody: Codable {
  let sales: [SalesRow]
}

extension SalesRow: ObjectCodable {
  package static func pass(_ row: Self?, _ json: ObjectMembers) throws -> Self {
    let cost = try json.optional("cost", row?.cost?.amount)
    let costPieces = try json.optional("cost_pieces", row?.cost?.pieces)
    return SalesRow(
      day: try json.optional("day", row?.day), itemID: try json.optional("item_id", row?.itemID),
      title: try json.optional("title", row?.title), tag: try json.optional("tag", row?.tag),
      pieces: try json("pieces", row?.pieces),
      revenue: Price(try json("revenue", row?.revenue.amount), try json("currency", row?.revenue.currency)),
      // For the operator alone.
      cost: cost.map { Cost(pieces: costPieces ?? 0, amount: $0) })
  }
}
