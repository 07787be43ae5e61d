import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// Files and folders of the program's own that cannot be read: a link to a disk that is not there, or one to itself. They are never
/// taken for missing ones.
struct UnreadableFileTests {
  private let home: Home

  init() throws { home = try Home() }

  /// Puts a link in the place of a file or a folder.
  ///
  /// - Parameter target: Nil for the link itself.
  private func link(_ name: String, to target: String? = nil) throws {
    let path = home.path + "/" + name
    try FileManager.default.createDirectory(atPath: path.parentFolder, withIntermediateDirectories: true)
    try? FileManager.default.removeItem(atPath: path)
    #expect(symlink(target ?? path, path) == 0)
  }

  @Test(arguments: [nil, "/nonexistent/config"]) func `settings`(target: String?) async throws {
    try link(".config/market/config", to: target)
    await home.pipe.run("list").prints(
      """
      ! Error: The config file '\(home.path)/.config/market/config' cannot be read
      ! Help:  Check its permissions
      exit 2
      """)
  }

  @Test func `a password`() async throws {
    _ = await home.served().run("add --title Lamp --price 5")
    let secrets = ".local/share/market/passwords"
    let file = try #require(home.files(in: secrets).first)
    try link(secrets + "/" + file, to: "/nonexistent/password")
    let outcome = await home.served().run("add --title Desk --price 5")
    #expect(outcome.error.contains("/\(file)' cannot be read"))
    #expect(outcome.exitCode == .usage)
    #expect(home.files(in: secrets) == [file])
  }

  @Test func `a folder of passwords`() async throws {
    _ = await home.served().run("add --title Lamp --price 5")
    try link(".local/share/market/passwords")
    let outcome = await home.served().run("add --title Desk --price 5")
    #expect(outcome.error.contains("cannot be read"))
    #expect(outcome.exitCode == .usage)
  }

  @Test func `past searches`() async throws {
    try link(".local/state/market/searches")
    await home.pipe.run("search --history").prints(
      """
      ! Error: Cannot read or write the search history '\(home.path)/.local/state/market/searches'
      ! Help:  Check the permissions, or pass '--private'
      exit 1
      """)
  }

  @Test func `earlier writes`() async throws {
    let folder = home.path + "/.local/state/market/pending"
    try link(".local/state/market/pending", to: "/nonexistent/pending")
    await home.pipe.run("add --title Lamp --price 5").prints(
      """
      ! Error: The record of earlier writes '\(folder)' cannot be read
      ! Help:  Check the permissions, or run the command with '--new' if it was not recorded before
      exit 1
      """)
    #expect(await home.pipe.run("add --title Lamp --price 5 --porcelain --new").output == "1\n")
  }

  @Test func `an earlier write`() async throws {
    let writes = PendingWrites(folder: home.path + "/pending", waitsForDisk: false) { Date() }
    #expect(try writes.earlier("a") == nil)
    try link("pending/a-1-x")
    #expect(throws: CommandFailure.unreadableRecord(home.path + "/pending/a-1-x")) {
      try writes.earlier("a")
    }
    #expect(try writes.earlier("b") == nil)
  }

  @Test func `a folder of images within another`() throws {
    try home.write(Pixel.png, to: "photos/A-1.png")
    #expect(
      try ImageFinder(file: "", folder: home.path + "/photos").images(nil, in: nil, codes: ["A-1"])?.images
        .count
        == 1)
    try link("photos/A-2", to: "/nonexistent/A-2")
    #expect(throws: ImportError.noFolder(home.path + "/photos/A-2")) {
      try ImageFinder(file: "", folder: home.path + "/photos")
    }
  }

  @Test func `an image`() async throws {
    try link("a.png")
    let outcome = await home.pipe.run("add --title Lamp --price 5 --image \(home.path)/a.png")
    #expect(outcome.error.hasPrefix("Error: The image '\(home.path)/a.png' cannot be read"))
  }

  @Test func `a cache is left out, and --verbose says so`() async throws {
    let local = home.market(at: .memory)
    var pipe = home.pipe
    pipe.session = MockSession { try await local.response(to: $0) }
    let note = "The cache '\(home.path)/.cache/market/responses' cannot be read, and is left out\n"
    #expect(await !pipe.run("list --server http://127.0.0.1:1 --verbose").error.contains(note))
    try link(".cache/market/responses")
    let outcome = await pipe.run("list --server http://127.0.0.1:1 --verbose")
    #expect(outcome.error.contains(note) && outcome.exitCode == .done)
    #expect(await !pipe.run("list --server http://127.0.0.1:1").error.contains("cache"))
  }

  @Test func `a file of the cache is left out, and --verbose says so`() async throws {
    let local = home.market(at: .memory)
    var pipe = home.pipe
    pipe.session = MockSession { try await local.response(to: $0) }
    let list = "list --server http://127.0.0.1:1"
    _ = await pipe.run(list)
    let folder = ".cache/market/responses"
    let file = try #require(home.files(in: folder).first)
    for words in [list + " --verbose", list] {
      try link("\(folder)/\(file)")
      let outcome = await pipe.run(words)
      let note = "The cache '\(home.path)/\(folder)/\(file)' cannot be read, and is left out\n"
      #expect(outcome.error.contains(note) == (words != list) && outcome.exitCode == .done)
    }
  }
}
