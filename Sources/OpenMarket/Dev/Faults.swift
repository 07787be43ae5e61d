import Foundation
import HTTP
import Synchronization
import SystemSupport

/// The faults of one world, with their counts, and the requests that wait for their release.
final class Faults: Sendable {
  private struct State {
    var faults: [Fault] = []
    var requests = 0
    var held: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastHeld = 0
  }

  /// Most faults, bytes of their JSON, and requests that wait at a time.
  static let (most, mostBytes, mostHeld) = (100, 64 << 10, 64)
  /// The longest that a request waits for its release.
  private static let longestHold = Duration.seconds(600)

  private let common: CommonFaults
  private let state = Mutex(State())

  init(_ common: CommonFaults = CommonFaults()) { self.common = common }

  /// Replaces all faults by those of `{"faults": […]}`; their counts begin at 0. Held requests go on.
  func replace(with contents: HTTPBody) throws {
    guard contents.count <= Self.mostBytes else {
      throw APIError.malformed("The faults have more than \(Self.mostBytes) bytes")
    }
    let json: JSON
    let body = try contents.bytes()
    do {
      json = try JSONReader.value(of: body, isStrict: true, JSON.init)
    } catch {
      throw APIError.malformed(error)
    }
    guard case .object(let members) = json, members.count == 1, members[0].key == "faults",
      case .array(let values) = members[0].value
    else { throw APIError.malformed("Send {\"faults\": [{\"route\": \"GET /items/*\", \"status\": 503}]}") }
    guard values.count <= Self.most else {
      throw APIError.malformed("There are more than \(Self.most) faults")
    }
    var faults: [Fault] = []
    for (number, value) in values.enumerated() { faults.append(try Fault(value, number: number)) }
    state.withLock { [faults] in ($0.faults, $0.requests) = (faults, 0) }
    _ = release()
  }

  /// Counts a request and returns what goes wrong with it, and the delay that was drawn for it.
  func effect(on request: HTTPRequest) -> (FaultEffect, delay: Int)? {
    let path = request.pathComponents ?? []
    return state.withLock { state in
      state.requests += 1
      var effect: FaultEffect?
      for index in state.faults.indices where state.faults[index].matches(method: request.method, path: path)
      {
        state.faults[index].requests += 1
        let fault = state.faults[index]
        guard fault.nth == nil || fault.nth == fault.requests else { continue }
        state.faults[index].count += 1
        effect = effect ?? FaultEffect()
        effect?.add(fault.effect)
      }
      if let shared = common.effect(on: request.method, number: state.requests) {
        effect = effect ?? FaultEffect()
        effect?.add(shared)
      }
      guard let effect else { return nil }
      var numbers = SeededNumbers(seed: common.seed &+ UInt64(truncatingIfNeeded: state.requests))
      return (effect, effect.delay.map { Int.random(in: $0, using: &numbers) } ?? 0)
    }
  }

  /// The faults with their counts.
  var list: [JSON] { state.withLock(\.faults).map(\.json) }

  func write(_ writer: inout JSONWriter) { writer.value(JSON.object([("faults", .array(list))])) }

  /// Waits for `release`. Throws an `APIError` where too many wait, and after ten minutes.
  func hold() async throws {
    let (releases, continuation) = AsyncStream.makeStream(of: Void.self)
    let number = state.withLock { state -> Int? in
      guard state.held.count < Self.mostHeld else { return nil }
      state.lastHeld += 1
      state.held[state.lastHeld] = continuation
      return state.lastHeld
    }
    guard let number else { throw APIError.overloaded }
    let timer = Task {
      try await Task.sleep(for: Self.longestHold)
      continuation.finish()
    }
    defer {
      timer.cancel()
      state.withLock { $0.held[number] = nil }
    }
    var isReleased = false
    for await _ in releases { isReleased = true; break }
    try Task.checkCancellation()
    guard isReleased else { throw APIError.overloaded }
  }

  /// Lets the held requests go on. Returns how many there were.
  func release() -> Int {
    let held = state.withLock { state in
      defer { state.held = [:] }
      return state.held
    }
    for continuation in held.values { continuation.yield() }
    return held.count
  }

  /// How many requests wait for their release.
  var heldCount: Int { state.withLock(\.held.count) }
}
