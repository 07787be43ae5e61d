import HTTP
import Synchronization

/// Answers that are still true, because the store has not been written since: encoding a page takes much longer than
/// sending it.
final class AnswerCache: Sendable {
  private struct Contents {
    var version: UInt32?
    var answers: [String: HTTPResponse] = [:]
  }

  private static let capacity = 256

  private let contents = Mutex(Contents())

  /// The answer that was kept under that key when the store was of that version.
  func answer(for key: String, version: UInt32?) -> HTTPResponse? {
    guard let version else { return nil }
    return contents.withLock { $0.version == version ? $0.answers[key] : nil }
  }

  func keep(_ answer: HTTPResponse, for key: String, version: UInt32?) {
    guard let version else { return }
    contents.withLock { contents in
      if contents.version != version || contents.answers.count >= Self.capacity {
        contents = Contents(version: version)
      }
      contents.answers[key] = answer
    }
  }
}
