import Foundation
import OpenMarket
import SystemSupport

/// Which items of a market the rows of imports have become, for markets that keep neither SKUs nor the keys of rows: a line
/// `{"id":7,"key":"sku:A-1"}` for each, in the state folder.
final class ImportedIDs {
  private struct Line: Codable {
    let key: String
    /// Nil for an item that was deleted.
    let id: Int?
  }

  private let path: String
  private var ids: [String: Int] = [:]

  /// - Parameters:
  ///   - state: The state folder.
  ///   - origin: The store, or the address of the market.
  init(in state: String, origin: String) throws {
    path = state + "/imports/items-" + SHA256.hexadecimal(Data(origin.utf8)).prefix(16) + ".jsonl"
    guard !path.hasNoFile else { return }
    // Without it the rows would be added once more.
    var lines = try FileLines(path: path)
    while let data = try lines.next() {
      // One that was cut off.
      guard let line = try? JSON.decode(Line.self, from: data) else { continue }
      ids[line.key] = line.id
    }
  }

  /// The id of the item that rows with one of these keys have become.
  subscript(key: String) -> Int? { ids[key] }

  /// Records results of lines that were sent one by one. They are on the disk when this returns.
  func append(_ results: [(item: BatchItem, result: BatchResult)]) throws {
    var text = Data()
    for (item, result) in results where result.outcome == .added || result.outcome == .deleted {
      let id = result.outcome == .added ? result.id : nil
      for key in item.memoryKeys {
        ids[key] = id
        text += try JSON.encode(Line(key: key, id: id)) + [UInt8(ascii: "\n")]
      }
    }
    guard !text.isEmpty else { return }
    let isNew = path.fileType == nil
    let file = try FileHandle.appending(to: path)
    do {
      try file.write(contentsOf: text)
      try file.synchronize()
      if isNew { try DurableFolder.sync(path.parentFolder) }
    } catch {
      throw ImportError.unwritable(path)
    }
  }
}

extension BatchItem {
  /// The keys that identify the item of the line in the memory.
  fileprivate var memoryKeys: [String] {
    [sku.map { "sku:\($0)" }, reference.map { "reference:\($0)" }, key.map { "row:\($0)" }].compactMap(\.self)
  }
}

extension RowKey {
  /// The key in the memory; nil for an id, which the market knows.
  var memoryKey: String? {
    switch self {
    case .sku(let sku): "sku:\(sku)"
    case .reference(let reference): "reference:\(reference)"
    case .id: nil
    }
  }
}
