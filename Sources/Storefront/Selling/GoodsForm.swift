import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The values of the form in which a seller adds or edits an item, as they were typed, with the problems that they have.
struct GoodsForm: Sendable {
  /// The fields with text, in the order of the form.
  static let fields: [ItemField] =
    [.title, .price, .currency, .discountedPrice, .stock, .descriptions]
    + DetailField.allCases.map { .detail($0) }

  private(set) var texts: [ItemField: String] = [:]
  private(set) var images: [ItemImage] = []
  /// The valid ones of the texts that are details, once `draft` has read them.
  private(set) var details = ItemDetails()
  /// The names of files that were chosen, which a browser does not choose again by itself.
  private(set) var chosen: [String] = []
  /// The chosen places of present images by their ids, counted from 1; `remove` for one that goes.
  private var places: [Int: String] = [:]
  /// The ids of all images in the order that a script has sent, with nil for each new one; nil for that of `places`.
  private var arranged: [Int?]?
  /// Names the addition, so that a form that is sent twice adds one item.
  var key: String
  /// The fingerprint of each field of the item that the seller has seen, and its stock: what was sold meanwhile is not undone.
  private(set) var seen = ""
  private(set) var seenStock: Int?
  private(set) var problems: [(field: ItemField?, words: LocalizedPhrase)] = []

  /// Most characters of a text that a page repeats: more than any that is valid, so that what is too long stays that.
  private static func longest(_ field: ItemField) -> Int {
    2 * (field == .descriptions ? ItemLimits.descriptionBytes : ItemLimits.noteBytes)
  }

  /// The beginning of the names of the fields that have the places of images.
  static let place = "place-"
  /// The name of the field that has their order, with 0 for a new one.
  private static let order = "order"
  /// The name of the fields that have the names of files in a form that was kept without them.
  static let forgotten = "forgotten"

  /// The form of a new item.
  init(currency: String) {
    texts = [.currency: currency, .stock: "1"]
    key = RandomSecret.make(length: 26)
  }

  /// The form of a new item like another one, without the codes of that.
  init(like item: StoredItem) {
    texts = Self.texts(of: item.draft)
    for field in [ItemField.sku, .detail(.barcodes)] { texts[field] = nil }
    key = RandomSecret.make(length: 26)
  }

  /// The form of an item.
  init(_ item: StoredItem) {
    texts = Self.texts(of: item.draft)
    key = ""
    see(item)
  }

  /// The form that a browser has sent.
  init(_ form: MultipartForm) {
    key = form["key"]?.text ?? ""
    seen = form["seen"]?.text ?? ""
    seenStock = form["seen-stock"]?.text.flatMap { Int($0) }
    for field in Self.fields {
      // The last one: a box that is ticked follows the part that says that it was shown.
      guard let part = form.parts.last(where: { $0.name == field.rawValue }) else { continue }
      guard let text = part.text else {
        note(ValidationError(field, .notText))
        continue
      }
      // Browsers end a line with both characters.
      texts[field] = String(text.replacing("\r\n", with: "\n").unicodeScalars.prefix(Self.longest(field)))
    }
    for part in form.parts where part.name == ItemField.images.rawValue {
      if part.content.count > 0 {
        images.append(ItemImage(part))
      } else if let name = part.filename, name != "" {
        note(ValidationError(.images, .empty, value: name))
      }
    }
    for part in form.parts where part.name.hasPrefix(Self.place) {
      guard let id = Int(part.name.dropFirst(Self.place.count)) else { continue }
      places[id] = part.text
    }
    chosen =
      images.map(\.filename) + form.parts.filter { $0.name == Self.forgotten }.compactMap(\.text)
    let order = form[Self.order]?.text?.split(separator: " ").map { Int($0).flatMap { $0 == 0 ? nil : $0 } }
    if let order, images.areArranged(by: order) { arranged = order }
    if images.count > ItemLimits.images { note(ValidationError(.images, .tooManyImages)) }
  }

  /// All problems of a field; nil for none.
  func problem(_ field: ItemField) -> LocalizedPhrase? {
    let words = LocalizedPhrase(joining: problems.filter { $0.field == field }.map(\.words), by: ". ")
    return words.isEmpty ? nil : words
  }

  /// Notes a problem, once.
  mutating func note(_ words: LocalizedPhrase, in field: ItemField?) {
    if !problems.contains(where: { $0 == (field, words) }) { problems.append((field, words)) }
  }

  private mutating func note(_ error: ValidationError) { note(error.words, in: error.field) }

  /// Takes an item as the one that the seller has seen.
  mutating func see(_ item: StoredItem) {
    seen = Self.fingerprint(of: item)
    seenStock = item.draft.stock
  }

