import CAssets
package import SystemSupport

extension Language {
  /// Korean, of terminal and pages.
  package static let korean = Language(.korean)
}

extension MessageCatalog {
  /// `ko.po`, which is part of the program.
  package static let korean = embedded(cassets_ko_po(), "ko.po")

  private static func embedded(_ asset: CAsset, _ name: String) -> MessageCatalog {
    do {
      return try MessageCatalog(
        portableObject: UnsafeRawBufferPointer(start: asset.bytes, count: asset.count))
    } catch {
      preconditionFailure("\(name):\(error.line) is not in the PO format")
    }
  }
}
