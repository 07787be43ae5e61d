import Foundation
import OpenMarket
import SystemSupport

/// `market --thumbnail WIDTH`: makes a smaller copy of the image on standard input, in a process that a server starts for each.
/// Without a width it tells by its exit code whether that is possible.
enum ThumbnailProcess {
  /// Exit codes of the process.
  private enum Code {
    /// The library is missing, or the copy cannot be written.
    static let impossible: Int32 = 1
    /// The image cannot be decoded within the limits.
    static let undecodable: Int32 = 2
    /// Copies can be made, and the process could open files.
    static let unconfined: Int32 = 3
  }

  private static let word = "--thumbnail"
  /// Most bytes of a copy.
  private static let outputBytes = 2 << 20
  private static let timeout = Duration.seconds(5)

  /// The exit code of this process where it was started for a copy; nil otherwise.
  static func exitCode(of words: [String]) -> Int32? {
    guard words.first == word, words.count == 2, let width = Int(words[1]) else { return nil }
    guard VipsThumbnail.open() else { return Code.impossible }
    let isConfined = VipsThumbnail.limitProcess()
    guard let size = ThumbnailSize(rawValue: width) else {
      guard VipsThumbnail.works else {
        return Code.impossible
      }
      return isConfined ? 0 : Code.unconfined
    }
    guard let image = try? FileHandle.standardInput.readToEnd() else { return Code.impossible }
    guard let thumbnail = VipsThumbnail.make(of: image, size) else { return Code.undecodable }
    return (try? FileHandle.standardOutput.write(contentsOf: thumbnail)) == nil ? Code.impossible : 0
  }

  /// Whether the process that decodes images can open no files and sockets; nil where libvips is not installed.
  static func isConfined() -> Bool? {
    switch run("0", Data()) {
    case .output: true
    case .exit(Code.unconfined): false
    case .exit, .signal, .exceeded, .failed: nil
    }
  }

  /// The copies of a market's images, beside its store or in the cache; nil where libvips is not installed.
  static func thumbnails(of store: StoreLocation, cache: String) -> Thumbnails? {
    maker().map { Thumbnails(folder: folder(of: store, cache: cache), make: $0) }
  }

  /// The copies as `thumbnails` gives them, where libvips is looked for at the first image: most commands show none.
  static func thumbnailsOnDemand(of store: StoreLocation, cache: String) -> Thumbnails {
    Thumbnails(folder: folder(of: store, cache: cache), maker: maker)
  }

  private static func folder(of store: StoreLocation, cache: String) -> ThumbnailFolder {
    store.thumbnails ?? ThumbnailFolder(path: cache + "/thumbnails")
  }

  /// Nil where libvips is not installed.
  private static func maker() -> Thumbnails.Maker? {
    guard isConfined() != nil else { return nil }
    return { image, size in copy(of: run(String(size.rawValue), image)) }
  }

  /// The copy that a process has made. One that was ended at a limit, its own or its parent's, would be again.
  static func copy(of outcome: BoundedProcess.Outcome) -> Thumbnails.Outcome {
    switch outcome {
    case .output(let copy): .thumbnail(copy)
    case .exit(Code.undecodable), .signal(SIGXCPU), .signal(SIGKILL), .exceeded: .undecodable
    case .exit, .signal, .failed: .failed
    }
  }

  private static func run(_ width: String, _ image: Data) -> BoundedProcess.Outcome {
    guard let path = executable else { return .failed }
    return BoundedProcess(
      path: path, arguments: [word, width], environment: ["LC_ALL": "C.UTF-8"], limit: outputBytes,
      timeout: timeout
    ).outcome(for: image)
  }

  /// This program, also where its file was replaced meanwhile.
  private static var executable: String? {
    #if os(Linux)
      "/proc/self/exe"
    #else
      Bundle.main.executablePath
    #endif
  }
}
