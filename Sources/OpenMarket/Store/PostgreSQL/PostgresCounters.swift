import Foundation

/// The table of limits on clients, which all servers of a store share. Each statement sees what others have committed before it,
/// and waits for the others at the same key.
struct PostgresCounters: SharedCounters {
  func spend(_ key: String, of rate: SharedRate, in database: any Database, at now: Date) throws -> Bool {
    let (now, period) = (microseconds(now), Int(clamping: rate.period * 1_000_000))
    return switch rate.refill {
    case .oneAfterAnother:
      // `until` is when all is back: later by a period for each one that is spent.
      try database.changes(
        """
        INSERT INTO rate_limit (key, count, until) VALUES (?, 0, ?)
        ON CONFLICT (key) DO UPDATE SET until = greatest(rate_limit.until, ?) + ?
        WHERE greatest(rate_limit.until, ?) <= ?
        """, .text(key), .integer(now + period), .integer(now), .integer(period), .integer(now),
        .integer(now + (rate.count - 1) * period)) > 0
    case .allAtOnce:
      try rate.count > 0
        && database.changes(
          """
          INSERT INTO rate_limit (key, count, until) VALUES (?, 1, ?)
          ON CONFLICT (key) DO UPDATE SET
            count = CASE WHEN rate_limit.until <= ? THEN 1 ELSE rate_limit.count + 1 END,
            until = CASE WHEN rate_limit.until <= ? THEN excluded.until ELSE rate_limit.until END
          WHERE rate_limit.until <= ? OR rate_limit.count < ?
          """, .text(key), .integer(now + period), .integer(now), .integer(now), .integer(now),
          .integer(rate.count)) > 0
    }
  }

  func wait(for key: String, of rate: SharedRate, in database: any Database, at now: Date) throws -> Int? {
    let found = try database.rows("SELECT count, until FROM rate_limit WHERE key = ?", .text(key)) {
      (count: $0.integer(0), until: $0.integer(1))
    }.first
    let left = Double((found?.until ?? 0) - microseconds(now)) / 1_000_000
    let wait: TimeInterval =
      switch rate.refill {
      case .oneAfterAnother: left - Double(rate.count - 1) * rate.period
      case .allAtOnce: (found?.count ?? 0) < rate.count ? 0 : left
      }
    return wait > 0 ? max(1, Int(wait.rounded(.up))) : nil
  }

  func giveBack(_ key: String, in database: any Database) throws {
    try database.run("UPDATE rate_limit SET count = count - 1 WHERE key = ? AND count > 0", .text(key))
  }

  private func microseconds(_ date: Date) -> Int {
    Int(clamping: (date.timeIntervalSince1970 * 1_000_000).rounded())
  }
}
