import CAssets
package import SystemSupport

extension Language {
  /// Korean, of terminal and pages.
  package static let korean = Language(.korean)
}

extension MessageCatalog {
  /// `ko.po`, which is part of the program.
  package static let korean = embedded(cassets_ko_po())

  /// A test reads the same file, and says which line is wrong; messages are English then.
  private static func embedded(_ asset: CAsset) -> MessageCatalog {
    let file = UnsafeRawBufferPointer(start: asset.bytes, count: asset.count)
    return (try? MessageCatalog(portableObject: file)) ?? MessageCatalog()
  }
}
