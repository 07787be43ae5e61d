import CFuzzer
import Foundation
import HTTP

@main
struct ResponseHeadFuzz {
  static func main() {
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &words, fuzzResponseHead))
  }
}

/// Reads the lines of a response's head. An accepted head is written again, and must be read back unchanged.
private func fuzzResponseHead(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = UnsafeBufferPointer(start: start, count: count)
  var small = ClientLimits()
  small.headSize = 400
  small.fieldCount = 10
  let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  guard let head = reading(lines, small), head.isComplete else { return 0 }
  let fields = head.headers.fields
  precondition(fields.allSatisfy { !$0.value.utf8.contains { $0 < 0x20 && $0 != 0x09 } })
  let written = ["HTTP/1.1 \(head.status)"] + fields.map { "\($0.name.rawValue): \($0.value)" } + [""]
  let again = reading(written.map { Array($0.utf8) }, ClientLimits())
  precondition(again?.status == head.status && again?.headers == head.headers)
  return 0
}

private func reading(_ lines: [some Collection<UInt8>], _ limits: ClientLimits) -> ResponseHead? {
  var head = ResponseHead(limits: limits)
  for line in lines {
    do {
      try head.append(Array(line) + [UInt8(ascii: "\n")])
    } catch {
      return nil
    }
  }
  return head
}
