import Foundation
import SystemSupport

/// A JSON value.
enum JSONTree: Equatable {
  case null
  case bool(Bool)
  case number(Decimal)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// By the reader of the program: Foundation's throws, and unwinds the stack for it, for each type that a value is not.
  init(_ data: Data) throws { self.init(try JSONReader.value(of: data, JSON.init)) }

  init(_ text: String) throws { try self.init(Data(text.utf8)) }

  private init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .truth(let truth): self = .bool(truth)
    case .number(let digits): self = .number(Decimal(string: digits) ?? .nan)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map(Self.init))
    case .object(let members): self = .object(Dictionary(members.map { ($0.key, Self($0.value)) }) { $1 })
    }
  }

  var object: [String: JSONTree] {
    if case .object(let members) = self { members } else { [:] }
  }

  var array: [JSONTree] {
    if case .array(let elements) = self { elements } else { [] }
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  subscript(key: String) -> JSONTree? { object[key] }

  /// The value at a JSON pointer in a fragment (RFC 6901 §6), `#/components/schemas/Item`.
  func value(at pointer: String) -> JSONTree? {
    pointer.split(separator: "/").dropFirst().reduce(Optional(self)) { value, part in
      value?[String(part).replacing("~1", with: "/").replacing("~0", with: "~")]
    }
  }

  /// The names of the types of JSON Schema that the value has.
  fileprivate var types: [String] {
    switch self {
    case .null: ["null"]
    case .bool: ["boolean"]
    case .number(let number): number.isWhole ? ["integer", "number"] : ["number"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }
}

extension Decimal {
  fileprivate var isWhole: Bool {
    var (number, whole) = (self, Decimal())
    NSDecimalRound(&whole, &number, 0, .plain)
    return whole == self
  }
}

/// Checks values by the part of JSON Schema (2020-12) that the OpenAPI document uses.
///
/// It is stricter than JSON Schema: a keyword that it does not know is a defect, and so are an object that leaves open which
/// other keys it may have, and a required key without a schema.
struct JSONSchema {
  /// Where `$ref` points.
  let document: JSONTree
  /// The keys and the values of `enum` that checked values had, by the pointer of their schema:
  /// `#/components/schemas/Item.title`, `#/components/schemas/Review.kind=sold`.
  private(set) var seen: Set<String> = []

  init(_ document: JSONTree) {
    self.document = document
  }

  private static let keywords: Set = [
    "$ref", "additionalProperties", "const", "description", "enum", "items", "maxItems", "maximum",
    "minItems",
    "minimum", "oneOf", "pattern", "properties", "required", "type",
  ]

  /// The defects of a value, each with its place and the rule; empty for a valid value.
  ///
  /// - Parameter pointer: The place of the schema in the document.
  mutating func defects(
    in value: JSONTree, by schema: JSONTree, _ pointer: String = "#", at place: String = "$"
  ) -> [String] {
    if let reference = schema["$ref"]?.string {
      guard let target = document.value(at: reference) else { return ["\(place): no schema at \(reference)"] }
      guard Set(schema.object.keys).isSubset(of: ["$ref", "description"]) else {
        return ["\(place): keywords beside $ref"]
      }
      return defects(in: value, by: target, reference, at: place)
    }
    let unknown = schema.object.keys.filter { !Self.keywords.contains($0) }.sorted()
    return unknown.map { "\(place): unknown keyword '\($0)'" }
      + defectsOfType(value, schema, place) + defectsOfChoice(value, schema, pointer, place)
      + defectsOfSize(value, schema, place) + defectsOfMembers(value, schema, pointer, place)
  }

  private func defectsOfType(_ value: JSONTree, _ schema: JSONTree, _ place: String) -> [String] {
    guard let type = schema["type"] else { return [] }
    let allowed = type.string.map { [$0] } ?? type.array.compactMap(\.string)
    return value.types.contains(where: allowed.contains)
      ? [] : ["\(place): \(value.types[0]) is none of \(allowed.joined(separator: ", "))"]
  }

  private mutating func defectsOfChoice(
    _ value: JSONTree, _ schema: JSONTree, _ pointer: String, _ place: String
  ) -> [String] {
    var defects: [String] = []
    if let constant = schema["const"], constant != value { defects.append("\(place): is another constant") }
    if let choices = schema["enum"]?.array {
      if !choices.contains(value) { defects.append("\(place): is none of the choices") }
      if let text = value.string { seen.insert("\(pointer)=\(text)") }
    }
    guard let schemas = schema["oneOf"]?.array else { return defects }
    let attempts = schemas.map { candidate in
      var checker = self
      let found = checker.defects(in: value, by: candidate, pointer, at: place)
      return (checker: checker, defects: found)
    }
    let valid = attempts.filter(\.defects.isEmpty)
    if valid.count == 1 { seen = valid[0].checker.seen }
    if valid.isEmpty {
      defects.append("\(place): matches none of \(schemas.count): \(attempts.map(\.defects))")
    }
    if valid.count > 1 { defects.append("\(place): matches \(valid.count) of \(schemas.count)") }
    return defects
  }

  private func defectsOfSize(_ value: JSONTree, _ schema: JSONTree, _ place: String) -> [String] {
    func limit(_ keyword: String) -> Decimal? {
      if case .number(let number) = schema[keyword] { number } else { nil }
    }
    var defects: [String] = []
    if case .number(let number) = value {
      if let limit = limit("minimum"), number < limit { defects.append("\(place): is below \(limit)") }
      if let limit = limit("maximum"), number > limit { defects.append("\(place): is above \(limit)") }
    }
    if case .array(let elements) = value {
      let count = Decimal(elements.count)
      if let limit = limit("minItems"), count < limit { defects.append("\(place): has less than \(limit)") }
      if let limit = limit("maxItems"), count > limit { defects.append("\(place): has more than \(limit)") }
    }
    if let pattern = schema["pattern"]?.string, let text = value.string {
      guard let regex = try? Regex(pattern) else { return ["\(place): no pattern '\(pattern)'"] }
      if text.firstMatch(of: regex) == nil { defects.append("\(place): '\(text)' does not match \(pattern)") }
    }
    return defects
  }

  private mutating func defectsOfMembers(
    _ value: JSONTree, _ schema: JSONTree, _ pointer: String, _ place: String
  ) -> [String] {
    if case .array(let elements) = value, let items = schema["items"] {
      return elements.enumerated().flatMap { index, element in
        self.defects(in: element, by: items, pointer + "[]", at: "\(place)[\(index)]")
      }
    }
    let properties = schema["properties"]?.object ?? [:]
    let required = schema["required"]?.array.compactMap(\.string) ?? []
    var defects = required.filter { properties[$0] == nil }.map { "\(place): '\($0)' has no schema" }
    if schema["type"]?.string == "object", schema["additionalProperties"] == nil {
      defects.append("\(place): other keys are left open")
    }
    guard case .object(let members) = value else { return defects }
    defects += required.filter { members[$0] == nil }.map { "\(place): '\($0)' is missing" }
    for (key, member) in members.sorted(by: { $0.key < $1.key }) {
      if let property = properties[key] {
        seen.insert("\(pointer).\(key)")
        defects += self.defects(in: member, by: property, "\(pointer).\(key)", at: "\(place).\(key)")
      } else if case .object = schema["additionalProperties"], let other = schema["additionalProperties"] {
        defects += self.defects(in: member, by: other, "\(pointer).*", at: "\(place).\(key)")
      } else if schema["additionalProperties"] == .bool(false) {
        defects.append("\(place): '\(key)' is not documented")
      }
    }
    return defects
  }
}

extension JSONSchema {
  /// The contents of `seen` once each key and each choice of a schema was seen, without those of schemas that it refers
  /// to.
  static func parts(of schema: JSONTree, at pointer: String) -> Set<String> {
    var parts = Set((schema["enum"]?.array ?? []).compactMap { $0.string.map { "\(pointer)=\($0)" } })
    for (key, property) in schema["properties"]?.object ?? [:] {
      parts.insert("\(pointer).\(key)")
      parts.formUnion(Self.parts(of: property, at: "\(pointer).\(key)"))
    }
    return parts
  }
}
