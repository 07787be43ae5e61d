import Foundation
import HTTP
import TestSupport
import Testing

/// A network cuts bytes where it likes.
@Suite struct ParserCutTests {
  /// Every refused stream behind a good request, and good ones.
  private static let streams =
    RefusedStream.all.map { "GET /first HTTP/1.1\r\nHost: h\r\n\r\n" + $0.bytes } + [
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\nabc\r\n\r\nabcd\r\n"
        + "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET http://a/ HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\nGE",
      "PATCH / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3;a=\"b\"\r\n\r\n0\r\na\r\n0123456789\r\n"
        + "0\r\nX: y\r\n\r\n\r\nOPTIONS * HTTP/1.1\r\nHost:\r\n\r\n",
    ]

  @Test func `cut at any one byte, a stream says the same`() {
    for stream in Self.streams {
      let whole = ParserReading(stream)
      let bytes = Array(stream.utf8)
      for cut in bytes.indices {
        #expect(
          ParserReading([bytes[..<cut], bytes[cut...]]) == whole, "\(stream.debugDescription) at \(cut)")
      }
    }
  }

  @Test func `byte by byte, a stream says the same`() {
    for stream in Self.streams {
      #expect(
        ParserReading(stream.utf8.map { [$0] }) == ParserReading(stream), "\(stream.debugDescription)")
    }
  }

  @Test func `cut and limited by chance, a stream says the same`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    for _ in 0..<2_000 {
      let stream = (0..<2).compactMap { _ in Self.streams.randomElement(using: &chance) }.joined()
      var limits = HTTPLimits()
      limits.requestLine = .random(in: 8...40, using: &chance)
      limits.fields = .random(in: 5...80, using: &chance)
      limits.fieldCount = .random(in: 1...4, using: &chance)
      limits.body = .random(in: 1...20, using: &chance)
      var rest = Array(stream.utf8)[...]
      var pieces: [ArraySlice<UInt8>] = []
      while !rest.isEmpty {
        pieces.append(rest.prefix(.random(in: 0...30, using: &chance)))
        rest = rest.dropFirst(pieces.last?.count ?? 0)
      }
      #expect(
        ParserReading(pieces, limits: limits) == ParserReading(stream, limits: limits),
        "seed \(seed), \(stream.debugDescription)")
    }
  }
}
