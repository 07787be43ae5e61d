/// Merges the events of a view into one sequence: keys, and the results of work.
///
/// There is one piece of work of each kind at a time. A new one cancels the former, whose late events are dropped.
package struct EventPump<Work: Hashable & Sendable, Event: Sendable> {
  private enum Message: Sendable {
    case keyboard(Keyboard.Event)
    case event(Event, of: Work, number: Int)
    case ended(Work, number: Int)
  }

  private let input: AsyncStream<Message>.Continuation
  private var output: AsyncStream<Message>.Iterator
  private var tasks: [Work: (number: Int, task: Task<Void, Never>)] = [:]
  private var started = 0

  package init() {
    let (stream, input) = AsyncStream.makeStream(of: Message.self)
    self.input = input
    output = stream.makeAsyncIterator()
  }

  /// The next event. The keyboard is closed if the task is cancelled.
  ///
  /// - Parameter event: The event of a change at the keyboard, which is made when its turn has come.
  package mutating func next(_ event: (Keyboard.Event) -> Event) async -> Event {
    while let message = await output.next() {
      switch message {
      case .keyboard(let change): return event(change)
      case .event(let event, let work, let number) where tasks[work]?.number == number: return event
      case .ended(let work, let number) where tasks[work]?.number == number: tasks[work] = nil
      case .event, .ended: break
      }
    }
    return event(.closed)
  }

  /// Starts work with one event or none, in place of that of its kind.
  package mutating func run(_ work: Work, _ operation: @escaping @Sendable () async -> Event?) {
    tasks[work]?.task.cancel()
    started += 1
    let number = started
    let task = Task { [input] in
      if let event = await operation() { input.yield(.event(event, of: work, number: number)) }
      input.yield(.ended(work, number: number))
    }
    tasks[work] = (number, task)
  }

  /// Cancels all work.
  package func stop() {
    for (_, task) in tasks.values { task.cancel() }
  }

  /// Forwards the events of a keyboard until the task is cancelled.
  package func listen(to keyboard: Keyboard) -> Task<Void, Never> {
    Task { [input] in
      for await change in keyboard.events { input.yield(.keyboard(change)) }
    }
  }
}
