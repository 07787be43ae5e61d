import Foundation
import OpenMarket
import SystemSupport

/// Does what a plan says, batch by batch, and records each batch that the market has confirmed.
struct PlanApplier {
  /// What one request has at most.
  struct Limits {
    var items: Int
    /// Items and pictures.
    var parts: Int
    /// Of pictures.
    var bytes = 16 << 20

    /// A form has no more than 1,000 parts.
    static let served = Limits(items: BatchLimits.items, parts: 900)
    static let embedded = Limits(items: BatchLimits.embedded, parts: .max)
  }

  private let market: NetworkManager
  private let format: OutputFormat
  private let journal: ImportJournal
  private let web: () -> NetworkManager
  private let memory: ImportMemory
  private let isAtomic: Bool
  private let limits: Limits
  /// The results of an import that is resumed, by the position in the plan.
  private let done: [Int: ImportJournal.Entry.Result]
  private let progress: ImportProgress
  private let isStopped: @Sendable () -> Bool

  /// The names of the files; nil where there is one.
  private var files: [String]?
  private(set) var counts = PlanCounts()
  /// Whether it ended because it was stopped.
  private(set) var wasStopped = false
  private var batch: [(position: Int, line: PlanLine)] = []
  private var bytes = 0
  private var parts = 0

  /// - Parameters:
  ///   - done: The results so far, by the position in the plan.
  ///   - isStopped: Asked after each batch.
  init(
    _ market: NetworkManager, web: @escaping () -> NetworkManager, _ format: OutputFormat,
    _ journal: ImportJournal, _ memory: ImportMemory,
    isAtomic: Bool, limits: Limits,
    done: [Int: ImportJournal.Entry.Result], progress: ImportProgress,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    (self.market, self.format, self.journal, self.memory) = (market, format, journal, memory)
    (self.isAtomic, self.limits, self.web) = (isAtomic, limits, web)
    (self.done, self.progress, self.isStopped) = (done, progress, isStopped)
  }

  /// - Parameter report: Receives each line of the plan, in order, with what became of it.
  mutating func apply(
    _ plan: String, password: String, report: (PlanLine, ImportJournal.Entry.Result?) throws -> Void
  ) async throws {
    var reader = try PlanReader(path: plan)
    files = reader.header.files.names
    var position = -1
    while !wasStopped, let line = try reader.next() {
      position += 1
      if let result = done[position] {
        try finish(line, result, report)
      } else if line.action.isWrite {
        let size = line.imageBytes
        let partCount = 1 + (line.images?.count ?? 0)
        if !isAtomic,
          batch.count == limits.items || bytes + size > limits.bytes || parts + partCount > limits.parts
        {
          try await send(password, report)
        }
        batch.append((position, line))
        bytes += size
        parts += partCount
      } else {
        if !batch.isEmpty, !isAtomic { try await send(password, report) }
        try finish(line, nil, report)
      }
    }
    if !wasStopped { try await send(password, report) }
  }

  private mutating func send(
    _ password: String, _ report: (PlanLine, ImportJournal.Entry.Result?) throws -> Void
  ) async throws {
    guard !batch.isEmpty else { return }
    let lines = batch
    (batch, bytes, parts) = ([], 0, 0)
    let results = try await results(of: lines.map(\.line), password)
    try journal.append(.init(positions: lines.map(\.position), results: results))
    for (line, result) in zip(lines, results) { try finish(line.line, result, report) }
    wasStopped = isStopped()
  }

  private func results(
    of lines: [PlanLine], _ password: String
  ) async throws -> [ImportJournal.Entry.Result] {
    var sent: [(item: BatchItem, images: [ItemImage]?)] = []
    var (failed, warned) = ([Int: PlanProblem](), [Int: PlanProblem]())
    for (index, line) in lines.enumerated() {
      guard let item = line.item else { continue }
      switch await images(of: line) {
      case .ready(let images): sent.append((item, images))
      // Of an update the fields go in without the pictures.
      case .failed(let problem) where item.action == .update && item.hasChange:
        sent.append((item, nil))
        warned[index] = problem
      case .failed(let problem): failed[index] = problem
      }
    }
    if isAtomic, let first = failed.min(by: { $0.key < $1.key }) {
      throw refused(lines[first.key], first.value)
    }
    let sentLines = lines.indices.filter { failed[$0] == nil && lines[$0].item != nil }.map { lines[$0] }
    var results = (sent.isEmpty ? [] : try await self.results(of: sent, sentLines, password)).makeIterator()
    return lines.indices.compactMap { index in
      if let problem = failed[index] { return .init(outcome: .refused, problem: problem) }
      guard let result = results.next() else { return nil }
      return .init(
        outcome: result.outcome, id: result.id,
        problem: result.refusal.map { PlanProblem($0, format) } ?? warned[index])
    }
  }

