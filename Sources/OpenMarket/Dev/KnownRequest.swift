import CAssets
package import Foundation
package import HTTP
import SystemSupport

/// A request that this server understands: a refused one is compared with it, and the page at `/dev` tries it.
package struct KnownRequest: Sendable {
  /// The API that it belongs to; `market` has the requests beside v1 and v2.
  package enum API: String, CaseIterable, Sendable { case v1, v2a, v2b, market, dev }

  package enum Place: String, Sendable { case path, query, header, form, params, json }

  /// A named value that it takes.
  struct Field: Sendable {
    let place: Place
    let name: String
    var isRequired = false
    /// A value from the description of the API.
    var sample: JSON?

    /// The name as it is compared: keys of the JSON within a form are told apart from its parts.
    var fullName: String { place == .params ? "params.\(name)" : name }
  }

  package let api: API
  package let method: String
  /// `/item/{id}`.
  package let path: String
  let fields: [Field]
  /// JSON of the body, from the description of the API.
  private var sample: JSON?

  private init(_ api: API, _ method: String, _ path: String, _ fields: [Field] = [], json: JSON? = nil) {
    (self.api, self.method, self.path, sample) = (api, method, path, json)
    let names = path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
      String($0.dropFirst().dropLast())
    }
    self.fields = Self.fields(.path, names) + fields
  }

  private static func fields(_ place: Place, _ required: [String], _ optional: [String] = []) -> [Field] {
    required.map { Field(place: place, name: $0, isRequired: true) }
      + optional.map { Field(place: place, name: $0) }
  }

  package static let all: [KnownRequest] =
    ofV1 + ProductContract.allCases.flatMap(products) + described + ofDev

  private static let ofV1: [KnownRequest] = {
    let required = ItemForm.required.map(\.rawValue)
    let optional = ItemForm.optional.map(\.rawValue)
    let password = ItemField.password.rawValue
    return [
      KnownRequest(.v1, "GET", "/items/{page}"), KnownRequest(.v1, "GET", "/item/{id}"),
      KnownRequest(.v1, "POST", "/item", fields(.form, required, optional)),
      KnownRequest(
        .v1, "PATCH", "/item/{id}", fields(.form, [password], required.filter { $0 != password } + optional)),
      KnownRequest(.v1, "DELETE", "/item/{id}", fields(.json, [password], ["id"])),
      KnownRequest(.v1, "GET", "/images/{name}"),
    ]
  }()

  private static func products(in contract: ProductContract) -> [KnownRequest] {
    let (api, root) = (contract == .v2a ? API.v2a : .v2b, "/api/products")
    func names(_ keys: [ProductParams.CodingKeys]) -> [String] {
      keys.map { contract.spelled($0.rawValue) }
    }
    let required = names(ProductParams.required)
    let keys =
      names(ProductParams.CodingKeys.allCases.filter { $0 != .descriptions })
      + DetailField.allCases.map(\.rawValue)
    let (secret, query) = (ProductParams.CodingKeys.secret.rawValue, PageQuery.productNames)
    let (identified, anyone) = (fields(.header, ["identifier"]), fields(.header, [], ["identifier"]))
    return [
      KnownRequest(api, "GET", "/healthChecker", anyone),
      KnownRequest(api, "GET", root, anyone + fields(.query, [], query)),
      KnownRequest(api, "GET", root + "/{id}", anyone),
      KnownRequest(
        api, "POST", root,
        identified + fields(.form, ["params", "images"])
          + fields(.params, required, keys.filter { !required.contains($0) })),
      KnownRequest(
        api, "PATCH", root + "/{id}", identified + fields(.json, [secret], keys.filter { $0 != secret })),
      KnownRequest(
        api, "POST", root + "/{id}/\(contract.deletionPath)", identified + fields(.json, [secret])),
      KnownRequest(api, "DELETE", root + (contract == .v2a ? "/{id}/{token}" : "/{token}"), identified),
    ]
  }

  static let ofDev: [KnownRequest] = [
    KnownRequest(.dev, "POST", "/dev/reset", fields(.query, [], ["snapshot"])),
    KnownRequest(.dev, "PUT", "/dev/snapshots/{name}"), KnownRequest(.dev, "GET", "/dev/faults"),
    KnownRequest(
      .dev, "PUT", "/dev/faults",
      json: try? JSONReader.value(
        of: Data(#"{"faults":[{"route":"GET /items/*","nth":2,"status":503,"retry_after":7}]}"#.utf8),
        JSON.init)),
    KnownRequest(.dev, "POST", "/dev/release"), KnownRequest(.dev, "GET", "/dev/requests"),
    KnownRequest(.dev, "DELETE", "/w/{name}"),
  ]

  /// The requests that `openapi.json` describes.
  private static let described: [KnownRequest] = {
    let asset = cassets_openapi_json()
    let bytes = Data(bytes: asset.bytes, count: asset.count)
    guard let root = try? JSONReader.value(of: bytes, JSON.init), let paths = root.member("paths") else {
      return []
    }
    let description = APIDescription(root: root)
    return paths.members.flatMap { path, methods in
      methods.members.map { method, operation in
        let (fields, json) = description.contents(of: operation)
        return KnownRequest(.market, method.uppercased(), path, fields, json: json)
      }
    }
  }()
}

