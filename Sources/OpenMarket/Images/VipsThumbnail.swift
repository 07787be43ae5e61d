package import Foundation

internal import CVips

/// Smaller copies of images by libvips (https://www.libvips.org), which decodes what strangers have sent: only in a process
/// of its own that is limited in memory and time.
package enum VipsThumbnail {
  /// Bounds of this process for whatever an image makes the library do: address space in bytes, and processor time in seconds.
  /// It writes no file. Past the time it gets SIGXCPU.
  private static let (memory, time) = (rlim_t(2 << 30), rlim_t(3))

  /// Opens the library; false where it is not installed.
  package static func open() -> Bool {
    // Each thread of the library has buffers of its own.
    setenv("VIPS_CONCURRENCY", "1", 1)
    return cvips_open() == 0
  }

  /// Takes from this process what decoding does not need. Returns whether it can open no more files, sockets and processes: that takes
  /// a filter of the system, which not every one has.
  package static func limitProcess() -> Bool {
    acceptTimeLimit()
    limit(RLIMIT_AS, memory, memory)
    limit(RLIMIT_CPU, time, time + 1)
    limit(RLIMIT_FSIZE, 0, 0)
    return confine()
  }

  /// Lets SIGXCPU end this process: it has the mask of the thread that started it, where servers block the signal.
  static func acceptTimeLimit() {
    signal(SIGXCPU, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXCPU)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Takes files, sockets and processes from this thread and those that it starts.
  static func confine() -> Bool { cvips_confine() == 0 }

  /// A JPEG of the image, upright and without metadata, where it can of no more bytes than the size may have; nil for what is no image
  /// of PNG or JPEG within `ImageLimits`, which a store may have from earlier versions. After `open`.
  package static func make(of image: Data, _ size: ThumbnailSize) -> Data? {
    guard (try? ImageInfo(checking: image).checkSize()) != nil else { return nil }
    var (bytes, count): (UnsafeMutableRawPointer?, Int) = (nil, 0)
    let result = image.withUnsafeBytes {
      cvips_thumbnail(
        $0.baseAddress, $0.count, Int32(size.width), Int32(size.height), size.bytes, &bytes, &count)
    }
    guard result == 0, let bytes else { return nil }
    defer { cvips_free(bytes) }
    return Data(bytes: bytes, count: count)
  }

  #if os(Linux)
    private static func limit(_ resource: __rlimit_resource, _ most: rlim_t, _ hard: rlim_t) {
      var limit = rlimit(rlim_cur: most, rlim_max: hard)
      setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
  #else
    private static func limit(_ resource: Int32, _ most: rlim_t, _ hard: rlim_t) {
      var limit = rlimit(rlim_cur: most, rlim_max: hard)
      setrlimit(resource, &limit)
    }
  #endif
}
