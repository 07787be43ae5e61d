import Foundation
import HTTP

/// A body as an input stream, for uploads through URL loading in constant memory.
final class HTTPBodyStream: InputStream {
  private var reader: HTTPBodyReader
  private var status = Stream.Status.notOpen
  private var failure: (any Error)?
  private let progress: TransferProgress?
  private let reportFailure: @Sendable (any Error) -> Void

  /// - Parameter reportFailure: Receives a read error, which also ends the stream; URL loading itself only reports an
  ///   aborted upload.
  init(_ body: HTTPBody, progress: TransferProgress?, reportFailure: @escaping @Sendable (any Error) -> Void)
  {
    reader = HTTPBodyReader(body)
    self.progress = progress
    progress?.begin()
    self.reportFailure = reportFailure
    super.init(data: Data())
  }

  override var streamStatus: Stream.Status { status }
  override var streamError: (any Error)? { failure }
  override var hasBytesAvailable: Bool { status == .open }
  override func open() { status = .open }
  override func close() { status = .closed }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    do {
      let count = try reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: maxLength))
      if count == 0 { status = .atEnd }
      progress?.report(count)
      return count
    } catch {
      status = .error
      failure = error
      reportFailure(error)
      return -1
    }
  }
}
