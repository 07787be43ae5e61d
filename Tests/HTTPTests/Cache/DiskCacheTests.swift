import Foundation
import TestSupport
import Testing

@testable import HTTP

/// What is in the files of a cache, and what becomes of them.
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

  private func answer(_ key: CacheKey, _ text: String = "contents") -> StoredResponse {
    StoredResponse(
      key: key, requestHeaders: ["Accept": "*/*"],
      response: HTTPResponse(
        status: 200, headers: ["ETag": "\"a\"", "X-Empty": ""], body: Data(text.utf8)),
      date: Date(timeIntervalSince1970: 1_795_240_680.25))
  }

  private func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test func `an entry is a file that a person can read`() throws {
    let answer = answer(try key("/things/1?a=/2//3"))
    #expect(
      String(decoding: answer.file, as: UTF8.self).split(separator: "\n", maxSplits: 1).last
        == """
        GET https://host/things/1?a=/2//3
        200
        1795240680250000
        > Accept: */*
        ETag: "a"
        X-Empty: 

        contents
        """)
    #expect(StoredResponse(file: answer.file) == answer)
  }

  @Test(arguments: [
    "", "\n\n", "\r\n\r\nEtag: b\r\n\r\n", "\u{301}한글 \0", String(repeating: "x\n\n", count: 10_000),
  ])
  func `any contents come back as they were`(text: String) throws {
    let key = try key("/a")
    cache().keep(answer(key, text))
    #expect(cache().answer(for: key) == answer(key, text))
  }

  @Test func `a damaged entry is none, whichever byte is wrong, and goes`() throws {
    let key = try key("/a")
    let whole = answer(key).file
    let file = URL(filePath: path + "/" + key.filename)
    cache().keep(answer(key))
    for index in whole.indices {
      for bit in [0, 3, 7] {
        var damaged = whole
        damaged[index] ^= 1 << UInt8(bit)
        #expect(StoredResponse(file: damaged) == nil, "bit \(bit) of byte \(index)")
      }
      #expect(StoredResponse(file: whole.prefix(index)) == nil, "cut after \(index)")
    }
    try (whole + Data("\n".utf8)).write(to: file)
    #expect(cache().answer(for: key) == nil)
    #expect(names() == [])
  }

  @Test func `the entry of another key is none`() throws {
    let (mine, other) = (try key("/a"), try key("/b"))
    cache().keep(answer(other))
    try FileManager.default.moveItem(atPath: path + "/" + other.filename, toPath: path + "/" + mine.filename)
    #expect(cache().answer(for: mine) == nil)
  }

  @Test func `nobody else may read it`() throws {
    try cache().keep(answer(key("/a")))
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(path) == 0o700)
    #expect(try mode(path + "/" + names()[0]) == 0o600)
  }

  @Test func `a folder that others may write to is no cache`() throws {
    let key = try key("/a")
    cache().keep(answer(key))
    chmod(path, 0o777)
    #expect(cache().answer(for: key) == nil)
    cache().keep(answer(key, "other"))
    chmod(path, 0o700)
    #expect(cache().answer(for: key) == answer(key))
  }

  @Test func `where nothing can be written nothing is cached, and nothing is said`() throws {
    try Data().write(to: URL(filePath: folder.path("cache")))
    let cache = cache()
    let key = try key("/a")
    cache.keep(answer(key))
    // In this run it is in memory all the same.
    #expect(cache.answer(for: key) == answer(key))
    #expect(self.cache().answer(for: key) == nil)
    cache.drop(key)
    #expect(try folder.names() == ["cache"])
  }

  @Test func `a folder or a pipe in the place of an entry is none`() throws {
    let (one, two) = (try key("/a"), try key("/b"))
    try FileManager.default.createDirectory(
      atPath: path + "/" + one.filename, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    chmod(path, 0o700)
    mkfifo(path + "/" + two.filename, 0o600)
    #expect(cache().answer(for: one) == nil)
    #expect(cache().answer(for: two) == nil)
  }

  @Test func `the least recently used goes first`() throws {
    let keys = try (0..<8).map { try key("/\($0)") }
    let text = String(repeating: "x", count: 5_000)
    let size = answer(keys[0], text).file.count
    let cache = { self.cache(capacity: size * 8) }
    for (age, key) in keys.enumerated() {
      cache().keep(answer(key, text))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: Double(age - 100))],
        ofItemAtPath: path + "/" + key.filename)
    }
    // Used again, it is the last in line.
    #expect(cache().answer(for: keys[0]) != nil)
    try cache().keep(answer(key("/8"), text))
    #expect(
      keys.map { cache().answer(for: $0) != nil } == [true, false, false, true, true, true, true, true])
  }

  @Test func `what a killed process left behind goes when there is no more room`() throws {
    try cache().keep(answer(key("/a")))
    let left = path + "/left.tmp"
    try Data(count: 1 << 20).write(to: URL(filePath: left))
    try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: left)
    try cache().keep(answer(key("/b")))
    #expect(names() == [try key("/a").filename, try key("/b").filename].sorted())
  }

  @Test func `a small file takes a block of the disk`() throws {
    let cache = cache(capacity: 40_000)
    for number in 0..<10 { try cache.keep(answer(key("/\(number)"))) }
    #expect(names().count == 9)
  }

  @Test func `what would take an eighth of the room is not cached`() throws {
    let key = try key("/a")
    cache(capacity: 8_000).keep(answer(key))
    cache(capacity: 8_000).keep(answer(key, String(repeating: "x", count: 1_000)))
    #expect(names() == [])
  }

  @Test func `memory holds the last used, as far as there is room`() throws {
    let memory = MemoryCache(capacity: 3_100)
    let keys = try (0..<4).map { try key("/\($0)") }
    for key in keys[...2] { memory.keep(answer(key, "")) }
    #expect(memory.answer(for: keys[0]) == answer(keys[0], ""))
    memory.keep(answer(keys[3], ""))
    memory.keep(answer(keys[3], String(repeating: "x", count: 2_101)))
    #expect(keys.map { memory.answer(for: $0) != nil } == [true, false, true, false])
  }

  @Test func `answers of one folder are found, the last used first`() throws {
    for (age, target) in ["/things/1", "/things/2?a=1", "/thing/1", "/things"].enumerated() {
      let key = try key(target)
      cache().keep(answer(key, target))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: Double(age - 100))],
        ofItemAtPath: path + "/" + key.filename)
    }
    let request = HTTPRequest(.get, scheme: "https", authority: "host", target: "/things/9")
    let found = { (limit: Int) in
      ResponseHistory(cache()).answers(besides: [request], limit: limit).map {
        String(decoding: $0.response.body, as: UTF8.self)
      }
    }
    #expect(found(5) == ["/things/2?a=1", "/things/1"])
    #expect(found(1) == ["/things/2?a=1"])
  }

  @Test func `however many there are, the last used is the first`() throws {
    let cache = DiskCache(folder: path, isDrawn: { _ in false })
    let keys = try (0..<2_100).map { try key("/things/\($0)") }
    for key in keys { cache.keep(answer(key)) }
    for (number, age) in [(700, 1.0), (1_400, 2), (0, 3)] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: 100 - age)],
        ofItemAtPath: path + "/" + keys[number].filename)
    }
    let found = cache.answers(inFoldersOf: [keys[0]], limit: 2_200)
    #expect(found.count == 2_100)
    #expect(found.prefix(3).map(\.key) == [keys[700], keys[1_400], keys[0]])
  }

  @Test func `what has got among the answers of a folder is not one of them`() throws {
    let (mine, other) = (try key("/things/1"), try key("/other/1"))
    for key in [mine, other] { cache().keep(answer(key)) }
    // Two folders whose names have one hash begin alike.
    try FileManager.default.moveItem(
      atPath: path + "/" + other.filename, toPath: path + "/" + mine.filename.prefix(14) + "0000000000000")
    #expect(cache().answers(inFoldersOf: [mine], limit: 5).map(\.key) == [mine])
  }

  @Test func `many at once see an entry whole or not at all`() async throws {
    let keys = try (0..<4).map { try key("/\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<50 {
            let text = String(repeating: "\(writer) \(round) ", count: 500)
            self.cache(capacity: 100_000).keep(self.answer(keys[round % 4], text))
            for key in keys {
              if let cached = self.cache(capacity: 100_000).answer(for: key) {
                let words = String(decoding: cached.response.body, as: UTF8.self).split(separator: " ")
                #expect(words.count == 1_000 && Set(words).count <= 2)
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    // Whole, every one: nobody found one to be damaged and removed it, and nothing half written is left.
    #expect(names() == keys.map(\.filename).sorted())
  }
}
