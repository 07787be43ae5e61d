import Foundation
import HTTP

/// What a parser says of the bytes of a connection.
struct ParserReading: Equatable {
  private(set) var events: [HTTPParser.Event] = []
  private(set) var refusal: HTTPError?
  private(set) var isInsideRequest = false

  init(_ stream: String, limits: HTTPLimits = HTTPLimits()) {
    self.init([Array(stream.utf8)], limits: limits)
  }

  /// Contents are joined, since how they are cut follows from how the bytes were.
  init(_ pieces: [some Sequence<UInt8>], limits: HTTPLimits = HTTPLimits()) {
    var parser = HTTPParser(limits: limits)
    do throws(HTTPError) {
      for piece in pieces {
        parser.append(piece)
        while let event = try parser.next() { append(event) }
      }
    } catch {
      refusal = error
    }
    isInsideRequest = parser.isInsideRequest
  }

  private mutating func append(_ event: HTTPParser.Event) {
    if case .content(let more) = event, case .content(let earlier)? = events.last {
      events[events.count - 1] = .content(earlier + more)
    } else {
      events.append(event)
    }
  }

  var heads: [HTTPRequestHead] {
    events.compactMap { if case .head(let head) = $0 { head } else { nil } }
  }

  /// An event a line, and how it ends.
  var lines: [String] {
    var lines = events.map { event in
      switch event {
      case .head(let head):
        "\(head.method.rawValue) \(head.target) of '\(head.authority)'"
          + (head.expectsContinue ? ", waiting" : "") + (head.keepsAlive ? "" : ", then close")
      case .content(let data): "< \(String(decoding: data, as: UTF8.self))"
      case .end: "end"
      }
    }
    if let refusal {
      lines.append("\(refusal.status) \(refusal.reason) (\(refusal.section))")
    } else if isInsideRequest {
      lines.append("…")
    }
    return lines
  }
}
