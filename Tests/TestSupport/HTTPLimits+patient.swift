package import HTTP

extension HTTPLimits {
  /// As much time for everything as a test takes at most.
  package static var patient: HTTPLimits {
    let seconds = Int(patience / .seconds(1))
    var limits = HTTPLimits()
    limits.headSeconds = seconds
    limits.answerSeconds = seconds
    limits.idleSeconds = seconds
    limits.stopSeconds = seconds
    return limits
  }
}
