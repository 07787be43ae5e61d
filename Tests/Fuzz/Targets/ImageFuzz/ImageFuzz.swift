import CFuzzer
import Foundation
import OpenMarket

@main
struct ImageFuzz {
  static func main() {
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &words, fuzzImage))
  }
}

/// A complete image has pixels, and is the same image with bytes behind it.
private func fuzzImage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let image = Data(UnsafeBufferPointer(start: start, count: count))
  guard let info = try? ImageInfo(checking: image) else { return 0 }
  precondition(info.width > 0 && info.height > 0)
  precondition((try? ImageInfo(checking: image + [0xFF, 0xD8, 0])) == info)
  return 0
}
