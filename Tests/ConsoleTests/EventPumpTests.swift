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

  @Test func `work of two kinds goes on at once, and what is replaced is not reported`() async throws {
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
    pump.run(.page) { nil }
    page.open()
    pump.run(.image) { nil }
    pump.run(.images) { "other" }
    #expect(await next(&pump) == "other")
    pump.stop()
  }
}
