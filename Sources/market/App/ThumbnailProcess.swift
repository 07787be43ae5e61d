import Foundation
import OpenMarket
import SystemSupport

/// `market --thumbnail WIDTH`: makes a smaller copy of the image on standard input, in a process that a server starts for each.
/// Without an image it tells by its exit code whether that is possible.
enum ThumbnailProcess {
  private static let word = "--thumbnail"
  /// Most bytes of a copy.
  private static let outputBytes = 2 << 20
  private static let timeout = Duration.seconds(5)

  /// The exit code of this process where it was started for a copy; nil otherwise.
  static func exitCode(of words: [String]) -> Int32? {
    guard words.first == word, words.count == 2, let width = Int(words[1]) else { return nil }
    guard VipsThumbnail.open() else { return 1 }
    VipsThumbnail.limitProcess()
    guard let size = ThumbnailSize(rawValue: width) else { return 0 }
    guard let image = try? FileHandle.standardInput.readToEnd(),
      let thumbnail = VipsThumbnail.make(of: image, size),
      (try? FileHandle.standardOutput.write(contentsOf: thumbnail)) != nil
    else { return 1 }
    return 0
  }

  /// The copies of a market's images, beside its store or in the cache; nil where libvips is not installed.
  static func thumbnails(of store: StoreLocation, cache: String) -> Thumbnails? {
    maker().map { Thumbnails(folder: folder(of: store, cache: cache), make: $0) }
  }

  /// The copies as `thumbnails` gives them, where libvips is looked for at the first image: most commands show none.
  static func thumbnailsOnDemand(of store: StoreLocation, cache: String) -> Thumbnails {
    Thumbnails(folder: folder(of: store, cache: cache), maker: maker)
  }

  private static func folder(of store: StoreLocation, cache: String) -> String {
    switch store {
    case .file(let path): path + ".thumbnails"
    case .memory, .postgreSQL: cache + "/thumbnails"
    }
  }

  /// Nil where libvips is not installed.
  private static func maker() -> Thumbnails.Maker? {
    guard run("0", Data()) != nil else { return nil }
    return { image, size in run(String(size.rawValue), image) }
  }

  private static func run(_ width: String, _ image: Data) -> Data? {
    guard let path = executable else { return nil }
    return BoundedProcess(
      path: path, arguments: [word, width], environment: ["LC_ALL": "C.UTF-8"], limit: outputBytes,
      timeout: timeout
    ).output(for: image)
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
