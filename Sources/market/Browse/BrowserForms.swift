import Console
import Foundation
import OpenMarket
import Wording

/// The purpose of a form of the screen.
enum ItemForm: Sendable, Equatable {
  case new
  case item(Item)
  case several([Int])
  case movement(Movement, of: [Int])
  /// With the form as it was opened.
  case correction(Form)
  case filters
  case password(BrowserCommand)

  /// A command that records pieces of several items.
  enum Movement: String {
    case sell, restock
    case takeBack = "return"
    case writeOff = "write-off"
  }

  /// Whether it changes items.
  var isOfItems: Bool {
    switch self {
    case .new, .item, .several, .movement, .correction: true
    case .filters, .password: false
    }
  }

  /// Whether it asks before what was typed is discarded.
  var asks: Bool { self == .filters || isOfItems }
}

/// The forms of `market browse`: their fields, what is wrong with their values, and the command lines that they stand for. A form
/// is never more than a command line, so that both have the same rules.
struct BrowserForms {
  let format: OutputFormat
  /// The declaration by which conditions are read.
  let declaration: CommandDeclaration
  /// Finds the first mistake in a command line before it is run; nil where it has none.
  let problem: ([String]) -> LocalizedPhrase?
  /// The currency of prices that name none.
  let currency: String
  /// Whether an order is found by its receipt, as the operator finds it.
  let findsOrders: Bool

  func text(_ phrase: LocalizedPhrase) -> String { format.text(phrase) }

  /// Whether a letter answers a question with yes, also by its place on a Korean keyboard.
  func means(yes letter: Character) -> Bool {
    format.language.means(yes: String(letter)) || Key.character(letter).command == .character("y")
  }

  private func field(
    _ name: String, _ label: LocalizedPhrase, _ value: String = "", hint: String = "", isPath: Bool = false
  ) -> Form.Field {
    .init(name, label: text(label), .text(LineEditor(value)), hint: hint, isPath: isPath)
  }

  /// A field whose value is typed anew, and not added to.
  private func number(_ name: String, _ label: String, _ value: String = "", hint: String = "") -> Form.Field
  {
    .init(name, label: label, .text(LineEditor(value, isReplaced: true)), hint: hint)
  }

  // MARK: Order and filters

  func order(_ query: PageQuery) -> Picker {
    Picker(
      title: text(LocalizedPhrase("Order")), choices: PageQuery.Sort.allCases.map { text($0.words) },
      chosen: PageQuery.Sort.allCases.firstIndex(of: query.sort))
  }

  /// The conditions of the form's first field.
  private static let stocks: [ItemCondition?] = [nil, .inStock, .soldOut, .low, .offSale]

  func filters(_ filter: ListFilter) -> Form {
    func value(_ condition: ItemCondition) -> String { filter[condition]?.text ?? "" }
    let stock = Self.stocks.firstIndex { $0.map { filter[$0] != nil } ?? false } ?? 0
    let words = [
      LocalizedPhrase("any"), "in stock", "sold out", LocalizedPhrase("low"), "off sale",
    ]
    return Form(
      title: text(LocalizedPhrase("Filters")),
      [
        .init("state", label: text(LocalizedPhrase("Stock")), .choice(words.map(text), stock)),
        field("currency", LocalizedPhrase("Currency"), value(.currency), hint: "KRW"),
        field("min", LocalizedPhrase("From"), value(.min)),
        field("max", "Up to", value(.max)),
        .init("discounted", label: text(LocalizedPhrase("Discounted")), .flag(filter[.discounted] != nil)),
        field("tag", LocalizedPhrase("Tag"), value(.tag)),
        field("vendor", LocalizedPhrase("Seller"), value(.vendor)),
      ])
  }

  private func filter(_ words: [String]) throws -> ListFilter {
    try Arguments(words, for: declaration).filter()
  }

  private func mistake(_ error: any Error) -> String? {
    (error as? any ReportableError).map { text($0.reason) }
  }

  /// Conditions that have a field.
  private static let conditionsInForm: Set<ItemCondition> =
    Set(stocks.compactMap(\.self)).union([.currency, .min, .max, .discounted, .tag, .vendor])

