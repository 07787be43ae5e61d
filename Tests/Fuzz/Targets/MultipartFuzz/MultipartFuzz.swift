import CFuzzer
import Foundation
import HTTP

@main
struct MultipartFuzz {
  static func main() {
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &words, fuzzMultipart))
  }
}

/// The first line is the Content-Type, the rest is the body. A form that can be parsed must be the same after it has been
/// encoded and parsed again.
private func fuzzMultipart(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Data(UnsafeBufferPointer(start: start, count: count))
  let lineEnd = input.firstIndex(of: 0x0A) ?? input.endIndex
  let contentType = String(decoding: input[..<lineEnd], as: UTF8.self)
  let body = Data(input[lineEnd...].dropFirst())
  guard let form = try? MultipartForm(contentType: contentType, body: body) else { return 0 }
  let contents = form.parts.map(\.content)
  for part in form.parts { _ = part.text }
  // The contents are shorter than the boundary, and so cannot contain it.
  guard contents.allSatisfy({ $0.count < 60 }) else { return 0 }
  let (type, written) = form.encoded(boundary: String(repeating: "b", count: 64))
  let again = try? MultipartForm(contentType: type, body: (try? written.bytes()) ?? Data())
  precondition(again?.parts.map(\.content) == contents)
  return 0
}
