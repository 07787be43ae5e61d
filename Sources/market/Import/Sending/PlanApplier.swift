import OpenMarket

/// Applies a plan batch by batch, and records each batch that the market has confirmed.
struct PlanApplier {
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

  /// Nil for an own store, where the same import again goes on.
  private let journal: ImportJournal?
  private let web: WebImages
  private let limits: Limits
  private let done: [Int: PlanSender.LineResult]
  private let progress: ImportProgress
  private let sender: PlanSender
  private(set) var counts = PlanCounts()
  /// Whether it ended before the end of the plan because it was stopped.
  private(set) var wasStopped = false
  private(set) var warnings: [(place: RowPlace, problem: PlanProblem)] = []
  private(set) var warningCount = 0
  /// The lines that are not finished, in the order of the plan. Some of them are sent.
  private var waiting: [UpcomingLines.Planned] = []
  private var writes = 0
  private var bytes = 0
  private var parts = 0

  init(
    _ sender: PlanSender, _ journal: ImportJournal?, web: WebImages, limits: Limits,
    done: [Int: PlanSender.LineResult], progress: ImportProgress
  ) {
    (self.sender, self.journal, self.web, self.limits) = (sender, journal, web, limits)
    (self.done, self.progress) = (done, progress)
  }

  /// - Parameter report: Receives each line of the plan, in order, with what became of it.
  mutating func apply(
    _ plan: String, password: String, report: (PlanLine, PlanSender.LineResult?) throws -> Void
  ) async throws {
    var lines = try UpcomingLines(plan: plan, web: web) { [done] in done[$0] == nil && $1.isSent }
    while !wasStopped, let next = try await lines.next() {
      // The waiting lines are not sent: the next run sends them.
      wasStopped = sender.stop.isStopped
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
    planned.line.isSent && done[planned.position] == nil
  }

  private func isFull(with images: PlannedImages) -> Bool {
    writes == limits.items || bytes + images.bytes > limits.bytes
      || parts + 1 + images.count > limits.parts
  }

  private mutating func send(
    _ password: String, _ report: (PlanLine, PlanSender.LineResult?) throws -> Void
  ) async throws {
    let lines = waiting
    (waiting, writes, bytes, parts) = ([], 0, 0, 0)
    var rest = lines.filter(isSent)[...]
    var results: [Int: PlanSender.LineResult] = [:]
    while !rest.isEmpty, !wasStopped {
      let confirmed = try await sender.send(rest, password: password)
      let positions = rest.prefix(confirmed.count).map(\.position)
      try journal?.append(.init(positions: positions, results: confirmed))
      for (position, result) in zip(positions, confirmed) { results[position] = result }
      rest = rest.dropFirst(confirmed.count)
      wasStopped = !rest.isEmpty && sender.stop.isStopped
    }
    for line in lines {
      if line.position == rest.first?.position { return }
      try finish(line.line, results[line.position] ?? done[line.position], reportingTo: report)
    }
  }

  private mutating func finish(
    _ line: PlanLine, _ result: PlanSender.LineResult?,
    reportingTo report: (PlanLine, PlanSender.LineResult?) throws -> Void
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