  private enum Images {
    /// Nil where they are those that the item has.
    case ready([ItemImage]?)
    case failed(PlanProblem)
  }

  /// The pictures of a line, those of the web fetched.
  private func images(of line: PlanLine) async -> Images {
    guard let names = line.images else { return .ready(nil) }
    var images: [ItemImage] = []
    for name in names {
      do {
        images.append(try await name.isWebAddress ? fetched(name) : ItemImage(path: name))
      } catch let error as ValidationError {
        return .failed(PlanProblem(image: name, format.text(error.message)))
      } catch let error as ImageFetchError {
        return .failed(PlanProblem(image: name, format.text(error.clause)))
      } catch {
        return .failed(PlanProblem(image: name, format.text(CancellationError().message)))
      }
    }
    guard let present = line.presentImages, present.count == images.count else { return .ready(images) }
    let isSame = zip(images, present).allSatisfy { image, digest in
      guard let bytes = try? image.bytes() else { return false }
      return bytes.hasDigest(digest)
    }
    return .ready(isSame ? nil : images)
  }

  private func fetched(_ address: String) async throws(ImageFetchError) -> ItemImage {
    guard let url = URL(string: address) else { throw .unsupportedAddress }
    let image = try await web().image(at: url)
    return ItemImage(filename: url.lastPathComponent, content: .bytes(image.bytes))
  }

  /// - Parameter lines: Those of the plan that are sent.
  private func results(
    of sent: [(item: BatchItem, images: [ItemImage]?)], _ lines: [PlanLine], _ password: String
  ) async throws -> [BatchResult] {
    let outcome: Result<[BatchResult], MarketError>
    do {
      outcome = .success(try await market.apply(sent, password: password, isAtomic: isAtomic))
    } catch {
      outcome = .failure(error)
    }
    if case .failure(.batchRefused(let refused)) = outcome {
      throw self.refused(lines[refused.line], PlanProblem(refused.refusal, format))
    }
    guard case .failure(.takesNoBatches) = outcome else { return try outcome.get() }
    if isAtomic { throw ImportError.atomicOneByOne }
    let results = try await market.applyOneByOne(sent, password: password)
    try memory.append(Array(zip(sent.map(\.item), results)))
    return results
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
    progress.advance()
    try report(line, result)
  }
}

extension PlanProblem {
  fileprivate init(image name: String, _ sentence: String) {
    self.init(column: ImportColumn.images.rawValue, value: name, rule: "image", sentence: sentence)
  }

  init(_ refusal: BatchRefusal, _ format: OutputFormat) {
    switch refusal {
    case .invalid(let error):
      self.init(
        column: error.field.rawValue, value: error.value, rule: RowDefect.invalid(error).rule,
        sentence: format.text(error.message))
    case .taken(let key):
      self.init(column: key.rawValue, rule: "taken", sentence: format.text("Another item has this value"))
    case .noSuchItem:
      self.init(rule: "no-such-item", sentence: format.text("The item was deleted since the plan was made"))
    case .wrongPassword:
      self.init(rule: "wrong-password", sentence: format.text("The item has another password"))
    case .changed:
      self.init(rule: "changed", sentence: format.text("The item has changed since the plan was made"))
    case .ledger(let refusal):
      self.init(column: ImportColumn.stock.rawValue, rule: "stock", sentence: format.text(refusal.message))
    case .other(let code, let field, let reason):
      self.init(column: field, code: code, reason: reason, format)
    }
  }

  /// A refusal as a market sends it.
  private init(column: String?, code: String?, reason: String, _ format: OutputFormat) {
    switch code {
    case "sku_taken", "key_taken": self.init(.taken(column == "sku" ? .sku : .reference), format)
    case "not_found": self.init(.noSuchItem, format)
    case "wrong_password": self.init(.wrongPassword, format)
    case "precondition_failed": self.init(.changed(version: ""), format)
    default: self.init(column: column, rule: code ?? "refused", sentence: reason.sanitizedLine)
    }
  }
}
