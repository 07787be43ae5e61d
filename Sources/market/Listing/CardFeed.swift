/// Rows of cards, handed over one by one while other things go on: the next one when the one before has been drawn, so
/// that images do not pile up in front of a slow terminal.
struct CardFeed {
  private let task: Task<Void, Never>
  private let demand: AsyncStream<Void>.Continuation

  /// - Parameter tell: Is handed each row, and nil after the last one.
  init(_ cards: Gallery.Cards, tell: @escaping @Sendable ([String]?) -> Void) {
    let (wishes, demand) = AsyncStream.makeStream(of: Void.self)
    self.demand = demand
    task = Task {
      var wishes = wishes.makeAsyncIterator()
      for await row in cards {
        tell(row)
        guard await wishes.next() != nil else { return }
      }
      tell(nil)
    }
  }

  func next() { demand.yield() }

  func cancel() { task.cancel() }
}
