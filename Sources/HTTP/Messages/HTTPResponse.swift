package import Foundation

/// A response as a value (RFC 9110).
package struct HTTPResponse: Sendable, Equatable {
  /// The three-digit status code (RFC 9110 §15).
  package var status: Int
  package var headers: HTTPHeaders
  /// The contents, in memory and without transfer and content coding; empty with a `stream`.
  package var body: Data
  /// Contents that are read piece by piece while a server sends them; nil when they are in `body`.
  package var stream: BodyStream?

  package init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The length of the contents in bytes.
  package var contentLength: Int { stream?.count ?? body.count }

  /// Whether the request was understood and carried out (2xx).
  package var isSuccess: Bool { (200..<300).contains(status) }

  /// The delay that `Retry-After` asks for (RFC 9110 §10.2.3): seconds, or the time up to a date, at least zero. Nil
  /// without the field, and when its value is neither.
  package func retryAfter(now: Date) -> Duration? {
    guard let value = headers[.retryAfter] else { return nil }
    if let date = Date(httpDate: value) {
      return .seconds(max(0, date.timeIntervalSince(now)))
    }
    // Nine digits are thirty years, and cannot overflow.
    guard (1...9).contains(value.utf8.count), value.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(value).map { .seconds($0) }
  }
}

/// Contents that are too large for memory, or that a slow client would hold there: they are read while they are sent.
package struct BodyStream: Sendable {
  /// Where the bytes come from; two streams of one source with the same range have the same bytes.
  private let source: any Source
  private let range: Range<Int>

  /// Bytes that do not change while they are read.
  package protocol Source: AnyObject, Sendable {
    /// Reads a range of the bytes. Throws when they are gone or unreadable; the connection is then closed, so that the
    /// client notices.
    func bytes(in range: Range<Int>) async throws -> Data
  }

  /// - Parameter range: The part of the source that is sent.
  package init(_ source: any Source, _ range: Range<Int>) {
    self.source = source
    self.range = range
  }

  /// In bytes.
  package var count: Int { range.count }

  /// A part of the stream, counted from its own start.
  package func part(_ part: Range<Int>) -> BodyStream {
    BodyStream(source, range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
  }

  /// Reads a part of the stream, counted from its own start.
  package func bytes(in part: Range<Int>) async throws -> Data {
    try await source.bytes(in: range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
  }
}

extension BodyStream: Equatable {
  package static func == (one: BodyStream, other: BodyStream) -> Bool {
    one.source === other.source && one.range == other.range
  }
}
