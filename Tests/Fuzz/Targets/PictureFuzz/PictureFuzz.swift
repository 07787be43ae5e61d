import CFuzzer
import Foundation
import OpenMarket

@main
struct PictureFuzz {
  static func main() {
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &words, fuzzPicture))
  }
}

/// What is a whole picture stays one, of the same size, when bytes follow it; and none is without pixels.
private func fuzzPicture(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let picture = Data(UnsafeBufferPointer(start: start, count: count))
  guard let info = try? ImageInfo(checking: picture) else { return 0 }
  precondition(info.width > 0 && info.height > 0)
  precondition((try? ImageInfo(checking: picture + [0xFF, 0xD8, 0])) == info)
  return 0
}
