package import HTTP
package import OpenMarket

/// The limits of clients and servers in tests: far longer than anything takes, also where a thousand tests share two cores and the
/// thread sanitizer makes each ten times as slow. What waits for an event has a `WaitLimit`.
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
    (options.searchTime, options.listTime, options.readTime) = (patience, patience, patience)
    return options
  }
}
