import OpenMarket

/// Why the market refuses a line, in words.
extension PlanProblem {
  init(_ refusal: BatchRefusal, _ format: OutputFormat) {
    switch refusal {
    case .invalid(let error): self.init(error, format)
    case .taken(let key):
      // The key of a row is no column.
      let column = key == .rowKey ? nil : key.rawValue
      self.init(column: column, rule: "taken", sentence: format.text("Another item has this value"))
    case .noSuchItem:
      self.init(rule: "no-such-item", sentence: format.text("The item was deleted since the plan was made"))
    case .wrongPassword:
      self.init(rule: "wrong-password", sentence: format.text("The item has another password"))
    case .tooManyAttempts(let seconds):
      self.init(
        rule: "too-many-attempts",
        sentence: format.text("Too many wrong passwords for this item; try again in \(seconds) s"))
    case .changed:
      self.init(rule: "changed", sentence: format.text("The item has changed since the plan was made"))
    case .ledger(let refusal):
      self.init(column: ImportColumn.stock.rawValue, rule: "stock", sentence: format.text(refusal.message))
    case .other(let code, let field, let reason):
      self.init(column: field, code: code, reason: reason, format)
    }
  }

  /// A refusal as a market sends it.
  private init(column: String?, code: String?, reason: String, _ format: OutputFormat) {
    switch code {
    case "sku_taken": self.init(.taken(.sku), format)
    case "key_taken": self.init(.taken(column == "key" ? .rowKey : .reference), format)
    case "not_found": self.init(.noSuchItem, format)
    case "wrong_password": self.init(.wrongPassword, format)
    case "precondition_failed": self.init(.changed(version: ""), format)
    default: self.init(column: column, rule: code ?? "refused", sentence: reason.sanitizedLine)
    }
  }
}
