import Foundation
import OpenMarket
import SystemSupport

/// Does what a plan says, batch by batch, and records each batch that the market has confirmed.
struct PlanApplier {
  /// What one request has at most.
  struct Limits {
    var items: Int
    /// Items and images.
    var parts: Int
    /// Of images.
    var bytes = 16 << 20

    /// A form has no more than 1,000 parts.
    static let served = Limits(items: BatchLimits.items, parts: 900)
    static let embedded = Limits(items: BatchLimits.embedded, parts: .max)
  }

  /// Most lines between two records of the journal, at a market that takes one item at a time.
  private static let singles = 20
  /// Most lines that wait to be finished: lines between those that are sent wait for these.
  private static let waitingLines = 5_000
  /// Most warnings that are shown.
  private static let samples = 20

  private let market: NetworkManager
  private let format: OutputFormat
  private let journal: ImportJournal
  private let web: () -> WebImages
  private let memory: ImportMemory
  private let isAtomic: Bool
  private let limits: Limits
  /// The results of an import that is resumed, by the position in the plan; nil for a new one.
  private let done: [Int: ImportJournal.Entry.Result]?
  private let progress: ImportProgress
  private let stop: ImportStop

  /// The names of the files; nil where there is one.
  private var files: [String]?
  private(set) var counts = PlanCounts()
  /// Whether it ended before the end of the plan because it was stopped.
  private(set) var wasStopped = false
  /// What is noteworthy of lines that were sent; the first ones.
  private(set) var warnings: [(place: RowPlace, problem: PlanProblem)] = []
  private(set) var warningCount = 0
  /// The lines that are not finished, in the order of the plan. Some of them are sent.
  private var waiting: [UpcomingLines.Planned] = []
  /// Whether the market takes one item at a time.
  private var isOneByOne = false
  private var writes = 0
  private var bytes = 0
  private var parts = 0

  /// - Parameters:
  ///   - web: Fetches images of the web.
  ///   - done: The results so far, by the position in the plan; nil for a new import.
  init(
    _ market: NetworkManager, web: @escaping () -> WebImages, _ format: OutputFormat,
    _ journal: ImportJournal, _ memory: ImportMemory, isAtomic: Bool, limits: Limits,
    done: [Int: ImportJournal.Entry.Result]?, progress: ImportProgress, stop: ImportStop
  ) {
    (self.market, self.format, self.journal, self.memory) = (market, format, journal, memory)
    (self.isAtomic, self.limits, self.web) = (isAtomic, limits, web)
    (self.done, self.progress, self.stop) = (done, progress, stop)
  }

  /// - Parameter report: Receives each line of the plan, in order, with what became of it.
  mutating func apply(
    _ plan: String, password: String, report: (PlanLine, ImportJournal.Entry.Result?) throws -> Void
  ) async throws {
    let done = done ?? [:]
    files = try PlanReader(path: plan).header.files.names
    var lines = try UpcomingLines(plan: plan, web: web) { done[$0] == nil && $1.action.isWrite }
    while !wasStopped, let next = try await lines.next() {
      // What waits is not sent: --resume goes on with it.
      wasStopped = stop.isStopped
      if wasStopped { return }
      if next.line.action.isWrite, done[next.position] == nil {
        if !isAtomic, writes > 0, isFull(with: next.images) { try await send(password, report) }
        writes += 1
        bytes += next.images.bytes
        parts += 1 + next.images.count
      } else if !isAtomic, waiting.count >= Self.waitingLines {
        try await send(password, report)
      }
      waiting.append(next)
    }
    if !wasStopped { try await send(password, report) }
  }

  /// Whether a request has no place for one more line.
  private func isFull(with images: PlannedImages) -> Bool {
    writes == limits.items || bytes + images.bytes > limits.bytes
      || parts + 1 + images.count > limits.parts
  }

  /// Sends the lines that wait, and finishes them.
  private mutating func send(
    _ password: String, _ report: (PlanLine, ImportJournal.Entry.Result?) throws -> Void
  ) async throws {
    let lines = waiting
    (waiting, writes, bytes, parts) = ([], 0, 0, 0)
    var rest = lines.filter { $0.line.action.isWrite && done?[$0.position] == nil }[...]
    var results: [Int: ImportJournal.Entry.Result] = [:]
    while !rest.isEmpty, !wasStopped {
      let part = Array(isOneByOne ? rest.prefix(Self.singles) : rest)
      guard let ordered = try await self.results(of: part, password) else {
        isOneByOne = true
        continue
      }
      try journal.append(.init(positions: part.map(\.position), results: ordered))
      for (line, result) in zip(part, ordered) { results[line.position] = result }
      rest = rest.dropFirst(part.count)
      wasStopped = !rest.isEmpty && stop.isStopped
    }
    for line in lines {
      if line.position == rest.first?.position { return }
      try finish(line.line, results[line.position] ?? done?[line.position], report)
    }
  }

