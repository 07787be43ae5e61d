import Foundation
import HTTP
import Synchronization
import SystemSupport

/// The response at `/healthz`: the process is alive. It does not touch the store.
struct HealthPage: Session {
  static let path = "healthz"

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    .plain("alive")
  }
}

/// The response at `/readyz`: whether requests can be served, for a load balancer.
struct ReadinessPage: Session {
  static let path = "readyz"

  let status: ServerStatus
  let probe: ReadinessProbe

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    if status.isDraining { return Self.notReady("The server is stopping") }
    guard let problem = await probe.problem() else { return .plain("ready") }
    return Self.notReady(problem)
  }

  private static func notReady(_ reason: String) -> HTTPResponse {
    var response = HTTPResponse.plain("not ready: \(reason)", status: 503)
    response.headers[.retryAfter] = "1"
    return response
  }
}

/// Reads from the store to know whether it can be used. However many ask at a time, it reads once.
final class ReadinessProbe: Sendable {
  private let store: Store
  /// The longest wait of a caller.
  private let limit: Duration
  private let running = Mutex<Task<String?, Never>?>(nil)

  init(_ store: Store, limit: Duration) {
    (self.store, self.limit) = (store, limit)
  }

  /// Why the store cannot be used, without paths; nil if it can.
  func problem() async -> String? {
    let read = currentRead()
    let (results, continuation) = AsyncStream.makeStream(of: String?.self)
    Task { continuation.yield(await read.value) }
    let timer = Task { [limit] in
      try? await Task.sleep(for: limit)
      continuation.yield("The store does not respond")
    }
    defer { timer.cancel() }
    return await results.first { _ in true } ?? "The request was cancelled"
  }

  private func currentRead() -> Task<String?, Never> {
    running.withLock { running in
      if let running { return running }
      // Detached: it goes on without the client that asked first.
      let task = Task.detached { [self] in
        let problem = await read()
        self.running.withLock { $0 = nil }
        return problem
      }
      running = task
      return task
    }
  }

  private func read() async -> String? {
    do {
      try await store.checkReadiness()
      return nil
    } catch let error as StoreError {
      return error.sentence.english
    } catch is OverloadError {
      return APIError.overloaded.reason
    } catch {
      return StoreError.Kind.unexpected.sentence.english
    }
  }
}

extension HTTPResponse {
  /// A line of text that is not to be stored.
  fileprivate static func plain(_ line: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [
        .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store", .contentTypeOptions: "nosniff",
      ], body: Data((line + "\n").utf8))
  }
}
