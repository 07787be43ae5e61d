import Foundation
import OpenMarket
import SystemSupport

/// Finds the images of rows: by the paths in their cells, or by their SKU or barcode in a folder.
struct ImageFinder {
  struct Found {
    /// Absolute paths and URLs, in order.
    var images: [String] = []
    /// Names for which there is no image, or no valid one, each with the reason.
    var missing: [(name: String, reason: PlannedImages.Failure)] = []
    /// Images outside the bounds, which are left out.
    var outside: [String] = []
  }

  private let base: String
  private let given: String?
  /// The images of a folder by the code that their names begin with.
  private let byCode: [String: [String]]
  /// The images of the folder by the code of their names, and of their names behind that of a folder in it.
  private let byName: [String: String]
  /// Nil where images may be anywhere.
  private let bounds: ImageBounds?

  /// - Parameters:
  ///   - file: The file whose cells have paths.
  ///   - folder: Holds `SKU.jpg`, `SKU-2.jpg` or `SKU_2.jpg`, and `SKU/…`, of barcodes too; nil for none.
  init(file: String, folder: String?, bounds: ImageBounds? = nil) throws {
    (self.bounds, given) = (bounds, folder)
    base = file.parentFolder
    (byCode, byName) = try folder.map { try Self.index($0) } ?? ([:], [:])
  }

  /// The images of a row; nil where it says nothing of them.
  ///
  /// - Parameter folder: Where relative paths begin; nil for the folder of the file.
  func images(_ names: [String]?, in folder: String?, codes: [String]) -> Found? {
    if let names {
      var found = Found()
      for name in names {
        let isFile = name.lowercased().hasPrefix("file:///")
        if name.isWebAddress {
          if bounds?.contains(name) == false { found.outside.append(name) } else { found.images.append(name) }
        } else if name.hasScheme, !isFile {
          found.missing.append((name, .notFetched(.unsupportedAddress)))
        } else {
          // First in the given folder, in any case and normal form of its names.
          let file = isFile ? String(name.dropFirst(7)).removingPercentEncoding ?? name : name
          var path =
            file.hasPrefix("/") ? file : byName[ItemCode.code(of: name)] ?? (folder ?? base) + "/" + file
          // The folder may have the files of another machine, by whose paths they are named.
          if bounds?.contains(path) == false || path.fileType == nil,
            let last = name.split(whereSeparator: { "/\\".contains($0) }).last,
            let other = byName[ItemCode.code(of: String(last))]
          {
            path = other
          } else if let given, !file.hasPrefix("/"), path.fileType == nil, bounds?.contains(path) != false {
            // The folder that was given is the one where it is looked for.
            path = given + "/" + file
          }
          add(path, named: name, to: &found)
        }
      }
      return found
    }
    guard let paths = codes.lazy.compactMap({ byCode[ItemCode.code(of: $0)] }).first else { return nil }
    var found = Found()
    for path in paths { add(path, named: path, to: &found) }
    return found
  }

  private func add(_ path: String, named name: String, to found: inout Found) {
    guard bounds?.contains(path) != false else { return found.outside.append(path) }
    do throws(ValidationError) {
      _ = try ItemImage(path: path)
      found.images.append(path)
    } catch {
      found.missing.append((name, PlannedImages.Failure(error, of: path)))
    }
  }

  /// The images of a folder, in the order of their numbers and names, by the code (`ItemCode`).
  private static func index(_ folder: String) throws -> (byCode: [String: [String]], byName: [String: String])
  {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw ImportError.noFolder(folder)
    }
    var found: [String: [(number: Int, path: String)]] = [:]
    var byName: [String: String] = [:]
    for name in names {
      let path = folder + "/" + name
      if name.isImageName {
        byName[ItemCode.code(of: name)] = path
        let stem = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
        found[ItemCode.code(of: stem), default: []].append((1, path))
        if let dash = stem.lastIndex(where: { "-_".contains($0) }),
          let number = Int(stem[stem.index(after: dash)...]), number > 1
        {
          found[ItemCode.code(of: String(stem[..<dash])), default: []].append((number, path))
        }
      } else if path.fileType == S_IFDIR || path.fileType == nil && !name.hasPrefix(".") {
        guard let inner = try? FileManager.default.contentsOfDirectory(atPath: path) else {
          throw ImportError.noFolder(path)
        }
        // `2.jpg` is before `10.jpg`.
        let images = inner.filter(\.isImageName).sorted {
          $0.compare($1, options: [.numeric, .caseInsensitive]) == .orderedAscending
        }
        for (number, image) in images.enumerated() {
          found[ItemCode.code(of: name), default: []].append((1_000 + number, path + "/" + image))
          byName[ItemCode.code(of: name + "/" + image)] = path + "/" + image
        }
      }
    }
    return (found.mapValues { $0.sorted { ($0.number, $0.path) < ($1.number, $1.path) }.map(\.path) }, byName)
  }
}

extension String {
  /// Whether it is an address of the web; one of `http:` only in a private network.
  var isWebAddress: Bool {
    let start = prefix(8).lowercased()
    return start == "https://" || start.hasPrefix("http://") && ImageBounds.isPrivate(address: self)
  }

  /// Whether it is an address and no path, such as `http://shop.example/1.png`.
  fileprivate var hasScheme: Bool { prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil }

  fileprivate var isImageName: Bool {
    let name = lowercased()
    return [".jpg", ".jpeg", ".png"].contains(where: name.hasSuffix) && !name.hasPrefix(".")
  }
}
