/// The state of an event loop's present turn, in which the loop serves the requests that had arrived when the turn
/// began.
///
/// A number that tells whether a cache is still valid is read once for all of them: later writes may be in their
/// responses, but need not be. It is used on the thread of the loop only.
package final class LoopTurn {
  private var version: UInt64??

  package init() {}

  /// Returns the first result of `read` in this turn; calls it once.
  package func version(_ read: () -> UInt64?) -> UInt64? {
    if let version { return version }
    let present = read()
    version = .some(present)
    return present
  }

  /// Ends the turn: the requests that are served next may have arrived after it began.
  func end() { version = nil }
}
