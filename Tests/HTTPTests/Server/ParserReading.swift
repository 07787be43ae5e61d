import Foundation
import HTTP

/// The events and the error of a parser for the bytes of a connection.
struct ParserReading: Equatable {
  private(set) var events: [HTTPParser.Event] = []
  private(set) var error: HTTPError?
  private(set) var isInsideRequest = false

  init(_ stream: String, limits: HTTPLimits = HTTPLimits()) {
    self.init([Array(stream.utf8)], limits: limits)
  }

  /// Adjacent contents are joined, since their pieces depend on those of the input.
  init(_ pieces: [some Sequence<UInt8>], limits: HTTPLimits = HTTPLimits()) {
    var parser = HTTPParser(limits: limits)
    do throws(HTTPError) {
      for piece in pieces {
        parser.append(piece)
        while let event = try parser.next() { append(event) }
      }
    } catch {
      self.error = error
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

  /// One line for each event, and one for the error or the unfinished request.
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
    if let error {
      lines.append("\(error.status) \(error.reason) (\(error.section))")
    } else if isInsideRequest {
      lines.append("…")
    }
    return lines
  }
}