/// A refused request.
extension KnownRequest {
  /// The known request that is most like a refused one, with the names that are missing in that and those that it has beside.
  static func nearest(to sent: SentRequest, in contract: ProductContract) -> JSON {
    let path = sent.path.split(separator: "/")
    func distance(_ known: KnownRequest) -> Int {
      let expected = known.path.split(separator: "/")
      let different = zip(expected, path).count { !$0.hasPrefix("{") && $0 != $1 }
      return 2 * different + 2 * abs(expected.count - path.count)
        + (known.method == sent.method.rawValue ? 0 : 3)
    }
    let apps = all.filter { $0.api == .v1 || $0.api.rawValue == contract.rawValue }
    guard let nearest = apps.min(by: { distance($0) < distance($1) }) else { return .null }
    let fields = nearest.fields.filter { $0.place != .path }
    let known = fields.map(\.fullName)
    let names = sent.parts.map { part in
      let name =
        part.name.hasPrefix("images") ? known.first { $0.hasPrefix("images") } ?? part.name : part.name
      let spelled = nearest.api == .v1 ? name : contract.spelled(name)
      return part.place == Place.params.rawValue ? "params.\(spelled)" : spelled
    }
    func list(_ names: [String]) -> JSON { .array(names.map { .string($0) }) }
    var unknown: [String] = []
    for name in names where !known.contains(name) && !unknown.contains(name) { unknown.append(name) }
    return .object([
      ("request", .string("\(nearest.method) \(nearest.path)")),
      ("missing", list(fields.filter(\.isRequired).map(\.fullName).filter { !names.contains($0) })),
      ("unexpected", list(unknown)),
    ])
  }
}

extension ProductContract {
  /// A key as the form of v2 spells it.
  fileprivate func spelled(_ key: String) -> String {
    guard ["description", "descriptions"].contains(key) else { return key }
    return self == .v2a ? "descriptions" : "description"
  }
}

/// A request to try.
extension KnownRequest {
  /// A field of the form with which it is tried.
  package struct Input: Sendable {
    package let place: Place
    package let name: String
    package let isRequired: Bool
    package let value: String

    /// Whether it takes the files of pictures.
    package var isFile: Bool { place == .form && name.hasPrefix("images") }
    /// Whether it is JSON.
    package var isJSON: Bool { place == .json || place == .params }
    /// The name of its field in the form of the page.
    package var key: String { "\(place.rawValue).\(name)" }
  }

  /// Its fields with the values of a form, or with samples; keys of JSON are one field.
  ///
  /// - Parameters:
  ///   - seller: Has the identifier and the secret of the samples.
  ///   - now: Has their day.
  package func inputs(_ form: MultipartForm?, _ seller: DevSeller, at now: Date) -> [Input] {
    func input(_ place: Place, _ name: String, _ isRequired: Bool, _ sample: JSON?) -> Input {
      let given = form?["\(place.rawValue).\(name)"]?.text
      let value = given ?? sample.map(\.plainText) ?? ""
      return Input(place: place, name: name, isRequired: isRequired, value: value)
    }
    func object(_ place: Place) -> JSON {
      .object(
        fields.filter { $0.place == place && $0.isRequired }.map {
          ($0.name, self.sample($0.name, seller, now) ?? .string(""))
        })
    }
    var inputs = fields.filter { $0.place != .params && $0.place != .json && $0.name != "params" }.map {
      let sample = $0.sample ?? self.sample($0.name, seller, now)
      return input($0.place, $0.name, $0.isRequired, $0.isRequired ? sample : nil)
    }
    if fields.contains(where: { $0.place == .params }) {
      inputs.append(input(.params, "params", true, object(.params)))
    }
    if sample != nil || fields.contains(where: { $0.place == .json }) {
      inputs.append(input(.json, "body", true, sample ?? object(.json)))
    }
    return inputs
  }

  private func sample(_ name: String, _ seller: DevSeller, _ now: Date) -> JSON? {
    switch name {
    case "title", "name": .string("Lamp")
    case "description", "descriptions": .string("Used twice")
    case "currency": .string("KRW")
    case "price": .number("1000")
    case "stock": .number("3")
    // The first item is sold by its password, the second one by the first seller.
    case "id": .number(api == .v2a || api == .v2b ? "2" : "1")
    case "page": .number("1")
    case "date": .string(now.formatted(.iso8601.year().month().day()))
    case "password": .string(DevSeed.password)
    case "identifier": .string(seller.identifier)
    case "secret": .string(seller.isSecretKept ? "" : seller.secret)
    default: nil
    }
  }

