import Console
import OpenMarket
import SystemSupport
import Wording

/// The images of a line of a plan, read or fetched before the line is sent.
enum PlannedImages: Sendable {
  /// Nil where they are those that the item has, or the line has none.
  case ready([ItemImage]?)
  /// The first one that is missing or not valid, and those that are neither.
  case failed(name: String, Failure, others: [ItemImage]?)

  enum Failure: Sendable {
    case missing(String)
    case invalid(ValidationError)
    case notFetched(ImageFetchError)
  }

  init(of line: PlanLine, from web: WebImages) async {
    guard let names = line.images else {
      self = .ready(nil)
      return
    }
    var (images, failed) = ([ItemImage](), (name: String, reason: Failure)?.none)
    for name in names {
      do {
        images.append(try await Self.image(name, web))
      } catch {
        failed = failed ?? (name, error)
      }
    }
    if let failed {
      self = .failed(name: failed.name, failed.reason, others: images)
      return
    }
    guard let present = line.presentImages, present.count == images.count else {
      self = .ready(images)
      return
    }
    let isSame = zip(images, present).allSatisfy { image, digest in
      (try? image.bytes())?.hasDigest(digest) == true
    }
    self = .ready(isSame ? nil : images)
  }

  private static func image(_ name: String, _ web: WebImages) async throws(Failure) -> ItemImage {
    guard name.isWebAddress else {
      do {
        return try ItemImage(path: name)
      } catch {
        throw Failure(error, of: name)
      }
    }
    switch await web.image(at: name) {
    case .success(let image): return image
    case .failure(let error): throw .notFetched(error)
    }
  }

  private var images: [ItemImage] {
    switch self {
    case .ready(let images), .failed(_, _, let images): images ?? []
    }
  }

  var bytes: Int { images.reduce(0) { $0 + $1.content.count } }

  var count: Int { images.count }
}

extension PlannedImages.Failure: Error {
  /// Why the image at a path is not taken.
  init(_ error: ValidationError, of path: String) {
    self = path.hasNoFile ? .missing(path) : .invalid(error)
  }

  func problem(_ name: String, _ format: OutputFormat) -> PlanProblem {
    let sentence: LocalizedPhrase =
      switch self {
      case .missing(let path): "There is no image '\(path.shortened)'"
      case .invalid(let error): error.message
      case .notFetched(let error): .notFetched(name, error)
      }
    return PlanProblem(
      column: ImportColumn.images.rawValue, value: name, rule: "image", sentence: format.text(sentence))
  }
}
