import Foundation
import OpenMarket
import SystemSupport
import Wording

/// The bounds of an import's images: the files in its folders, and the web. A plan lists the images outside. A table of
/// another person could name any other file of this machine, or a server of the local network.
struct ImageBounds {
  private let folders: [String]

  /// - Parameter header: The header of the plan; its files and folders of images are the bounds.
  init(_ header: PlanHeader) {
    let folders = header.files.map { $0.place.parentFolder } + (header.imageFolders ?? [])
    self.folders = folders.map(\.resolvedPath)
  }

  /// Whether an image is inside: a file by where its links lead, an address by its host.
  func contains(_ image: String) -> Bool {
    if image.isWebAddress { return !Self.isPrivate(address: image) }
    let path = image.resolvedPath
    return folders.contains { path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
  }

  /// Whether an address is of a private network, or has no host.
  static func isPrivate(address: String) -> Bool {
    URL(string: address)?.host().map { isPrivate($0) } ?? true
  }

  /// Whether a host is of a private network, by its text: names are looked up when an image is fetched.
  private static func isPrivate(_ host: String) -> Bool {
    var name = host.lowercased()[...]
    while name.hasSuffix(".") { name.removeLast() }
    // RFC 6762 §3, RFC 8375, and what ICANN has reserved for private use.
    return [".local", ".internal", ".home.arpa", ".lan"].contains(where: name.hasSuffix)
      || HostAddress.isPrivate(String(name), numericOnly: true)
  }
}

/// The images that are outside the bounds of a plan: how many, and the first ones.
struct OutsideImages {
  private static let samples = 5

  private(set) var count = 0
  private(set) var names: [String] = []

  mutating func add(_ line: PlanLine, beyond bounds: ImageBounds) {
    if line.action.isWrite { add((line.images ?? []).filter { !bounds.contains($0) }) }
  }

  mutating func add(_ images: [String]) {
    count += images.count
    for image in images where names.count < Self.samples && !names.contains(image) { names.append(image) }
  }

  func lines(_ format: OutputFormat, areRead: Bool) -> [String] {
    guard count > 0 else { return [] }
    let first = format.text(
      areRead
        ? "Images outside the folders of the import, or in a private network (\(grouped: count)):"
        : "Images outside the folders of the import, or in a private network, are left out; --allow-outside reads them (\(grouped: count)):"
    )
    let more = count > names.count ? [format.text("… and \(format.number(count - names.count)) more")] : []
    return ["", first] + (names.map { "'\($0.sanitizedLine)'" } + more).map { "  " + $0 }
  }
}

extension String {
  /// The path without links, `.` and `..`; of a file that does not exist, that of its folder, or without the last two.
  fileprivate var resolvedPath: String {
    let name = (self as NSString).lastPathComponent
    for (known, rest) in [(self, ""), (parentFolder, "/" + name)] where rest != "/.." {
      guard let path = realpath(known, nil) else { continue }
      defer { free(path) }
      return String(cString: path) + rest
    }
    return (self as NSString).standardizingPath
  }
}
