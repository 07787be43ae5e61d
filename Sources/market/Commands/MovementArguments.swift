import Console
import Foundation
import OpenMarket

/// The arguments that the commands of the ledger share: the time, the note and the reference of a movement.
struct MovementArguments {
  let time: ReportedTime?
  let note: String?
  let reference: String?

  init(_ arguments: Arguments) throws {
    time = try arguments[.time]
    note = arguments[.note]
    reference = arguments[.reference]
  }

  /// A valid request. Throws the `ValidationError` of the first rule that it breaks.
  func request(
    item id: Int, _ action: MovementRequest.Action, isAlreadyCounted: Bool = false
  ) throws -> MovementRequest {
    let request = MovementRequest(
      itemID: id, action, note: note, reference: reference, time: time, isAlreadyCounted: isAlreadyCounted)
    try request.validate()
    return request
  }
}

extension Arguments {
  /// The number of pieces, 1 by default.
  func quantity() throws -> Int { try self[.quantity] ?? 1 }

  /// An amount in the currency of the item.
  func amount(_ option: Option<AmountText?>, _ field: ItemField) throws -> Decimal? {
    try self[option]?.amount(of: field)
  }
}

/// A command that records movements, all or none.
protocol MovementCommand: Command {
  /// Whether a pipe gets the receipts of sales alone.
  static var writesReceipts: Bool { get }
  var requests: [MovementRequest] { get }
  var fields: OutputFields? { get }
}

extension MovementCommand {
  static var writesReceipts: Bool { false }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try await context.record(requests, as: fields, writesReceipts: Self.writesReceipts)
  }

  func request(_ context: CommandContext) async throws { try await context.printRequest(of: requests) }
}

extension CommandContext {
  /// Records movements with the passwords of their items, all or none, and writes them.
  ///
  /// - Parameter writesReceipts: Whether a pipe gets the receipts of sales alone.
  func record(
    _ requests: [MovementRequest], as fields: OutputFields?, writesReceipts: Bool = false
  ) async throws -> ExitCode {
    let recorded = try await send(requests)
    for movement in recorded { try write(movement, as: fields, writesReceipts: writesReceipts) }
    for id in Set(recorded.filter(\.predatesItem).map(\.movement.itemID)).sorted() {
      note("The time is before item \(id) was added")
    }
    return .done
  }

  /// Records movements with the passwords of their items, all or none.
  func send(_ requests: [MovementRequest]) async throws -> [RecordedMovement] {
    try await sendOnce(.movements(requests), number: { $0.first?.movement.id }) {
      try await send(requests, over: $0)
    }
  }

  private func send(
    _ requests: [MovementRequest], over market: NetworkManager
  ) async throws -> [RecordedMovement] {
    if let only = requests.first, requests.count == 1 {
      return try await withPassword(forItem: only.itemID) { try await market.record([(only, $0)]) }
    }
    // Each item may have a password of its own: found before anything is recorded.
    var passwords: [Int: String] = [:]
    for id in requests.map(\.itemID) where passwords[id] == nil {
      passwords[id] = try await withPassword(forItem: id) { password in
        try await market.checkLedgerPassword(ofItem: id, password)
        return password
      }
    }
    return try await market.record(requests.map { ($0, passwords[$0.itemID] ?? "") })
  }

  /// The request that `--curl` prints: one for all movements, with a placeholder for each password.
  func printRequest(of requests: [MovementRequest]) async throws {
    let password = try passwords.givenPassword()?.text ?? ""
    _ = try await market.record(requests.map { ($0, password) })
  }
}
