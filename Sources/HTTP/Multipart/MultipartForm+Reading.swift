package import Foundation

extension MultipartForm {
  /// Most parts of a form.
  package static let partLimit = 1_000
  /// Most bytes of one part's header.
  package static let headerLimit = 8 * 1_024

  /// Parses a form. The parts are slices of the body, not copies.
  ///
  /// Preamble and epilogue are skipped (RFC 2046 §5.1.1). A body that ends with an ordinary delimiter instead of the
  /// closing one is accepted, since clients in use send it. A line that begins with the delimiter and continues is an
  /// error, also inside a part, since implementations disagree on whether it ends the part. Folded header lines are an
  /// error, as in RFC 9112 §5.2.
  package init(contentType: String?, body: Data) throws(MultipartError) {
    var reader = MultipartReader(body: body, boundary: try Self.boundary(of: contentType))
    parts = []
    try reader.skipPreamble()
    while let part = try reader.nextPart(number: parts.count + 1) {
      parts.append(part)
    }
  }

  private static func boundary(of contentType: String?) throws(MultipartError) -> String {
    guard let contentType, let type = ParameterizedValue(contentType),
      type.value.equalsIgnoringCase("multipart/form-data")
    else { throw .notMultipart }
    let boundaries = type["boundary"]
    guard let boundary = boundaries.first, boundaries.count == 1, (1...70).contains(boundary.utf8.count),
      boundary.utf8.allSatisfy({ (UInt8.space..<UInt8.delete).contains($0) }), boundary.utf8.last != .space
    else { throw .badBoundary }
    return boundary
  }
}
