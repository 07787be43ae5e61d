import HTTP

/// A filter as query items: each condition under its own name, words with a vertical bar between them.
extension QueryForm.Item {
  /// An item for each condition.
  static func conditions(_ field: any WritableKeyPath<Value, ListFilter> & Sendable) -> [Self] {
    ItemCondition.allCases.map { condition in
      Self(name: condition.rawValue, text: { $0[keyPath: field][condition]?.text }) { text, value in
        try value[keyPath: field].read(text, of: condition)
      }
    }
  }
}

extension ListFilter {
  /// Reads the value of a condition as a query item has it. Throws the `APIError` that names an invalid one.
  mutating func read(_ text: String, of condition: ItemCondition) throws {
    let texts = if case .words = condition.kind { ItemTags.tags(in: text) } else { [text] }
    self[condition] = try Value(texts, of: condition).orThrow(
      APIError.malformed(
        "\(condition.rawValue) '\(text)' is not \(condition.rule.english)", field: condition.rawValue))
  }

  /// Throws the `APIError` for a condition that a list of a server does not take.
  func checkIsPublic() throws {
    guard self[.offSale] == nil else {
      throw APIError.malformed(
        "off-sale is for the operator of the market alone: items off sale stand in no public list",
        field: ItemCondition.offSale.rawValue)
    }
  }

  /// The filter without the conditions that a response says were applied, in `Applied-Filters`.
  func without(appliedIn headers: HTTPHeaders) -> ListFilter {
    let names = headers[.appliedFilters]?.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    var rest = self
    for name in names ?? [] {
      if let condition = ItemCondition(rawValue: name) { rest[condition] = nil }
    }
    return rest
  }
}
