import Console

/// Merges the events of a screen into one sequence: keys, and the results of work.
///
/// There is one piece of work of each kind at a time. A new one cancels the former, whose late events are dropped.
struct EventPump<Work: Hashable & Sendable, Event: Sendable> {
  /// Nil for the end of the work.
  private typealias Message = (work: Work?, number: Int, event: Event?)

  private let input: AsyncStream<Message>.Continuation
  private var output: AsyncStream<Message>.Iterator
  private var tasks: [Work: (number: Int, task: Task<Void, Never>)] = [:]
  private var started = 0

  init() {
    let (stream, input) = AsyncStream.makeStream(of: Message.self)
    self.input = input
    output = stream.makeAsyncIterator()
  }

  /// The next event; nil if the task is cancelled.
  mutating func next() async -> Event? {
    while let (work, number, event) = await output.next() {
      guard let work else { return event }
      guard tasks[work]?.number == number else { continue }
      guard let event else {
        tasks[work] = nil
        continue
      }
      return event
    }
    return nil
  }

  /// Starts work with one event or none, in place of that of its kind.
  mutating func run(_ work: Work, _ operation: @escaping @Sendable () async -> Event?) {
    stream(work) { report in if let event = await operation() { report(event) } }
  }

  /// Starts work with any number of events, in place of that of its kind.
  mutating func stream(
    _ work: Work, _ operation: @escaping @Sendable (_ report: @Sendable (Event) -> Void) async -> Void
  ) {
    tasks[work]?.task.cancel()
    started += 1
    let number = started
    tasks[work] = (
      number,
      Task { [input] in
        await operation { input.yield((work, number, $0)) }
        input.yield((work, number, nil))
      }
    )
  }

  mutating func cancel(_ work: Work) {
    tasks[work]?.task.cancel()
    tasks[work] = nil
  }

  /// Forwards the events of a keyboard until the task is cancelled.
  func listen(
    to keyboard: Keyboard, _ event: @escaping @Sendable (Keyboard.Event) -> Event
  ) -> Task<Void, Never> {
    Task { [input] in
      for await change in keyboard.events { input.yield((nil, 0, event(change))) }
    }
  }

  /// Cancels all work.
  func stop() {
    for (_, task) in tasks.values { task.cancel() }
  }
}
