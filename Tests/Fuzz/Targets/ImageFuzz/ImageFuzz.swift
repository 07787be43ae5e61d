import CFuzzer
import Foundation

@testable import OpenMarket

@main
struct ImageFuzz {
  static func main() {
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &words, fuzzImage))
  }
}

/// A complete image has pixels, and is the same image with bytes behind it. In a file it has the same verdict as in
/// memory. Stripping a stripped image changes nothing.
private func fuzzImage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let image = Data(UnsafeBufferPointer(start: start, count: count))
  let verdict = Result { () throws(ImageDefect) in try ImageInfo(checking: image) }
  precondition(verdictInFile(image) == verdict)
  if let stripped = try? ItemImage(filename: "", content: .bytes(image)).stripped() {
    let again = try? ItemImage(filename: "", content: .bytes(stripped.bytes)).stripped()
    precondition(again?.bytes == stripped.bytes)
  }
  guard let info = try? verdict.get() else { return 0 }
  precondition(info.width > 0 && info.height > 0)
  precondition((try? ImageInfo(checking: image + [0xFF, 0xD8, 0])) == info)
  return 0
}

/// Checks an image in a file, through a window whose size depends on the image.
private func verdictInFile(_ image: Data) -> Result<ImageInfo, ImageDefect> {
  // In place: a new file for each image would take most of the time.
  let path = "\(NSTemporaryDirectory())/image-fuzz-\(getpid())"
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  defer { close(descriptor) }
  precondition(image.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == image.count)
  guard let file = ImageFile(path: path, window: 1 + image.count % 40) else {
    preconditionFailure("no temporary file")
  }
  return Result { () throws(ImageDefect) in
    try ImageInfo(checking: ImageReader(file, count: image.count))
  }
}
