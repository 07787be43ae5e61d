/// Why a body is not a valid form (RFC 7578). Parts are counted from 1.
package enum MultipartError: Error, Sendable, Equatable {
  /// The Content-Type is absent, malformed, or another type.
  case notMultipart
  /// The Content-Type has no boundary, more than one, or one that is not 1 to 70 visible ASCII characters (RFC 2046
  /// §5.1.1).
  case badBoundary
  /// No line begins with the boundary.
  case noDelimiter
  /// A line begins with the boundary and continues (RFC 2046 §5.1.1); `after` is the number of parts before it.
  case badDelimiter(after: Int)
  case tooManyParts(limit: Int)
  /// A part is malformed: its number and the problem.
  case part(Int, Problem)

  /// A defect of one part.
  package enum Problem: Error, Sendable, Equatable {
    /// No delimiter after the contents: the body is truncated.
    case unfinished
    /// No empty line after the header: the body is truncated.
    case unfinishedHeader
    /// In bytes.
    case headerTooLong(limit: Int)
    /// A header line without a colon, with a name that is not a token (RFC 9110 §5.6.2), with a control character, or
    /// folded.
    case badHeader
    case headerNotUTF8
    /// A header that may occur only once, by name.
    case repeatedHeader(String)
    /// No Content-Disposition, or one that is not `form-data` with valid parameters (RFC 7578 §4.2).
    case noDisposition
    /// No name, or an empty one (RFC 7578 §4.2).
    case noName
    /// The part's Content-Length is not the length of its contents.
    case wrongLength
    /// A Content-Transfer-Encoding such as base64, which RFC 7578 §4.7 deprecates.
    case encoded
  }
}

extension MultipartError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notMultipart: "the Content-Type is not multipart/form-data"
    case .badBoundary: "the Content-Type requires one boundary of 1 to 70 characters"
    case .noDelimiter: "the body does not contain the boundary of the Content-Type"
    case .badDelimiter(after: 0): "the line of the first boundary contains other text"
    case .badDelimiter(let number): "the line of the boundary after part \(number) contains other text"
    case .tooManyParts(let limit): "the form has more than \(limit) parts"
    case .part(let number, let problem): "part \(number) \(problem)"
    }
  }
}

extension MultipartError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unfinished: "is truncated: no boundary after it"
    case .unfinishedHeader: "is truncated: no empty line after its header"
    case .headerTooLong(let limit): "has a header larger than \(limit) bytes"
    case .badHeader: "has a malformed header line"
    case .headerNotUTF8: "has a header that is not UTF-8"
    case .repeatedHeader(let name): "has more than one \(name)"
    case .noDisposition: "has no valid Content-Disposition: form-data"
    case .noName: "has no name"
    case .wrongLength: "has a different length than its Content-Length"
    case .encoded: "has a Content-Transfer-Encoding other than binary"
    }
  }
}
