#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The built program and servers that respond badly: one clear message in each language, and the exit code.
  @Suite(.serialized) struct BadServerProcessTests {
    /// The steps of a server, and the message of the program.
    struct Case: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let steps: [ScriptedServer.Step]
      var options = ""
      let status: Int32
      let english: String
      let korean: String
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"

    static let cases = [
      Case(
        testDescription: "close before the head", steps: [.close], status: 5,
        english: "The server '⟨server⟩' closed the connection without a response",
        korean: "'⟨server⟩' 서버가 응답 없이 연결을 끊었습니다"),
      Case(
        testDescription: "reset before the head", steps: [.reset], status: 5,
        english: "The server '⟨server⟩' closed the connection without a response",
        korean: "'⟨server⟩' 서버가 응답 없이 연결을 끊었습니다"),
      Case(
        testDescription: "close inside the head", steps: [.send(ok + "X-A: b\r\n"), .close], status: 5,
        english: "The connection to '⟨server⟩' was lost in the middle of the response",
        korean: "응답을 받는 중에 '⟨server⟩' 서버와의 연결이 끊겼습니다"),
      Case(
        testDescription: "close inside the contents",
        steps: [.send(ok + "Content-Length: 9\r\n\r\n{"), .close],
        status: 5,
        english: "The connection to '⟨server⟩' was lost in the middle of the response",
        korean: "응답을 받는 중에 '⟨server⟩' 서버와의 연결이 끊겼습니다"),
      Case(
        testDescription: "no status line", steps: [.send("<html>"), .close], status: 1,
        english: "The response from '⟨server⟩' is not valid HTTP: it does not begin with a status line",
        korean: "'⟨server⟩' 서버의 응답이 올바른 HTTP가 아닙니다: 상태 줄로 시작하지 않습니다"),
      Case(
        testDescription: "two lengths",
        steps: [.send(ok + "Content-Length: 5\r\nContent-Length: 2\r\n\r\n"), .stall],
        status: 1,
        english: "The response from '⟨server⟩' is not valid HTTP: its Content-Length is not valid",
        korean: "'⟨server⟩' 서버의 응답이 올바른 HTTP가 아닙니다: Content-Length가 올바르지 않습니다"),
      Case(
        testDescription: "NUL in a field", steps: [.send(ok + "X-A: \u{0}\r\n\r\n"), .stall], status: 1,
        english: "The response from '⟨server⟩' is not valid HTTP: its header contains control characters",
        korean: "'⟨server⟩' 서버의 응답이 올바른 HTTP가 아닙니다: 헤더에 제어 문자가 있습니다"),
      Case(
        testDescription: "no colon", steps: [.send(ok + "no colon\r\n\r\n"), .stall], status: 1,
        english: "The response from '⟨server⟩' is not valid HTTP: a line of its header is not a field",
        korean: "'⟨server⟩' 서버의 응답이 올바른 HTTP가 아닙니다: 헤더에 필드가 아닌 줄이 있습니다"),
      Case(
        testDescription: "endless interim responses",
        steps: (0..<1000).map { _ in .send("HTTP/1.1 100 Continue\r\n\r\n") } + [.stall], status: 1,
        english: "The header of the response from '⟨server⟩' is too large",
        korean: "'⟨server⟩' 서버가 보낸 응답의 헤더가 너무 큽니다"),
      Case(
        testDescription: "endless contents",
        steps: [.send(ok + "\r\n")] + (0..<70).map { _ in .send(Data(repeating: 0x20, count: 1 << 20)) } + [
          .stall
        ],
        status: 1,
        english: "The response from '⟨server⟩' is too large", korean: "'⟨server⟩' 서버의 응답이 너무 큽니다"),
      Case(
        testDescription: "a bad chunk",
        steps: [.send(ok + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"), .stall],
        status: 1,
        english: "The contents of the response from '⟨server⟩' are damaged",
        korean: "'⟨server⟩' 서버가 보낸 응답의 내용이 손상되었습니다"),
      Case(
        testDescription: "no response", steps: [.stall], options: "--timeout 1", status: 5,
        english: "The server '⟨server⟩' did not respond in time",
        korean: "'⟨server⟩' 서버가 제한 시간 안에 응답하지 않았습니다"),
      Case(
        testDescription: "slow contents",
        steps: [.send(ok + "Content-Length: 9999\r\n\r\n")]
          + (0..<9999).flatMap { _ in [.send(" "), .pause(.milliseconds(50))] },
        options: "--max-time 1", status: 5,
        english: "The response from '⟨server⟩' took too long",
        korean: "'⟨server⟩' 서버의 응답을 받는 데 너무 오래 걸렸습니다"),
      Case(
        testDescription: "redirects in a circle", steps: [.respond("302 Found", ["Location: /item"])],
        status: 1,
        english: "Too many redirects from '⟨server⟩'", korean: "'⟨server⟩' 서버의 리디렉션이 너무 많습니다"),
      Case(
        testDescription: "a redirect to a file",
        steps: [.respond("302 Found", ["Location: file:///etc/passwd"])],
        status: 1,
        english: "The server '⟨server⟩' redirects to another address: 'file:///etc/passwd'",
        korean: "'⟨server⟩' 서버가 다른 주소로 리디렉션합니다: 'file:///etc/passwd'"),
      Case(
        testDescription: "a Location that is no URL",
        steps: [.respond("302 Found", ["Location: http://[::bad"])],
        status: 1,
        english: "The response from '⟨server⟩' is not valid HTTP: its Location is not a URL",
        korean: "'⟨server⟩' 서버의 응답이 올바른 HTTP가 아닙니다: Location이 URL이 아닙니다"),
    ]

    @Test(arguments: cases) func `a bad response has a message and an exit code`(_ each: Case) async throws {
      for (locale, label, message) in [
        ("C.UTF-8", "Error: ", each.english), ("ko_KR.UTF-8", "오류:   ", each.korean),
      ] {
        let server = try ScriptedServer { _ in each.steps }
        defer { server.stop() }
        let address = "http://\(server.authority)"
        let result = try await Program(home: Home()).run(
          "LC_MESSAGES=\(locale) market list --server \(address) \(each.options)")
        let lines = result.error.replacing(address, with: "⟨server⟩").split(separator: "\n")
        #expect(result.output == "")
        #expect(result.status == each.status)
        // The message, and what to do.
        #expect(lines.count == 2)
        #expect(lines.first == "\(label)\(message)")
      }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal during a transfer ends the program`(signal: Int32) async throws {
      let server = try ScriptedServer { _ in
        [.send(Self.ok + "\r\n")] + (0..<60_000).map { _ in .send(Data(repeating: 0x20, count: 1000)) } + [
          .stall
        ]
      }
      defer { server.stop() }
      let home = try Home()
      let process = try ChildProcess(
        [try Program.path(), "list", "--server", "http://\(server.authority)"],
        environment: try Program.environment(of: home), output: .null, error: .null)
      try await eventually("the server has the request") { server.requests.count == 1 }
      process.send(signal)
      // The program ends itself by the signal once its terminal is restored (signal(7)).
      #expect(try await process.end() == 128 + signal)
    }
  }
#endif