  /// What becomes of lines, in their order; nil where the market takes one item at a time, and none was sent.
  private func results(
    of lines: [UpcomingLines.Planned], _ password: String
  ) async throws -> [ImportJournal.Entry.Result]? {
    var results: [ImportJournal.Entry.Result?] = Array(repeating: nil, count: lines.count)
    var sent: [(index: Int, item: BatchItem, images: [ItemImage]?)] = []
    var warnings: [Int: PlanProblem] = [:]
    for (index, planned) in lines.enumerated() {
      guard let item = planned.line.item else { continue }
      switch planned.images {
      case .ready(let images):
        // The images of the web are those that the item has.
        if item.action == .update, images == nil, !item.hasChange {
          results[index] = .init(outcome: .unchanged, id: item.id)
        } else {
          sent.append((index, item, images))
        }
      case .failed(let name, let failure):
        let problem = failure.problem(name, format)
        switch (item.action == .update, item.hasChange) {
        // The fields of an update go in without the images.
        case (true, true):
          sent.append((index, item, nil))
          warnings[index] = problem
        case (true, false): results[index] = .init(outcome: .unchanged, id: item.id, problem: problem)
        case (false, _):
          guard !isAtomic else {
            throw refused(planned.line, problem)
          }
          results[index] = .init(outcome: .refused, problem: problem)
        }
      }
    }
    if !sent.isEmpty {
      let outcome = await outcome(of: sent.map { ($0.item, $0.images) }, password)
      switch outcome {
      case .failure(.batchRefused(let refused)):
        throw self.refused(lines[sent[refused.line].index].line, PlanProblem(refused.refusal, format))
      case .failure(.takesNoBatches):
        guard !isAtomic else { throw ImportError.atomicOneByOne }
        return nil
      case .success, .failure: break
      }
      let confirmed = try outcome.get()
      if isOneByOne { try memory.append(Array(zip(sent.map(\.item), confirmed))) }
      for (line, result) in zip(sent, confirmed) {
        results[line.index] = entry(result, of: line.item, warning: warnings[line.index])
      }
    }
    return results.map { $0 ?? .init(outcome: .refused) }
  }

  /// What the market says of lines that are sent.
  private func outcome(
    of sent: [(item: BatchItem, images: [ItemImage]?)], _ password: String
  ) async -> Result<[BatchResult], MarketError> {
    await stop.running { [market, isAtomic, isOneByOne] in
      do throws(MarketError) {
        return .success(
          isOneByOne
            ? try await market.applyOneByOne(sent, password: password)
            : try await market.apply(sent, password: password, isAtomic: isAtomic))
      } catch {
        return .failure(error)
      }
    }
  }

  /// A result for the journal. A line of a resumed import may have been done before, without being recorded: the market then
  /// finds the item as the line makes it.
  private func entry(
    _ result: BatchResult, of item: BatchItem, warning: PlanProblem?
  ) -> ImportJournal.Entry.Result {
    let problem = result.refusal.map { PlanProblem($0, format) }
    switch (item.action, result.outcome) {
    case (.update, .unchanged) where done != nil:
      return .init(outcome: .updated, id: result.id, problem: warning)
    case (.delete, .refused) where done != nil && problem?.rule == "no-such-item":
      return .init(outcome: .deleted, id: item.id)
    default: return .init(outcome: result.outcome, id: result.id, problem: problem ?? warning)
    }
  }

  private func refused(_ line: PlanLine, _ problem: PlanProblem) -> ImportError {
    .refusedRow(line: line.line, file: files?[line.file], reason: problem.sentence)
  }

  private mutating func finish(
    _ line: PlanLine, _ result: ImportJournal.Entry.Result?,
    _ report: (PlanLine, ImportJournal.Entry.Result?) throws -> Void
  ) throws {
    switch result?.outcome {
    case .added: counts.added += 1
    case .updated: counts.updated += 1
    case .deleted: counts.deleted += 1
    case .unchanged: counts.left += 1
    case .refused: counts.rejected += 1
    case nil: counts.count(line.action)
    }
    if let result, result.outcome != .refused, let problem = result.problem {
      warningCount += 1
      if warnings.count < Self.samples {
        warnings.append((RowPlace(file: line.file, line: line.line), problem))
      }
    }
    progress.advance()
    try report(line, result)
  }
}
