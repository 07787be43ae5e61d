import Foundation

/// The table of limits on clients, which all servers of a store share. Each statement sees what others have committed before it, and
/// waits for the others at the same key; keys are taken in their order, so that two do not wait for each other.
enum PostgresCounters {
  /// Counts one more for each key, which has no spaces. Returns the keys whose limit is not reached; nothing was counted for the others.
  static func spend(
    _ keys: Set<String>, in database: any Database, at now: Date
  ) throws -> [String] {
    let (now, period) = (microseconds(now), Int(AttemptLimiter.interval * 1_000_000))
    // `until` is when all is back: later by a period for each one that is spent.
    return try database.rows(
      """
      INSERT INTO rate_limit (key, count, until)
        SELECT key, 0, ? FROM unnest(string_to_array(?, ' ')) AS given (key) ORDER BY key
      ON CONFLICT (key) DO UPDATE SET until = greatest(rate_limit.until, ?) + ?
      WHERE greatest(rate_limit.until, ?) <= ? RETURNING key
      """, .integer(now + period), .text(keys.joined(separator: " ")), .integer(now), .integer(period),
      .integer(now), .integer(now + (AttemptLimiter.most - 1) * period)
    ) { $0.text(0) }
  }

  /// The seconds until one more can be spent, for the keys for which it cannot be now.
  static func waits(
    for keys: some Sequence<String>, in database: any Database, at now: Date
  ) throws -> [String: Int] {
    let found = try database.rows(
      "SELECT key, until FROM rate_limit WHERE key = ANY (string_to_array(?, ' '))",
      .text(keys.joined(separator: " "))
    ) { ($0.text(0), seconds(until: $0.integer(1), from: now)) }
    let spent = Double(AttemptLimiter.most - 1) * AttemptLimiter.interval
    return Dictionary(uniqueKeysWithValues: found).filter { $0.value > spent }
      .mapValues { Int(($0 - spent).rounded(.up)) }
  }

  /// Counts one, of so many in an hour that begins with the first. Returns the seconds to wait where the limit is reached.
  static func spend(
    _ key: String, atMost limit: Int, in database: any Database, at now: Date
  ) throws -> Int? {
    let (key, present) = (DatabaseValue.text(key), microseconds(now))
    let counted =
      try limit < 1
      ? 0
      : database.changes(
        """
        INSERT INTO rate_limit (key, count, until) VALUES (?1, 1, ?2)
        ON CONFLICT (key) DO UPDATE SET
          count = CASE WHEN rate_limit.until <= ?3 THEN 1 ELSE rate_limit.count + 1 END,
          until = CASE WHEN rate_limit.until <= ?3 THEN excluded.until ELSE rate_limit.until END
        WHERE rate_limit.until <= ?3 OR rate_limit.count < ?4
        """, key, .integer(microseconds(now + 3_600)), .integer(present), .integer(limit))
    guard counted == 0 else { return nil }
    let until = try database.integer("SELECT until FROM rate_limit WHERE key = ?", key) ?? present
    return max(1, Int(seconds(until: until, from: now).rounded(.up)))
  }

  static func giveBack(_ key: String, in database: any Database) throws {
    try database.run("UPDATE rate_limit SET count = count - 1 WHERE key = ? AND count > 0", .text(key))
  }

  private static func microseconds(_ date: Date) -> Int {
    Int(clamping: (date.timeIntervalSince1970 * 1_000_000).rounded())
  }

  private static func seconds(until end: Int, from now: Date) -> Double {
    Double(end - microseconds(now)) / 1_000_000
  }
}
