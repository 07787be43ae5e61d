#if os(Linux)
  import CCurl

  /// The transfers of a session that are in progress, on one libcurl multi handle, which also keeps connections for reuse.
  /// Used on one thread only.
  final class CurlTransfers {
    typealias Continuation = CheckedContinuation<HTTPResponse, any Error>

    private let multi: OpaquePointer
    private var running: [Int: (transfer: CurlTransfer, continuation: Continuation)] = [:]

    /// Nil without memory.
    init?() {
      guard let multi = ccurl_multi_init() else { return nil }
      self.multi = multi
    }

    deinit {
      ccurl_multi_cleanup(multi)
    }

    func start(
      _ id: Int, _ request: HTTPRequest, route: CurlRoute, limits: ClientLimits,
      continuation: Continuation
    ) {
      do throws(SessionError) {
        let transfer = try CurlTransfer(request, route, limits: limits)
        guard ccurl_multi_add(multi, transfer.easy) == 0 else { throw SessionError(.unexpected) }
        running[id] = (transfer, continuation)
      } catch {
        continuation.resume(throwing: error)
      }
    }

    func cancel(_ id: Int) {
      end(id, with: .failure(CancellationError()))
    }

    func cancelAll() {
      for id in Array(running.keys) { cancel(id) }
    }

    /// Sends and receives what is possible without waiting, and ends transfers that are done or exceed a limit.
    func perform() {
      ccurl_multi_perform(multi)
      var code: Int32 = 0
      while let easy = ccurl_multi_next_ended(multi, &code) {
        guard let (id, ended) = running.first(where: { $0.value.transfer.easy == easy }) else { continue }
        end(id, with: ended.transfer.result(code).mapError { $0 })
      }
      let now = ContinuousClock.now
      for (id, each) in running where each.transfer.clock.next.at <= now {
        end(id, with: .failure(SessionError.timedOut(each.transfer.clock.next.limit)))
      }
    }

    /// Waits for a connection, for a byte on the descriptor, or until the next time limit.
    func wait(wakeUp descriptor: Int32) {
      let limit = running.values.map(\.transfer.clock.next.at).min()
      // libcurl shortens the time to that of its own timers.
      let time = limit.map { max(.zero, ContinuousClock.now.duration(to: $0)) } ?? .seconds(3_600)
      ccurl_multi_poll(multi, descriptor, Int32(min(time, .seconds(3_600)) / .milliseconds(1)) + 1)
    }

    private func end(_ id: Int, with result: Result<HTTPResponse, any Error>) {
      guard let (transfer, continuation) = running.removeValue(forKey: id) else { return }
      // The task goes on before libcurl is done with the connection, which may take longer.
      continuation.resume(with: result)
      ccurl_multi_remove(multi, transfer.easy)
    }
  }
#endif
