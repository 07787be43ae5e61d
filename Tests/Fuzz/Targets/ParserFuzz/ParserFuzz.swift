import CFuzzer
import Foundation
import HTTP

@main
struct ParserFuzz {
  static func main() {
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &words, fuzzParser))
  }
}

/// The first byte determines how the others are split. The parser must terminate, with the same events whether or not the
/// stream is split.
private func fuzzParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = UnsafeBufferPointer(start: start, count: count)
  guard let seed = input.first else { return 0 }
  let stream = Array(input.dropFirst())
  precondition(reading(stream, pieces: stream.count) == reading(stream, pieces: Int(seed % 16) + 1))
  return 0
}

/// The events of a parser, with adjacent contents joined, and its error.
private struct Reading: Equatable {
  var events: [HTTPParser.Event] = []
  var error: HTTPError?

  mutating func append(_ event: HTTPParser.Event) {
    if case .content(let more) = event, case .content(let earlier)? = events.last {
      events[events.count - 1] = .content(earlier + more)
    } else {
      events.append(event)
    }
  }
}

private func reading(_ stream: [UInt8], pieces size: Int) -> Reading {
  var limits = HTTPLimits()
  limits.requestLine = 200
  limits.fields = 400
  limits.fieldCount = 10
  limits.body = 300
  limits.upload = 600
  var parser = HTTPParser(limits: limits)
  var reading = Reading()
  do throws(HTTPError) {
    for start in stride(from: 0, to: stream.count, by: max(size, 1)) {
      parser.append(stream[start..<min(start + size, stream.count)])
      while let event = try parser.next() { reading.append(event) }
    }
  } catch {
    reading.error = error
  }
  return reading
}
