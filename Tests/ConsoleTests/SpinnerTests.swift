import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Console

/// Ticks of a spinner at their worst moments, while its line is handed over.
struct SpinnerTests {
  private static let blank = "\r\u{1B}[K"

  private let stream = MemoryStream(isTerminal: true, columns: 20, rows: 5)
  private var spinner: Spinner { Spinner(stream) }

  /// Runs work while a tick is held: it has begun, and has not yet drawn. Returns when the tick has ended.
  private func holdTick(
    of spinner: Spinner, _ lease: Spinner.Lease, during work: () throws -> Void
  ) throws {
    let (hasBegun, goesOn, hasEnded) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    Thread.detachNewThread {
      spinner.show(lease) { _ in
        hasBegun.signal()
        try? goesOn.wait(for: "the drawing may go on")
        return "late"
      }
      hasEnded.signal()
    }
    try hasBegun.wait(for: "the drawing has begun")
    let outcome = Result { try work() }
    goesOn.signal()
    try hasEnded.wait(for: "the tick has ended")
    try outcome.get()
  }

  @Test func `a tick that ends after the release draws nothing`() throws {
    let spinner = spinner
    let lease = try #require(spinner.take())
    spinner.show(lease) { _ in "early" }
    try holdTick(of: spinner, lease) { spinner.release(lease) }
    #expect(stream.text == Self.blank + "early" + Self.blank)
  }

  @Test func `a tick that ends after the line has gone to the next wait draws nothing`() throws {
    let spinner = spinner
    let first = try #require(spinner.take())
    var second: Spinner.Lease?
    try holdTick(of: spinner, first) {
      spinner.release(first)
      second = spinner.take()
    }
    #expect(stream.text == "")
    spinner.show(try #require(second)) { _ in "second" }
    #expect(stream.text == Self.blank + "second")
  }

  @Test func `while the line is taken over no other lease draws, and afterwards the wait is shown again`()
    throws
  {
    let spinner = spinner
    let lease = try #require(spinner.take())
    spinner.show(lease) { _ in "early" }
    var taken: Spinner.Lease?
    try holdTick(of: spinner, lease) { taken = spinner.takeOver() }
    #expect(spinner.take() == nil)
    #expect(stream.text == Self.blank + "early" + Self.blank)
    spinner.release(try #require(taken))
    spinner.show(lease) { _ in "again" }
    #expect(stream.text == Self.blank + "early" + Self.blank + Self.blank + "again")
  }

  @Test func `a tick in the middle of other output draws nothing, and waits for nothing`() throws {
    let spinner = spinner
    let lease = try #require(spinner.take())
    try spinner.whileHidden {
      let hasEnded = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        spinner.show(lease) { _ in "late" }
        hasEnded.signal()
      }
      try hasEnded.wait(for: "the tick has ended")
    }
    #expect(stream.text == "")
  }

  @Test func `a release in the middle of a drawing waits for it, and blanks it`() throws {
    let stream = HeldStream()
    let spinner = Spinner(stream)
    let lease = try #require(spinner.take())
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      spinner.show(lease) { _ in "late" }
      hasEnded.signal()
    }
    try stream.hasBegun.wait(for: "the drawing has begun")
    Thread.detachNewThread {
      spinner.release(lease)
      hasEnded.signal()
    }
    // Time for a release that does not wait.
    usleep(50_000)
    stream.goesOn.signal()
    try hasEnded.wait(for: "the tick has ended")
    try hasEnded.wait(for: "the tick has ended")
    #expect(stream.text == Self.blank + "late" + Self.blank)
  }

  /// A terminal that holds the first write in its middle.
  private final class HeldStream: TextStream {
    let hasBegun = DispatchSemaphore(value: 0)
    let goesOn = DispatchSemaphore(value: 0)
    private let written = Mutex("")
    private let isFirst = Mutex(true)

    var isTerminal: Bool { true }
    var columns: Int? { 20 }
    var rows: Int? { 5 }
    var text: String { written.withLock(\.self) }

    func write(_ text: String) {
      let isHeld = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isHeld {
        hasBegun.signal()
        try? goesOn.wait(for: "the drawing may go on")
      }
      written.withLock { $0 += text }
    }

    func flush() {}
  }
}

extension TerminalTests {
  @Test func `a late tick does not take the terminal from the next keyboard`() throws {
    let terminal = try PseudoTerminal()
    let spinner = Spinner(MemoryStream(isTerminal: true, columns: 20, rows: 5), terminal: terminal.user)
    let lease = try #require(spinner.take())
    spinner.show(lease) { _ in "early" }
    let (hasBegun, goesOn, hasEnded) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    Thread.detachNewThread {
      spinner.show(lease) { _ in
        hasBegun.signal()
        try? goesOn.wait(for: "the drawing may go on")
        return "late"
      }
      hasEnded.signal()
    }
    try hasBegun.wait(for: "the drawing has begun")
    spinner.release(lease)
    let other = try #require(spinner.take())
    goesOn.signal()
    try hasEnded.wait(for: "the tick has ended")
    // Throws while a spinner holds the terminal.
    let keyboard = try InputDescriptor(terminal.user).keyboard(hasMouse: false)
    keyboard?.end()
    spinner.release(other)
    #expect(keyboard != nil)
  }
}
