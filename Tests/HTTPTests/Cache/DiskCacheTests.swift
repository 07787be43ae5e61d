import Foundation
import TestSupport
import Testing

@testable import HTTP

/// The files of a cache, their format and their eviction.
struct DiskCacheTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("cache/answers")
  }

  private func cache(capacity: Int = 1 << 20) -> DiskCache {
    DiskCache(folder: path, capacity: capacity, isDrawn: { _ in true })
  }

  private func key(_ target: String) throws -> CacheKey {
    try #require(CacheKey(HTTPRequest(.get, scheme: "https", authority: "host", target: target)))
  }

  private func stored(_ key: CacheKey, _ text: String = "contents") -> StoredResponse {
    StoredResponse(
      key: key, requestHeaders: ["Accept": "*/*"],
      response: HTTPResponse(
        status: 200, headers: ["ETag": "\"a\"", "X-Empty": ""], body: Data(text.utf8)),
      date: Date(timeIntervalSince1970: 1_795_240_680.25))
  }

  private func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test func `an entry is a readable text file`() throws {
    let stored = self.stored(try key("/things/1?a=/2//3"))
    #expect(
      String(decoding: stored.file, as: UTF8.self).split(separator: "\n", maxSplits: 1).last
        == """
        GET https://host/things/1?a=/2//3
        200
        1795240680250000
        > Accept: */*
        ETag: "a"
        X-Empty: 

        contents
        """)
    #expect(StoredResponse(file: stored.file) == stored)
  }

  @Test(arguments: [
    "", "\n\n", "\r\n\r\nEtag: b\r\n\r\n", "\u{301}한글 \0", String(repeating: "x\n\n", count: 10_000),
  ])
  func `any contents are restored unchanged`(text: String) throws {
    let key = try key("/a")
    cache().store(stored(key, text))
    #expect(cache().response(for: key) == stored(key, text))
  }

  @Test func `an entry with any damaged byte is ignored and removed`() throws {
    let key = try key("/a")
    let whole = stored(key).file
    let file = URL(filePath: path + "/" + key.filename)
    cache().store(stored(key))
    for index in whole.indices {
      for bit in [0, 3, 7] {
        var damaged = whole
        damaged[index] ^= 1 << UInt8(bit)
        #expect(StoredResponse(file: damaged) == nil, "bit \(bit) of byte \(index)")
      }
      #expect(StoredResponse(file: whole.prefix(index)) == nil, "cut after \(index)")
    }
    try (whole + Data("\n".utf8)).write(to: file)
    #expect(cache().response(for: key) == nil)
    #expect(names() == [])
  }

  @Test func `a file with another entry's key is ignored`() throws {
    let (mine, other) = (try key("/a"), try key("/b"))
    cache().store(stored(other))
    try FileManager.default.moveItem(atPath: path + "/" + other.filename, toPath: path + "/" + mine.filename)
    #expect(cache().response(for: mine) == nil)
  }

  @Test func `only the owner can read the files`() throws {
    try cache().store(stored(key("/a")))
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(path) == 0o700)
    #expect(try mode(path + "/" + names()[0]) == 0o600)
  }

  @Test func `a folder that others can write is not used`() throws {
    let key = try key("/a")
    cache().store(stored(key))
    chmod(path, 0o777)
    #expect(cache().response(for: key) == nil)
    cache().store(stored(key, "other"))
    chmod(path, 0o700)
    #expect(cache().response(for: key) == stored(key))
  }

  @Test func `without write permission nothing is stored on disk, and nothing fails`() throws {
    try Data().write(to: URL(filePath: folder.path("cache")))
    let cache = cache()
    let key = try key("/a")
    cache.store(stored(key))
    // In this run it is in memory all the same.
    #expect(cache.response(for: key) == stored(key))
    #expect(self.cache().response(for: key) == nil)
    cache.remove(key)
    #expect(try folder.names() == ["cache"])
  }

  @Test func `a directory or a pipe in the place of an entry is ignored`() throws {
    let (one, two) = (try key("/a"), try key("/b"))
    try FileManager.default.createDirectory(
      atPath: path + "/" + one.filename, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    chmod(path, 0o700)
    mkfifo(path + "/" + two.filename, 0o600)
    #expect(cache().response(for: one) == nil)
    #expect(cache().response(for: two) == nil)
  }

  @Test func `the least recently used entry is evicted first`() throws {
    let keys = try (0..<8).map { try key("/\($0)") }
    let text = String(repeating: "x", count: 5_000)
    let size = stored(keys[0], text).file.count
    let cache = { self.cache(capacity: size * 8) }
    for (age, key) in keys.enumerated() {
      cache().store(stored(key, text))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: Double(age - 100))],
        ofItemAtPath: path + "/" + key.filename)
    }
    // Used again, it is the last in line.
    #expect(cache().response(for: keys[0]) != nil)
    try cache().store(stored(key("/8"), text))
    #expect(
      keys.map { cache().response(for: $0) != nil } == [true, false, false, true, true, true, true, true])
  }

  @Test func `a temporary file of a killed process is evicted`() throws {
    try cache().store(stored(key("/a")))
    let left = path + "/left.tmp"
    try Data(count: 1 << 20).write(to: URL(filePath: left))
    try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: left)
    try cache().store(stored(key("/b")))
    #expect(names() == [try key("/a").filename, try key("/b").filename].sorted())
  }

  @Test func `a small file counts as one disk block`() throws {
    let cache = cache(capacity: 40_000)
    for number in 0..<10 { try cache.store(stored(key("/\(number)"))) }
    #expect(names().count == 9)
  }

  @Test func `an entry above an eighth of the capacity is not stored`() throws {
    let key = try key("/a")
    cache(capacity: 8_000).store(stored(key))
    cache(capacity: 8_000).store(stored(key, String(repeating: "x", count: 1_000)))
    #expect(names() == [])
  }

  @Test func `the memory cache evicts the least recently used entry`() throws {
    let memory = MemoryCache(capacity: 3_100)
    let keys = try (0..<4).map { try key("/\($0)") }
    for key in keys[...2] { memory.store(stored(key, "")) }
    #expect(memory.response(for: keys[0]) == stored(keys[0], ""))
    memory.store(stored(keys[3], ""))
    memory.store(stored(keys[3], String(repeating: "x", count: 2_101)))
    #expect(keys.map { memory.response(for: $0) != nil } == [true, false, true, false])
  }

  @Test func `responses of one folder are found, most recently used first`() throws {
    for (age, target) in ["/things/1", "/things/2?a=1", "/thing/1", "/things"].enumerated() {
      let key = try key(target)
      cache().store(stored(key, target))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: Double(age - 100))],
        ofItemAtPath: path + "/" + key.filename)
    }
    let request = HTTPRequest(.get, scheme: "https", authority: "host", target: "/things/9")
    let found = { (limit: Int) in
      ResponseHistory(cache()).responses(besides: [request], limit: limit).map {
        String(decoding: $0.response.body, as: UTF8.self)
      }
    }
    #expect(found(5) == ["/things/2?a=1", "/things/1"])
    #expect(found(1) == ["/things/2?a=1"])
  }

  @Test func `the most recently used of thousands of responses is the first`() throws {
    let cache = DiskCache(folder: path, isDrawn: { _ in false })
    let keys = try (0..<2_100).map { try key("/things/\($0)") }
    for key in keys { cache.store(stored(key)) }
    for (number, age) in [(700, 1.0), (1_400, 2), (0, 3)] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: 100 - age)],
        ofItemAtPath: path + "/" + keys[number].filename)
    }
    let found = cache.responses(inFoldersOf: [keys[0]], limit: 2_200)
    #expect(found.count == 2_100)
    #expect(found.prefix(3).map(\.key) == [keys[700], keys[1_400], keys[0]])
  }

  @Test func `a response of another folder with the same file name prefix is not returned`() throws {
    let (mine, other) = (try key("/things/1"), try key("/other/1"))
    for key in [mine, other] { cache().store(stored(key)) }
    // Two folders whose names have one hash begin alike.
    try FileManager.default.moveItem(
      atPath: path + "/" + other.filename, toPath: path + "/" + mine.filename.prefix(14) + "0000000000000")
    #expect(cache().responses(inFoldersOf: [mine], limit: 5).map(\.key) == [mine])
  }

  @Test func `concurrent readers see an entry completely or not at all`() async throws {
    let keys = try (0..<4).map { try key("/\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<50 {
            let text = String(repeating: "\(writer) \(round) ", count: 500)
            self.cache(capacity: 100_000).store(self.stored(keys[round % 4], text))
            for key in keys {
              if let cached = self.cache(capacity: 100_000).response(for: key) {
                let words = String(decoding: cached.response.body, as: UTF8.self).split(separator: " ")
                #expect(words.count == 1_000 && Set(words).count <= 2)
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    // All entries are complete: none was removed as damaged, and no temporary file remains.
    #expect(names() == keys.map(\.filename).sorted())
  }
}
