import Foundation
import HTTP

@testable import OpenMarket

/// The document `.github/openapi.json` (OpenAPI 3.1), and what requests and responses have used of it.
struct OpenAPIDocument {
  let tree: JSONTree
  private var schemas: JSONSchema
  /// `GET /best/{date} 200` for each response, and `GET /best/{date}?limit` for each parameter that was sent.
  private(set) var reached: Set<String> = []
  /// How an exchange differs from the document.
  private(set) var defects: [String] = []

  init(_ tree: JSONTree) {
    self.tree = tree
    schemas = JSONSchema(tree)
  }

  static func read() throws -> OpenAPIDocument {
    var folder = URL(filePath: #filePath)
    for _ in 1...4 { folder.deleteLastPathComponent() }
    let data = try Data(contentsOf: folder.appending(path: ".github/openapi.json"))
    return OpenAPIDocument(try JSONTree(data))
  }

  /// The methods of each path.
  var methods: [String: Set<String>] {
    (tree["paths"]?.object ?? [:]).mapValues { Set($0.object.keys.map { $0.uppercased() }) }
  }

  /// Everything that requests can reach, in the form of `reached`.
  var reachable: Set<String> {
    var all: Set<String> = []
    for (path, operations) in tree["paths"]?.object ?? [:] {
      for (method, operation) in operations.object {
        let name = "\(method.uppercased()) \(path)"
        for status in operation["responses"]?.object.keys ?? [:].keys { all.insert("\(name) \(status)") }
        for parameter in parameters(of: operation) where parameter["in"]?.string != "path" {
          all.insert("\(name)?\(parameter["name"]?.string ?? "")")
        }
      }
    }
    return all
  }

  /// The keys and choices of the schemas of responses that no response had.
  var unseen: [String] {
    let paths = tree["paths"]?.object.values.flatMap { $0.object.values.compactMap { $0["responses"] } } ?? []
    var names: Set<String> = []
    var rest = paths
    while let value = rest.popLast() {
      rest += value.object.values + value.array
      guard let reference = value["$ref"]?.string, names.insert(reference).inserted else { continue }
      if let target = tree.value(at: reference) { rest.append(target) }
    }
    let parts = names.filter { $0.contains("/schemas/") }.flatMap { name in
      tree.value(at: name).map { JSONSchema.parts(of: $0, at: name) } ?? []
    }
    return parts.filter { !schemas.seen.contains($0) }.sorted()
  }

  /// The names of the fields of all responses.
  var responseFields: Set<HTTPField.Name> {
    let operations = (tree["paths"]?.object.values).map { $0.flatMap(\.object.values) } ?? []
    let responses = operations.flatMap { ($0["responses"]?.object.values).map(Array.init) ?? [] }
    return Set(
      responses.flatMap { resolved($0)["headers"]?.object.keys.map { HTTPField.Name($0) } ?? [] })
  }

  // MARK: An exchange

  /// Compares a request and its response with the document.
  mutating func check(_ request: HTTPRequest, _ response: HTTPResponse) throws {
    let target = "\(request.method.rawValue) \(request.target): \(response.status)"
    guard let (path, operation) = operation(of: request) else {
      return defects.append("\(target): no such operation")
    }
    let name = "\(request.method.rawValue) \(path)"
    let documented = operation["responses"]?.object ?? [:]
    let exact = String(response.status)
    let status = documented[exact] == nil ? "\(exact.prefix(1))XX" : exact
    guard let responses = documented[status] else {
      return defects.append("\(target): the status is not documented")
    }
    reached.insert("\(name) \(status)")
    let expected = resolved(responses)
    var found = try defects(of: response, as: expected)
    found += try defects(of: request, name, operation, isValid: response.status < 400)
    defects += found.map { "\(target): \($0)" }
  }

  private func operation(of request: HTTPRequest) -> (path: String, operation: JSONTree)? {
    let components = request.pathComponents ?? []
    // A path without templates is before one with them (OpenAPI 3.1 §4.8.8.2).
    let paths = (tree["paths"]?.object ?? [:]).sorted { !$0.key.contains("{") && $1.key.contains("{") }
    for (path, operations) in paths {
      let template = path.split(separator: "/").map(String.init)
      guard template.count == components.count,
        zip(template, components).allSatisfy({ $0.hasPrefix("{") || $0 == $1 })
      else { continue }
      return operations[request.method.rawValue.lowercased()].map { (path, $0) }
    }
    return nil
  }

  private mutating func defects(of response: HTTPResponse, as expected: JSONTree) throws -> [String] {
    var defects: [String] = []
    let headers = expected["headers"]?.object ?? [:]
    for field in response.headers.fields where !Self.fieldsOfHTTP.contains(field.name) {
      guard let header = headers.first(where: { HTTPField.Name($0.key) == field.name }) else {
        defects.append("the field \(field.name) is not documented")
        continue
      }
      defects += self.defects(of: field.value, resolved(header.value), "\(field.name)")
    }
    for (name, header) in headers where resolved(header)["required"] == .bool(true) {
      if response.headers[HTTPField.Name(name)] == nil { defects.append("the field \(name) is missing") }
    }
    if let schema = expected["content"]?["application/jsonl"]?["schema"] {
      if response.headers[.contentType] != "application/jsonl" { defects.append("it has no JSON lines") }
      for line in response.body.split(separator: UInt8(ascii: "\n")) {
        let value = try JSONTree(Data(line))
        defects += schemas.defects(in: value, by: schema)
      }
      return defects
    }
    let type = response.headers[.contentType]?.prefix { $0 != ";" }
    if let type, type != "application/json", expected["content"]?[String(type)] != nil { return defects }
    guard let schema = expected["content"]?["application/json"]?["schema"] else {
      return defects + (response.body.isEmpty ? [] : ["it has contents"])
    }
    if response.headers[.contentType] != "application/json" { defects.append("it is no JSON") }
    let body = try JSONTree(response.body)
    return defects + schemas.defects(in: body, by: schema)
  }

  /// - Parameter isValid: Whether the values of parameters and the body are, too.
  private mutating func defects(
    of request: HTTPRequest, _ name: String, _ operation: JSONTree, isValid: Bool
  ) throws -> [String] {
    var defects: [String] = []
    let parameters = parameters(of: operation)
    func parameter(_ name: String, in place: String) -> JSONTree? {
      parameters.first { $0["in"]?.string == place && $0["name"]?.string == name }
    }
    let fields = request.headers.fields.map { (name: "\($0.name)", value: $0.value, place: "header") }
      .filter { !["content-type", "authorization", "origin"].contains($0.name.lowercased()) }
    let items = request.queryItems.map { (name: $0.name, value: $0.value ?? "", place: "query") }
    for given in fields + items {
      guard let parameter = parameter(given.name, in: given.place) else {
        defects.append("the parameter \(given.name) is not documented")
        continue
      }
      reached.insert("\(name)?\(given.name)")
      if isValid { defects += self.defects(of: given.value, parameter, given.name) }
    }
    guard isValid else { return defects }
    if request.headers[.authorization] != nil, operation["security"] == nil { defects.append("no security") }
    if let schema = operation["requestBody"]?["content"]?["multipart/form-data"]?["schema"] {
      return try defects + self.defects(of: request.form(), by: schema)
    }
    let body = try request.body.bytes()
    guard let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"] else {
      return defects + (body.isEmpty ? [] : ["the request has contents"])
    }
    // Keys of requests do not count as seen.
    var checker = JSONSchema(tree)
    return defects + checker.defects(in: try JSONTree(body), by: schema)
  }

