import Testing

@testable import OpenMarket

struct KeyedDigestTests {
  @Test func `digests are equal for the same texts and key only, and hold no text`() {
    let key = KeyedDigest.Key()
    let digest = key.digest(of: "correct horse", "hash")
    #expect(key.digest(of: "correct horse", "hash") == digest)
    for other in [
      key.digest(of: "correct hors", "ehash"), key.digest(of: "hash", "correct horse"),
      key.digest(of: "correct horsehash"), KeyedDigest.Key().digest(of: "correct horse", "hash"),
    ] {
      #expect(other != digest)
    }
    #expect(!"\(digest)".contains("horse"))
  }
}