  /// The conditions of the form, and those before that have no field; nil, and the form says why, for values that a condition
  /// cannot have.
  func filter(of form: inout Form, keeping former: ListFilter) -> ListFilter? {
    do {
      var filter = try filter(words(of: form))
      for (condition, value) in former.conditions where !Self.conditionsInForm.contains(condition) {
        filter[condition] = value
      }
      return filter
    } catch {
      form.message = mistake(error) ?? ""
      return nil
    }
  }

  // MARK: Items

  /// - Parameter others: Items of the market: the currency of most of them is that of the new one.
  func add(beside others: [Item]) -> Form {
    let counts = Dictionary(others.map { ($0.price.currency.code, 1) }, uniquingKeysWith: +)
    let usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    var form = Form(title: text("Add an item"), fields(of: nil, currency: usual))
    // Where items have several, the command would not take this one by itself.
    if counts.count > 1, let usual, let index = form.fields.firstIndex(where: { $0.name == "currency" }) {
      form.fields[index].value = .text(LineEditor(usual, isReplaced: true))
    }
    return form
  }

  /// The stock, the price and the cost of an item, for the person that counts its pieces.
  private func facts(of item: Item?) -> String {
    guard let item else { return "" }
    let price = LocalizedPhrase(verbatim: format.price(item.discountedPrice ?? item.price))
    let cost = item.cost.map { cost -> LocalizedPhrase in "cost \(format.price(cost))" }
    return format.facts(["\(format.count(item.stock)) in stock", price, cost])
  }

  func edit(_ item: Item) -> Form {
    Form(title: "#\(item.id) \(item.title.sanitizedLine)", fields(of: item))
  }

  /// - Parameter item: The item whose values they have; nil for a new one.
  private func fields(of item: Item?, currency: String? = nil) -> [Form.Field] {
    func words(_ field: DetailField) -> String {
      (item?.details[field]?.texts ?? []).joined(separator: ", ")
    }
    return [
      field("title", LocalizedPhrase("Title"), item?.title ?? ""),
      number(
        "price", text(LocalizedPhrase("Price")), item.map { "\($0.price.amount)" } ?? "",
        hint: Currency(currency ?? self.currency)?.minorDigits == 0 ? "12500" : "12.50"),
      field(
        "currency", LocalizedPhrase("Currency"), item?.price.currency.code ?? "",
        hint: currency ?? self.currency),
      number(
        "discounted-price", text("Discounted price"), item?.discountedPrice.map { "\($0.amount)" } ?? ""),
      number("stock", text(LocalizedPhrase("Stock")), "\(item?.stock ?? 1)"),
      field("sku", LocalizedPhrase("SKU"), words(.sku)),
      field("barcode", LocalizedPhrase("Barcodes"), words(.barcodes)),
      field("tag", LocalizedPhrase("Tags"), words(.tags)),
      field("description", LocalizedPhrase("Description"), item?.description ?? ""),
      field("image", LocalizedPhrase("Image files"), "", hint: text("Tab completes"), isPath: true),
    ]
  }

  func editSeveral(_ ids: [Int]) -> Form {
    Form(
      title: text("Edit \(ids.count) items"),
      [
        field("price", LocalizedPhrase("Price"), hint: "+5%"),
        field("discount", LocalizedPhrase("Discount"), hint: "20%"),
        field("stock", LocalizedPhrase("Stock"), hint: "+1"),
        field("add-tag", LocalizedPhrase("Add a tag")), field("remove-tag", LocalizedPhrase("Remove a tag")),
      ])
  }

  /// A field of an amount in the currency of an item.
  private func amount(_ name: String, _ label: LocalizedPhrase, of item: Item?, hint: String = "")
    -> Form.Field
  {
    number(name, text(label) + (item.map { " (\($0.price.currency.code))" } ?? ""), hint: hint)
  }

