import Foundation
import SystemSupport

/// The JSON of details: a text, an array of texts, a number or a truth value. Null removes a number in a change.
extension DetailField: CodingKey {}

extension KeyedDecodingContainer<DetailField> {
  /// Throws a `DecodingError` for a value of another type.
  func details() throws -> ItemDetails {
    var details = ItemDetails()
    for field in DetailField.allCases { details[field] = try value(of: field) }
    return details
  }

  /// The values that have the type of their field: other markets may use the names for something else.
  func plausibleDetails() -> ItemDetails {
    var details = ItemDetails()
    for field in DetailField.published { details[field] = (try? value(of: field)) ?? nil }
    return details
  }

  private func value(of field: DetailField) throws -> DetailValue? {
    switch field.kind {
    case .words: try decodeIfPresent([String].self, forKey: field).map { .list($0) }
    case .line, .text: try decodeIfPresent(String.self, forKey: field).map { .text($0) }
    case .number: contains(field) ? .number(try decodeIfPresent(Int.self, forKey: field)) : nil
    case .flag: try decodeIfPresent(Bool.self, forKey: field).map { .flag($0) }
    }
  }
}

extension KeyedEncodingContainer<DetailField> {
  mutating func encode(_ details: ItemDetails) throws {
    for field in DetailField.allCases {
      switch details[field] {
      case .text(let text)?: try encode(text, forKey: field)
      case .list(let words)?: try encode(words, forKey: field)
      case .number(let number)?: try encode(number, forKey: field)
      case .flag(let isSet)?: try encode(isSet, forKey: field)
      case nil: break
      }
    }
  }
}

extension JSONReader {
  /// Reads the value of a member.
  mutating func detail(_ field: DetailField) throws(JSONDefect) -> DetailValue {
    switch field.kind {
    case .words: .list(try texts())
    case .line, .text: .text(try text())
    case .number: .number(takeNull() ? nil : try wholeNumber())
    case .flag: .flag(try truth())
    }
  }
}

extension ItemDetails {
  /// The details that have a value, in the order of their names.
  var members: [(name: StaticString, value: JSON)] {
    var members: [(name: StaticString, value: JSON)] = []
    if !isEmpty { members.reserveCapacity(DetailField.sorted.count) }
    for field in DetailField.sorted {
      switch self[field] {
      case .text(let text)?: members.append((field.name, .string(text)))
      case .list(let words)?: members.append((field.name, .array(words.map { .string($0) })))
      case .number(let number)?: members.append((field.name, number.map { .number(String($0)) } ?? .null))
      case .flag(let isSet)?: members.append((field.name, .truth(isSet)))
      case nil: break
      }
    }
    return members
  }
}

extension DetailField {
  /// The value as a part of a form: a list is an array in JSON.
  func formText(of value: DetailValue) throws -> String {
    switch value {
    case .text(let text): text
    case .list(let words): String(decoding: try JSON.encode(words), as: UTF8.self)
    case .number, .flag: value.texts[0]
    }
  }

  /// The value in a part of a form; an empty part and `null` are an empty list, no number and no.
  func value(inForm text: String) throws(ValidationError) -> DetailValue {
    switch kind {
    case .line, .text: return .text(text)
    case .number, .flag: return try value(of: text == "null" ? "" : text)
    case .words: break
    }
    if text.isEmpty || text == "null" { return .list([]) }
    guard let words = try? JSON.decode([String].self, from: Data(text.utf8)) else {
      throw ValidationError(.detail(self), .notAList, value: text)
    }
    return .list(words)
  }
}
