import Foundation
package import SystemSupport

/// A change as JSON: members that are empty are left out.
extension LogChange {
  /// As it is stored beside its item: of an item that was added, the most frequent change, the title alone.
  var stored: JSON {
    if let title, self == LogChange(.added, item: item, title: title) { return .string(title) }
    var change = self
    change.item = nil
    return change.json
  }

  var json: JSON {
    var members: [(key: String, value: JSON)] = [("kind", .string(kind.rawValue))]
    if let item { members.append(("item", .number(String(item)))) }
    if let title { members.append(("title", .string(title))) }
    if !fields.isEmpty { members.append(("fields", .array(fields.map(\.json)))) }
    if let currency { members.append(("currency", .string(currency.code))) }
    if let formerImages { members.append(("former_images", Self.json(formerImages))) }
    if let images { members.append(("images", Self.json(images))) }
    if let formerNames { members.append(("former_image_names", Self.json(formerNames))) }
    if let names { members.append(("image_names", Self.json(names))) }
    if !movements.isEmpty { members.append(("movements", Self.json(movements))) }
    if let review { members.append(("review", .number(String(review)))) }
    if let text { members.append(("text", .string(text))) }
    return .object(members)
  }

  /// The change with parts of long texts, for a response: their beginnings, or where they first differ.
  var shortened: LogChange {
    func short(_ text: String?, from start: Int = 0) -> String? {
      guard let text, text.utf8.count > 1_000 else { return text }
      let rest = text.dropFirst(start)
      return (start > 0 ? "…" : "") + (rest.count > 250 ? rest.prefix(250) + "…" : rest)
    }
    var change = self
    change.fields = fields.map { field in
      let common = zip(field.before ?? "", field.after ?? "").prefix { $0 == $1 }.count
      let start = common > 200 ? common - 50 : 0
      return Field(
        name: field.name, before: short(field.before, from: start), after: short(field.after, from: start))
    }
    change.text = short(text)
    return change
  }

  private static func json(_ ids: [Int]) -> JSON { .array(ids.map { .number(String($0)) }) }

  private static func json(_ names: [String?]) -> JSON {
    .array(names.map { name in name.map { .string($0) } ?? .null })
  }

  /// Nil for a text that is no change.
  init?(stored text: String, item: Int?) {
    guard let json = try? JSONReader.value(of: Data(text.utf8), JSON.init) else { return nil }
    if let title = json.string {
      self.init(.added, title: title)
    } else {
      self.init(json)
    }
    self.item = item
  }

  init?(_ json: JSON) {
    guard case .object(let members) = json else { return nil }
    let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    guard let kind = values["kind"]?.text(as: Kind.init) else { return nil }
    self.init(kind, item: values["item"]?.integer, title: values["title"]?.string)
    fields = (values["fields"]?.elements ?? []).compactMap(Field.init)
    currency = values["currency"]?.text { Currency($0) }
    formerImages = values["former_images"]?.elements.map { $0.compactMap(\.integer) }
    images = values["images"]?.elements.map { $0.compactMap(\.integer) }
    formerNames = values["former_image_names"]?.elements.map { $0.map(\.string) }
    names = values["image_names"]?.elements.map { $0.map(\.string) }
    movements = (values["movements"]?.elements ?? []).compactMap(\.integer)
    review = values["review"]?.integer
    self.text = values["text"]?.string
  }
}

extension LogChange.Field {
  fileprivate var json: JSON {
    .array([.string(name), before.map { .string($0) } ?? .null, after.map { .string($0) } ?? .null])
  }

  fileprivate init?(_ json: JSON) {
    guard let parts = json.elements, parts.count == 3, let name = parts[0].string else { return nil }
    self.init(name: name, before: parts[1].string, after: parts[2].string)
  }
}

extension JSON {
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }
  var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  /// The member of an object; nil for none.
  package func member(_ name: String) -> JSON? {
    if case .object(let members) = self { members.first { $0.key == name }?.value } else { nil }
  }

  fileprivate func text<Value>(as make: (String) -> Value?) -> Value? { string.flatMap(make) }
}
