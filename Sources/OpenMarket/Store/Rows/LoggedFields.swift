import Foundation

/// The names of settings of the market in the log.
enum LogSetting {
  static let trashDays = "trash_days"
  static let timeZone = "time_zone"
}

extension LogChange {
  /// A change of an item's fields; nil where none differs.
  static func edit(
    of item: StoredItem, to after: StoredItem, isCount: Bool = false
  ) -> LogChange? {
    var change = LogChange(.edited, item: item.id, title: after.draft.title)
    change.fields = fields(from: item, to: after)
    if isCount, !change.fields.contains(where: { $0.name == ItemField.stock.rawValue }) {
      let stock = String(after.draft.stock)
      change.fields.append(Field(name: ItemField.stock.rawValue, before: stock, after: stock))
    }
    if change.fields.contains(where: \.isPrice), item.draft.price.currency == after.draft.price.currency {
      change.currency = after.draft.price.currency
    }
    if item.images != after.images {
      change.formerImages = item.images.map(\.id)
      change.images = after.images.map(\.id)
    }
    return change.fields.isEmpty && change.images == nil ? nil : change
  }

  /// Notes the file names of images that have changed.
  ///
  /// - Parameter former: Those of the images before, some of which may be deleted now.
  mutating func noteNames(_ former: [Int: String], _ rows: ImageRows) throws {
    guard let formerImages, let images else { return }
    let new = try rows.names(ofImages: images.filter { !formerImages.contains($0) })
    let known = former.merging(new) { $1 }
    guard !known.isEmpty else { return }
    (formerNames, names) = (formerImages.map { known[$0] }, images.map { known[$0] })
  }

  private static func fields(from item: StoredItem, to after: StoredItem) -> [Field] {
    zip(LoggedFields.values(of: item), LoggedFields.values(of: after)).compactMap { before, after in
      before.value == after.value ? nil : Field(name: before.name, before: before.value, after: after.value)
    }
  }

  /// Movements of one item.
  static func movements(
    _ movements: [Movement], title: String, in database: any Database
  ) throws -> LogChange? {
    guard let first = movements.first, let last = movements.last else { return nil }
    var change = LogChange(.moved, item: first.itemID, title: title)
    change.movements = movements.map(\.id)
    change.fields = try replacedTerms(movements, in: database)
    if !change.fields.isEmpty { change.currency = first.price.currency }
    let (before, after) = (first.stock - first.quantity, last.stock)
    if before != after || change.fields.isEmpty {
      change.fields.append(
        Field(name: ItemField.stock.rawValue, before: String(before), after: String(after)))
    }
    return change
  }

  /// The price and the cost of a piece where a sale or a delivery is recorded again with others, or a cost is set.
  private static func replacedTerms(_ movements: [Movement], in database: any Database) throws -> [Field] {
    func field(_ field: ItemField, _ before: Decimal?, _ after: Decimal?) -> Field? {
      before == after
        ? nil : Field(name: field.rawValue, before: before?.plainText, after: after?.plainText)
    }
    if let set = movements.first, movements.count == 1, set.kind == .correction, set.quantity == 0 {
      let rows = try MovementRows(database, at: set.recordedAt)
      let (before, after) = (
        try rows.cost(ofItem: set.itemID, upTo: set.id - 1), try rows.cost(ofItem: set.itemID, upTo: set.id)
      )
      return [field(.cost, before?.average?.amount, after?.average?.amount)].compactMap(\.self)
    }
    guard
      let new = movements.last(where: { [.sold, .received].contains($0.kind) && $0.reverses != nil }),
      let old = movements.first(where: {
        $0.kind == .correction && $0.reverses != nil && $0.quantity.signum() == -new.quantity.signum()
      })
    else { return [] }
    let price = new.kind == .sold ? field(.price, old.price.amount, new.price.amount) : nil
    return [price, field(.cost, old.cost, new.cost)].compactMap(\.self)
  }

  static func setting(_ name: String, _ before: String, _ after: String) -> LogChange {
    var change = LogChange(.set)
    change.fields = [Field(name: name, before: before, after: after)]
    return change
  }

  /// A change of a review, with the title of its item.
  static func review(_ kind: Kind, _ review: Review, in database: any Database) throws -> LogChange {
    let title = try ItemRows(database: database).title(ofItem: review.itemID)
    var change = LogChange(kind, item: review.itemID, title: title)
    change.review = review.id
    if kind == .answered { change.text = review.answer?.text }
    return change
  }
}

/// The fields of an item in the log, as texts.
enum LoggedFields {
  static let registrationDate = "registration_date"
  static let reference = "reference"

  /// All fields with their values, in one order.
  static func values(of item: StoredItem) -> [(name: String, value: String?)] {
    let draft = item.draft
    let microseconds = Int(clamping: (item.registrationDate.timeIntervalSince1970 * 1_000_000).rounded())
    let plain: [(String, String?)] = [
      ("title", draft.title), ("description", draft.description), ("price", draft.price.amount.plainText),
      ("currency", draft.price.currency.code), ("discounted_price", draft.discountedPrice?.plainText),
      ("stock", String(draft.stock)), (registrationDate, String(microseconds)), (reference, item.reference),
    ]
    return plain.map { (name: $0.0, value: $0.1) }
      + DetailField.allCases.map { (name: $0.rawValue, value: draft.details.storedText(of: $0)) }
  }
}

extension BatchItem {
  /// Gives the fields of a whole item the values that they had before a change of the log.
  package mutating func takeBack(_ change: LogChange) {
    for field in change.fields {
      let text = field.before
      let amount = text.flatMap { Decimal(exactly: $0) }
      switch field.name {
      case "title": title = text
      case "description": description = text
      case "price": price = amount
      case "currency": currency = text
      case "discounted_price": discountedPrice = amount
      case "stock": stock = text.flatMap { Int($0) }
      case LoggedFields.registrationDate:
        registrationDate = text.flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0 / 1_000_000) }
      case LoggedFields.reference: reference = text
      default:
        guard let detail = DetailField(rawValue: field.name) else { continue }
        details[detail] = text.map { DetailValue(stored: $0, of: detail) }
      }
    }
  }
}