  /// The request as an app sends it to the server that got `message`.
  ///
  /// - Parameters:
  ///   - base: The path of the world.
  ///   - pictures: In the place of files.
  package func request(
    _ inputs: [Input], pictures: [MultipartForm.Part], to message: HTTPRequest, below base: String
  ) -> HTTPRequest {
    var path = path
    var query: [String] = []
    var parts: [MultipartForm.Part] = []
    var request = HTTPRequest(
      HTTPMethod(rawValue: method), scheme: message.scheme, authority: message.authority, target: "")
    request.peer = message.peer
    for input in inputs where input.isRequired || input.isFile || !input.value.isEmpty {
      switch input.place {
      case .path: path = path.replacing("{\(input.name)}", with: input.value.percentEncoded)
      case .query: query.append("\(input.name.percentEncoded)=\(input.value.percentEncoded)")
      case .header: request.headers.append(HTTPField.Name(input.name), input.value)
      case .form where input.isFile:
        parts += pictures.map {
          MultipartForm.Part(
            name: input.name, filename: $0.filename, contentType: $0.contentType, content: $0.content)
        }
      case .form, .params: parts.append(MultipartForm.Part(name: input.name, text: input.value))
      case .json:
        request.headers[.contentType] = "application/json"
        request.body = HTTPBody(Data(input.value.utf8))
      }
    }
    if !parts.isEmpty {
      let form = MultipartForm(parts: parts).encoded(boundary: MultipartForm.randomBoundary())
      (request.headers[.contentType], request.body) = (form.contentType, form.body)
    }
    let prefix = api == .v2a || api == .v2b ? "/\(api.rawValue)" : ""
    request.target =
      (path.hasPrefix("/w/") ? "" : base + prefix) + path
      + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    return request
  }
}

/// A description of an API (OpenAPI 3.1).
private struct APIDescription {
  let root: JSON
  /// Schemas refer to each other.
  private static let deepest = 8

  private func resolved(_ json: JSON) -> JSON {
    guard case .string(let reference)? = json.member("$ref") else { return json }
    return reference.split(separator: "/").dropFirst().reduce(root) { $0.member(String($1)) ?? .null }
  }

  /// The values of an operation in their places, and the JSON of its body.
  func contents(of operation: JSON) -> (fields: [KnownRequest.Field], json: JSON?) {
    var fields = (operation.member("parameters")?.elements ?? []).map(resolved).compactMap {
      parameter -> KnownRequest.Field? in
      guard let name = parameter.member("name")?.plainText,
        let place = (parameter.member("in")?.plainText).flatMap(KnownRequest.Place.init), place != .path
      else { return nil }
      return KnownRequest.Field(
        place: place, name: name, isRequired: parameter.member("required") == .truth(true))
    }
    if operation.member("security")?.elements?.contains(where: { $0.member("itemPassword") != nil }) == true {
      let credentials = Data(":\(DevSeed.password)".utf8).base64EncodedString()
      fields.append(
        KnownRequest.Field(
          place: .header, name: "Authorization", isRequired: true, sample: .string("Basic " + credentials)))
    }
    let contents = operation.member("requestBody")?.member("content")
    if let schema = contents?.member("application/json")?.member("schema") {
      return (fields, sample(resolved(schema)))
    }
    guard let form = contents?.member("multipart/form-data")?.member("schema").map(resolved) else {
      return (fields, nil)
    }
    for (name, schema) in form.member("properties")?.members ?? [] {
      let isRequired = form.member("required")?.elements?.contains(.string(name)) == true
      let part = schema.member("items") ?? schema
      fields.append(
        KnownRequest.Field(place: .form, name: name, isRequired: isRequired, sample: sample(resolved(part))))
    }
    return (fields, nil)
  }

  /// A value of a schema with the members that have to be there.
  private func sample(_ schema: JSON, name: String = "", depth: Int = 0) -> JSON {
    if let value = schema.member("const") ?? schema.member("enum")?.elements?.first { return value }
    guard depth < Self.deepest else { return .null }
    if let first = (schema.member("oneOf") ?? schema.member("anyOf"))?.elements?.first {
      return sample(resolved(first), name: name, depth: depth + 1)
    }
    switch schema.member("type") {
    case .string("object"):
      let required = schema.member("required")?.elements ?? []
      return .object(
        (schema.member("properties")?.members ?? []).filter { required.contains(.string($0.key)) }.map {
          ($0.key, sample(resolved($0.value), name: $0.key, depth: depth + 1))
        })
    case .string("array"):
      return .array([sample(resolved(schema.member("items") ?? .null), name: name, depth: depth + 1)])
    case .string("integer"), .string("number"): return schema.member("minimum") ?? .number("1")
    case .string("boolean"): return .truth(true)
    default: return .string(name == ItemField.password.rawValue ? DevSeed.password : "")
    }
  }
}

extension JSON {
  /// The members of an object; empty for another value.
  fileprivate var members: [(key: String, value: JSON)] {
    if case .object(let members) = self { members } else { [] }
  }
}
