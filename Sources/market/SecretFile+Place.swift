import Foundation

extension SecretFile {
  /// The file of the secret that is remembered for a market. Its name begins with the end of the market's, for
  /// people, and ends with a hash of all of it, so that no two markets share one.
  init(for settings: Settings) {
    let name =
      switch settings.place {
      case .server(let url): url.absoluteString
      case .embedded(let path): URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
      }
    let readable = String(
      name.suffix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }
    )
    .drop { $0 == "-" || $0 == "." }
    self.init(path: settings.directories.secrets + "/\(readable)-\(Self.hash(of: name))")
  }

  /// FNV-1a, 64 bits (draft-eastlake-fnv): the same in every run, unlike Swift's own.
  private static func hash(of text: String) -> String {
    String(
      text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 36)
  }
}
