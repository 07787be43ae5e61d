import Console
import Foundation
import OpenMarket

/// A change of the images of one item: some are added, one is removed, or one gets another place.
struct ImageEdit {
  /// The word after the item. An item whose SKU is one of these is named by `sku:add`.
  enum Verb: String, CaseIterable {
    case add
    case remove
    case move
  }

  private enum Change {
    case add([ImageArgument])
    case remove(Set<Int>)
    case move(from: Int, to: Int)
  }

  private let id: Int
  private let change: Change

  /// - Parameter words: Those after the verb.
  init(_ verb: Verb, ofItem id: Int, _ words: ArraySlice<String>, _ arguments: Arguments) throws {
    self.id = id
    func number(_ word: String) throws -> Int {
      guard let number = Int(word), number > 0 else {
        throw arguments.error(.invalidValue(word, option: "<image>", reason: "give the number of an image"))
      }
      return number
    }
    switch verb {
    case .add:
      guard !words.isEmpty else { throw arguments.error(.missingArgument("file")) }
      change = .add(words.map { ImageArgument(value: $0) })
    case .remove:
      guard !words.isEmpty else { throw arguments.error(.missingArgument("image")) }
      change = .remove(Set(try words.map(number)))
    case .move:
      guard words.count == 2, let from = words.first, let to = words.last else {
        throw arguments.error(
          .invalidValue(words.joined(separator: " "), option: "move", reason: "give two numbers of images"))
      }
      change = .move(from: try number(from), to: try number(to))
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let added = try addedImages(context)
    let before = try await context.market.item(id: id)
    let former = (before.images ?? []).map { PlacedImage.present($0) }
    let images = try places(former, added)
    let change = FieldChange(
      field: .images, before: numbers(former, before), after: numbers(images, before))
    if context.isDryRun {
      context.noteDryRun(.dryRun, before: "Would change:")
      try context.write([change], of: id, before.title)
      return .done
    }
    guard change.before != change.after else {
      try context.write([], of: id, before.title)
      return .done
    }
    let after = try await send(images, of: before, context)
    context.noteRecorded("Changed #\(id)")
    context.reportDone("Changed #\(id)")
    try context.write([change], of: id, after.title)
    return .done
  }

  private func addedImages(_ context: CommandContext) throws -> [ItemImage] {
    guard case .add(let images) = change else { return [] }
    return try images.images(from: context.console.input, areSent: context.isRemote)
  }

  /// The images after the change.
  private func places(_ present: [PlacedImage], _ added: [ItemImage]) throws -> [PlacedImage] {
    var images = present
    func check(_ number: Int) throws {
      guard images.indices.contains(number - 1) else {
        throw CommandFailure(
          images.isEmpty
            ? "Item \(id) has no image '\(number)': it has none"
            : "Item \(id) has no image '\(number)': it has \(images.count)", .notFound,
          help: "Run 'market show \(id)' to see its images")
      }
    }
    switch change {
    case .add:
      guard images.count + added.count <= ItemLimits.images else {
        throw CommandFailure(
          "Too many images: item \(id) has \(images.count), and can have at most \(ItemLimits.images)",
          .usage,
          help: "Remove one first: 'market images \(id) remove <image>'")
      }
      images += added.map { .new($0) }
    case .remove(let numbers):
      for number in numbers.sorted() { try check(number) }
      images = images.enumerated().filter { !numbers.contains($0.offset + 1) }.map(\.element)
    case .move(let from, let to):
      for number in [from, to] { try check(number) }
      images.insert(images.remove(at: from - 1), at: to - 1)
    }
    return images
  }

  private func send(_ images: [PlacedImage], of item: Item, _ context: CommandContext) async throws -> Item {
    do {
      return try await context.withPassword(forItem: id) {
        try await context.market.arrangeImages(ofItem: id, images, password: $0)
      }
    } catch ClientError.unsupported(.imageOrder) {
      return try await sendAll(images, of: item, context)
    }
  }

  /// Sends all images to a market that replaces them together.
  private func sendAll(_ images: [PlacedImage], of item: Item, _ context: CommandContext) async throws -> Item
  {
    let count = images.count { if case .present = $0 { true } else { false } }
    if count > 0 {
      context.note(
        count == 1
          ? "This market replaces all images at once: 1 is fetched and sent again"
          : "This market replaces all images at once: \(count) are fetched and sent again")
    }
    var contents: [ItemImage] = []
    for image in images {
      switch image {
      case .new(let image): contents.append(image)
      case .present(let url):
        do {
          let fetched = try await context.market.image(at: url)
          let name = item.images?.firstIndex(of: url).flatMap { item.imageNames?[$0] }
          contents.append(
            ItemImage(filename: name ?? url.imageName, content: .bytes(fetched.bytes)))
        } catch {
          guard error != .cancelled else { throw CancellationError() }
          throw ImageFailure(url: url, reason: error)
        }
      }
    }
    return try await context.withPassword(forItem: id) { [contents] in
      try await context.market.edit(id: id, ItemPatch(images: contents), password: $0)
    }
  }

  /// The numbers of present images, and the names of new ones: `1 3 a.jpg`.
  private func numbers(_ images: [PlacedImage], _ item: Item) -> String {
    images.map { image in
      switch image {
      case .present(let url): (item.images?.firstIndex(of: url)).map { String($0 + 1) } ?? "?"
      case .new(let image): image.filename
      }
    }.joined(separator: " ")
  }
}
