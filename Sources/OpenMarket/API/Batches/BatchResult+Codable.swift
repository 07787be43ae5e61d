import SystemSupport

/// A line of the response to a batch.
struct BatchResultBody {
  var result: BatchResult.Outcome?
  var key: String?
  var id: Int?
  var version: String?
  /// The fields that have changed, where that is why the line is refused.
  var present: BatchItem?
  var code: String?
  var field: String?
  var message: String?
  /// The number of the refused line, from 0, of a batch of which nothing was done.
  var line: Int?
}

extension BatchResultBody {
  init(_ result: BatchResult) {
    self.init(result: result.outcome, key: result.key, id: result.id, version: result.version)
    guard let refusal = result.refusal else { return }
    let error = APIError(refusal)
    (code, field, message) = (error.code.rawValue, error.field, error.reason)
    if case .changed(let version, let present) = refusal {
      self.version = version
      if present != BatchItem() { self.present = present }
    }
  }

  init(_ reader: inout JSONReader) throws(JSONDefect) {
    var body = Self()
    try reader.object { reader, name throws(JSONDefect) in
      switch name {
      case "code": try reader.read(&body.code)
      case "field": try reader.read(&body.field)
      case "id": try reader.read(&body.id)
      case "key": try reader.read(&body.key)
      case "line": try reader.read(&body.line)
      case "message": try reader.read(&body.message)
      case "present": body.present = reader.takeNull() ? nil : try BatchItem(&reader)
      case "result": try reader.read(&body.result)
      case "version": try reader.read(&body.version)
      default: try reader.skip()
      }
    }
    guard body.result != nil else { throw .missing("result") }
    self = body
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", code)
      writer.member("field", field)
      writer.member("id", id)
      writer.member("key", key)
      writer.member("line", line)
      writer.member("message", message)
      if let present {
        writer.key("present")
        present.write(to: &writer)
      }
      writer.member("result", result?.rawValue)
      writer.member("version", version)
    }
  }

  /// The result as a client has it.
  var value: BatchResult {
    BatchResult(
      result ?? .refused, key: key, id: id, version: version,
      refusal: result == .refused ? BatchRefusal(self) : nil)
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
      case .keyMissing:
        APIError.refused("'stock_change' needs a key, by which it is made once", field: "key")
      case .other(_, let field, let reason):
        APIError.refused(reason, field: field)
      }
  }
}

extension BatchRefusal {
  /// Reads the refusal that a market sends.
  fileprivate init(_ body: BatchResultBody) {
    self =
      switch body.code.flatMap(APIError.Code.init) {
      case .skuTaken: .taken(.sku)
      case .barcodeTaken: .taken(.barcode)
      case .keyTaken: .taken(body.field == ItemKey.rowKey.batchField ? .rowKey : .reference)
      case .notFound: .noSuchItem
      case .wrongPassword: .wrongPassword
      case .preconditionFailed: .changed(version: body.version ?? "", present: body.present ?? BatchItem())
      default: .other(code: body.code, field: body.field, reason: body.message ?? "")
      }
  }
}

extension ItemKey {
  /// The key of the JSON of a line.
  fileprivate var batchField: String { self == .rowKey ? "key" : rawValue }
}
