import Foundation
import OpenMarket
import SystemSupport

/// Makes the line that is sent to a market for a row.
extension BatchItem {
  /// - Parameter key: Identifies the row, so that it is not added twice.
  init(adding row: ImportRow, key: String) {
    self.init(.add, key: key)
    let fields = row.fields
    (details, reference) = (fields.details, fields.reference)
    (title, description) = (fields.title, fields.description)
    (price, currency, discountedPrice) = (fields.amount, fields.currency?.code, fields.discountedPrice)
    (stock, cost, registrationDate) = (fields.stock, fields.cost, fields.registrationDate)
  }

  /// The fields of the row that the item does not have.
  init(updating present: BatchItem, with row: ImportRow, stock: PlanOptions.Stock, key: String) {
    self.init(.update, key: key, id: present.id)
    version = present.version
    let fields = row.fields
    func changed<Value: Equatable>(_ value: Value?, _ present: Value?) -> Value? {
      value == present ? nil : value
    }
    for field in DetailField.allCases {
      let none = field.kind.isFlag ? field.empty : nil
      details[field] = changed(fields.details[field], present.details[field] ?? none)
    }
    reference = changed(fields.reference, present.reference)
    title = changed(fields.title, present.title)
    // A SKU or a title that names the item may be in another case.
    if row.key?.column == .sku { details.sku = nil }
    if row.key?.column == .title { title = nil }
    description = changed(fields.description, present.description)
    price = changed(fields.amount, present.price)
    currency = fields.assumesCurrency ? nil : changed(fields.currency?.code, present.currency)
    discountedPrice = changed(fields.discountedPrice, present.discountedPrice)
    cost = changed(fields.cost, present.cost)
    if let date = fields.registrationDate, present.registrationDate.map({ !date.isRounded(of: $0) }) ?? true {
      registrationDate = date
    }
    if let count = fields.stock {
      switch stock {
      case .set: self.stock = changed(count, present.stock)
      case .add: stockChange = count == 0 ? nil : count
      case .skip: break
      }
    }
    let cleared = row.cleared.filter { field in
      switch field {
      case .discountedPrice: present.discountedPrice != nil
      case .description: present.description?.isEmpty == false
      case .detail(let field): present.details[field]?.isEmpty == false
      // The images are compared by themselves.
      case .images: false
      }
    }
    clear = cleared.isEmpty ? nil : cleared
  }

  init(deleting present: BatchItem, with row: ImportRow, key: String) {
    self.init(.delete, key: key, id: present.id)
    version = row.exported?.text ?? present.version
  }

  var hasChange: Bool {
    var empty = BatchItem(action, key: key, id: id)
    (empty.version, empty.cells) = (version, cells)
    return self != empty
  }

  /// The stock and the prices of an item that the line changes; nil for none.
  func numbersBefore(in present: BatchItem) -> BatchItem? {
    var before = BatchItem()
    for field in changedFields where [.price, .discountedPrice, .stock].contains(field) {
      before.take(field, from: present)
    }
    if stockChange != nil { before.stock = present.stock }
    return before.changedFields.isEmpty ? nil : before
  }

  /// Leaves the values of cells that are as they were at the last import of the row; whether there were any.
  mutating func leave(_ cells: CellDigests, asIn former: CellDigests) -> Bool {
    let same = changedFields.filter { former.has($0, of: cells) }
    same.forEach { leave($0) }
    guard cost != nil, former.has(nil, of: cells) else { return !same.isEmpty }
    cost = nil
    return true
  }

  /// Takes the percentage of the row off the price that the item gets or keeps.
  mutating func takeRate(of row: ImportRow, in present: BatchItem) {
    guard let rate = row.fields.rate, rate != 0 else { return }
    var fields = row.fields
    fields.amount = price ?? present.price
    fields.currency = (currency ?? present.currency).flatMap { Currency($0) }
    let discounted = fields.discounted(by: rate)
    discountedPrice = [present.discountedPrice, fields.amount].contains(discounted) ? nil : discounted
  }

  /// Leaves the values that the row has as they were exported. Returns the fields that have changed both in the row and in the
  /// market since. Images are not compared.
  mutating func merge(_ row: ImportRow, into present: BatchItem) -> [ItemVersion.Field] {
    guard let exported = row.exported, let current = present.version.flatMap({ ItemVersion($0) }) else {
      return []
    }
    var cells = BatchItem(adding: row, key: "")
    if cells.price == nil { cells.price = present.price }
    if cells.currency == nil || row.fields.assumesCurrency { cells.currency = present.currency }
    let key = present.versionKey.map { ItemVersion.Key($0) }
    var conflicts: [ItemVersion.Field] = []
    for field in changedFields where exported.differs(from: current, in: field) {
      if let key, exported.has(field, of: cells, key: key) { leave(field) } else { conflicts.append(field) }
    }
    return conflicts
  }
}

extension Date {
  /// Whether it is another date, or that without its fraction or seconds, as a spreadsheet program writes it.
  fileprivate func isRounded(of other: Date) -> Bool {
    [1, 1_000_000, 60_000_000].contains { microseconds == other.microseconds / $0 * $0 }
  }
}

extension ImportRow {
  /// Digests of what the row sets and clears, without the SKU that names its item and a stock that is added.
  func cells(_ found: ImageFinder.Found?, _ options: PlanOptions) -> CellDigests {
    var line = BatchItem(adding: self, key: "")
    if key?.column == .sku { line.details.sku = nil }
    // The percentage that is written, and not what comes of it: no price is negative.
    if let rate = fields.rate, rate != 0 { line.discountedPrice = -rate }
    if fields.assumesCurrency { line.currency = nil }
    if options.stock != .set { line.stock = nil }
    line.images = found?.digested
    line.clear = cleared.filter { $0 != .images || !options.skipsImages }
    return CellDigests(of: line)
  }

  fileprivate var cleared: [BatchItem.Clearable] {
    BatchItem.Clearable.allCases.filter { ImportColumn(rawValue: $0.rawValue).map(clears.contains) == true }
  }

  func isChanged(_ field: ItemVersion.Field, in present: BatchItem) -> Bool {
    guard let exported, let current = present.version.flatMap({ ItemVersion($0) }) else { return false }
    return exported.differs(from: current, in: field)
  }
}

extension ImageFinder.Found {
  /// By which a change of an image is seen without reading it: its name and size. Nil where one is missing or left out, or on the web,
  /// whose server is asked.
  var digested: [String]? {
    guard missing.isEmpty, outside.isEmpty, !images.contains(where: \.isWebAddress) else { return nil }
    return images.map { "\(URL(filePath: $0).lastPathComponent) \($0.fileSize)" }
  }

  /// Whether the images are those of an item, by the hashes of what was sent. An image of the web is taken to be
  /// another one until it was fetched.
  func isEqual(to digests: [String]) -> Bool {
    guard images.count == digests.count else { return false }
    return zip(images, digests).allSatisfy { image, digest in
      guard !image.isWebAddress, let bytes = FileManager.default.contents(atPath: image) else { return false }
      return bytes.hasDigest(digest)
    }
  }
}

extension Data {
  /// Whether these are the bytes of an image with a digest, as a market has it (see `BatchItem.images`).
  func hasDigest(_ digest: String) -> Bool {
    digest.split(separator: " ").contains(Substring(SHA256.hexadecimal(self)))
  }
}
