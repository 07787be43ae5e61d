import OpenMarket
import Wording

/// Sends lines of a plan to the market and returns what became of each.
struct PlanSender {
  typealias LineResult = ImportJournal.Entry.Result

  /// The item to send for a line, or its result where nothing is sent.
  private enum Prepared {
    case sent(BatchItem, [ItemImage]?, warning: PlanProblem? = nil)
    case done(LineResult)
  }

  let networkManager: NetworkManager
  let format: OutputFormat
  /// Says whether all lines are one request, where one refused line undoes all: it is thrown as `ImportError.refusedRow`.
  let header: PlanHeader
  let isResumed: Bool
  /// Whether the market may have forgotten the keys of lines that were sent before.
  let isOld: Bool
  let stop: ImportStop

  func send(_ lines: ArraySlice<UpcomingLines.Planned>, password: String) async throws -> [LineResult] {
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
    case (.update, .unchanged) where isResumed:
      return .init(outcome: .updated, id: result.id, problem: warning)
    case (.delete, .refused) where isResumed && result.refusal == .noSuchItem:
      return .init(outcome: .deleted, id: line.item?.id)
    default: return .init(outcome: result.outcome, id: result.id, problem: problem ?? warning)
    }
  }

  private func refused(_ line: PlanLine, _ problem: PlanProblem) -> ImportError {
    .refusedRow(line: line.line, file: header.files.names?[line.file], reason: problem.sentence)
  }
}
