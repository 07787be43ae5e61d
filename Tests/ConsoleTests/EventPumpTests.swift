import TestSupport
import Testing

@testable import Console

struct EventPumpTests {
  private enum Work: Hashable, Sendable {
    case page, image, images
  }

  private typealias Pump = EventPump<Work, String>

  private func next(_ pump: inout Pump) async -> String { await pump.next { _ in "keyboard" } }

  @Test func `of two pieces of work of one kind only the second is reported`() async throws {
    let gate = Gate()
    var pump = Pump()
    pump.run(.page) {
      try? await gate.wait()
      return "page 1"
    }
    try await gate.isReached()
    pump.run(.page) { "page 2" }
    gate.open()
    #expect(await next(&pump) == "page 2")
    pump.run(.page) { "page 3" }
    #expect(await next(&pump) == "page 3")
    pump.stop()
  }

  @Test func `work of two kinds goes on at once, and what is cancelled is not reported`() async throws {
    let (page, image) = (Gate(), Gate())
    var pump = Pump()
    pump.run(.page) {
      try? await page.wait()
      return "page"
    }
    pump.run(.image) {
      try? await image.wait()
      return "image"
    }
    try await page.isReached()
    try await image.isReached()
    image.open()
    #expect(await next(&pump) == "image")
    pump.cancel(.page)
    page.open()
    pump.run(.image) { nil }
    pump.run(.images) { "other" }
    #expect(await next(&pump) == "other")
    pump.stop()
  }

  @Test func `each element comes when it is asked for, and none after the sequence was cancelled`()
    async throws
  {
    let elements = AsyncStream {
      for row in 1...3 { $0.yield(row) }
      $0.finish()
    }
    var pump = Pump()
    pump.run(.images, elements) { $0.map { "row \($0)" } ?? "end" }
    #expect(await next(&pump) == "row 1")
    // Nothing comes unasked: the page is the next event.
    pump.run(.page) { "page 1" }
    #expect(await next(&pump) == "page 1")
    pump.demand(.images)
    #expect(await next(&pump) == "row 2")
    pump.demand(.images)
    #expect(await next(&pump) == "row 3")
    pump.demand(.images)
    #expect(await next(&pump) == "end")
    pump.run(.images, AsyncStream<Int> { for row in 4...6 { $0.yield(row) } }) {
      $0.map { "row \($0)" } ?? "end"
    }
    #expect(await next(&pump) == "row 4")
    pump.demand(.images)
    pump.cancel(.images)
    pump.run(.page) { "page 2" }
    #expect(await next(&pump) == "page 2")
    pump.stop()
  }
}
