package import Foundation
import Synchronization
import SystemSupport

/// Makes smaller copies of images once, and keeps them in a folder of this server.
package final class Thumbnails: Sendable {
  /// The result of a request for a copy.
  package enum Outcome: Sendable {
    case thumbnail(Data)
    /// The image cannot be decoded, and is served as it is.
    case undecodable
    /// This machine could make no copy now, whatever the image.
    case failed
  }

  /// Makes a copy. Takes some seconds at most, on a thread of its own.
  package typealias Maker = @Sendable (Data, ThumbnailSize) -> Outcome

  package let folder: ThumbnailFolder
  private let cache: ThumbnailCache
  /// Nil where nothing can make copies.
  private let maker: Lazy<Maker?, Never>
  /// One original in memory, of up to 10 MiB. Decoding one may take a second of the processor: the client goes first that has taken
  /// the least lately.
  private let gate = FairGate(limit: 1, capacity: 256, share: 32, seconds: MonotonicClock.seconds)
  private let makers = WorkPool<Void>(label: "thumbnails", threads: 1)
  /// Copies that could not be made of their images, and until when they are not tried again, in milliseconds.
  private let failures = Mutex<[String: Int]>([:])
  /// Rate for the images that take longest.
  private static let pixelsPerSecond = Double(ImageLimits.progressivePixels)
  private static let retryTime = 600_000
  private static let mostFailures = 1_000

  /// - Parameters:
  ///   - folder: Made when it is first needed.
  ///   - limits: Files and bytes of all copies together.
  ///   - make: Decodes an image and makes a copy of a size.
  package convenience init(
    folder: ThumbnailFolder, limits: ThumbnailCache.Usage = .most, make: @escaping Maker
  ) {
    self.init(folder: folder, limits: limits) { make }
  }

  /// - Parameter maker: Finds at the first image whether copies can be made; nil if not.
  package init(
    folder: ThumbnailFolder, limits: ThumbnailCache.Usage = .most,
    maker: @escaping @Sendable () -> Maker?
  ) {
    (self.folder, self.maker) = (folder, Lazy(maker))
    cache = ThumbnailCache(folder, limits: limits)
  }

  /// An image of a store.
  struct Source: Sendable {
    /// Its id.
    let image: Int
    /// Tells it from others that had its id.
    let version: String
    let pixels: Double
    /// The identity of the store.
    let store: String
  }

  /// The copy of an image; made of its bytes where there is none yet.
  ///
  /// Throws `OverloadError` where too many are to be made, and what `original` throws.
  ///
  /// - Parameter served: Returns the ids of the images that the store still serves, among some; copies of others are deleted.
  func thumbnail(
    of source: Source, _ size: ThumbnailSize,
    served: @escaping @Sendable ([Int]) async throws -> Set<Int>, original: () async throws -> Data
  ) async throws -> Outcome {
    let path = folder.path(ofImage: source.image, source.version, size, store: source.store)
    if let present = try await present(at: path) { return present }
    return try await gate.run(estimate: source.pixels / Self.pixelsPerSecond) {
      // Another request may have made it meanwhile.
      if let present = try await present(at: path) { return present }
      guard let make = try await makers.run({ [self] in maker() }) else { return .failed }
      let bytes = try await original()
      let outcome = try await makers.run { make(bytes, size) }
      switch outcome {
      case .thumbnail(let copy): await cache.write(copy, to: path, of: source.store, served: served)
      case .undecodable: rememberFailure(of: path)
      case .failed: break
      }
      return outcome
    }
  }

  /// The copy, or its failure, from the cache; nil where it is to be made.
  private func present(at path: String) async throws -> Outcome? {
    if let copy = try await cache.copy(at: path) { return .thumbnail(copy) }
    let now = MonotonicClock.milliseconds()
    return failures.withLock { $0[path].map { $0 > now } } == true ? .undecodable : nil
  }

  private func rememberFailure(of path: String) {
    let now = MonotonicClock.milliseconds()
    failures.withLock { failures in
      if failures.count >= Self.mostFailures { failures = failures.filter { $0.value > now } }
      if failures.count >= Self.mostFailures { failures = [:] }
      failures[path] = now + Self.retryTime
    }
  }
}

extension VipsThumbnail {
  /// Whether this process makes copies under its limits, by one of a small image.
  package static var works: Bool { make(of: StoredImage.placeholderBytes, .small) != nil }
}
