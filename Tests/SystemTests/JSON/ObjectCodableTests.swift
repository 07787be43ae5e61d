import Foundation
import SystemSupport
import Testing

/// Records are written and read by one list of members.
struct ObjectCodableTests {
  private enum Kind: String, Codable { case one, two }

  private struct Inner: ObjectCodable, Equatable {
    let count: Int

    static func pass(_ inner: Self?, _ json: ObjectMembers) throws -> Self {
      Inner(count: try json("inner_count", inner?.count))
    }
  }

  private struct Record: ObjectCodable, Equatable {
    var name = "n"
    var date = Date(timeIntervalSince1970: 7)
    var inner = Inner(count: 3)
    var price: Decimal?
    var place: Int?
    var isNew = false
    var kinds: [Kind] = [.one]

    static func pass(_ record: Self?, _ json: ObjectMembers) throws -> Self {
      Record(
        name: try json("name", record?.name), date: try json("written_at", record?.date),
        inner: try .pass(record?.inner, json), price: try json.optional("price", record?.price),
        place: try json.nullable("place", record?.place), isNew: try json.flag("new", record?.isNew),
        kinds: try json.known("kinds", record?.kinds))
    }
  }

  @Test(arguments: [
    (Record(), #"{"inner_count":3,"kinds":["one"],"name":"n","place":null,"written_at":7}"#),
    (
      Record(price: Decimal(string: "1.10"), place: 2, isNew: true, kinds: []),
      #"{"inner_count":3,"kinds":[],"name":"n","new":true,"place":2,"price":1.1,"written_at":7}"#
    ),
  ])
  private func `a record has the members that are not left out, and comes back`(
    record: Record, json: String
  ) throws {
    let data = try JSON.encode(record)
    #expect(String(decoding: data, as: UTF8.self) == json)
    #expect(try JSON.decode(Record.self, from: data, isStrict: true) == record)
  }

  private static let record = #"{"inner_count":3,"kinds":["one"],"name":"n","written_at":7}"#

  @Test(arguments: [
    (record.replacing("\"name\":\"n\",", with: ""), JSONDefect.missing("name")),
    (record.replacing("\"n\"", with: "null"), .null("name")),
    (record.replacing("7", with: "\"7\""), .wrongType("written_at")),
    (
      record.replacing("3", with: "9007199254740993"),
      .notValid("inner_count", reason: "'9007199254740993' is out of range")
    ),
  ])
  func `a defect names the member`(json: String, defect: JSONDefect) {
    #expect(throws: defect) { try JSON.decode(Record.self, from: Data(json.utf8)) }
  }

  @Test func `elements that are not known are left out, and dates stay within the calendar`() throws {
    let json = Self.record.replacing("\"one\"", with: "\"three\",\"two\",7").replacing("7}", with: "1e300}")
    let read = try JSON.decode(Record.self, from: Data(json.utf8))
    #expect(read == Record(date: Date(timeIntervalSince1970: 253_402_300_799), kinds: [.two]))
  }

  @Test func `a tree of JSON stands within another value`() throws {
    let json = #"{"a":[1,{"b":null}]}"#
    let tree = try JSON.decode([String: JSON].self, from: Data(json.utf8))
    #expect(try JSON.encode(tree) == Data(json.utf8))
  }
}
