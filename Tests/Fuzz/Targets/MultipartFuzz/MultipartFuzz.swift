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

/// The first line is the Content-Type, what follows is the body. A form that is understood has to survive being written
/// and read again.
private func fuzzMultipart(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Data(UnsafeBufferPointer(start: start, count: count))
  let lineEnd = input.firstIndex(of: 0x0A) ?? input.endIndex
  let contentType = String(decoding: input[..<lineEnd], as: UTF8.self)
  let body = Data(input[lineEnd...].dropFirst())
  guard let form = try? MultipartForm(contentType: contentType, body: body) else { return 0 }
  let contents = form.parts.map(\.content)
  for part in form.parts { _ = part.text }
  // A boundary that is in none of the contents, since it is longer than any of them.
  guard contents.allSatisfy({ $0.count < 60 }) else { return 0 }
  let (type, written) = form.encoded(boundary: String(repeating: "b", count: 64))
  let again = try? MultipartForm(contentType: type, body: (try? written.bytes()) ?? Data())
  precondition(again?.parts.map(\.content) == contents)
  return 0
}
