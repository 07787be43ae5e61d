package import Foundation

internal import CVips

/// Smaller copies of images by libvips (https://www.libvips.org), which decodes what strangers have sent: only in a process
/// of its own that is limited in memory and time.
package enum VipsThumbnail {
  /// Bounds of this process for whatever an image makes the library do: address space in bytes, and processor time in seconds.
  /// It writes no file.
  private static let (memory, time) = (rlim_t(2 << 30), rlim_t(3))

  /// Opens the library; false where it is not installed.
  package static func open() -> Bool {
    // Each thread of the library has buffers of its own.
    setenv("VIPS_CONCURRENCY", "1", 1)
    return cvips_open() == 0
  }

  /// Takes from this process what decoding does not need.
  package static func limitProcess() {
    limit(RLIMIT_AS, memory)
    limit(RLIMIT_CPU, time)
    limit(RLIMIT_FSIZE, 0)
  }

  /// A JPEG of the image, upright and without metadata; nil for what is no image of PNG or JPEG. After `open`.
  ///
  /// A lower quality is tried where it has more bytes than the size may have.
  package static func make(of image: Data, _ size: ThumbnailSize) -> Data? {
    var smallest: Data?
    for quality in [Int32(78), 60, 40] {
      guard let thumbnail = make(of: image, size, quality: quality) else { return smallest }
      smallest = thumbnail
      if thumbnail.count <= size.bytes { break }
    }
    return smallest
  }

  private static func make(of image: Data, _ size: ThumbnailSize, quality: Int32) -> Data? {
    var (bytes, count): (UnsafeMutableRawPointer?, Int) = (nil, 0)
    let result = image.withUnsafeBytes {
      cvips_thumbnail(
        $0.baseAddress, $0.count, Int32(size.width), Int32(size.height), quality, &bytes, &count)
    }
    guard result == 0, let bytes else { return nil }
    defer { cvips_free(bytes) }
    return Data(bytes: bytes, count: count)
  }

  #if os(Linux)
    private static func limit(_ resource: __rlimit_resource, _ most: rlim_t) {
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
  #else
    private static func limit(_ resource: Int32, _ most: rlim_t) {
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      setrlimit(resource, &limit)
    }
  #endif
}
