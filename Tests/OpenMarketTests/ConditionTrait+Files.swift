import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// The test reads or changes the file of SQLite, or is about it.
  static var ofFiles: Self { .enabled(if: !TestDatabase.isServer, "not about a file") }
}
