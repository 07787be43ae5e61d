import Console
import Foundation
import HTTP
import OpenMarket
import Synchronization
import SystemSupport

/// A write that a command sends under a key, so that the market does it once.
enum SentOnce {
  case item(ItemDraft, [ItemImage])
  case movements([MovementRequest])
  case review(item: Int, ReviewDraft)

  /// The texts that tell it from others.
  fileprivate var texts: [String] {
    switch self {
    case .item(let draft, let images): draft.texts + images.flatMap(\.texts)
    case .movements(let requests): requests.flatMap(\.texts)
    case .review(let item, let draft): draft.texts(ofItem: item)
    }
  }

  /// The command that shows whether it was recorded.
  fileprivate var lookup: String {
    switch self {
    case .item: "market list"
    case .movements(let requests): "market history \(requests.first?.itemID ?? 0)"
    case .review(let item, _): "market reviews \(item)"
    }
  }

  /// Says that it was recorded before.
  ///
  /// - Parameters:
  ///   - ago: The age of the first request, such as `2 minutes ago`.
  ///   - number: The number of what was recorded.
  fileprivate func settled(_ ago: String, _ number: Int) -> LocalizedPhrase {
    switch self {
    case .item:
      "Added \(ago) as #\(number) (its response was lost); nothing more was added. To add one more: --new"
    case .review:
      "Written \(ago) as review \(number) (its response was lost); nothing more was written. To write one more: --new"
    case .movements(let requests):
      switch requests.first?.action {
      case .sell:
        "Recorded \(ago) as entry \(number) (its response was lost); nothing more was sold. To sell one more: --new"
      case .restock:
        "Recorded \(ago) as entry \(number) (its response was lost); nothing more came in. To restock again: --new"
      case .return:
        "Recorded \(ago) as entry \(number) (its response was lost); nothing more was returned. To return one more: --new"
      case .writeOff:
        "Recorded \(ago) as entry \(number) (its response was lost); nothing more was written off. To write off one more: --new"
      default:
        "Recorded \(ago) as entry \(number) (its response was lost); nothing more was changed. To do it again: --new"
      }
    }
  }
}

extension CommandContext {
  /// Sends a write under a key that outlives this process: where its outcome stays unknown, the same command within a day
  /// sends it again under the same key, and says what has become of it.
  ///
  /// - Parameters:
  ///   - number: The number of what was recorded, from the result.
  ///   - work: Sends it over the market that it is given, with one password after the other; anything else over that market,
  ///     too.
  func sendOnce<Result>(
    _ write: SentOnce, number: (Result) -> Int?, _ work: (NetworkManager) async throws -> Result
  ) async throws -> Result {
    // `--curl` sends nothing, and a store in memory ends with this command.
    guard let pending else { return try await work(market) }
    let name = PendingWrites.name(of: write.texts, at: settings.place.origin)
    if interaction.forgetsPending { pending.forget(name) }
    let earlier = try interaction.forgetsPending ? nil : pending.earlier(name)
    if let earlier, isRemote, try await market.identity() == nil {
      throw CommandFailure(
        "The same command may have been recorded \(formatNow.age(earlier.date)), and this market cannot say",
        .failed, help: "Look with '\(write.lookup)'; if it was not recorded, run the command with '--new'")
    }
    let sending = Sending(name, pending, earlier: earlier)
    let (stopSignals, isRemote) = (environment.stopSignals, isRemote)
    do {
      let result = try await work(
        market.writing(under: sending.key) {
          // A command at the store ends at once, as at any other moment: the record says what was under way.
          try await sending.run($0, isRemote ? stopSignals() : nil)
        })
      sending.forget()
      if let earlier, sending.wasRepeated, let number = number(result) {
        note(write.settled(formatNow.age(earlier.date), number), isWhole: true)
      }
      // Its own note names a password that this command has created.
      if sending.beganSeller, isRemote, try passwords.givenPassword() != nil {
        note(
          "No other item there has this password: if it is mistyped, your other items have another seller",
          isWhole: true)
      }
      return result
    } catch {
      let clientError = error as? ClientError
      guard let clientError, sending.wasSent, clientError.leavesOutcomeUnknown else {
        // A refusal proves that the first attempt did not succeed.
        let isRefusal = clientError.map { [.refused, .notFound].contains($0.exitCode) } ?? false
        if sending.wasSent, earlier == nil || isRefusal { sending.forget() }
        throw error
      }
      throw UnknownOutcome(error: clientError, isKept: sending.isKept, lookup: write.lookup)
    }
  }
}

/// One write while it is sent.
private final class Sending: Sendable {
  let key: String
  private let name: String
  private let pending: PendingWrites
  private let state: Mutex<(record: PendingWrite?, wasSent: Bool, wasRepeated: Bool, beganSeller: Bool)>

  init(_ name: String, _ pending: PendingWrites, earlier: PendingWrite?) {
    (self.name, self.pending) = (name, pending)
    key = earlier?.key ?? UUID().uuidString
    state = Mutex((earlier, false, false, false))
  }

  var wasSent: Bool { state.withLock(\.wasSent) }
  /// Whether the market had done it before.
  var wasRepeated: Bool { state.withLock(\.wasRepeated) }
  /// Whether the item is the first one of its password.
  var beganSeller: Bool { state.withLock(\.beganSeller) }
  /// Whether the same command finds out.
  var isKept: Bool { state.withLock { $0.record != nil } }

  func forget() { state.withLock { $0.record?.forget() } }

  /// Runs one request. A signal cancels it, and a second one ends the process.
  func run(
    _ send: @escaping @Sendable () async throws -> HTTPResponse, _ signals: StopSignals?
  ) async throws -> HTTPResponse {
    state.withLock { state in
      if state.record == nil { state.record = pending.begin(name, key: key) }
      state.wasSent = true
    }
    let response = try await StopSignals.cancelling(signals, send)
    if response.headers[.idempotentReplayed] == "true" { state.withLock { $0.wasRepeated = true } }
    if response.headers[.newSeller] == "true" { state.withLock { $0.beganSeller = true } }
    return response
  }
}

/// The market may have recorded a write, or not.
private struct UnknownOutcome: ReportableError, CausedError {
  let error: ClientError
  /// Whether the same command finds out.
  let isKept: Bool
  let lookup: String

  var message: LocalizedPhrase { error.message }

  var exitCode: ExitCode {
    guard error == .cancelled else { return .temporary }
    return StopSignals.isTermination ? .terminated : .interrupted
  }

  var cause: (any Error)? { error.cause }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    isKept
      ? "It may have been recorded; run the same command again to find out"
      : "It may have been recorded; look with '\(lookup)' before you run the command again"
  }
}

extension ItemImage {
  /// A file by its path, size and time of change: reading 50 MiB would take longer than sending them. Should another image have
  /// all of these, the market refuses the key of the first.
  fileprivate var texts: [String] {
    switch content {
    case .bytes(let data): return [SHA256.hexadecimal(data)]
    case .file(let path, let count):
      let resources = try? URL(filePath: path).resourceValues(forKeys: [.contentModificationDateKey])
      let date = resources?.contentModificationDate?.timeIntervalSince1970 ?? 0
      return [URL(filePath: path).standardizedFileURL.path, String(count), String(date)]
    }
  }
}
