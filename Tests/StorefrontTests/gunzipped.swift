import CZlib
import Foundation

struct NotGzip: Error {}

/// The contents of a gzip file of one member (RFC 1952), up to a mebibyte.
func gunzipped(_ compressed: Data) throws -> Data {
  var stream = CZlibStream()
  guard inflateInit2_(&stream, 15 + 16, "1", Int32(MemoryLayout<CZlibStream>.size)) == CZLIB_OK else {
    throw NotGzip()
  }
  defer { inflateEnd(&stream) }
  var output = Data(count: 1 << 20)
  let code = compressed.withUnsafeBytes { input in
    output.withUnsafeMutableBytes { output in
      stream.next_in = input.bindMemory(to: UInt8.self).baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
      stream.avail_out = UInt32(output.count)
      return inflate(&stream, CZLIB_FINISH)
    }
  }
  guard code == CZLIB_STREAM_END, stream.avail_in == 0 else { throw NotGzip() }
  return output.prefix(Int(stream.total_out))
}
