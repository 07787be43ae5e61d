/// A line of the response to a batch.
struct BatchResultBody: Codable {
  var result: BatchResult.Outcome
  var key: String?
  var id: Int?
  var version: String?
  var code: String?
  var field: String?
  var message: String?
  /// The number of the refused line, from 0, of a batch of which nothing was done.
  var line: Int?

  init(_ result: BatchResult) {
    self.result = result.outcome
    (key, id, version) = (result.key, result.id, result.version)
    guard let refusal = result.refusal else { return }
    let error = APIError(refusal)
    (code, field, message) = (error.code.rawValue, error.field, error.reason)
    if case .changed(let present) = refusal { version = present }
  }

  /// Reads what `write(to:)` writes; nil for other JSON, which is then decoded.
  init?(_ scanner: inout JSONScanner) {
    var outcome: BatchResult.Outcome?
    var (key, id, version): (String?, Int?, String?)
    var (code, field, message, line): (String?, String?, String?, Int?)
    let isRead = scanner.object { scanner, name in
      switch name {
      case "code": scanner.read(&code)
      case "field": scanner.read(&field)
      case "id": scanner.read(&id)
      case "key": scanner.read(&key)
      case "line": scanner.read(&line)
      case "message": scanner.read(&message)
      case "result": scanner.read(&outcome)
      case "version": scanner.read(&version)
      default: false
      }
    }
    guard isRead, let outcome else { return nil }
    result = outcome
    (self.key, self.id, self.version) = (key, id, version)
    (self.code, self.field, self.message, self.line) = (code, field, message, line)
  }

  /// Writes the result as `encode(to:)` does.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", code)
      writer.member("field", field)
      writer.member("id", id)
      writer.member("key", key)
      writer.member("line", line)
      writer.member("message", message)
      writer.member("result", result.rawValue)
      writer.member("version", version)
    }
  }

  /// The result as a client has it.
  var value: BatchResult {
    BatchResult(
      result, key: key, id: id, version: version, refusal: result == .refused ? BatchRefusal(self) : nil)
  }
}

extension APIError {
  fileprivate init(_ refusal: BatchRefusal) {
    self =
      switch refusal {
      case .invalid(let error): APIError(of: error, in: .items) ?? .malformed("A value is not valid")
      case .ledger(let error): APIError(of: error, in: .items) ?? .malformed("The stock is not valid")
      case .taken(let key):
        APIError(
          status: 409, code: .taken(key), reason: "Another item has this \(key.batchField)",
          field: key.batchField)
      case .noSuchItem: .notFound
      case .wrongPassword: .wrongPassword
      case .tooManyAttempts(let seconds): .tooManyTries(retryAfter: seconds)
      case .changed:
        APIError(
          status: 412, code: .preconditionFailed, reason: "The item has changed since it was read",
          field: "version")
      case .other(_, let field, let reason):
        APIError(status: 400, code: .refused, reason: reason, field: field)
      }
  }
}

extension BatchRefusal {
  /// Reads the refusal that a market sends.
  fileprivate init(_ body: BatchResultBody) {
    self =
      switch body.code.flatMap(APIError.Code.init) {
      case .skuTaken: .taken(.sku)
      case .keyTaken: .taken(body.field == ItemKey.rowKey.batchField ? .rowKey : .reference)
      case .notFound: .noSuchItem
      case .wrongPassword: .wrongPassword
      case .preconditionFailed: .changed(version: body.version ?? "")
      default: .other(code: body.code, field: body.field, reason: body.message ?? "")
      }
  }
}

extension ItemKey {
  /// The key of the JSON of a line.
  fileprivate var batchField: String { self == .rowKey ? "key" : rawValue }
}
