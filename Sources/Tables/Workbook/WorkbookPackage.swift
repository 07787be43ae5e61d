/// The parts of a workbook and how they refer to each other (Open Packaging Conventions, ISO/IEC 29500-2).
struct WorkbookPackage: Sendable {
  /// Its type is the last component of that type's URI, which strict and transitional files share; its target names a part.
  typealias Relationship = (id: String, type: Substring, target: String)

  /// More than spreadsheet programs write: a workbook has one for each sheet and a few others.
  private static let relationshipLimit = 20_000

  let archive: ZipArchive
  let limits: TableLimits

  /// The bytes of a part; throws where it is missing.
  func reader(of part: String, limit: Int? = nil) throws(TableError) -> XMLReader {
    guard let entry = archive.entry(part) else { throw .workbook(.missing(part: part)) }
    return XMLReader(
      try ZipEntryStream(entry, of: archive, limit: limit ?? limits.partBytes), part: part,
      limit: limits.rowBytes)
  }

  func has(_ part: String) -> Bool { archive.entry(part) != nil }

  /// The relationships of a part inside the package; empty where the part has none. The whole package is the part "".
  func relationships(of part: String) throws(TableError) -> [Relationship] {
    let slash = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
    let (folder, name) = (part[..<slash], part[slash...])
    let list = "\(folder)_rels/\(name).rels"
    guard has(list) else { return [] }
    var relationships: [Relationship] = []
    var reader = try reader(of: list, limit: limits.describingBytes)
    while let token = try reader.next() {
      guard case .start("Relationship", let attributes) = token, attributes["TargetMode"] != "External",
        let id = attributes["Id"], let target = attributes["Target"]
      else { continue }
      guard relationships.count < Self.relationshipLimit else { throw reader.tooLarge }
      let type = (attributes["Type"] ?? "").split(separator: "/").last ?? ""
      relationships.append((id, type, Self.resolved(target, in: folder)))
    }
    return relationships
  }

  /// The name of a part, relative to a folder unless it begins with a slash.
  private static func resolved(_ target: String, in folder: Substring) -> String {
    var components: [Substring] = []
    for component in (target.hasPrefix("/") ? target : folder + target).split(separator: "/") {
      switch component {
      case ".": continue
      case "..": _ = components.popLast()
      default: components.append(component)
      }
    }
    return components.joined(separator: "/")
  }
}
