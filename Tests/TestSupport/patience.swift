package import HTTP
package import OpenMarket

/// How long a test waits for an event: far longer than any takes, since a thousand tests may share two cores, the
/// thread sanitizer makes each ten times as slow, and a machine may be slow. Only a test that fails waits this long.
package let patience: Duration = .seconds(patientSeconds)
package let patientSeconds = 240

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

extension Store.Options {
  /// Options whose reads and searches may take `patience`.
  package static func patient(timeout: Duration = .seconds(10)) -> Store.Options {
    var options = Store.Options(timeout: timeout)
    (options.searchTime, options.readTime) = (patience, patience)
    return options
  }
}
