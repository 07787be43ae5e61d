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

    /// Whether the element that was found has left the page before the command, or while it ran.
    var isStale: Bool {
      let error = response["value"]
      return error?["error"] == .string("stale element reference")
        || error?["message"]?.plainText.contains("does not belong to the document") == true
    }
  }

  /// The browser: Chromium without windows, or the whole one, which needs twice the time for the same pages. Debian's script
  /// in PATH starts the former as a child, which would go on when the driver ends the script.
  private static let browser =
    executable(of: "chromium-headless-shell", in: ["/usr/lib/chromium"]) ?? executable(of: "chromium")

  /// Whether Debian's chromium-headless-shell and chromium-driver, or their like, are installed.
  static let isInstalled = [
    TestSupport.isInstalled("chromedriver"), orMissing("chromium-headless-shell", browser != nil),
  ].allSatisfy(\.self)

  private let process: ChildProcess
  private let port: Int
  private let path: String
  /// The driver itself waits as long as tests do, and then says for what.
  private static let client = networkSession(idle: patience + .seconds(30))

  /// Starts a browser.
  ///
  /// - Parameter runsScripts: False for one whose user has turned scripts off.
  init(runsScripts: Bool = true) async throws {
    let reserved = try ClosedPort()
    let port = reserved.port
    process = try ChildProcess(["chromedriver", "--port=\(port)"], output: .null, error: .null)
    self.port = port
    try await eventually("chromedriver responds") {
      (try? await Self.send(.get, "/status", nil, to: port)) != nil
    }
    let options: JSON = .object([
      ("binary", .string(Self.browser ?? "")),
      (
        "args",
        .array(["--headless=new", "--no-sandbox", "--disable-gpu", "--lang=en-US"].map { .string($0) })
      ),
    ])
    let limit: JSON = .number(String(patientSeconds * 1_000))
    let capabilities: JSON = .object([
      (
        "alwaysMatch",
        .object([
          ("browserName", .string("chrome")), ("goog:chromeOptions", options),
          // A page that is about to load has none of its elements yet: milliseconds in which one is looked for.
          ("timeouts", .object([("implicit", limit), ("script", limit), ("pageLoad", limit)])),
          ("goog:loggingPrefs", .object([("browser", .string("ALL"))])),
        ])
      )
    ])
    let session = try await Self.send(
      .post, "/session", .object([("capabilities", capabilities)]), to: port)
    guard case .string(let id)? = session["sessionId"] else {
      throw Failure(command: "/session", response: session)
    }
    path = "/session/\(id)"
    try await developer("Emulation.setScriptExecutionDisabled", [("value", .truth(!runsScripts))])
  }

  /// Closes the window and ends the driver.
  func close() async {
    _ = try? await Self.send(.delete, path, nil, to: port)
    process.send(SIGTERM)
    _ = try? await process.end()
  }

  /// Opens an address, and waits until it is loaded.
  func open(_ url: String) async throws { try await command("/url", ["url": .string(url)]) }

  func back() async throws { try await command("/back", [:]) }

  func reload() async throws { try await command("/refresh", [:]) }

  func url() async throws -> String { try await Self.send(.get, path + "/url", nil, to: port).plainText }

  /// The visible text of the first element that a selector of CSS finds.
  func text(_ selector: String) async throws -> String {
    try await found(selector) { try await Self.send(.get, $0 + "/text", nil, to: port).plainText }
  }

  func click(_ selector: String) async throws {
    _ = try await found(selector) { try await Self.send(.post, $0 + "/click", .object([]), to: port) }
  }

  func type(_ text: String, into selector: String) async throws {
    _ = try await found(selector) {
      try await Self.send(.post, $0 + "/value", .object([("text", .string(text))]), to: port)
    }
  }

  /// Empties a field and types into it.
  func replace(_ selector: String, with text: String) async throws {
    _ = try await found(selector) { try await Self.send(.post, $0 + "/clear", .object([]), to: port) }
    try await type(text, into: selector)
  }

  /// Touches the middle of an element, which a finger has scrolled into view.
  func tap(_ selector: String) async throws {
    _ = try await found(selector) { element in
      let id = element.split(separator: "/").last.map(String.init) ?? ""
      // The name of references to elements (WebDriver 2, 12.1).
      let reference: JSON = .object([("element-6066-11e4-a52e-4f735466cecf", .string(id))])
      let script = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"
      try await command(
        "/execute/sync", ["script": .string(script), "args": .array([reference])])
      let place: JSON = .object([
        ("type", .string("pointerMove")), ("origin", reference), ("x", .number("0")), ("y", .number("0")),
      ])
      let touches: [JSON] = ["pointerDown", "pointerUp"].map {
        .object([("type", .string($0)), ("button", .number("0"))])
      }
      try await command(
        "/actions",
        [
          "actions": .array([
            .object([
              ("type", .string("pointer")), ("id", .string("finger")),
              ("parameters", .object([("pointerType", .string("touch"))])),
              ("actions", .array([place] + touches)),
            ])
          ])
        ])
    }
  }

  /// Presses keys one after another, wherever the focus is.
  ///
  /// - Parameter modifier: A key that is held down meanwhile.
  func press(_ keys: String, with modifier: Key? = nil) async throws {
    func action(_ type: String, _ key: String) -> JSON {
      .object([("type", .string(type)), ("value", .string(key))])
    }
    let strokes = keys.flatMap { [action("keyDown", String($0)), action("keyUp", String($0))] }
    let held = modifier.map { (action("keyDown", $0.rawValue), action("keyUp", $0.rawValue)) }
    let actions = (held.map { [$0.0] } ?? []) + strokes + (held.map { [$0.1] } ?? [])
    try await command(
      "/actions",
      [
        "actions": .array([
          .object([("type", .string("key")), ("id", .string("keys")), ("actions", .array(actions))])
        ])
      ])
  }

  func press(_ key: Key, with modifier: Key? = nil) async throws {
    try await press(key.rawValue, with: modifier)
  }

  /// The errors that the console of the browser has had since the last call, without those of pages that are errors themselves.
  func errors() async throws -> [String] {
    let entries = try await command("/se/log", ["type": .string("browser")])
    guard case .array(let entries) = entries else { return [] }
    return entries.filter { $0["level"] == .string("SEVERE") }.compactMap { $0["message"]?.plainText }
      .filter { !$0.contains("Failed to load resource: the server responded with a status of") }
  }

  // MARK: Windows

  /// The window that commands go to.
  func window() async throws -> String {
    try await Self.send(.get, path + "/window", nil, to: port).plainText
  }

  /// Opens another window, to which commands go from now on.
  func openWindow() async throws {
    let opened = try await command("/window/new", ["type": .string("window")])
    try await use(opened["handle"]?.plainText ?? "")
  }

  func use(_ window: String) async throws { try await command("/window", ["handle": .string(window)]) }

  /// Hides the window, as a tab behind another one is hidden.
  func minimize() async throws { try await command("/window/minimize", [:]) }

  /// Shows a window that was hidden.
  func unminimize() async throws {
    try await command("/window/rect", ["width": .number("1000"), "height": .number("800")])
  }

  // MARK: Scripts

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
  ///
  /// - Parameters:
  ///   - medium: `print` for the page as it is printed.
  ///   - isTouch: Whether it is the page of a phone, which is touched.
  func show(
    width: Int, height: Int = 900, isDark: Bool = false, medium: String = "", isTouch: Bool = false
  ) async throws {
    try await developer(
      "Emulation.setDeviceMetricsOverride",
      [
        ("width", .number(String(width))), ("height", .number(String(height))),
        ("deviceScaleFactor", .number("1")),
        ("mobile", .truth(isTouch)),
      ])
    try await developer("Emulation.setTouchEmulationEnabled", [("enabled", .truth(isTouch))])
    try await developer(
      "Emulation.setEmulatedMedia",
      [
        ("media", .string(medium)),
        (
          "features",
          .array([
            .object([
              ("name", .string("prefers-color-scheme")), ("value", .string(isDark ? "dark" : "light")),
            ])
          ])
        ),
      ])
  }

  /// The part of the page that is seen, as a PNG in base64.
  func picture() async throws -> String {
    try await Self.send(.get, path + "/screenshot", nil, to: port).plainText
  }

  /// Takes the network away from the page, or gives it back.
  func setOffline(_ isOffline: Bool) async throws {
    guard isOffline else {
      _ = try await Self.send(.delete, path + "/chromium/network_conditions", nil, to: port)
      return
    }
    try await command(
      "/chromium/network_conditions",
      [
        "network_conditions": .object([
          ("offline", .truth(true)), ("latency", .number("0")), ("throughput", .number("0")),
        ])
      ])
  }

  /// Runs a command of the browser's developer tools.
  func developer(_ name: String, _ parameters: [(key: String, value: JSON)]) async throws {
    try await command("/goog/cdp/execute", ["cmd": .string(name), "params": .object(parameters)])
  }

  /// Runs a command on the path of the first element that a selector finds. One that a script replaces meanwhile is found again.
  private func found<Result>(_ selector: String, _ run: (String) async throws -> Result) async throws
    -> Result
  {
    for _ in 0..<10 {
      do {
        return try await run(path + "/element/" + element(selector))
      } catch let failure as Failure where failure.isStale {
        continue
      }
    }
    throw NeverHappened("\(selector) stays in the page")
  }

  private func element(_ selector: String) async throws -> String {
    do {
      let found = try await command(
        "/element", ["using": .string("css selector"), "value": .string(selector)])
      guard case .object(let members) = found, let id = members.first?.value.plainText else {
        throw Failure(command: selector, response: found)
      }
      return id
    } catch let failure as Failure {
      throw Failure(command: selector, response: failure.response)
    }
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

/// A key without a character, as WebDriver names it.
enum Key: String {
  case backspace = "\u{E003}"
  case tab = "\u{E004}"
  case enter = "\u{E007}"
  case shift = "\u{E008}"
  case escape = "\u{E00C}"
  case left = "\u{E012}"
  case right = "\u{E014}"
  case down = "\u{E015}"
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
