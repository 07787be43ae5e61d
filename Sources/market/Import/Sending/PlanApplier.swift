import OpenMarket
import Wording

/// Sends the lines of a plan to the market batch by batch, and records each batch that it has confirmed.
struct PlanApplier {
  typealias LineResult = ImportJournal.Entry.Result

  struct Limits {
    var items: Int
    /// Items and images.
    var parts = Int.max
    var bytes = 16 << 20
    /// Lines that wait to be finished: those between lines that are sent wait for these.
    var waiting = 5_000

    /// A form has no more than 1,000 parts.
    static let served = Limits(items: BatchLimits.items, parts: 900)
    /// One transaction of an own store: a commit waits for the disk several times and writes each page of an index again that the next
    /// one changes. A larger one takes more memory and is hardly faster.
    static let embedded = Limits(items: 5_000)
    static let whole = Limits(items: .max, bytes: .max, waiting: .max)
  }

  private static let samples = 20

  let networkManager: NetworkManager
  let format: OutputFormat
  /// Says whether all lines are one request, where one refused line undoes all: it is thrown as `ImportError.refusedRow`.
  let header: PlanHeader
  /// Nil for an own store, where the same import again goes on.
  let journal: ImportJournal?
  let web: WebImages
  let limits: Limits
  /// The results of an earlier run that this one goes on with; nil for a new import.
  let done: [Int: LineResult]?
  /// Whether the market may have forgotten the keys of lines that were sent before.
  let isOld: Bool
  let stop: ImportStop
  let progress: ImportProgress
  private(set) var counts = PlanCounts()
  /// Whether it ended before the end of the plan because it was stopped.
  private(set) var wasStopped = false
  private(set) var warnings: [(place: RowPlace, problem: PlanProblem)] = []
  private(set) var warningCount = 0
  /// The lines that are not finished, in the order of the plan. Some of them are sent.
  private(set) var waiting: [UpcomingLines.Planned] = []
  private(set) var writes = 0
  private(set) var bytes = 0
  private(set) var parts = 0

  /// - Parameter report: Receives each line of the plan, in order, with what became of it.
  mutating func apply(
    _ plan: String, password: String, report: (PlanLine, LineResult?) throws -> Void
  ) async throws {
    var lines = try UpcomingLines(plan: plan, web: web) { [done] in done?[$0] == nil && $1.isSent }
    while !wasStopped, let next = try await lines.next() {
      // The waiting lines are not sent: the next run sends them.
      wasStopped = stop.isStopped
      if wasStopped { return }
      if isSent(next) {
        if writes > 0, isFull(with: next.images) { try await send(password, report) }
        writes += 1
        bytes += next.images.bytes
        parts += 1 + next.images.count
      } else if waiting.count >= limits.waiting {
        try await send(password, report)
      }
      waiting.append(next)
    }
    if !wasStopped { try await send(password, report) }
  }

  private func isSent(_ planned: UpcomingLines.Planned) -> Bool {
    planned.line.isSent && done?[planned.position] == nil
  }

  private func isFull(with images: PlannedImages) -> Bool {
    writes == limits.items || bytes + images.bytes > limits.bytes
      || parts + 1 + images.count > limits.parts
  }

  private mutating func send(
    _ password: String, _ report: (PlanLine, LineResult?) throws -> Void
  ) async throws {
    let lines = waiting
    (waiting, writes, bytes, parts) = ([], 0, 0, 0)
    var rest = lines.filter(isSent)[...]
    var results: [Int: LineResult] = [:]
    while !rest.isEmpty, !wasStopped {
      let confirmed = try await self.results(of: rest, password: password)
      let positions = rest.prefix(confirmed.count).map(\.position)
      try journal?.append(.init(positions: positions, results: confirmed))
      for (position, result) in zip(positions, confirmed) { results[position] = result }
      rest = rest.dropFirst(confirmed.count)
      wasStopped = !rest.isEmpty && stop.isStopped
    }
    for line in lines {
      if line.position == rest.first?.position { return }
      try finish(line.line, results[line.position] ?? done?[line.position], reportingTo: report)
    }
  }

