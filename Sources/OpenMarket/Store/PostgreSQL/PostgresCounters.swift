import Foundation

/// The table of limits on clients, which all servers of a store share. Each statement sees what others have committed before it,
/// and waits for the others at the same key; keys are taken in their order, so that two do not wait for each other.
struct PostgresCounters: SharedCounters {
  func spend(
    _ keys: Set<String>, of rate: SharedRate, in database: any Database, at now: Date
  ) throws -> Set<String> {
    let (now, period) = (microseconds(now), Int(clamping: rate.period * 1_000_000))
    guard rate.count > 0 else { return keys }
    let spent =
      switch rate.refill {
      case .oneAfterAnother:
        // `until` is when all is back: later by a period for each one that is spent.
        try database.rows(
          """
          INSERT INTO rate_limit (key, count, until)
            SELECT key, 0, ? FROM unnest(string_to_array(?, ' ')) AS given (key) ORDER BY key
          ON CONFLICT (key) DO UPDATE SET until = greatest(rate_limit.until, ?) + ?
          WHERE greatest(rate_limit.until, ?) <= ? RETURNING key
          """, .integer(now + period), text(keys), .integer(now), .integer(period), .integer(now),
          .integer(now + (rate.count - 1) * period)
        ) { $0.text(0) }
      case .allAtOnce:
        try database.rows(
          """
          INSERT INTO rate_limit (key, count, until)
            SELECT key, 1, ? FROM unnest(string_to_array(?, ' ')) AS given (key) ORDER BY key
          ON CONFLICT (key) DO UPDATE SET
            count = CASE WHEN rate_limit.until <= ? THEN 1 ELSE rate_limit.count + 1 END,
            until = CASE WHEN rate_limit.until <= ? THEN excluded.until ELSE rate_limit.until END
          WHERE rate_limit.until <= ? OR rate_limit.count < ? RETURNING key
          """, .integer(now + period), text(keys), .integer(now), .integer(now), .integer(now),
          .integer(rate.count)
        ) { $0.text(0) }
      }
    return keys.subtracting(spent)
  }

  func waits(
    for keys: Set<String>, of rate: SharedRate, in database: any Database, at now: Date
  ) throws -> [String: Int] {
    let now = microseconds(now)
    let found = try database.rows(
      "SELECT key, count, until FROM rate_limit WHERE key = ANY (string_to_array(?, ' '))", text(keys)
    ) { (key: $0.text(0), count: $0.integer(1), until: $0.integer(2)) }
    var waits: [String: Int] = [:]
    for (key, count, until) in found {
      let left = Double(until - now) / 1_000_000
      let wait: TimeInterval =
        switch rate.refill {
        case .oneAfterAnother: left - Double(rate.count - 1) * rate.period
        case .allAtOnce: count < rate.count ? 0 : left
        }
      if wait > 0 { waits[key] = max(1, Int(wait.rounded(.up))) }
    }
    return waits
  }

  func giveBack(_ key: String, in database: any Database) throws {
    try database.run("UPDATE rate_limit SET count = count - 1 WHERE key = ? AND count > 0", .text(key))
  }

  private func text(_ keys: Set<String>) -> DatabaseValue { .text(keys.joined(separator: " ")) }

  private func microseconds(_ date: Date) -> Int {
    Int(clamping: (date.timeIntervalSince1970 * 1_000_000).rounded())
  }
}
