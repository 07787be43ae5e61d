import HTTP

/// What both versions of the API ask of a request before they read it.
extension HTTPRequest {
  /// Throws the `APIError` that names the methods that there are.
  func allow(_ methods: [HTTPMethod]) throws {
    guard !methods.contains(method) else { return }
    throw APIError(
      status: 405, code: .methodNotAllowed, reason: "This path does not take \(method.rawValue)",
      allow: methods)
  }

  /// The form that it carries.
  func form() throws -> MultipartForm {
    do {
      return try MultipartForm(contentType: headers["Content-Type"], body: body.bytes())
    } catch let error as MultipartError {
      throw APIError.malformed(error.description)
    }
  }
}

extension Int {
  /// A whole number from 1 as paths and queries have it, in ASCII digits alone; `Int("+5")` is 5.
  static func positive(_ text: String) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text), number > 0 else {
      return nil
    }
    return number
  }
}