  /// A line for the pieces of each item, by its number, and what they have in common.
  ///
  /// - Parameter only: The item where it is one.
  func movement(_ movement: ItemForm.Movement, of items: [(id: Int, title: String)], only: Item?) -> Form {
    let pieces = items.map {
      number("\($0.id)", items.count == 1 ? text(LocalizedPhrase("Pieces")) : $0.title, "1")
    }
    let subject = items.count == 1 ? items[0].title : text(format.items(items.count))
    let reference = field("reference", LocalizedPhrase("Reference"))
    let (title, own): (LocalizedPhrase, [Form.Field]) =
      switch movement {
      case .sell:
        ("Sell \(subject)", [amount("price", "Unit price", of: only, hint: text("item's price")), reference])
      case .restock: ("Restock \(subject)", [amount("cost", "Unit cost", of: only), reference])
      case .takeBack:
        (
          "Return \(subject)",
          [
            field("reference", "Reference of the sale"),
            .init("not-resellable", label: text("Cannot be sold again"), .flag(false)),
          ]
        )
      case .writeOff:
        (
          "Write off \(subject)",
          [
            .init(
              "reason", label: text(LocalizedPhrase("Reason")),
              .choice(RemovalReason.given.map { text($0.name) }, 0)), reference,
          ]
        )
      }
    return Form(
      title: text(title), facts: facts(of: only),
      // An amount is for one item.
      pieces + own.filter { items.count == 1 || !["price", "cost"].contains($0.name) } + [
        field("at", LocalizedPhrase("Time"), hint: text(LocalizedPhrase("now"))),
        field("note", LocalizedPhrase("Note")),
      ])
  }

  /// - Parameter shown: The item, whose last sale or delivery is the entry unless another one is typed; nil for none.
  func correction(of shown: BrowsedItem?) -> Form {
    let entries = (shown?.history ?? []).compactMap { entry -> Movement? in
      if case .movement(let movement, _) = entry, [.sold, .received].contains(movement.kind) {
        movement
      } else {
        nil
      }
    }
    let name = shown.map { "#\($0.item.id) \($0.item.title.sanitizedLine)" }
    return Form(
      title: [text("Correct an entry"), name].compactMap(\.self).joined(separator: " · "),
      facts: facts(of: shown?.item),
      [
        number("entry", text(LocalizedPhrase("Entry")), entries.first.map { "\($0.id)" } ?? ""),
        number(
          "quantity", text(LocalizedPhrase("Pieces")), entries.first.map { "\($0.quantity.magnitude)" } ?? "",
          hint: text("0 voids the sale")),
        amount("price", "Unit price", of: shown?.item), amount("cost", "Unit cost", of: shown?.item),
        field("note", LocalizedPhrase("Note")),
      ])
  }

  func password(_ message: String) -> Form {
    var form = Form(
      title: text("Password of the item"),
      [.init("password", label: text(LocalizedPhrase("Password")), .text(LineEditor(), isSecret: true))])
    form.message = message
    return form
  }

  // MARK: Command lines