  private mutating func finish(
    _ line: PlanLine, _ result: LineResult?,
    reportingTo report: (PlanLine, LineResult?) throws -> Void
  ) throws {
    let actions = PlanLine.Action.allCases
    counts.count(
      result.map { result in actions.first { $0.outcome == result.outcome.rawValue } ?? .reject }
        ?? line.action)
    if let problem = result?.problem {
      warningCount += 1
      if warnings.count < Self.samples {
        warnings.append((RowPlace(file: line.file, line: line.line), problem))
      }
    }
    progress.advance()
    try report(line, result)
  }
}

/// One batch: what is sent for its lines, and what became of them.
extension PlanApplier {
  /// The item to send for a line, or its result where nothing is sent.
  private enum Prepared {
    case sent(BatchItem, [ItemImage]?, warning: PlanProblem? = nil)
    case done(LineResult)
  }

  private func results(
    of lines: ArraySlice<UpcomingLines.Planned>, password: String
  ) async throws -> [LineResult] {
    let prepared = try lines.map { try self.prepared($0) }
    var sent: [(item: BatchItem, images: [ItemImage]?)] = []
    var sentLines: [PlanLine] = []
    for case (let planned, .sent(let item, let images, _)) in zip(lines, prepared) {
      sent.append((item, images))
      sentLines.append(planned.line)
    }
    var confirmed: [BatchResult] = []
    if !sent.isEmpty {
      do {
        confirmed = try await stop.running { [networkManager, header, sent] in
          try await networkManager.apply(
            sent, password: password, isAtomic: header.isAtomic, run: header.id)
        }
      } catch ClientError.batchAborted(let refused) {
        let line = sentLines[refused.line]
        throw self.refused(line, PlanProblem(refused.reason, of: line, format: format))
      }
    }
    var rest = confirmed[...]
    return zip(lines, prepared).map { planned, line in
      switch line {
      case .done(let result): result
      case .sent(_, _, let warning):
        rest.popFirst().map { self.result($0, of: planned.line, warning: warning) }
          ?? .init(outcome: .refused)
      }
    }
  }

  /// The item of a line. What it adds to a stock becomes the sum where a market would not know that it was added before: it then
  /// refuses the line if the stock is not the one of the plan.
  private func counted(_ line: PlanLine) -> BatchItem? {
    guard isOld, var item = line.item, let change = item.stockChange, let stock = line.before?.stock else {
      return line.item
    }
    (item.stock, item.stockChange) = (stock.addingReportingOverflow(change).partialValue, nil)
    return item
  }

  private func prepared(_ planned: UpcomingLines.Planned) throws(ImportError) -> Prepared {
    guard let item = counted(planned.line) else { return .done(.init(outcome: .refused)) }
    switch planned.images {
    case .ready(let images):
      // The images of the web are those that the item has.
      if item.action == .update, images == nil, !item.hasChange, item.cells == nil {
        return .done(.init(outcome: .unchanged, id: item.id))
      }
      return .sent(item, images)
    case .failed(let name, let failure, let others):
      let problem = failure.problem(name, format)
      switch (item.action == .update, item.hasChange, failure) {
      // The fields of an update go in without the images, and a new item without the one that its server does not send.
      case (true, true, _): return .sent(item, nil, warning: problem)
      case (true, false, _): return .done(.init(outcome: .unchanged, id: item.id, problem: problem))
      case (false, _, .notFetched):
        var item = item
        item.cells = item.cells ?? planned.line.digests
        return .sent(item, others, warning: problem)
      case (false, _, _):
        guard !header.isAtomic else { throw refused(planned.line, problem) }
        return .done(.init(outcome: .refused, problem: problem))
      }
    }
  }

  /// A result for the journal. A line of a resumed import may have been done before, without being recorded: the market then
  /// finds the item as the line makes it.
  private func result(_ result: BatchResult, of line: PlanLine, warning: PlanProblem?) -> LineResult {
    let problem = result.refusal.map { PlanProblem($0, of: line, format: format) }
    switch (line.action, result.outcome) {
    case (.update, .unchanged) where done != nil:
      return .init(outcome: .updated, id: result.id, problem: warning)
    case (.delete, .refused) where done != nil && result.refusal == .noSuchItem:
      return .init(outcome: .deleted, id: line.item?.id)
    default: return .init(outcome: result.outcome, id: result.id, problem: problem ?? warning)
    }
  }

  private func refused(_ line: PlanLine, _ problem: PlanProblem) -> ImportError {
    .refusedRow(line: line.line, file: header.files.names?[line.file], reason: problem.sentence)
  }
}
