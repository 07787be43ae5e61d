import Foundation
import OpenMarket
import TestSupport
import Testing

@testable import market

/// The files in which an import keeps what was done, as a crash or a full disk leaves them.
struct ImportJournalTests {
  private static func entry(_ position: Int) -> ImportJournal.Entry {
    .init(positions: [position], results: [.init(outcome: .added, id: position + 1)])
  }

  @Test func `a journal goes on behind a line that was cut off`() throws {
    let home = try Home()
    let (folder, name) = (home.path + "/imports/1", "imports/1/journal.jsonl")
    let plan = try home.write("plan", to: "plan")
    try ImportJournal.begin(in: folder, planAt: plan).append(Self.entry(0))
    try home.write(home.text(of: name) + #"{"positions":[1],"res"#, to: name)
    let (journal, done) = try ImportJournal.resume(in: folder)
    #expect(done.keys.sorted() == [0])
    try journal.append(Self.entry(1))
    try journal.append(Self.entry(2))
    let resumed = try ImportJournal.resume(in: folder).done
    #expect(resumed.mapValues(\.id) == [0: 1, 1: 2, 2: 3])
  }

  @Test func `an import of the same files waits for the end of another`() throws {
    let home = try Home()
    let folder = home.path + "/imports/journal"
    do {
      let lock = try ImportLock(ofJournalIn: folder, files: ["items.csv"])
      defer { lock.release() }
      #expect(throws: ImportError.running("items.csv")) {
        _ = try ImportLock(ofJournalIn: folder, files: ["items.csv"])
      }
    }
    #expect(throws: Never.self) { _ = try ImportLock(ofJournalIn: folder, files: ["items.csv"]) }
  }

  @Test func `two runs write two files, and leave what a link names`() throws {
    let home = try Home()
    let path = home.path + "/rejects.csv"
    let (first, second) = (try RowFile(path: path), try RowFile(path: path))
    // The file of the second run is its own while a third one begins.
    #expect(DraftFile.canBeMade(path))
    try first.write(["first"])
    try second.write(["second"])
    #expect(try first.finish(replaces: false) == path)
    #expect(try second.finish(replaces: false) == home.path + "/rejects.2.csv")
    #expect(try home.text(of: "rejects.csv") == "first\r\n")
    #expect(try home.text(of: "rejects.2.csv") == "second\r\n")

    try home.write("kept", to: "other")
    #expect(symlink(home.path + "/other", home.path + "/linked.csv.part") == 0)
    #expect(!DraftFile.canBeMade(home.path + "/linked.csv"))
    #expect(throws: ImportError.unwritable(home.path + "/linked.csv")) {
      _ = try RowFile(path: home.path + "/linked.csv")
    }
    #expect(try home.text(of: "other") == "kept")
  }
}
