import Foundation
import SystemSupport

/// The JSON of details: a text, an array of texts, a number or a truth value. Null removes a number in a change.
extension ObjectMembers {
  /// - Parameter isLenient: Whether a value without the type of its field is left out: other markets may use the names for
  ///   something else.
  func details(
    _ details: ItemDetails?, of fields: [DetailField] = DetailField.allCases, isLenient: Bool = false
  ) throws -> ItemDetails {
    var passed = ItemDetails()
    for field in fields {
      do {
        passed[field] = try value(of: field, details?[field])
      } catch  where isLenient {}
    }
    return passed
  }

  private func value(of field: DetailField, _ value: DetailValue?) throws -> DetailValue? {
    let name = Name(stringValue: field.rawValue)
    switch field.kind {
    case .words: return try optional(name, value?.list).map { .list($0) }
    case .line, .text: return try optional(name, value?.text).map { .text($0) }
    case .flag: return try optional(name, value?.isSet).map { .flag($0) }
    case .number:
      if case .reading(let members) = self, !members.contains(name) { return nil }
      if case .writing = self, value == nil { return nil }
      return .number(try nullable(name, value?.number ?? nil))
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
