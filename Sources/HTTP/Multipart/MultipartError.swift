/// Why a body is not a form (RFC 7578). Parts are counted from 1.
package enum MultipartError: Error, Sendable, Equatable {
  /// The Content-Type is absent or something else.
  case notMultipart
  /// The Content-Type has no boundary, two of them, or one that is not 1 to 70 visible characters (RFC 2046 §5.1.1).
  case badBoundary
  /// The boundary does not occur at the beginning of a line.
  case noDelimiter
  /// The boundary begins a line that holds more than it (RFC 2046 §5.1.1); `after` counts the parts before it.
  case badDelimiter(after: Int)
  case tooManyParts(limit: Int)
  case part(Int, Problem)

  package enum Problem: Error, Sendable, Equatable {
    /// No delimiter after the contents: the body was cut short.
    case unfinished
    case unfinishedHeader
    case headerTooLong(limit: Int)
    /// A header line without a colon, with a name that is no token (RFC 9110 §5.6.2), with a control character, or folded.
    case badHeader
    case headerNotUTF8
    case repeatedHeader(String)
    /// No Content-Disposition, or one that is not `form-data` with readable parameters (RFC 7578 §4.2).
    case noDisposition
    /// No name, or an empty one (RFC 7578 §4.2).
    case noName
    /// The part's own Content-Length does not tell the truth.
    case wrongLength
    /// Base64 or the like, which RFC 7578 §4.7 took out of use.
    case encoded
  }
}

extension MultipartError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notMultipart: "the Content-Type is not multipart/form-data"
    case .badBoundary: "the Content-Type needs one boundary of 1 to 70 characters"
    case .noDelimiter: "the boundary of the Content-Type does not occur in the body"
    case .badDelimiter(after: 0): "the first boundary is not on a line of its own"
    case .badDelimiter(let number): "the boundary after part \(number) is not on a line of its own"
    case .tooManyParts(let limit): "there are more than \(limit) parts"
    case .part(let number, let problem): "part \(number) \(problem)"
    }
  }
}

extension MultipartError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unfinished: "has no boundary after it"
    case .unfinishedHeader: "has no empty line after its header"
    case .headerTooLong(let limit): "has a header of more than \(limit) bytes"
    case .badHeader: "has a header line that is not a name, a colon and a value"
    case .headerNotUTF8: "has a header that is not UTF-8"
    case .repeatedHeader(let name): "has more than one \(name)"
    case .noDisposition: "has no readable Content-Disposition: form-data"
    case .noName: "has no name"
    case .wrongLength: "is not as long as its Content-Length says"
    case .encoded: "has a Content-Transfer-Encoding other than binary"
    }
  }
}
