/// The moment by which requests had arrived that a server responds to one after another.
///
/// A number that tells whether a cache is still valid is read once for all of them: later writes may be in their
/// responses, but need not be. Not safe to share between threads.
package final class RequestMoment {
  private var version: UInt64??

  package init() {}

  /// Returns the first result of `read` at this moment; calls it once.
  package func version(_ read: () -> UInt64?) -> UInt64? {
    if let version { return version }
    let present = read()
    version = .some(present)
    return present
  }

  /// Ends the moment: the requests that are served next may have arrived after it began.
  func end() { version = nil }
}
