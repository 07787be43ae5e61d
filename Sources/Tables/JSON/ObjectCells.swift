import SystemSupport

/// The members of one JSON object, as cells. Numbers keep their digits as written.
struct ObjectCells {
  typealias Member = (key: String, cell: TableCell, isText: Bool, offset: Int)

  struct Defect: Error {
    let rule: TableProblem.Rule
    let offset: Int
  }

  private static let depth = 64

  private let bytes: UnsafeRawBufferPointer
  private let limit: Int
  private var reader: JSONReader

  /// - Parameters:
  ///   - limit: Bytes of a cell.
  ///   - encoding: The encoding of the file; reported by the defect where the bytes are not UTF-8.
  static func members(
    of bytes: UnsafeRawBufferPointer, limit: Int, encoding: TextEncoding
  ) throws(Defect) -> [Member] {
    if let offset = UTF8Sequence.firstInvalid(in: bytes) {
      throw Defect(rule: .encoding(encoding), offset: offset)
    }
    if let offset = JSONReader.firstDefect(in: bytes, depth: depth) {
      throw Defect(rule: bytes.count > offset && bytes[offset] == 0 ? .nul : .json, offset: offset)
    }
    guard bytes.first == UInt8(ascii: "{") else { throw Defect(rule: .notAnObject, offset: 0) }
    let reader = JSONReader(bytes, depth: depth, takesNUL: false)
    var object = ObjectCells(bytes: bytes, limit: limit, reader: reader)
    return try object.members()
  }

  private mutating func members() throws(Defect) -> [Member] {
    var members: [Member] = []
    var keys: Set<String> = []
    var goesOn = try read { reader throws(JSONDefect) in try reader.enter(UInt8(ascii: "{")) }
    while goesOn {
      let start = place()
      let key = try read { reader throws(JSONDefect) in try reader.name() }
      guard keys.insert(key).inserted else { throw Defect(rule: .duplicateKey(key), offset: start) }
      let offset = place()
      let isText = reader.next() == .quote
      members.append((key, try cell(key), isText, offset))
      goesOn = try read { reader throws(JSONDefect) in try reader.goesOn(UInt8(ascii: "{")) }
    }
    return members
  }

  private mutating func cell(_ key: String) throws(Defect) -> TableCell {
    let start = place()
    guard reader.next() == UInt8(ascii: "[") else {
      let text = try scalar(key)
      guard text.utf8.count <= limit else { throw Defect(rule: .cellTooLong(limit: limit), offset: start) }
      return .text(text)
    }
    var list: [String] = []
    var goesOn = try read { reader throws(JSONDefect) in try reader.enter(UInt8(ascii: "[")) }
    while goesOn {
      list.append(try scalar(key))
      goesOn = try read { reader throws(JSONDefect) in try reader.goesOn(UInt8(ascii: "[")) }
    }
    guard reader.index - start <= limit else {
      throw Defect(rule: .cellTooLong(limit: limit), offset: start)
    }
    return .list(list)
  }

  private mutating func scalar(_ key: String) throws(Defect) -> String {
    let offset = place()
    switch reader.next() {
    case .quote: return try read { reader throws(JSONDefect) in try reader.text() }
    case UInt8(ascii: "["), UInt8(ascii: "{"): throw Defect(rule: .nested(key: key), offset: offset)
    case UInt8(ascii: "n"):
      _ = reader.takeNull()
      return ""
    default:
      return try read { reader throws(JSONDefect) in String(decoding: try reader.raw(), as: UTF8.self) }
    }
  }

  /// The offset of the next byte that is no space.
  private mutating func place() -> Int {
    _ = reader.next()
    return reader.index
  }

  /// Reads a part of the text, which is JSON: what can be wrong is an escape.
  private mutating func read<Value>(
    _ read: (inout JSONReader) throws(JSONDefect) -> Value
  ) throws(Defect) -> Value {
    do {
      return try read(&reader)
    } catch {
      let isNUL = bytes[reader.index..<min(reader.index + 6, bytes.count)].elementsEqual(#"\u0000"#.utf8)
      throw Defect(rule: isNUL ? .nul : .loneSurrogate, offset: reader.index)
    }
  }
}
