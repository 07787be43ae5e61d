/// The version of this program, which help, the manual pages and the metrics of a server name.
enum ProgramVersion {
  static let version = "1.0.0"
}
