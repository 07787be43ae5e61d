import Console
import Foundation
import TestSupport
import Testing

@testable import HTTP
@testable import market

/// One line for each request, and no secret in any.
struct AccessLogTests {
  private func line(_ form: AccessLog.Form, _ method: String, _ target: String) -> String {
    let error = MemoryStream()
    let plain = Style(isColored: false)
    let console = Console(
      output: MemoryStream(), error: error, input: MemoryInput(), style: plain, errorStyle: plain)
    let log = AccessLog(form, console: console)
    log.write(
      AccessLogEntry(
        peer: "192.0.2.1", method: method, target: target, status: 200, bytes: 7, milliseconds: 3))
    log.finish()
    return error.text.replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#, with: "⟨time⟩")
  }

  @Test func `a line of text says when, who, what and how it went`() {
    #expect(line(.text, "GET", "/items/1?q=a") == "⟨time⟩ 192.0.2.1 GET /items/1?q=a 200 7 3ms\n")
  }

  @Test func `a line of JSON says the same`() {
    #expect(
      line(.json, "GET", "/items/1") == """
        {"time":"⟨time⟩","peer":"192.0.2.1","method":"GET","target":"/items/1","status":200,"bytes":7,"milliseconds":3}

        """)
  }

  @Test func `what a stranger writes stays on one line and moves no cursor`() {
    #expect(
      line(.text, "GET", "/\u{1B}[2J\n\u{202E}") == #"⟨time⟩ 192.0.2.1 GET /\u{1B}[2J\n\u{202E} 200 7 3ms"#
        + "\n")
    #expect(line(.json, "GET", "/\"\n").split(separator: "\n").count == 1)
  }

  @Test func `no line is lost and none comes before its time, whoever writes meanwhile`() async {
    let error = MemoryStream()
    let console = Console(output: MemoryStream(), error: error, input: MemoryInput())
    let log = AccessLog(.text, console: console)
    await withTaskGroup { group in
      for peer in 1...8 {
        group.addTask {
          for number in 1...500 {
            log.write(
              AccessLogEntry(
                peer: "\(peer)", method: "GET", target: "/", status: 200, bytes: number, milliseconds: 0))
          }
        }
      }
    }
    log.finish()
    let told = error.text.split(separator: "\n").map { $0.split(separator: " ") }
    for peer in 1...8 {
      #expect(told.filter { $0[1] == "\(peer)" }.map { Int($0[5]) } == Array(1...500))
    }
  }

  @Test(
    arguments: ["DELETE", "GET", "POST"],
    [
      ("/api/products/t0ken", "/api/products/…"), ("/api/products/t0ken/", "/api/products/…/"),
      ("/api/products/7/t0ken", "/api/products/7/…"), ("/api/products/7/t0ken/", "/api/products/7/…/"),
      ("/api//products//t0ken", "/api//products//…"), ("/api/%70roducts/t0ken", "/api/…/…"),
      ("/api/products/7/t0ken?", "/api/products/7/…?"), ("/api/products/7/secret", "/api/products/7/secret"),
      ("/api/products/7/archived", "/api/products/7/archived"),
      ("/api/products?search_value=a/b", "/api/products?search_value=a/b"),
      ("/api/products/7", "/api/products/7"),
    ])
  func `a token that deletes is not told, however it is written`(method: String, target: (String, String)) {
    for form in [AccessLog.Form.text, .json] {
      let line = line(form, method, target.0)
      #expect(line.contains(target.1), "\(line)")
      #expect(!line.contains("t0ken"))
    }
  }
}
