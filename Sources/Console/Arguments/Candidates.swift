/// What may be typed for a value, for whoever completes it. The parser does not read it: what it must refuse is an
/// option's `choices`.
package enum Candidates: Sendable, Equatable {
  /// Nobody can know.
  case unknown
  case terms([Definition])
  /// Several of these, parted by commas.
  case list([String])
  /// Names of files.
  case files
  /// What only the program can look up, under a name of its own for it.
  case looked(up: String)
}
