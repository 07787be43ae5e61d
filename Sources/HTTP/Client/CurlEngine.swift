#if os(Linux)
  import CCurl
  import Foundation
  import Synchronization
  import SystemSupport

  /// Runs the transfers of a session on a thread of its own.
  ///
  /// libcurl's handles never leave that thread. Other threads append commands to a queue and wake it through a pipe.
  final class CurlEngine: Sendable {
    private enum Command: Sendable {
      case start(Int, HTTPRequest, CurlRoute, ClientLimits, CurlTransfers.Continuation)
      case cancel(Int)
      case stop
    }

    private struct Queue {
      var commands: [Command] = []
      var lastID = 0
      /// Whether the thread has ended.
      var isClosed = false

      mutating func takeCommands() -> [Command] {
        defer { commands = [] }
        return commands
      }
    }

    private let queue = Mutex(Queue())
    private let signal: WakeUpPipe

    /// Opens libcurl and starts the thread. Throws `.missingLibrary`, or `.unexpected` without a free descriptor.
    init() throws(SessionError) {
      if let failure = ccurl_open() {
        throw SessionError(
          .missingLibrary, TransferError(library: "dlopen", code: 0, message: String(cString: failure)))
      }
      guard let signal = WakeUpPipe() else { throw SessionError(.unexpected) }
      self.signal = signal
      let thread = Thread { [self] in
        run()
        close()
      }
      thread.name = "curl"
      thread.start()
    }

    /// Sends a request and returns its response. Throws `SessionError`; and `CancellationError` when the task is
    /// cancelled, without waiting for libcurl.
    func response(to request: HTTPRequest, _ route: CurlRoute, limits: ClientLimits) async throws
      -> HTTPResponse
    {
      let id = queue.withLock { queue in
        queue.lastID += 1
        return queue.lastID
      }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          append(.start(id, request, route, limits, continuation))
          // The handler below may have run before the command was in the queue.
          if Task.isCancelled { append(.cancel(id)) }
        }
      } onCancel: {
        append(.cancel(id))
      }
    }

    /// Ends the thread. Transfers in progress are cancelled.
    func stop() {
      append(.stop)
    }

    private func append(_ command: Command) {
      let isClosed = queue.withLock { queue in
        queue.commands.append(command)
        return queue.isClosed
      }
      if isClosed { close() } else { signal.send() }
    }

    /// Rejects commands that come too late for the thread.
    private func close() {
      let late = queue.withLock { queue in
        queue.isClosed = true
        return queue.takeCommands()
      }
      for command in late {
        if case .start(_, _, _, _, let continuation) = command {
          continuation.resume(throwing: SessionError(.unexpected))
        }
      }
    }

    /// The thread's work.
    private func run() {
      guard let transfers = CurlTransfers() else { return }
      // A write to a closed connection is an error of the transfer, not a signal that ends the program.
      blockBrokenPipeSignal()
      var isStopping = false
      while true {
        for command in queue.withLock({ $0.takeCommands() }) {
          switch command {
          case .start(let id, let request, let route, let limits, let continuation):
            transfers.start(id, request, route: route, limits: limits, continuation: continuation)
          case .cancel(let id): transfers.cancel(id)
          case .stop: isStopping = true
          }
        }
        if isStopping { return transfers.cancelAll() }
        transfers.perform()
        transfers.wait(wakeUp: signal.descriptor)
        signal.receive()
      }
    }

    private func blockBrokenPipeSignal() {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
  }
#endif
