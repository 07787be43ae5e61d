/// What is known about the present turn of an event loop, in which it serves the requests that had arrived when it began.
///
/// A number that tells whether a cache is still valid is read once for all of them: what was written after that may be
/// in their responses, but need not be. It is used on the thread of the loop only.
package final class LoopTurn {
  private var version: UInt64??

  package init() {}

  /// What `read` returned first in this turn.
  package func version(_ read: () -> UInt64?) -> UInt64? {
    if let version { return version }
    let present = read()
    version = .some(present)
    return present
  }

  /// What is served from now on may have been sent later.
  func end() { version = nil }
}
