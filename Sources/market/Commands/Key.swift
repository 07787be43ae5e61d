import Console
import Foundation
import OpenMarket
import SystemSupport

/// `market key`: prints or replaces the key of the market's operator.
struct KeyCommand: Command {
  static let declaration = CommandDeclaration(
    name: "key", synonyms: ["login"], parent: "market",
    abstract: "Show or replace the key of the market's operator.",
    discussion: """
      With the key, commands at a server may change every item and read what is private, without any password. \
      Another machine names its file by MARKET_KEY_FILE, or by 'key-file' in a profile. The key is never sent: \
      requests are signed with it, for the address of the server, for five minutes and once. A server that listens \
      behind a proxy needs its address by 'market serve --public-url'. On this machine no file is needed: who may \
      read the store is its operator, also at a server that has it open.
      """,
    examples: [
      .init("market key --output market.key", "Write the key to a file that only you can read."),
      .init(
        "MARKET_KEY_FILE=market.key market edit 7 --price 12 --server https://market.example",
        "Use it elsewhere."),
      .init("market key --new", "Replace it, where it may have become known."),
    ],
    options: Self.output, Self.new, .yes, .dryRun, .store, .refusedServer, .everywhere)

  private static let output = Option<String?>(
    "output", short: "o", "file", help: "Write the key to this new file, which only you can read.")
  private static let new = Option<Bool>("new", help: "Replace the key; the present one ends at once.")

  private let store: StoreLocation
  private let path: String?
  private let isNew: Bool
  private let confirmation: Confirmation

  init(_ arguments: Arguments, _ settings: Settings) throws {
    store = try settings.store(of: Self.declaration)
    path = arguments[Self.output].flatMap { $0 == "-" ? nil : $0 }
    isNew = arguments[Self.new]
    confirmation = arguments.confirmation(of: "replace the key")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    // Before the present key ends.
    if let path, FileManager.default.fileExists(atPath: path) { throw Self.exists(path) }
    guard !context.isDryRun else {
      context.note(.dryRun)
      return .done
    }
    let question: LocalizedPhrase = "Replace the key? The present one ends at once, on all machines."
    guard try !isNew || confirmation.isGranted(question, declined: .nothingChanged, in: context) else {
      return .declined
    }
    // A file that cannot be written leaves the present key, by which other machines work.
    if isNew, let path { try write("", to: path, replaces: false) }
    let isMade = !context.hasStore
    let key: OperatorKey
    do {
      key = try await ClientError.reporting {
        try await Store(at: store, .forCommand).operatorKey(isNew: isNew)
      }
    } catch {
      if isNew, let path { unlink(path) }
      throw error
    }
    if isMade { context.note("The store '\(store.description.sanitized)' was made", isWhole: true) }
    if isNew { context.noteRecorded("The market has a new key") }
    guard let path else {
      try context.console.print(key.text)
      return .done
    }
    try write(key.text + "\n", to: path, replaces: isNew)
    context.reportDone("The key is in '\(path.sanitized)'")
    return .done
  }

  private func write(_ text: String, to path: String, replaces: Bool) throws {
    do {
      try WholeFile(path: path).write(Data(text.utf8), replaces: replaces, waitsForDisk: true)
    } catch {
      throw error.code == .EEXIST
        ? Self.exists(path) : CommandFailure(.unwritable(path), .failed, help: .checkFolder)
    }
  }

  private static func exists(_ path: String) -> CommandFailure {
    CommandFailure(.exists(path), .failed, help: "Choose another path")
  }
}
