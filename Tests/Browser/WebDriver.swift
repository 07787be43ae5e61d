import Foundation
import HTTP
import SystemSupport
import TestSupport

/// A window of Chromium, driven over WebDriver (W3C WebDriver 2) by a chromedriver of its own.
final class WebDriver: Sendable {
  /// A response that is no success, with its error.
  struct Failure: Error {
    let command: String
    let response: JSON

    /// Whether the element that was found has left the page before the command.
    var isStale: Bool { response["value"]?["error"] == .string("stale element reference") }
  }

  /// Whether Debian's chromium and chromium-driver, or their like, are installed.
  static let isInstalled = TestSupport.isInstalled("chromedriver") && TestSupport.isInstalled("chromium")

  private let process: ChildProcess
  private let port: Int
  private let path: String
  private static let client = networkSession(idle: patience)

  /// Starts a browser.
  ///
  /// - Parameter runsScripts: False for one whose user has turned scripts off.
  init(runsScripts: Bool = true) async throws {
    let reserved = try ClosedPort()
    let port = reserved.port
    process = try ChildProcess(["chromedriver", "--port=\(port)"], output: .null, error: .null)
    self.port = port
    try await eventually {
      (try? await Self.send(.get, "/status", nil, to: port)) != nil
    }
    let preferences: JSON =
      runsScripts
      ? .object([])
      : .object([("profile.managed_default_content_settings.javascript", .number("2"))])
    let options: JSON = .object([
      (
        "args",
        .array(["--headless=new", "--no-sandbox", "--disable-gpu", "--lang=en-US"].map { .string($0) })
      ),
      ("prefs", preferences),
    ])
    let capabilities: JSON = .object([
      (
        "alwaysMatch",
        .object([
          ("browserName", .string("chrome")), ("goog:chromeOptions", options),
          // A page that is about to load has none of its elements yet: milliseconds in which one is looked for.
          ("timeouts", .object([("implicit", .number("5000"))])),
        ])
      )
    ])
    let session = try await Self.send(
      .post, "/session", .object([("capabilities", capabilities)]), to: port)
    guard case .string(let id)? = session["sessionId"] else {
      throw Failure(command: "/session", response: session)
    }
    path = "/session/\(id)"
  }

  /// Closes the window and ends the driver.
  func close() async {
    _ = try? await Self.send(.delete, path, nil, to: port)
    process.send(SIGTERM)
    _ = await process.end()
  }

  /// Opens an address, and waits until it is loaded.
  func open(_ url: String) async throws { try await command("/url", ["url": .string(url)]) }

  func back() async throws { try await command("/back", [:]) }

  func url() async throws -> String { try await Self.send(.get, path + "/url", nil, to: port).plainText }

  /// The visible text of the first element that a selector of CSS finds. One that a script replaces meanwhile is found again.
  func text(_ selector: String) async throws -> String {
    for _ in 0..<10 {
      do {
        return try await Self.send(.get, path + "/element/\(element(selector))/text", nil, to: port).plainText
      } catch let failure as Failure where failure.isStale {
        continue
      }
    }
    throw NeverHappened()
  }

  func click(_ selector: String) async throws {
    try await command("/element/\(element(selector))/click", [:])
  }

  func type(_ text: String, into selector: String) async throws {
    try await command("/element/\(element(selector))/value", ["text": .string(text)])
  }

  /// Runs a script and returns its result.
  @discardableResult
  func run(_ script: String) async throws -> JSON {
    try await command("/execute/sync", ["script": .string(script), "args": .array([])])
  }

  /// Runs a script that calls its last argument with the result.
  func wait(for script: String) async throws -> JSON {
    try await command("/execute/async", ["script": .string(script), "args": .array([])])
  }

  /// Sets the size of the page in CSS pixels, and whether the system prefers dark colours.
  func show(width: Int, isDark: Bool = false) async throws {
    try await developer(
      "Emulation.setDeviceMetricsOverride",
      [
        ("width", .number(String(width))), ("height", .number("900")), ("deviceScaleFactor", .number("1")),
        ("mobile", .truth(false)),
      ])
    try await developer(
      "Emulation.setEmulatedMedia",
      [
        (
          "features",
          .array([
            .object([
              ("name", .string("prefers-color-scheme")), ("value", .string(isDark ? "dark" : "light")),
            ])
          ])
        )
      ])
  }

  /// Runs a command of the browser's developer tools.
  func developer(_ name: String, _ parameters: [(key: String, value: JSON)]) async throws {
    try await command("/goog/cdp/execute", ["cmd": .string(name), "params": .object(parameters)])
  }

  private func element(_ selector: String) async throws -> String {
    let found = try await command(
      "/element", ["using": .string("css selector"), "value": .string(selector)])
    guard case .object(let members) = found, let id = members.first?.value.plainText else {
      throw Failure(command: selector, response: found)
    }
    return id
  }

  @discardableResult
  private func command(_ name: String, _ parameters: KeyValuePairs<String, JSON>) async throws -> JSON {
    try await Self.send(.post, path + name, .object(parameters.map { ($0.key, $0.value) }), to: port)
  }

  private static func send(
    _ method: HTTPMethod, _ target: String, _ body: JSON?, to port: Int
  ) async throws -> JSON {
    let request = HTTPRequest(
      method, scheme: "http", authority: "127.0.0.1:\(port)", target: target,
      headers: [.contentType: "application/json"],
      body: body.map { HTTPBody(Data($0.compact.utf8)) } ?? .empty)
    let response = try await client.response(to: request)
    let json = try JSONReader.value(of: response.body) { reader throws(JSONDefect) in try JSON(&reader) }
    guard response.isSuccess else { throw Failure(command: target, response: json) }
    return json["value"] ?? .null
  }
}

extension JSON {
  subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == name }?.value
  }

  var number: Int? {
    guard case .number(let digits) = self else { return nil }
    return Int(digits)
  }
}
