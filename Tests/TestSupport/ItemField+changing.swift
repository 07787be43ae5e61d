package import OpenMarket

extension ItemField {
  /// The fields of a draft.
  package static let ofDraft = allCases.filter { $0.isOfItem && $0 != .password && $0 != .images }

  /// A draft in which all fields have a value.
  package static let fullDraft: ItemDraft = {
    var draft = ItemDraft(
      title: "Lamp", description: "Brass", price: Price(40, .usDollar), discountedPrice: 30, stock: 3)
    for field in DetailField.allCases { draft.details[field] = field.sample("one") }
    return draft
  }()

  /// The patch that gives a draft another value of this field alone.
  package var patch: ItemPatch {
    var patch = ItemPatch()
    switch self {
    case .title: patch.title = "Desk"
    case .descriptions: patch.description = "Oak"
    case .price: patch.amount = 50
    case .currency: patch.currency = Currency("EUR")
    case .stock: patch.stock = 4
    case .discountedPrice: patch.discount = .to(20)
    case .detail(let field): patch.details[field] = field.sample("other")
    case .password, .images, .quantity, .cost, .reference, .reason, .time, .entry: break
    }
    return patch
  }
}

extension DetailField {
  /// A valid value.
  package func sample(_ word: String) -> DetailValue {
    if self == .barcodes { return .list(word == "one" ? ["8801234567893"] : ["012345678905", "96385074"]) }
    return switch kind {
    case .words: .list([word, "\(rawValue) \(word)"])
    case .line, .text: .text("\(rawValue) \(word)")
    case .number: .number(word.utf8.reduce(0) { $0 * 7 % 1_000 + Int($1) })
    case .flag: .flag(word == "one")
    }
  }
}
