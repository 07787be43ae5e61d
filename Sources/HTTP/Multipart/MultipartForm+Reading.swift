package import Foundation

extension MultipartForm {
  /// More than any form in use has; reading fewer costs little.
  package static let partLimit = 1_000
  /// Of one part's header, in bytes.
  package static let headerLimit = 8 * 1_024

  /// Reads a form. The parts are slices of the body, not copies.
  ///
  /// What comes before the first delimiter and after the last is skipped, as RFC 2046 §5.1.1 asks. A line that begins
  /// with the delimiter and goes on is refused, in a part too, since readers disagree on whether it ends the part.
  /// Folded header lines are refused, as RFC 9112 §5.2 does.
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
      boundary.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), boundary.utf8.last != 0x20
    else { throw .badBoundary }
    return boundary
  }
}