  /// The place that was chosen for a present image, which is at an index; nil for one that goes.
  func place(of id: Int, at index: Int) -> Int? {
    if let arranged { return arranged.firstIndex(of: id).map { $0 + 1 } }
    return places[id].map { Int($0) } ?? index + 1
  }

  /// The present images in the chosen order, by their ids, with nil behind them for each new one; nil where nothing changes.
  /// Notes the problem of more images than an item may have.
  mutating func order(of item: StoredItem) -> [Int?]? {
    let present = item.images.map(\.id)
    if let arranged {
      if arranged.count > ItemLimits.images { note(ValidationError(.images, .tooManyImages)) }
      return arranged == present.map(Optional.some) ? nil : arranged
    }
    let kept: [(id: Int, key: Int)] = present.enumerated().compactMap { index, id in
      // An image that was moved up stands before the one whose place it takes, and one that was moved down behind it.
      place(of: id, at: index).map {
        let place = max(1, min($0, present.count))
        return (id, 2 * place + (place - index - 1).signum())
      }
    }
    let order = kept.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
      .map(\.element.id)
    guard order != present || !images.isEmpty else { return nil }
    if order.count + images.count > ItemLimits.images, images.count <= ItemLimits.images {
      note(ValidationError(.images, .tooManyImages))
    }
    return order + images.map { _ in nil }
  }

  /// The draft of the values; nil where they have problems, all of which are noted.
  mutating func draft() -> ValidDraft? {
    let texts = texts
    func text(_ field: ItemField) -> String {
      texts[field]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }
    let currency = Currency(text(.currency))
    read { () throws(ValidationError) in try ValidDraft.checkTitle(text(.title)) }
    let price = read(text(.price)) { () throws(ValidationError) in
      try ItemField.price.writtenAmount(text(.price), in: currency)
    }
    if currency == nil { note(ValidationError(.currency, .notInISO4217, value: text(.currency))) }
    let discount =
      text(.discountedPrice).isEmpty
      ? nil
      : read(text(.discountedPrice)) { () throws(ValidationError) in
        let discount = try ItemField.discountedPrice.writtenAmount(text(.discountedPrice), in: currency)
        if let price { try ValidDraft.check(discountedPrice: discount, below: price) }
        return discount
      }
    let stock = read(text(.stock)) { () throws(ValidationError) in
      let stock = try ItemField.stock.writtenNumber(text(.stock))
      try ValidDraft.check(stock: stock)
      return stock
    }
    read { () throws(ValidationError) in
      try ValidDraft.check(.descriptions, texts[.descriptions] ?? "", atMost: ItemLimits.descriptionBytes)
    }
    for field in DetailField.allCases {
      let value = read { () throws(ValidationError) in
        let value = try Self.value(of: field, text(.detail(field)))
        if !value.isEmpty { try ValidDraft.check(value, of: field) }
        return value
      }
      if let value, !value.isEmpty { details[field] = value }
    }
    guard problems.isEmpty, let price, let stock, let currency else { return nil }
    var draft = ItemDraft(
      title: text(.title), description: texts[.descriptions] ?? "", price: Price(price, currency),
      discountedPrice: discount == 0 ? nil : discount, stock: stock)
    draft.details = details
    return read { () throws(ValidationError) in try ValidDraft(draft) }
  }

  /// The value, or nil with a note of its problem.
  ///
  /// - Parameter text: The value as it was typed, which the note quotes; nil for the one that the error has.
  @discardableResult
  private mutating func read<Value>(
    _ text: String? = nil, _ make: () throws(ValidationError) -> Value
  ) -> Value? {
    do {
      return try make()
    } catch {
      note(ValidationError(error.field, error.rule, value: text ?? error.value))
      return nil
    }
  }