  /// The defects of the parts of a form: each has the name of a property. A part of an array is one of its elements, and one
  /// whose schema is an object has JSON.
  private func defects(of form: MultipartForm, by schema: JSONTree) throws -> [String] {
    var checker = JSONSchema(tree)
    let schema = resolved(schema)
    return try form.parts.flatMap { part -> [String] in
      guard let property = schema["properties"]?[part.name] else {
        return ["the part \(part.name) is not documented"]
      }
      let element = property["items"] ?? property
      guard resolved(element)["type"] == .string("object") else {
        // An image is bytes.
        return part.filename == nil
          ? checker.defects(in: .string(part.text ?? ""), by: element, at: part.name) : []
      }
      let value = try JSONTree(part.text ?? "")
      return checker.defects(in: value, by: element, at: part.name)
    }
  }

  /// The defects of a value in text, as a header field or a query item has it: a number if its schema is one.
  private func defects(of text: String, _ parameter: JSONTree, _ name: String) -> [String] {
    guard let schema = parameter["schema"] else { return ["\(name) has no schema"] }
    let isNumber = schema["type"] == .string("integer")
    let value = isNumber ? Decimal(string: text).map(JSONTree.number) ?? .string(text) : .string(text)
    var checker = JSONSchema(tree)
    return checker.defects(in: value, by: schema, at: name)
  }

  func parameters(of operation: JSONTree) -> [JSONTree] {
    (operation["parameters"]?.array ?? []).map(resolved)
  }

  private func resolved(_ value: JSONTree) -> JSONTree {
    value["$ref"]?.string.flatMap(tree.value(at:)) ?? value
  }

  /// Fields that a server adds to any response (RFC 9110).
  private static let fieldsOfHTTP: Set<HTTPField.Name> = [
    .cacheControl, .contentType, "Content-Length", "Date", "Connection", "Server",
  ]
}
