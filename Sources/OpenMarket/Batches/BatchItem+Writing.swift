package import Foundation

/// The JSON of items of batches, written without an encoder: plans and batches have many of them.
extension BatchItem {
  /// Writes the item as `encode(to:)` does.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("action", action?.rawValue)
      if let clear, !clear.isEmpty {
        writer.key("clear")
        writer.array { writer in for field in clear { writer.value(field.rawValue) } }
      }
      writer.member("currency", currency)
      writer.member("description", description)
      writer.member("discounted_price", discountedPrice)
      writer.member("id", id)
      writer.member("images", images)
      writer.member("key", key)
      writer.member("price", price)
      writer.member("reference", reference)
      if let registrationDate {
        writer.key("registration_date")
        writer.value(registrationDate.timeIntervalSince1970)
      }
      writer.member("stock", stock)
      writer.member("title", title)
      writer.member("version", version)
      writer.members(details)
    }
  }

  /// The item as JSON.
  package var json: Data {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.takeBytes()
  }

  /// Reads what `write(to:)` writes; nil for other JSON, which is then decoded.
  package init?(_ scanner: inout JSONScanner) {
    var item = Self()
    guard scanner.object({ item.read($1, &$0) }) else { return nil }
    self = item
  }

  private mutating func read(_ name: String, _ scanner: inout JSONScanner) -> Bool {
    switch name {
    case "action": return scanner.read(&action)
    case "clear":
      clear = scanner.array { $0.text().flatMap(Clearable.init) }
      return clear != nil
    case "currency": return scanner.read(&currency)
    case "description": return scanner.read(&description)
    case "discounted_price": return scanner.read(&discountedPrice)
    case "id": return scanner.read(&id)
    case "images": return scanner.read(&images)
    case "key": return scanner.read(&key)
    case "price": return scanner.read(&price)
    case "reference": return scanner.read(&reference)
    case "registration_date":
      registrationDate = scanner.double().map(Date.init(secondsInYears:))
      return registrationDate != nil
    case "stock": return scanner.read(&stock)
    case "title": return scanner.read(&title)
    case "version": return scanner.read(&version)
    default:
      guard let field = DetailField(rawValue: name) else { return false }
      details[field] = scanner.detail(field)
      return details[field] != nil
    }
  }
}

/// Members of an object that are left out where there is no value.
extension JSONWriter {
  package mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  package mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  package mutating func member(_ name: StaticString, _ number: Decimal?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  package mutating func member(_ name: StaticString, _ texts: [String]?) {
    guard let texts else { return }
    key(name)
    array { writer in for text in texts { writer.value(text) } }
  }
}
