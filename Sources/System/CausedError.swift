/// An error that keeps the error it was made from, so that a log or a person can see why it happened.
package protocol CausedError: Error {
  /// The error that led to this one; nil if this one is the first of its chain.
  var cause: (any Error)? { get }
}

extension Error {
  /// The errors that led to this one, the nearest first; without this one. At most eight, so that a chain that loops ends.
  package var causes: [any Error] {
    var chain: [any Error] = []
    var next = (self as? any CausedError)?.cause
    while let cause = next, chain.count < 8 {
      chain.append(cause)
      next = (cause as? any CausedError)?.cause
    }
    return chain
  }
}
