import HTTP
import SystemSupport

/// Answers that are still true, because the store has not been written since: encoding a page takes much longer than
/// sending it.
final class PageCache: Sendable {
  private struct Contents: Sendable {
    var version: UInt32?
    var answers: [String: HTTPResponse] = [:]
    var bytes = 0
  }

  /// Bytes of all answers that are kept. A page can hold many megabytes, and anyone may ask for it under many names.
  private let capacity: Int
  /// Copies of what is kept, so that connections seldom wait for each other to look. Their bytes are shared.
  private static let stripes = 4

  private let contents = StripedMutex(count: stripes, Contents())

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The answer that was kept under that key when the store was of that version.
  func answer(for key: String, version: UInt32?) -> HTTPResponse? {
    guard let version else { return nil }
    return contents.withAny { $0.version == version ? $0.answers[key] : nil }
  }

  func keep(_ answer: HTTPResponse, for key: String, version: UInt32?) {
    // What is said of an answer takes room too, a thousand bytes at the most.
    let bytes = answer.body.count + key.utf8.count + 1_000
    guard let version, bytes <= capacity else { return }
    contents.forEach { contents in
      if contents.version != version { contents = Contents(version: version) }
      guard contents.answers[key] == nil else { return }
      if contents.bytes + bytes > capacity { contents = Contents(version: version) }
      contents.answers[key] = answer
      contents.bytes += bytes
    }
  }
}
