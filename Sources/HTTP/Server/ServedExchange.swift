import Foundation

/// One request and its response, as far as they have come.
struct ServedExchange {
  let head: HTTPRequestHead
  let client: TrustedProxies.Client
  /// The place among the requests of the client, behind a proxy.
  var place: ClientShares.Place?
  /// When the head had arrived, in milliseconds.
  let start: Int
  /// The contents of the request, until the response has been sent.
  var contents: ReceivedContents?
  /// The work for the response.
  var task: Task<Void, Never>?
  /// When the response began, in milliseconds, and what the connection had sent before.
  var (sendingStart, sentBefore) = (0, 0)
  private(set) var status = 0
  /// Why the request was refused (4xx).
  private(set) var reason: String?
  /// Bytes of the response's contents.
  private(set) var contentLength = 0
  private(set) var mayHaveContents = true
  /// How the contents are sent.
  private(set) var delivery = HTTPResponse.Delivery.whole
  /// When the next piece of a slow response is due, in milliseconds.
  var nextPiece = 0
  /// Whether another request may follow.
  private(set) var keepsAlive = false
  /// Whether the response is the bytes of an earlier one.
  var isPrepared = false

  init(_ head: HTTPRequestHead, _ client: TrustedProxies.Client, now: Int) {
    self.head = head
    self.client = client
    start = now
  }

  mutating func begin(_ response: HTTPResponse, _ body: HeldBody?, keepsAlive: Bool) {
    status = response.status
    reason = (400..<500).contains(status) ? response.reason : nil
    contentLength = response.omittedLength ?? body?.count ?? response.body.count
    delivery = response.delivery
    mayHaveContents = response.mayHaveContents
    self.keepsAlive = keepsAlive && delivery != .truncated
  }

  /// Whether the response is followed by its contents.
  var sendsContents: Bool { head.method != .head && mayHaveContents }

  /// The fields of the connection before the date.
  static let dateName = Array("Date: ".utf8)

  /// The fields of the connection, which follow those of the session, and the empty line.
  /// - Parameter date: The value of the Date field.
  func appendFields(date: [UInt8], to bytes: inout [UInt8]) {
    bytes += Self.dateName
    bytes += date
    if mayHaveContents {
      bytes += "\r\nContent-Length: ".utf8
      bytes += String(contentLength).utf8
    }
    bytes += keepsAlive ? "\r\n\r\n".utf8 : "\r\nConnection: close\r\n\r\n".utf8
  }
}
