import Foundation
import SystemSupport

/// The state of an event loop, on its thread: its connections, their deadlines, and memory that they share.
final class LoopThread {
  private struct Slot {
    var connection: ServedConnection?
    /// Tells the connections that have had this slot one after the other from each other.
    var generation: UInt32 = 0
    /// The second in which the wheel has the connection.
    var second = 0
    /// Whether the connection is in `pending`.
    var isPending = false
  }

  let handle: EventLoop
  /// Milliseconds of the monotonic clock when the present events were received.
  private(set) var now = MonotonicClock.milliseconds()
  let moment = RequestMoment()
  /// Memory for what is received, used by one connection at a time.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// The response that is being sent.
  private(set) var encoded: [UInt8] = []

  let counts: ResponseCounts
  private let queue: EventQueue
  private let server: HTTPServer
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var count = 0
  private var wheel: DeadlineWheel
  /// The connections that have more to do.
  private var pending: [UInt64] = []
  private var date = (second: -1, text: [UInt8]())
  private var prepared = PreparedResponses()
  private var isStopping = false

  init(_ handle: EventLoop, _ queue: EventQueue, server: HTTPServer) {
    (self.handle, self.queue, self.server) = (handle, queue, server)
    counts = server.status.makeCounts()
    wheel = DeadlineWheel(second: now / 1_000)
  }

  deinit {
    buffer.deallocate()
  }

  /// Serves connections until the server has stopped.
  func run() {
    var events = [EventQueue.Event](repeating: EventQueue.Event(), count: 256)
    while !isStopping || count > 0 {
      let received = queue.wait(into: &events, milliseconds: waitMilliseconds)
      now = MonotonicClock.milliseconds()
      moment.end()
      let unfinished = pending
      pending.removeAll(keepingCapacity: true)
      for event in events[..<received] { handle(event) }
      for token in unfinished {
        moment.end()
        with(token) { connection in
          slots[Int(UInt32(truncatingIfNeeded: token))].isPending = false
          return connection.advance(self)
        }
      }
      for message in handle.takeMessages() {
        moment.end()
        receive(message)
      }
      for token in wheel.take(until: now / 1_000) { checkDeadline(of: token) }
    }
    queue.close()
  }

  /// Until the next slot of the wheel; without limit when there is no connection.
  private var waitMilliseconds: Int {
    if !pending.isEmpty { return 0 }
    return count == 0 ? -1 : 1_000 - now % 1_000
  }

  private func handle(_ event: EventQueue.Event) {
    if event.token == EventQueue.wakeUpToken { return queue.takeWakeUps() }
    with(event.token) { connection in
      connection.note(event)
      // A connection that has more to do gets one turn, as the others do.
      return slots[Int(UInt32(truncatingIfNeeded: event.token))].isPending ? .waits : connection.advance(self)
    }
  }

  private func receive(_ message: EventLoop.Message) {
    switch message {
    case .open(let socket, let peer, let place): open(socket, peer, place: place)
    case .response(let response, let body, let token): with(token) { $0.receive(response, body, loop: self) }
    case .reportLongestIdle(let report): report(longestIdle?.start)
    case .closeLongestIdle:
      if let longestIdle { with(longestIdle.token) { $0.finish(self) } }
    case .stop:
      isStopping = true
      for slot in slots {
        if let connection = slot.connection { with(connection.token) { $0.finish(self) } }
      }
    }
  }

  // MARK: Connections

  private func open(_ socket: Socket, _ peer: String, place: ClientShares.Place?) {
    let index = freeSlots.popLast() ?? slots.count
    if index == slots.count { slots.append(Slot()) }
    slots[index].generation &+= 1
    slots[index].isPending = false
    let token = UInt64(slots[index].generation) << 32 | UInt64(index)
    let connection = ServedConnection(
      socket, peer: peer, place: place, token: token, server: server, now: now)
    slots[index].connection = connection
    slots[index].second = .max
    count += 1
    let isAdded = queue.add(socket, token: token)
    with(token) { isAdded ? $0.advance(self) : $0.finish(self) }
  }

  /// Lets the connection go on, if it is still open.
  private func with(_ token: UInt64, _ body: (ServedConnection) -> ServedConnection.Outcome) {
    let index = Int(UInt32(truncatingIfNeeded: token))
    guard let connection = slots[index].connection, connection.token == token else { return }
    switch body(connection) {
    case .waits: schedule(connection, index)
    case .hasMore:
      if !slots[index].isPending { pending.append(token) }
      slots[index].isPending = true
      schedule(connection, index)
    case .closed:
      slots[index].connection = nil
      freeSlots.append(index)
      count -= 1
      handle.countConnection(-1)
    }
  }

  private func schedule(_ connection: ServedConnection, _ index: Int) {
    let second = connection.deadline / 1_000
    guard second < slots[index].second else { return }
    slots[index].second = wheel.add(connection.token, at: second)
  }

  private func checkDeadline(of token: UInt64) {
    let index = Int(UInt32(truncatingIfNeeded: token))
    // The connection may have been put into an earlier slot since.
    guard slots[index].connection?.token == token, slots[index].second <= now / 1_000 else { return }
    slots[index].second = .max
    with(token) { $0.deadline <= now ? $0.deadlinePassed(self) : .waits }
  }

  private var longestIdle: (token: UInt64, start: Int)? {
    let idle = slots.compactMap { slot in
      slot.connection.flatMap { connection in connection.idleSince.map { (connection.token, $0) } }
    }
    return idle.min { $0.1 < $1.1 }
  }

  // MARK: Responses

  /// Puts the head of a response, and small contents, into `encoded`.
  func encode(_ start: [UInt8], _ exchange: ServedExchange, contents: Data) {
    setDate()
    encoded.removeAll(keepingCapacity: true)
    encoded += start
    exchange.appendFields(date: date.text, to: &encoded)
    encoded += contents
  }

  private func setDate() {
    let second = server.fixedSecond ?? time(nil)
    guard date.second != second else { return }
    date = (second, Array(Date(timeIntervalSince1970: Double(second)).httpDate.utf8))
  }

  /// The response to a request of equal bytes, if the session's data are the same.
  func preparedResponse(to received: UnsafeRawBufferPointer) -> PreparedResponses.Response? {
    guard let version = server.readySession?.readyVersion(at: moment),
      let index = prepared.index(of: received, version: version)
    else { return nil }
    setDate()
    return prepared.response(at: index, date: date)
  }

  /// Keeps the response that was just encoded for equal requests.
  ///
  /// - Parameter count: The bytes of the request, with which `buffer` begins.
  func prepare(_ ready: ReadyResponse, to head: HTTPRequestHead, _ count: Int) {
    guard let version = server.readySession?.readyVersion(at: moment) else { return }
    prepared.add(
      ready.response, encoded, dateStart: ready.start.count + ServedExchange.dateName.count,
      second: date.second,
      to: head, UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]), version: version)
  }
}
