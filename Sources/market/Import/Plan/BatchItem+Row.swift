import Foundation
import OpenMarket
import SystemSupport

/// Makes the line that is sent to a market for a row.
extension BatchItem {
  /// - Parameter key: Identifies the row, so that it is not added twice.
  init(adding row: ImportRow, key: String) {
    self = row.fields
    (action, self.key) = (.add, key)
  }

  /// The fields of the row that the item does not have.
  init(updating present: BatchItem, with row: ImportRow, stock mode: PlanOptions.Stock, key: String) {
    self = row.fields
    (action, self.key, id, version) = (.update, key, present.id, present.version)
    func leave<Value: Equatable>(_ field: WritableKeyPath<BatchItem, Value?>) {
      if self[keyPath: field] == present[keyPath: field] { self[keyPath: field] = nil }
    }
    for field in DetailField.allCases {
      let none = field.kind.isFlag ? field.empty : nil
      if details[field] == present.details[field] ?? none { details[field] = nil }
    }
    for text in [\BatchItem.reference, \.title, \.description, \.currency] { leave(text) }
    for amount in [\BatchItem.price, \.discountedPrice, \.cost] { leave(amount) }
    // A SKU or a title that names the item may be in another case.
    if row.key?.column == .sku { details.sku = nil }
    if row.key?.column == .title { title = nil }
    if row.assumesCurrency { currency = nil }
    if let date = registrationDate, present.registrationDate.map({ date.isRounded(of: $0) }) == true {
      registrationDate = nil
    }
    switch mode {
    case .set: leave(\.stock)
    case .add: (stock, stockChange) = (nil, stock == 0 ? nil : stock)
    case .skip: stock = nil
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
    guard let rate = row.rate, rate != 0 else { return }
    var whole = self
    (whole.price, whole.currency) = (price ?? present.price, currency ?? present.currency)
    let discounted = whole.discounted(by: rate)
    discountedPrice = [present.discountedPrice, whole.price].contains(discounted) ? nil : discounted
  }

  /// Leaves the values that the row has as they were exported. Returns the fields that have changed both in the row and in the
  /// market since. Images are not compared.
  mutating func merge(_ row: ImportRow, into present: BatchItem) -> [ItemVersion.Field] {
    guard let exported = row.exported, let current = present.version.flatMap({ ItemVersion($0) }) else {
      return []
    }
    var cells = row.fields
    if cells.price == nil { cells.price = present.price }
    if cells.currency == nil || row.assumesCurrency { cells.currency = present.currency }
    let key = present.versionKey.map { ItemVersion.Key($0) }
    var conflicts: [ItemVersion.Field] = []
    for field in changedFields where exported.differs(from: current, in: field) {
      if let key, exported.has(field, of: cells, key: key) { leave(field) } else { conflicts.append(field) }
    }
    return conflicts
  }
}

extension Date {
  /// Whether it is the other date, or that without its fraction or seconds, as a spreadsheet program writes it.
  fileprivate func isRounded(of other: Date) -> Bool {
    [1, 1_000_000, 60_000_000].contains { microseconds == other.microseconds / $0 * $0 }
  }
}

extension ImportRow {
  /// Digests of what the row sets and clears, without the SKU that names its item and a stock that is added.
  func cells(_ found: ImageFinder.Found?, _ options: PlanOptions) -> CellDigests {
    var line = fields
    if key?.column == .sku { line.details.sku = nil }
    // The percentage that is written, and not what comes of it: no price is negative.
    if let rate, rate != 0 { line.discountedPrice = -rate }
    if assumesCurrency { line.currency = nil }
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
