import Foundation
import OpenMarket
import SystemSupport
import Testing

@testable import market

/// The end of a process that makes a copy, and whether its image is tried again.
@Suite struct ThumbnailProcessTests {
  private func name(_ outcome: BoundedProcess.Outcome) -> String {
    switch ThumbnailProcess.copy(of: outcome) {
    case .thumbnail: "copy"
    case .undecodable: "undecodable"
    case .failed: "failed"
    }
  }

  @Test func `a process that a limit has ended is remembered as one whose image cannot be decoded`() {
    let ends: [BoundedProcess.Outcome] = [.signal(SIGXCPU), .signal(SIGKILL), .exceeded, .exit(2)]
    #expect(ends.map(name) == Array(repeating: "undecodable", count: ends.count))
    #expect(name(.output(Data("copy".utf8))) == "copy")
    #expect([.failed, .exit(1), .signal(SIGTERM)].map(name) == ["failed", "failed", "failed"])
  }
}
