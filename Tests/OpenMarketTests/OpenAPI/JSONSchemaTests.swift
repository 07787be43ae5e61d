import Foundation
import Testing

struct JSONSchemaTests {
  private static let document = """
    {"components":{"schemas":{
      "Point":{"type":"object","required":["x"],"additionalProperties":false,
        "properties":{"x":{"type":"integer"},"y":{"type":["integer","null"]},"kind":{"enum":["a","b"]}}},
      "Line":{"type":"array","minItems":1,"maxItems":2,"items":{"$ref":"#/components/schemas/Point"}}}}}
    """

  private static func defects(_ value: String, _ schema: String) throws -> [String] {
    var checker = JSONSchema(try JSONTree(document))
    return checker.defects(in: try JSONTree(value), by: try JSONTree(schema))
  }

  private static let point = ##"{"$ref":"#/components/schemas/Point"}"##
  private static let line = ##"{"$ref":"#/components/schemas/Line"}"##

  @Test(arguments: [
    ("1", #"{"type":"integer"}"#), ("1.0", #"{"type":"integer"}"#), ("1.5", #"{"type":"number"}"#),
    ("null", #"{"type":["string","null"]}"#), ("true", #"{"const":true}"#), (#""b""#, #"{"enum":["a","b"]}"#),
    (#"{"x":1}"#, point), (#"{"x":1,"y":null,"kind":"a"}"#, point), (#"[{"x":1},{"x":2,"y":3}]"#, line),
    ("7", #"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#), (#""ab1""#, #"{"pattern":"^[a-z]+1$"}"#),
    (#"{"USD":1.5}"#, #"{"type":"object","additionalProperties":{"type":"number"}}"#),
    ("5", #"{"type":"integer","minimum":5,"maximum":5,"description":"five"}"#),
  ])
  func `a valid value has no defects`(value: String, schema: String) throws {
    #expect(try Self.defects(value, schema) == [])
  }

  @Test(
    arguments: [
      ("1.5", #"{"type":"integer"}"#, "$: number is none of integer"),
      (#""1""#, #"{"type":"number"}"#, "$: string is none of number"),
      ("true", #"{"type":"integer"}"#, "$: boolean is none of integer"),
      ("1", #"{"type":"boolean"}"#, "$: integer is none of boolean"),
      ("null", #"{"type":"object","additionalProperties":false}"#, "$: null is none of object"),
      ("0", #"{"const":false}"#, "$: is another constant"),
      (#""c""#, #"{"enum":["a","b"]}"#, "$: is none of the choices"),
      ("{}", point, "$: 'x' is missing"), (#"{"x":null}"#, point, "$.x: null is none of integer"),
      (#"{"x":1,"z":1}"#, point, "$: 'z' is not documented"),
      (#"{"x":1,"kind":"c"}"#, point, "$.kind: is none of the choices"),
      (#"[{"x":1},{"x":"1"}]"#, line, "$[1].x: string is none of integer"),
      ("[]", line, "$: has less than 1"), (#"[{"x":1},{"x":1},{"x":1}]"#, line, "$: has more than 2"),
      (
        #"{"USD":"1"}"#, #"{"type":"object","additionalProperties":{"type":"number"}}"#,
        "$.USD: string is none of number"
      ),
      ("4", #"{"minimum":5}"#, "$: is below 5"), ("6", #"{"maximum":5}"#, "$: is above 5"),
      (#""b1x""#, #"{"pattern":"^[a-z]+1$"}"#, "$: 'b1x' does not match ^[a-z]+1$"),
      ("1", #"{"oneOf":[{"type":"integer"},{"type":"number"}]}"#, "$: matches 2 of 2"),
      (
        "1", #"{"oneOf":[{"type":"string"},{"type":"null"}]}"#,
        #"$: matches none of 2: [["$: integer is none of string"], ["$: integer is none of null"]]"#
      ),
    ])
  func `an invalid value has a defect`(value: String, schema: String, defect: String) throws {
    #expect(try Self.defects(value, schema) == [defect])
  }

  @Test(arguments: [
    ("{}", #"{"type":"object"}"#, "$: other keys are left open"),
    ("1", #"{"type":"integer","multipleOf":2}"#, "$: unknown keyword 'multipleOf'"),
    ("{}", #"{"type":"object","additionalProperties":false,"required":["x"]}"#, "$: 'x' has no schema"),
    ("1", ##"{"$ref":"#/components/schemas/Circle"}"##, "$: no schema at #/components/schemas/Circle"),
    (
      #"{"x":1}"#, ##"{"$ref":"#/components/schemas/Point","type":"object"}"##, "$: keywords beside $ref"
    ),
    (#""a""#, #"{"pattern":"("}"#, "$: no pattern '('"),
  ])
  func `a schema that checks less than it seems to is a defect`(
    value: String, schema: String, defect: String
  ) throws {
    #expect(try Self.defects(value, schema).contains(defect))
  }

  @Test func `the keys and choices that were seen are known`() throws {
    let document = try JSONTree(Self.document)
    var checker = JSONSchema(document)
    _ = checker.defects(in: try JSONTree(#"[{"x":1,"kind":"b"}]"#), by: try JSONTree(Self.line))
    let pointer = "#/components/schemas/Point"
    #expect(checker.seen == ["\(pointer).x", "\(pointer).kind", "\(pointer).kind=b"])
    let point = try #require(document.value(at: pointer))
    #expect(
      JSONSchema.parts(of: point, at: pointer)
        == ["\(pointer).x", "\(pointer).y", "\(pointer).kind", "\(pointer).kind=a", "\(pointer).kind=b"])
  }
}
