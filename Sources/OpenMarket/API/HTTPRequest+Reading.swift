import HTTP

/// What both versions of the API check before they read a request.
extension HTTPRequest {
  /// Throws the `APIError` that lists the supported methods.
  func allow(_ methods: [HTTPMethod]) throws {
    guard !methods.contains(method) else { return }
    throw APIError(
      status: 405, code: .methodNotAllowed, reason: "This path does not take \(method.rawValue)",
      allow: methods)
  }

  /// The form in its body. Throws the `APIError` that says what is wrong with it.
  func form() throws -> MultipartForm {
    do {
      return try MultipartForm(contentType: headers[.contentType], body: body.bytes())
    } catch let error as MultipartError {
      throw APIError.malformed(error.description)
    }
  }
}

extension Int {
  /// A whole number from 1 in ASCII digits alone, as in paths and queries; `Int("+5")` is 5.
  static func positive(_ text: String) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text), number > 0 else {
      return nil
    }
    return number
  }
}

/// The fields that the API adds to HTTP's.
extension HTTPField.Name {
  /// The identity of the store that answers, wherever it is served: 32 hexadecimal digits.
  static let marketIdentity: Self = "Market-Identity"
  /// How many items a list has on all pages.
  static let totalCount: Self = "X-Total-Count"
  /// The identifier of a vendor (v2).
  static let identifier: Self = "identifier"
}
