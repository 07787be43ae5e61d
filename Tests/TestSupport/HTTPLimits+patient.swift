package import HTTP

extension HTTPLimits {
  /// Limits whose times are all `patience`, so that none ends a test early.
  package static var patient: HTTPLimits {
    var limits = HTTPLimits()
    limits.headSeconds = patientSeconds
    limits.responseSeconds = patientSeconds
    limits.idleSeconds = patientSeconds
    limits.halfClosedSeconds = patientSeconds
    limits.stopSeconds = patientSeconds
    return limits
  }
}
