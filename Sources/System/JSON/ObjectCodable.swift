package import Foundation

/// A value that is an object in JSON: one list of its members, by which it is read and written.
package protocol ObjectCodable: Codable {
  /// Passes each member to `json` once: that of `record`, which is written, or one that is read. Returns the record that they make.
  ///
  /// - Parameter record: Nil where it is read.
  static func pass(_ record: Self?, _ json: ObjectMembers) throws -> Self
}

extension ObjectCodable {
  package init(from decoder: any Decoder) throws {
    self = try Self.pass(nil, .reading(decoder.container(keyedBy: ObjectMembers.Name.self)))
  }

  package func encode(to encoder: any Encoder) throws {
    _ = try Self.pass(self, .writing(encoder.container(keyedBy: ObjectMembers.Name.self)))
  }
}

/// The members of an object that is read or written. Each function returns what was read, or the value that it was given and has
/// written.
package enum ObjectMembers {
  case reading(KeyedDecodingContainer<Name>)
  case writing(KeyedEncodingContainer<Name>)

  package struct Name: CodingKey, ExpressibleByStringLiteral {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init(stringLiteral text: String) { stringValue = text }
    package init?(intValue: Int) { nil }
  }

  /// Whole numbers that can be added and subtracted, and that all programs have exactly (RFC 8259 §6).
  package static let numbers = -1 << 53...1 << 53

  /// A member that every object has.
  package func callAsFunction<Value: Codable>(_ name: Name, _ value: Value?) throws -> Value {
    guard let value = try optional(name, value, isRequired: true) else {
      throw JSONDefect.missing(name.stringValue)
    }
    return value
  }

  /// The number of a page, any that was asked for.
  package func page(_ number: Int?) throws -> Int { Int(clamping: try self("page", number.map(Int64.init))) }

  /// A member that is left out where there is no value.
  package func optional<Value: Codable>(_ name: Name, _ value: Value?) throws -> Value? {
    try optional(name, value, isRequired: false)
  }

  /// A member that is null where there is no value.
  package func nullable<Value: Codable>(_ name: Name, _ value: Value?) throws -> Value? {
    if value == nil, case .writing(var members) = self { try members.encodeNil(forKey: name) }
    return try optional(name, value)
  }

  /// A list that is read without the elements that are not of the type: a newer program may have others.
  package func known<Value: Codable>(_ name: Name, _ values: [Value]?) throws -> [Value] {
    try self(name, values?.map { Known(value: $0) }).compactMap(\.value)
  }

  /// A member that is left out where it is false.
  package func flag(_ name: Name, _ isTrue: Bool?) throws -> Bool {
    try optional(name, isTrue == true ? true : nil) ?? false
  }

  /// Seconds since 1970.
  package func callAsFunction(_ name: Name, _ date: Date?) throws -> Date {
    Date(secondsInYears: try self(name, date?.timeIntervalSince1970))
  }

  package func optional(_ name: Name, _ date: Date?) throws -> Date? {
    try optional(name, date?.timeIntervalSince1970).map(Date.init(secondsInYears:))
  }

  private struct Known<Value: Codable>: Codable {
    let value: Value?

    init(value: Value) { self.value = value }
    init(from decoder: any Decoder) { value = try? Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value?.encode(to: encoder) }
  }

  private func optional<Value: Codable>(_ name: Name, _ value: Value?, isRequired: Bool) throws -> Value? {
    switch self {
    case .reading(let members):
      let read =
        try isRequired
        ? members.decode(Value.self, forKey: name) : members.decodeIfPresent(Value.self, forKey: name)
      if Value.self == Int.self, let number = read as? Int, !Self.numbers.contains(number) {
        throw JSONDefect.notValid(name.stringValue, reason: "'\(number)' is out of range")
      }
      return read
    case .writing(var members):
      try members.encodeIfPresent(value, forKey: name)
      return value
    }
  }
}

extension Date {
  /// From the first second of the year 1 to the last of 9999, in seconds since 1970.
  private static let years = -62_135_596_800.0...253_402_300_799

  /// The date, or the nearest in the years 1 to 9999: dates of servers are read by it alone, since calendars trap beyond.
  package init(secondsInYears seconds: Double) {
    self.init(timeIntervalSince1970: min(max(seconds, Self.years.lowerBound), Self.years.upperBound))
  }
}
