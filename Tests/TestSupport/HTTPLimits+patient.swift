package import HTTP

extension HTTPLimits {
  /// As much time for everything as a test takes at most.
  package static var patient: HTTPLimits {
    var limits = HTTPLimits()
    limits.headSeconds = patientSeconds
    limits.answerSeconds = patientSeconds
    limits.idleSeconds = patientSeconds
    limits.stopSeconds = patientSeconds
    return limits
  }
}
