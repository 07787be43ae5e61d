import Foundation
import SystemSupport

/// The contents of a request while they arrive: in memory, or in a temporary file when they are large or memory has no room, so that
/// slow uploads hold no memory. Each byte counts against the budget of its place.
final class ReceivedContents {
  /// Bytes up to which contents are kept in memory.
  static let memory = 1 << 20

  private let server: HTTPServer
  private let client: String
  private let start: Int
  /// How many times the least rate is higher while few bytes are free.
  private static let crowdedRate = 64
  /// Start and bytes of the period in which the rate is averaged.
  private var period: (start: Int, count: Int)
  private var bytes = Data()
  private var file: SpoolFile?
  /// In bytes.
  private(set) var count = 0

  /// - Parameter now: In milliseconds.
  init(server: HTTPServer, client: String, now: Int) {
    (self.server, self.client) = (server, client)
    start = now
    period = (now, 0)
  }

  deinit {
    (file == nil ? server.uploads : server.spool).release(count, of: client)
  }

  /// Throws 503 when there is no room for more, and 507 when the disk is full.
  func append(_ data: Data) throws(HTTPError) {
    if file == nil,
      count + data.count > Self.memory || !server.uploads.reserve(data.count, of: client, besides: count)
    {
      try spool()
    }
    guard let file else {
      bytes.append(data)
      count += data.count
      return
    }
    try server.spool(data.count, of: client, besides: count)
    count += data.count
    let offset = count - data.count
    try file.write(data, at: offset)
  }

  private func spool() throws(HTTPError) {
    let file = try SpoolFile()
    try server.spool(count, of: client, besides: 0)
    server.uploads.release(count, of: client)
    self.file = file
    try file.write(bytes, at: 0)
    bytes = Data()
  }

  /// All that has arrived.
  func whole() throws(HTTPError) -> Data {
    guard let file else { return bytes }
    return try file.mapped(count: count)
  }

  /// Throws 408 when the contents arrive too slowly: over the whole time, and in each period of `headSeconds`, since a fast
  /// start would allow minutes of silence. Where others find little room in temporary files, the slowest in them give way.
  func checkRate(now: Int) throws(HTTPError) {
    let limits = server.limits
    let isCrowded = file != nil && server.spool.isCrowded
    let seconds = isCrowded ? 1 : limits.headSeconds
    guard now - period.start >= seconds * 1_000 else { return }
    guard count - period.count >= seconds * limits.bodyRate * (isCrowded ? Self.crowdedRate : 1),
      count >= limits.leastBytes(after: now - start)
    else { throw HTTPError(408, "The contents arrive too slowly", section: "RFC 9110 §15.5.9") }
    period = (now, count)
  }
}
