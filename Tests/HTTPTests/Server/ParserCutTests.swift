import Foundation
import HTTP
import TestSupport
import Testing

/// A network delivers a stream in arbitrary pieces.
@Suite struct ParserCutTests {
  /// Each invalid stream behind a valid request, and valid streams.
  private static let streams =
    InvalidStream.all.map { "GET /first HTTP/1.1\r\nHost: h\r\n\r\n" + $0.bytes } + [
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\nabc\r\n\r\nabcd\r\n"
        + "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET http://a/ HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\nGE",
      "PATCH / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3;a=\"b\"\r\n\r\n0\r\na\r\n0123456789\r\n"
        + "0\r\nX: y\r\n\r\n\r\nOPTIONS * HTTP/1.1\r\nHost:\r\n\r\n",
    ]

  @Test func `the events of a stream do not depend on where it is split`() async throws {
    let differing = try await onThread {
      Self.streams.filter { stream in
        let whole = ParserReading(stream)
        let bytes = Array(stream.utf8)
        return bytes.indices.contains { ParserReading([bytes[..<$0], bytes[$0...]]) != whole }
      }
    }
    #expect(differing == [])
  }

  @Test func `the events of a stream are the same byte by byte`() {
    let differing = Self.streams.filter { stream in
      ParserReading(stream.utf8.map { [$0] }) != ParserReading(stream)
    }
    #expect(differing == [])
  }

  @Test func `the events of a stream do not depend on random splits under random limits`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let differing = try await onThread {
      var chance = SeededChance(seed: seed)
      return (0..<2_000).compactMap { _ in Self.differingStream(&chance) }
    }
    #expect(differing == [], "seed \(seed)")
  }

  /// A random stream under random limits, if its events differ between whole and in pieces.
  private static func differingStream(_ chance: inout SeededChance) -> String? {
    let stream = (0..<2).compactMap { _ in streams.randomElement(using: &chance) }.joined()
    var limits = HTTPLimits()
    limits.requestLine = .random(in: 8...40, using: &chance)
    limits.fields = .random(in: 5...80, using: &chance)
    limits.fieldCount = .random(in: 1...4, using: &chance)
    limits.body = .random(in: 1...20, using: &chance)
    var rest = Array(stream.utf8)[...]
    var pieces: [ArraySlice<UInt8>] = []
    while !rest.isEmpty {
      let piece = rest.prefix(.random(in: 0...30, using: &chance))
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    let isSame = ParserReading(pieces, limits: limits) == ParserReading(stream, limits: limits)
    return isSame ? nil : stream
  }
}
