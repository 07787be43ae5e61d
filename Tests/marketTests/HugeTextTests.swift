import Console
import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

/// Text of a size that only a hostile server sends costs little more than long text. Before it was cut, a list with such
/// a title took more than a minute.
struct HugeTextTests {
  private static let marks = "x" + String(repeating: "\u{301}", count: 300_000)
  /// Four marks, 26 escapes, and an ellipsis for the rest.
  private static let shownMarks =
    "x" + String(repeating: "\u{301}", count: 4) + String(repeating: #"\u{301}"#, count: 26) + "…"

  private func run(
    _ line: String, columns: Int? = nil, title: String = "a", description: String = ""
  ) async throws -> Outcome {
    let item: [String: Any] = [
      "id": 1, "title": title, "price": 5, "currency": "USD", "stock": 1, "thumbnails": [String](),
      "registration_date": 1_700_000_000, "images": [String](), "descriptions": description,
    ]
    let one = try JSONSerialization.data(withJSONObject: item)
    let page = try JSONSerialization.data(withJSONObject: ["page": 1, "items": [item]])
    var terminal = try Home().pipe
    terminal.columns = columns
    terminal.environment = ["MARKET_PASSWORD": "hunter2"]
    terminal.session = MockSession { request in
      HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"],
        body: request.target.hasPrefix("/items") ? page : one)
    }
    return await terminal.run(line)
  }

  @Test(arguments: ["list", "list --grid", "show 1", "delete 1 --dry-run", "delete 1 --yes"])
  func `a title of 300,000 combining marks is cut before it is measured`(line: String) async throws {
    let outcome = try await run(line, columns: 60, title: Self.marks)
    #expect(outcome.exitCode == .done)
    #expect(outcome.output.contains("x\u{301}\u{301}\u{301}\u{301}"), "\(outcome)")
    #expect(outcome.output.unicodeScalars.count < 2_000)
  }

  @Test func `a title of 300,000 letters takes the width of its column`() async throws {
    let title = String(repeating: "가", count: 300_000)
    let list = try await run("list --no-headers", columns: 60, title: title).output
    #expect(list.split(separator: "\n").map(\.displayWidth) == [60])
    #expect(try await run("show 1", columns: 60, title: title).output.unicodeScalars.count < 5_000)
  }

  @Test func `in a pipe, the marks after the thirtieth become an ellipsis`() async throws {
    let outcome = try await run("list", title: Self.marks)
    #expect(outcome.output.split(separator: "\t")[1] == Self.shownMarks)
  }

  @Test func `JSON preserves a title of 300,000 marks`() async throws {
    struct Row: Decodable { let title: String }
    let output = try await run("list --json=title", title: Self.marks).output
    let title = try JSONDecoder().decode(Row.self, from: Data(output.utf8)).title
    // But for what divides them. Compared by their scalars: so many of them in a message say nothing.
    let isWhole = title.unicodeScalars.elementsEqual(Self.marks.streamSafe.unicodeScalars)
    #expect(isWhole)
  }

  @Test func `a description of 200,000 characters is cut on a terminal`() async throws {
    for unit in ["가", "\u{301}", "가\n"] {
      let description = "x" + String(repeating: unit, count: 200_000)
      let outcome = try await run("show 1 --full", columns: 60, description: description)
      #expect(outcome.exitCode == .done)
      #expect(outcome.output.unicodeScalars.count < 100_000)
      #expect(outcome.output.contains("…"))
    }
  }

  @Test func `the name of an image's file is made from the beginning of its title`() async throws {
    let outcome = try await run("images 1", title: Self.marks)
    #expect(outcome.exitCode != .interrupted)
    #expect(outcome.output.unicodeScalars.count < 2_000)
  }

  @Test(arguments: ["list", "show 1", "add --title a --price 1", "edit 1 --stock 2", "delete 1 --yes"])
  func `JSON with 100,000 levels is an error`(line: String) async throws {
    let deep = String(repeating: #"{"items":["#, count: 100_000)
    for (status, body) in [(200, deep), (200, #"{"page":1,"items":"# + deep), (400, deep)] {
      var terminal = try Home().pipe
      terminal.environment = ["MARKET_PASSWORD": "hunter2"]
      terminal.session = MockSession { _ in
        HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
      }
      let outcome = await terminal.run(line)
      #expect(outcome.exitCode == .failed, "\(outcome)")
      #expect(outcome.output == "")
      #expect(outcome.error.contains("' is not an Open Market API server: "), "\(outcome)")
    }
  }
}
