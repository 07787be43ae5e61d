import Foundation
import OpenMarket
import SystemSupport

/// Saves the images of exported items, named as an import finds them: `SKU.jpg`, `SKU-2.jpg`, and by id for an item
/// without a SKU.
final class ExportedImages {
  private let folder: String
  /// The beginning of the paths in the table.
  private let prefix: String
  private let replaces: Bool
  private let networkManager: NetworkManager
  private var names: Set<String> = []

  /// - Parameter output: The file of the table; paths in it begin at its folder.
  init(folder: String, beside output: String?, replaces: Bool, from networkManager: NetworkManager) throws {
    self.folder = folder
    self.replaces = replaces
    self.networkManager = networkManager
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ImportError.unwritable(folder)
    }
    let base = (output ?? "x").absolutePath as NSString
    let start = base.deletingLastPathComponent + "/"
    let absolute = folder.absolutePath
    prefix = (absolute.hasPrefix(start) ? String(absolute.dropFirst(start.count)) : absolute) + "/"
  }

  /// Saves the images of an item and returns their paths.
  func save(_ item: BatchItem) async throws -> [String]? {
    guard let id = item.id, item.images?.isEmpty == false else { return nil }
    let name = item.sku?.fileName ?? "item-\(id)"
    var paths: [String] = []
    for (number, url) in (try await networkManager.item(id: id).images ?? []).enumerated() {
      let image: FetchedImage
      do throws(ImageFetchError) {
        image = try await networkManager.image(at: url)
      } catch {
        throw ImageFailure(url: url, reason: error)
      }
      let ending = (number == 0 ? "" : "-\(number + 1)") + "." + image.info.format.fileExtension
      // `A-2.jpg` may be the second image of A and the first one of A-2.
      let file = names.contains((name + ending).lowercased()) ? "item-\(id)" + ending : name + ending
      names.insert(file.lowercased())
      let path = folder + "/" + file
      do throws(POSIXError) {
        try WholeFile(path: path).write(image.bytes, mode: 0o666, replaces: replaces, waitsForDisk: false)
      } catch {
        throw error.code == .EEXIST ? ImportError.exists(path) : .unwritable(path)
      }
      paths.append(prefix + file)
    }
    return paths
  }
}

extension String {
  /// The text as the name of a file; nil where it is none.
  fileprivate var fileName: String? {
    utf8.contains(UInt8(ascii: "/")) || hasPrefix(".") || utf8.count > 100 ? nil : self
  }
}