  /// The words of a field's value; none for an empty one.
  private func words(_ field: Form.Field, _ form: Form) -> [String] {
    let text = form.text(field.name).trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return [] }
    switch field.name {
    case _ where Int(field.name) != nil: return ["\(field.name):\(text)"]
    case "entry": return [text]
    case "state": return Self.stocks[Int(text) ?? 0].map { ["--\($0.rawValue)"] } ?? []
    case "reason":
      return ["--reason=\(RemovalReason.given[Int(text) ?? 0].rawValue)"]
    case "not-resellable", "discounted": return ["--\(field.name)"]
    case "barcode", "tag":
      return text.split(separator: ",").map { "--\(field.name)=\($0.trimmingCharacters(in: .whitespaces))" }
    case "image": return Form.paths(in: text).map { "--image=" + Form.expanded($0) }
    default: return ["--\(field.name)=\(text)"]
    }
  }

  /// Adds the paths of images that are dropped on the terminal to the field for them, wherever the cursor is. False for any other
  /// text.
  func drop(_ text: String, on form: inout Form) -> Bool {
    let paths = Self.droppedPaths(text)
    let areImages = paths.allSatisfy { path in
      path.hasPrefix("/") && [".png", ".jpg", ".jpeg"].contains { path.lowercased().hasSuffix($0) }
    }
    guard !paths.isEmpty, areImages, let index = form.fields.firstIndex(where: \.isPath) else { return false }
    let former = form.text(form.fields[index].name).trimmingCharacters(in: .whitespaces)
    form.fields[index].value = .text(
      LineEditor(((former.isEmpty ? [] : [former]) + paths.map(Form.text(ofPath:))).joined(separator: ", ")))
    form.focus(on: form.fields[index].name)
    return true
  }

  /// The paths in a text as terminals paste them: one as it is, or several in quotes, with backslashes before spaces, or as
  /// addresses of files.
  private static func droppedPaths(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).flatMap { line in
      let path = line.trimmingCharacters(in: .whitespaces)
      if path.hasPrefix("/"), FileManager.default.fileExists(atPath: path) { return [path] }
      return ShellLine.words(of: path).map { word in
        word.hasPrefix("file://") ? URL(string: word)?.path(percentEncoded: false) ?? word : word
      }
    }
  }

  private func words(of form: Form) -> [String] { form.fields.flatMap { words($0, form) } }

  /// Says what is wrong with the value that is being typed, and with others that were wrong beside the former one.
  func check(_ form: inout Form, of subject: ItemForm) {
    for index in form.fields.indices where index == form.focus || form.fields[index].problem != nil {
      form.fields[index].problem = problem(of: form.fields[index], in: form, subject)
    }
  }

  private func problem(of field: Form.Field, in form: Form, _ subject: ItemForm) -> String? {
    let own = words(field, form)
    let line: [String]
    switch subject {
    case .new, .item:
      // The rules of both are those of new items. The other fields may not be filled in yet.
      var others: [String] = []
      for name in ["title", "price", "currency"] where name != field.name {
        let known = form.fields.first { $0.name == name && $0.problem == nil }.map { words($0, form) } ?? []
        others += known.isEmpty && name != "currency" ? ["--\(name)=1"] : known
      }
      line = ["add"] + others + own
    case .several(let ids): line = ["edit"] + ids.prefix(1).map(String.init) + own
    case .movement(let movement, let ids):
      let isOfOne = Int(field.name) != nil
      let reason =
        form.fields.first { $0.name == "reason" && $0.name != field.name }.map { words($0, form) } ?? []
      line = [movement.rawValue] + (isOfOne ? [] : ids.prefix(1).map(String.init)) + own + reason
    case .correction:
      // A correction has an entry and a new term.
      let others = ["entry": "1", "quantity": "--quantity=1"].filter { $0.key != field.name }
      line = ["correct"] + others.values + own
    case .filters:
      do {
        _ = try filter(own)
        return nil
      } catch {
        return mistake(error)
      }
    case .password: return nil
    }
    return own.isEmpty ? nil : problem(line).map(text)
  }

  /// The command of a form; nil, and the form says why, where it cannot be run. Without lines where nothing is to be changed.
  func command(of form: inout Form, _ subject: ItemForm) -> BrowserCommand? {
    let former: Form? =
      switch subject {
      case .item(let item): edit(item)
      case .correction(let form): form
      default: nil
      }
    for index in form.fields.indices {
      let field = form.fields[index]
      let isChanged = former.map { $0.text(field.name) != form.text(field.name) } ?? true
      form.fields[index].problem = isChanged ? problem(of: field, in: form, subject) : nil
    }
    if let field = form.fields.first(where: { $0.problem != nil }) {
      form.focus(on: field.name)
      return nil
    }
    let command: BrowserCommand
    switch subject {
    case .new: command = BrowserCommand(verb: .add, lines: [["add"] + words(of: form)])
    case .item(let item): command = BrowserCommand(verb: .edit, lines: changes(form, of: item))
    case .several(let ids):
      let words = words(of: form)
      command = BrowserCommand(
        verb: .editPlan, lines: words.isEmpty ? [] : [["edit"] + ids.map(String.init) + words + ["--dry-run"]]
      )
    case .movement(let movement, _):
      command = BrowserCommand(
        verb: movement == .sell ? .sell : .record, lines: [[movement.rawValue] + words(of: form)])
    case .correction(let former):
      // A number that was not touched is that of the entry, which may be another one now.
      var changed = form
      if form.text("quantity") == former.text("quantity") {
        changed.fields.removeAll { $0.name == "quantity" }
      }
      command = BrowserCommand(
        verb: .correctionPlan, lines: [["correct"] + words(of: changed) + ["--dry-run"]])
    case .filters, .password: return nil
    }
    for line in command.lines {
      guard let problem = problem(line) else { continue }
      form.message = text(problem)
      return nil
    }
    return command
  }

  private static let removals = [
    "discounted-price": "--no-discount", "sku": "--no-sku", "barcode": "--no-barcodes", "tag": "--no-tags",
  ]

  /// The command lines that change an item to what the form has.
  private func changes(_ form: Form, of item: Item) -> [[String]] {
    let former = edit(item)
    var words: [String] = []
    var lines: [[String]] = []
    for field in form.fields {
      let (text, before) = (form.text(field.name), former.text(field.name))
      guard text != before else { continue }
      switch field.name {
      case "image":
        lines = [
          ["images", String(item.id), "add"]
            + self.words(field, form).map { String($0.dropFirst("--image=".count)) }
        ]
      // Pieces may have been sold since the form was opened.
      case "stock" where !text.trimmingCharacters(in: .whitespaces).isEmpty:
        words += self.words(field, form) + ["--was=\(item.stock)"]
      case _ where !text.trimmingCharacters(in: .whitespaces).isEmpty: words += self.words(field, form)
      default: words.append(Self.removals[field.name] ?? "--\(field.name)=")
      }
    }
    // An amount of another currency needs the other amounts again.
    if words.contains(where: { $0.hasPrefix("--currency=") }) {
      for field in form.fields where ["price", "discounted-price"].contains(field.name) {
        for word in self.words(field, form) where !words.contains(word) { words.append(word) }
      }
    }
    return (words.isEmpty ? [] : [["edit", String(item.id)] + words]) + lines
  }

  // MARK: Keys

  /// Keys by group, with the command that does the same; below it where the screen is narrow.
  func help(_ entries: [BrowserKey.Entry], columns: Int) -> [String] {
    let widest = (entries.map(\.shown.displayWidth).max() ?? 0) + 4
    let meanings = entries.map { text($0.meaning).displayWidth }.max() ?? 0
    let verbs = entries.compactMap { $0.verb?.displayWidth }.max() ?? 0
    let isNarrow = widest + meanings + verbs + 15 > columns
    return BrowserKey.Group.allCases.flatMap { group in
      let keys = entries.filter { $0.group == group }.flatMap { entry in
        let line = ("  " + entry.shown).padded(toWidth: widest) + text(entry.meaning)
        guard let verb = entry.verb.map({ "market \($0)" }) else { return [line] }
        return isNarrow
          ? [line, "".padded(toWidth: widest) + verb] : [line.padded(toWidth: widest + meanings + 2) + verb]
      }
      return [text(group.name)] + keys + [""]
    }
  }
}