  /// The value of a field as the form has it: words with commas between them.
  private static func value(of field: DetailField, _ text: String) throws(ValidationError) -> DetailValue {
    guard case .words = field.kind else { return try field.value(of: text) }
    return .list(
      text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty })
  }

  /// Whether the box of a field is ticked.
  func isSet(_ field: DetailField) -> Bool {
    (try? field.value(of: texts[.detail(field)] ?? "")) == .flag(true)
  }

  /// A valid value of a field as a sentence has it.
  private static func quoted(_ text: String, of field: ItemField) -> LocalizedPhrase {
    guard case .detail(.offSale) = field else { return LocalizedPhrase(verbatim: text.beginning) }
    return text.isEmpty ? LocalizedPhrase("no") : LocalizedPhrase("yes")
  }

  private static func texts(of draft: ItemDraft) -> [ItemField: String] {
    var texts: [ItemField: String] = [
      .title: draft.title, .descriptions: draft.description, .price: "\(draft.price.amount)",
      .currency: draft.price.currency.code, .discountedPrice: draft.discountedPrice.map { "\($0)" } ?? "",
      .stock: String(draft.stock),
    ]
    for field in DetailField.allCases {
      texts[.detail(field)] = draft.details[field]?.texts.joined(separator: ", ") ?? ""
    }
    // A line ends with both characters where a program of another system has written it.
    return texts.mapValues { $0.replacing("\r\n", with: "\n") }
  }

  /// The draft of this form for an item that has another one. What the form does not have stays, and so does a text that was not
  /// edited: a page cannot show each one as it is.
  func edited(_ draft: ItemDraft, from former: ItemDraft) -> ItemDraft {
    let shown = Self.texts(of: former)
    func isKept(_ field: ItemField) -> Bool {
      guard let text = texts[field] else { return true }
      return Self.sentBack(shown[field] ?? "") == Self.sentBack(text)
    }
    var edited = draft
    if isKept(.title) { edited.title = former.title }
    if isKept(.descriptions) { edited.description = former.description }
    // v2 can discount all of a price.
    if isKept(.discountedPrice) { edited.discountedPrice = former.discountedPrice }
    for field in DetailField.allCases where isKept(.detail(field)) {
      edited.details[field] = former.details[field]
    }
    return edited
  }

  /// A text as a browser sends it back that was shown it.
  private static func sentBack(_ text: String) -> String {
    let shown = text.unicodeScalars.map { [UInt8].shows($0) ? $0 : "\u{FFFD}" }
    return String(String.UnicodeScalarView(shown)).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A number for each field of an item, and one for its images, in the order of `fields`; its stock is compared by itself.
  static func fingerprint(of item: StoredItem) -> String {
    let texts = texts(of: item.draft)
    return
      (fields.map { digest(texts[$0] ?? "") } + [
        digest(item.images.map { String($0.id) }.joined(separator: " "))
      ])
      .joined(separator: ".")
  }

  private static func digest(_ text: String) -> String {
    String(SHA256.hexadecimal(Data(sentBack(text).utf8)).prefix(8))
  }

  /// The fields that were changed meanwhile to other values than those of this form.
  func conflicts(with item: StoredItem) -> [ItemField] {
    let (former, present) = (seen.split(separator: "."), Self.fingerprint(of: item).split(separator: "."))
    guard former.count == present.count else { return [.title] }
    let texts = Self.texts(of: item.draft)
    let changed = zip(Self.fields + [.images], zip(former, present)).filter { $1.0 != $1.1 }.map(\.0)
    return changed.filter { field in
      field == .images
        || field != .stock && Self.sentBack(texts[field] ?? "") != Self.sentBack(self.texts[field] ?? "")
    }
  }

  /// Notes the conflicts with an item, and takes the values of it that the seller had not edited.
  mutating func noteConflicts(with item: StoredItem) {
    let (former, now) = (seen.split(separator: "."), Self.texts(of: item.draft))
    let movesStock = item.draft.stock != seenStock && texts[.stock] != seenStock.map(String.init)
    for field in conflicts(with: item) + (movesStock ? [.stock] : []) {
      guard field != .images else {
        note("The images were changed meanwhile.", in: field)
        continue
      }
      let (present, own) = (
        Self.quoted(now[field] ?? "", of: field), Self.quoted(texts[field] ?? "", of: field)
      )
      let place = Self.fields.firstIndex(of: field)
      if let place, former.indices.contains(place), former[place] == Self.digest(texts[field] ?? "") {
        texts[field] = now[field]
        note(
          LocalizedPhrase("\(field.name): changed meanwhile, now “\(present)”, before “\(own)”"), in: field)
      } else {
        note(
          LocalizedPhrase("\(field.name): changed meanwhile, now “\(present)”, here “\(own)”"), in: field)
      }
    }
  }
}

/// Numbers in forms, read as the cells of sheets are.
extension ItemField {
  /// An amount, also with a sign or the code of its currency: `1,690,000원`, `USD 12.50`.
  func writtenAmount(_ text: String, in currency: Currency?) throws(ValidationError) -> Decimal {
    guard !text.isEmpty else { throw ValidationError(self, .empty) }
    guard let amount = try? CellAmount(typed: text, in: currency) else {
      throw ValidationError(self, .notANumber, value: text)
    }
    guard amount.currencies.isEmpty || currency.map(amount.currencies.contains) ?? true else {
      throw ValidationError(self, .inOtherCurrency, value: text)
    }
    try ValidDraft.check(self, amount.number.amount, in: currency)
    return amount.number.amount
  }

  /// A whole number, also with signs between groups of digits: `1,000`.
  func writtenNumber(_ text: String) throws(ValidationError) -> Int {
    if let number = (try? CellNumber(text.plainCell, decimalSign: .point))?.whole { return number }
    return try wholeNumber(text)
  }
}