extension ReportableError {
  /// The mistake in a value, beside the field that has it.
  var reason: LocalizedPhrase {
    if case .invalidValue(_, _, let reason)? = (self as? UsageError)?.reason { return reason }
    return message
  }
}

extension ListFilter {
  /// The conditions in words: `in stock · from 10 · #summer`.
  func words(_ format: OutputFormat) -> [LocalizedPhrase] {
    conditions.map { condition, value in
      let text = value.text.sanitizedLine
      return switch condition {
      case .soldOut: LocalizedPhrase("sold out")
      case .inStock: LocalizedPhrase("in stock")
      case .below: "fewer than \(text)"
      case .currency: LocalizedPhrase(verbatim: text)
      case .min: "from \(text)"
      case .max: "up to \(text)"
      case .discounted: LocalizedPhrase("discounted")
      case .vendor: "by \(text)"
      case .tag:
        LocalizedPhrase(
          verbatim: text.split(separator: ",").map { "#" + $0.trimmingCharacters(in: .whitespaces) }.joined(
            separator: " "))
      case .since: "added since \(text)"
      case .soldSince: "sold since \(text)"
      case .unsoldFor: "not sold for \(text)"
      case .withoutImage: LocalizedPhrase("without an image")
      case .low: LocalizedPhrase("low stock")
      case .offSale: LocalizedPhrase("off sale")
      }
    }
  }
}
